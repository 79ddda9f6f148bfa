//! Text: points and positions as people write them, and game records of other programs:
//! [`psq`] (Piskvork), [`sgf`] (most viewers) and [`offsets`], the opening files of the Gomocup.

pub mod offsets;
pub mod psq;
mod record;
pub mod sgf;
mod text;

pub use record::{Record, Timed};
#[cfg(feature = "program")]
pub(crate) use text::{cell, letter};
pub use text::{parse_point, parse_position, point_text};
