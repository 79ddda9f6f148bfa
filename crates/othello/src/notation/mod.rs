//! Text: positions and moves, and files of positions and games, each format in its own file with what its
//! reader forgives.

pub mod ggf;
mod line;
pub mod obf;
mod text;
pub mod transcript;
pub mod wthor;

pub use line::Line;
pub use text::*;
