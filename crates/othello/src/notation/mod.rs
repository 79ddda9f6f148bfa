//! Text: positions and moves, and files of positions and games, each format in its own file with what its
//! reader forgives.

pub mod ggf;
pub mod obf;
pub mod passes;
mod text;
pub mod transcript;
pub mod wthor;

pub use text::*;
