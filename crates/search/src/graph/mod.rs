//! Graph search.
