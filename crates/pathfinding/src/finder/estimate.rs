//! The estimates behind [`Heuristic`](super::Heuristic), compiled into each search.

use crate::map::Spot;
use crate::map::movement::Direction;

/// A consistent estimate of the steps to the goal that changes by the same amount with every step
/// that does not bring it nearer.
pub(super) trait Estimate: Copy {
    /// Whether it is zero everywhere.
    const IS_ZERO: bool = false;

    /// An estimate of the steps to the goal, never too high.
    fn steps(self, at: Spot, goal: Spot) -> u32;

    /// The estimate after a step, given the estimate before it and whether the step leads nearer.
    fn after(self, steps: u32, nears: bool) -> u32;

    /// Whether a step lowers the estimate by one, so that steps so far plus estimate stay the same.
    fn nears(self, at: Spot, direction: Direction, goal: Spot) -> bool;
}

#[derive(Clone, Copy)]
pub(super) struct Manhattan;

impl Estimate for Manhattan {
    #[inline]
    fn steps(self, at: Spot, goal: Spot) -> u32 {
        at.row().abs_diff(goal.row()) + at.column().abs_diff(goal.column())
    }

    #[inline]
    fn after(self, steps: u32, nears: bool) -> u32 {
        if nears { steps - 1 } else { steps + 1 }
    }

    #[inline]
    fn nears(self, at: Spot, direction: Direction, goal: Spot) -> bool {
        match direction {
            Direction::Up => at.row() > goal.row(),
            Direction::Right => at.column() < goal.column(),
            Direction::Down => at.row() < goal.row(),
            Direction::Left => at.column() > goal.column(),
            // Searches with this estimate take no diagonal steps.
            _ => false,
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Zero;

impl Estimate for Zero {
    const IS_ZERO: bool = true;

    #[inline]
    fn steps(self, _: Spot, _: Spot) -> u32 {
        0
    }

    #[inline]
    fn after(self, _: u32, _: bool) -> u32 {
        0
    }

    #[inline]
    fn nears(self, _: Spot, _: Direction, _: Spot) -> bool {
        false
    }
}
