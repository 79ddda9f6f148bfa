//! Notation: text for points and positions, and game records of other programs:
//! [`psq`] (Piskvork), [`sgf`] (most viewers) and [`offsets`] (Gomocup opening files).

pub mod offsets;
pub mod psq;
pub mod replay;
pub mod sgf;
mod text;

#[cfg(feature = "program")]
pub(crate) use text::{cell, letter};
pub use text::{parse_point, parse_position, point_text};
