//! Breadth-first search, layer by layer. The other searches are checked against it.

use super::budget::{Budget, Watch};
use super::{Ends, Work};
use crate::map::Map;
use crate::map::movement::Direction;
use search::graph::Unsolved;

pub(super) fn search<W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    let Work { labels, now, next, .. } = work;
    labels.begin(map.places());
    now.clear();
    labels.improve(map.index(ends.from), 0, Direction::Up);
    now.push(ends.from);
    for steps in 1.. {
        next.clear();
        for &at in now.iter() {
            budget.expand(at)?;
            for direction in Direction::STRAIGHT {
                let spot = at.step(direction);
                let index = map.index(spot);
                if !map.is_open(index) {
                    continue;
                }
                budget.generated += 1;
                if !labels.improve(index, steps, direction) {
                    continue;
                }
                if spot == ends.to {
                    work.recover_path(map, ends);
                    return Ok(());
                }
                next.push(spot);
            }
        }
        if next.is_empty() {
            break;
        }
        std::mem::swap(now, next);
    }
    Err(Unsolved::Exhausted)
}
