//! What a position is worth.
//!
//! - [`PieceTables`]: a value for every piece on every square, read from a file beside the
//!   configuration.
//! - [`MaterialPosition`]: the lab's evaluation, the sum of them.

mod material_position;
mod running_sum;
mod tables;

pub use material_position::MaterialPosition;
pub(crate) use running_sum::RunningSum;
pub use tables::{PerKind, PieceTables, Table};
