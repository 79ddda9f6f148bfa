//! A\* (Hart, Nilsson and Raphael 1968) with two stacks for an open list.
//!
//! Steps cost one, so a step toward the goal leaves `f` (steps so far plus estimate) as it is, and any
//! other raises it by the same amount: by 2 for Manhattan, by 1 for zero. While the cells of one `f`
//! are expanded, all that is found belongs to this `f` or to the next. Two stacks hold them, and
//! no cell is ever compared with another. The last cell found goes first, which among equal `f`
//! prefers the one nearest the goal.
//!
//! The estimates are consistent: a cell is closed with the fewest steps and never opened again. A cell
//! that waits for the next `f` can be found again for this one, and is then skipped when its turn
//! comes. The goal is reached by a step that leaves `f` alone (or, with zero, from the
//! only layer there is): the search ends when it is found, not when it is its turn.

use super::budget::{Budget, Watch};
use super::estimate::Estimate;
use super::{Ends, Work};
use crate::map::Map;
use crate::movement::Direction;
use search::graph::Unsolved;

pub(super) fn search<E: Estimate, W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    estimate: E,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    work.labels.begin();
    work.now.clear();
    work.next.clear();
    work.labels.improve(map.index(ends.from), 0, Direction::Up);
    work.now.push(ends.from);
    loop {
        while let Some(at) = work.now.pop() {
            let Some(steps) = work.labels.close(map.index(at)) else { continue };
            budget.expand(at)?;
            for direction in Direction::STRAIGHT {
                let spot = at.step(direction);
                let index = map.index(spot);
                if !map.is_open(index) {
                    continue;
                }
                budget.generated += 1;
                if !work.labels.improve(index, steps + 1, direction) {
                    continue;
                }
                if spot == ends.to {
                    work.recover_path(map, ends);
                    return Ok(());
                }
                match estimate.nears(at, direction, ends.to) {
                    true => work.now.push(spot),
                    false => work.next.push(spot),
                }
            }
        }
        if work.next.is_empty() {
            return Err(Unsolved::Exhausted);
        }
        std::mem::swap(&mut work.now, &mut work.next);
    }
}
