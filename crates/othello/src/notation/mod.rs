//! Notations for positions and moves, and file formats for positions and games, one file each. Each file
//! lists the deviations from the format that its parser accepts.

pub mod ggf;
pub mod obf;
pub mod passes;
mod text;
pub mod transcript;
pub mod wthor;

pub use text::*;
