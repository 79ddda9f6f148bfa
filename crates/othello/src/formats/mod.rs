//! Files of positions and games, each format in its own file with what its reader forgives.

pub mod obf;
