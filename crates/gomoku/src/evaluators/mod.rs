//! The evaluators: those of the two labs, a simple one, and the engine's own.

pub(crate) mod crossing_weights;
pub(crate) mod crossings;
mod pattern_count;
pub(crate) mod patterns;
mod shape_score;

pub use crossing_weights::CrossingWeights;
pub use crossings::Crossings;
pub(crate) use pattern_count::from_edge;
pub use pattern_count::{Classes, PatternClass, PatternCount};
#[cfg(feature = "program")]
pub(crate) use pattern_count::{MAX_CELLS, MAX_CLASSES};
pub use patterns::{PatternWeights, Patterns};
pub use shape_score::{ScoredShape, ShapeScore};

use search::Side;

/// The factor that turns a value for the first player into one for this side.
#[inline]
pub(crate) const fn sign(side: Side) -> i64 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}
