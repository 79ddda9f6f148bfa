//! The search with a supply: states are (row, column, supply), and one number per cell detects dominated
//! states.
//!
//! A state is dominated by another at the same cell that took no more steps and has no less supply left.
//! Steps cost one, so the states of a cell are expanded in the order of their steps (their `f` differs only
//! by those). An earlier state took no more steps, so comparing with the best supply so far at the cell is
//! an exact dominance test.
//!
//! The open list is two stacks as in A\*: a state found with the current `f` takes part in the test
//! immediately, because none with fewer steps can follow; a state found with the next `f` does when that
//! becomes current.
//!
//! A state is a dead end if its supply reaches neither the nearest station nor the goal. The distance to
//! the station is exact (precomputed by the map), the distance to the goal is estimated.

use super::budget::{Budget, Watch};
use super::estimate::Estimate;
use super::{Ends, Work, astar};
use crate::map::movement::Direction;
use crate::map::{Map, Spot};
use search::graph::Unsolved;

/// The working memory of this search.
#[derive(Clone, Debug, Default)]
pub(super) struct Stores {
    best: Best,
    /// All stored states, to recover the path, which may visit a cell with different supplies.
    states: Vec<State>,
    now: Vec<u32>,
    next: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    at: Spot,
    supply: u32,
    /// The parent state, and the step from it.
    parent: u32,
    entered: Direction,
}

/// The best supply at each cell, without a reset between queries.
#[derive(Clone, Debug, Default)]
struct Best {
    /// Generation and supply.
    cells: Vec<(u32, u32)>,
    generation: u32,
}

impl Best {
    fn begin(&mut self, places: usize) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.cells.fill((0, 0));
            self.generation = 1;
        }
        self.cells.resize(places, (0, 0));
    }

    /// Whether this supply is more than any before.
    #[inline]
    fn is_beaten_by(&self, index: usize, supply: u32) -> bool {
        let (generation, best) = self.cells[index];
        generation != self.generation || best < supply
    }

    #[inline]
    fn set(&mut self, index: usize, supply: u32) {
        self.cells[index] = (self.generation, supply);
    }

    #[inline]
    fn is(&self, index: usize, supply: u32) -> bool {
        self.cells[index] == (self.generation, supply)
    }
}

pub(super) fn search<E: Estimate, W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    full: u32,
    estimate: E,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    if !map.has_stations() {
        return without_stations(map, work, ends, full, budget);
    }
    let Work { stores, path, .. } = work;
    let Stores { best, states, now, next } = stores;
    best.begin(map.places());
    states.clear();
    now.clear();
    next.clear();
    if full > 0 {
        states.push(State { at: ends.from, supply: full, parent: 0, entered: Direction::Up });
        best.set(map.index(ends.from), full);
        now.push(0);
    }
    let to_station = map.to_station();
    loop {
        while let Some(number) = now.pop() {
            let State { at, supply, .. } = states[number as usize];
            let here = map.index(at);
            if !best.is(here, supply) {
                continue;
            }
            budget.expand(at)?;
            let to_goal = estimate.steps(at, ends.to);
            let beside = Direction::STRAIGHT.into_iter().zip(map.neighbours(here));
            for (direction, index) in beside {
                let need = to_station[index];
                if need == Map::NO_ENTRY {
                    continue;
                }
                budget.generated += 1;
                let supply = if need == 0 { full } else { supply - 1 };
                let nears = estimate.nears(at, direction, ends.to);
                // The supply reaches neither the nearest station nor the goal, or the state is dominated.
                if supply < need && supply < estimate.after(to_goal, nears)
                    || !best.is_beaten_by(index, supply)
                {
                    continue;
                }
                let spot = at.step(direction);
                let state = State { at: spot, supply, parent: number, entered: direction };
                if spot == ends.to {
                    recover(states, state, path);
                    return Ok(());
                }
                if supply == 0 {
                    continue;
                }
                let number = budget.hold(states.len())?;
                states.push(state);
                if nears {
                    best.set(index, supply);
                    now.push(number);
                } else {
                    next.push(number);
                }
            }
        }
        // The next f becomes the current one; states that are dominated by now are dropped.
        for number in next.drain(..) {
            let State { at, supply, .. } = states[number as usize];
            if best.is_beaten_by(map.index(at), supply) {
                best.set(map.index(at), supply);
                now.push(number);
            }
        }
        if now.is_empty() {
            return Err(Unsolved::Exhausted);
        }
    }
}

/// The search without stations: a shortest path is the answer if the supply lasts for it.
fn without_stations<W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    full: u32,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    astar::search(map, work, ends, budget)?;
    if work.path.len() as u64 > u64::from(full) {
        work.path.clear();
        return Err(Unsolved::Exhausted);
    }
    Ok(())
}

/// Follows the parents back from the last state to the first.
fn recover(states: &[State], last: State, path: &mut Vec<Direction>) {
    path.push(last.entered);
    let mut number = last.parent;
    while number != 0 {
        let state = states[number as usize];
        path.push(state.entered);
        number = state.parent;
    }
    path.reverse();
}
