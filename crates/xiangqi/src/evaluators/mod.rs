//! Position evaluators.
//!
//! - [`PieceTables`]: a value for every piece on every square, read from a file that the
//!   configuration names.
//! - [`MaterialPosition`]: the lab's evaluator, the sum of these values.
//! - [`Tapered`] with its [`Weights`]: the engine's evaluator.

mod material_position;
mod running_sum;
mod tables;
pub(crate) mod tapered;
pub(crate) mod weights;
#[cfg(feature = "program")]
pub(crate) mod weights_file;

pub use material_position::MaterialPosition;
pub(crate) use running_sum::RunningSum;
pub use tables::{OutOfRange, PerKind, PieceTables, Table};
pub use tapered::Tapered;
pub use weights::{Attack, Cooperation, Mobility, Pair, Threats, Weights};
