//! Breadth first from both ends at once (Pohl 1971), always in the narrower of the two fronts.
//!
//! Both fronts grow by whole layers. When a cell of one is first found by the other, every cell nearer
//! to either end has been looked at from there, so no shorter way can be left: the first meeting ends
//! the search.

use super::budget::{Budget, Watch};
use super::stamps::Stamps;
use super::{Ends, Work};
use crate::map::{Map, Spot};
use crate::movement::Direction;
use search::graph::Unsolved;

/// What this search alone writes on: what is known from each end, and the fronts.
#[derive(Clone, Debug, Default)]
pub(super) struct Fronts {
    forward: Front,
    backward: Front,
    next: Vec<Spot>,
}

#[derive(Clone, Debug, Default)]
struct Front {
    stamps: Stamps,
    cells: Vec<Spot>,
}

pub(super) fn search<W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    let Work { fronts: Fronts { forward, backward, next }, path, .. } = work;
    forward.begin(map, ends.from);
    backward.begin(map, ends.to);
    let meeting = loop {
        if forward.cells.is_empty() || backward.cells.is_empty() {
            return Err(Unsolved::Exhausted);
        }
        let met = match forward.cells.len() <= backward.cells.len() {
            true => forward.grow(map, &backward.stamps, next, budget)?,
            false => backward.grow(map, &forward.stamps, next, budget)?,
        };
        if let Some(spot) = met {
            break spot;
        }
    };
    let mut at = meeting;
    while at != ends.from {
        let entered = forward.stamps.entered(map.index(at));
        path.push(entered);
        at = at.step(entered.reversed());
    }
    path.reverse();
    at = meeting;
    while at != ends.to {
        let step = backward.stamps.entered(map.index(at)).reversed();
        path.push(step);
        at = at.step(step);
    }
    Ok(())
}

impl Front {
    fn begin(&mut self, map: &Map, end: Spot) {
        let (stamps, reached) = self.stamps.begin(map);
        stamps[map.index(end)] = reached;
        self.cells.clear();
        self.cells.push(end);
    }

    /// Grows by a layer; where it meets the other, if it does.
    fn grow<W: Watch>(
        &mut self,
        map: &Map,
        other: &Stamps,
        next: &mut Vec<Spot>,
        budget: &mut Budget<'_, W>,
    ) -> Result<Option<Spot>, Unsolved> {
        next.clear();
        for &at in &self.cells {
            budget.expand(at)?;
            for direction in Direction::STRAIGHT {
                let spot = at.step(direction);
                let index = map.index(spot);
                if !self.stamps.reach(index, direction) {
                    continue;
                }
                budget.generated += 1;
                if other.is_reached(index) {
                    return Ok(Some(spot));
                }
                next.push(spot);
            }
        }
        std::mem::swap(&mut self.cells, next);
        Ok(None)
    }
}
