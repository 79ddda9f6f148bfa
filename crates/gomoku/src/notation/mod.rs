//! Notation: text for points and positions, and game records of other programs:
//! [`psq`] (Piskvork), [`sgf`] (most viewers) and [`offsets`] (Gomocup opening files).

pub mod offsets;
pub mod psq;
mod record;
pub mod sgf;
mod text;

pub use record::{Record, Timed};
#[cfg(feature = "program")]
pub(crate) use text::{cell, letter};
pub use text::{parse_point, parse_position, point_text};
