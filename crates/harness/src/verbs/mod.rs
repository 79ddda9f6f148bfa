//! The verbs of the command language.
