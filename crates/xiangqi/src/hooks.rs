//! What the search is told beyond rules and evaluation.

use crate::position::Position;
use search::{Game, Hooks, Side};

/// The lab's way of counting: the children created at nodes where red, the maximiser, is to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct LabCount;

impl Hooks<Position> for LabCount {
    #[inline]
    fn count_child(&mut self, parent: &Position, _ply: usize) -> u64 {
        u64::from(parent.side() == Side::First)
    }
}
