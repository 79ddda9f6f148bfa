//! Textbook IDA\* (Korf 1985): repeated depth-first search with an increasing bound on `f`, which stores
//! only the current path.
//!
//! A grid has very many shortest paths between two cells, and this search visits all of them. It is here
//! for comparison, and gives up at the limit on expansions. A cell on the current path, which its label
//! records, is not entered again.

use super::budget::{Budget, Watch};
use super::estimate::Estimate;
use super::{Ends, Work};
use crate::map::Map;
use crate::map::movement::Direction;
use search::graph::Unsolved;

pub(super) fn search<E: Estimate, W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    estimate: E,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    let mut bound = estimate.steps(ends.from, ends.to);
    while let Some(beyond) = deepen(map, work, ends, bound, estimate, budget)? {
        if beyond == u32::MAX {
            return Err(Unsolved::Exhausted);
        }
        bound = beyond;
    }
    Ok(())
}

/// One iteration: `None` if the path is found, else the smallest `f` beyond the bound.
fn deepen<E: Estimate, W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    bound: u32,
    estimate: E,
    budget: &mut Budget<'_, W>,
) -> Result<Option<u32>, Unsolved> {
    // `now` holds the cells of the path and `path` the steps between them. `untried` is the first direction
    // not yet tried at the last cell; when a step is undone, it is recovered from that step.
    let Work { labels, now, path, .. } = work;
    let mut beyond = u32::MAX;
    let mut untried = 0;
    budget.iterations += 1;
    labels.begin(map.places());
    now.clear();
    path.clear();
    labels.improve(map.index(ends.from), 0, Direction::Up);
    now.push(ends.from);
    budget.expand(ends.from)?;
    while let Some(&at) = now.last() {
        let Some(&direction) = Direction::STRAIGHT.get(untried) else {
            labels.forget(map.index(at));
            now.pop();
            untried = path.pop().map_or(0, |step| step as usize + 1);
            continue;
        };
        untried += 1;
        let spot = at.step(direction);
        let index = map.index(spot);
        if !map.is_open(index) {
            continue;
        }
        budget.generated += 1;
        if labels.is_known(index) {
            continue;
        }
        let steps = now.len() as u32;
        let f = steps + estimate.steps(spot, ends.to);
        if f > bound {
            beyond = beyond.min(f);
            continue;
        }
        path.push(direction);
        if spot == ends.to {
            return Ok(None);
        }
        labels.improve(index, steps, direction);
        now.push(spot);
        budget.expand(spot).inspect_err(|_| path.clear())?;
        untried = 0;
    }
    Ok(Some(beyond))
}
