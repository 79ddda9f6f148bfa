//! What a position is worth: the two labs' evaluators, a simple one, and the engine's own.

mod crossing_weights;
mod crossings;
mod pattern_count;
mod patterns;
mod shape_score;
mod tuning;

pub use crossing_weights::CrossingWeights;
pub use crossings::Crossings;
pub use pattern_count::{Classes, PatternClass, PatternCount};
pub(crate) use pattern_count::{MAX_CELLS, MAX_CLASSES, from_edge};
pub use patterns::{PatternWeights, Patterns};
pub use shape_score::{ScoredShape, ShapeScore};

use search::Side;

/// The sign of a value for the first player, seen by a side.
#[inline]
const fn sign(side: Side) -> i64 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}
