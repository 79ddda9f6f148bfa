//! What a position is worth: the two labs' evaluators, and the engine's own.

mod pattern_count;
mod patterns;
mod shape_score;
mod tuning;

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
