//! Chooses a search by the map and the query, without a table.
//!
//! On maps with scattered obstacles A\* is faster, on others jump point search: `scripts/bench
//! pathfinding.peers` times both on both kinds. On winding maps the estimate has little value, and a
//! bidirectional breadth-first search visits half as many cells as A\*, each at half the cost.
//!
//! With eight neighbours jump point search has more to scan. On roomy maps the path may be nearly
//! straight, which A\* finds quickly: it gets a small multiple of the steps of the path without walls, then
//! jump point search starts. `scripts/bench pathfinding.auto` compares the choice with the best one.

use super::budget::{Budget, Watch};
use super::jps::Scan;
use super::{Ends, Work, astar, astar_eight, bidirectional, jps, jps_eight};
use crate::map::{Character, Map};
use search::graph::Unsolved;

/// With eight neighbours: the expansions that A\* gets per step of the path without walls.
const PATIENCE: u32 = 2;

pub(super) fn search<W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    match map.character() {
        Character::Winding => bidirectional::search(map, work, ends, budget),
        Character::Strewn => astar::search(map, work, ends, budget),
        Character::Walled | Character::Roomy => jps::search(map, &Scan, work, ends, budget),
    }
}

/// The same for eight neighbours. If the map allows no diagonal step, the paths are those for four.
pub(super) fn search_eight<W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    if !map.has_diagonals() {
        return search(map, work, ends, budget);
    }
    match map.character() {
        Character::Winding | Character::Strewn => {
            astar_eight::search(map, work, ends, true, budget)
        }
        Character::Walled => jps_eight::search(map, &Scan, work, ends, budget),
        Character::Roomy => {
            let rows = ends.from.row().abs_diff(ends.to.row());
            let columns = ends.from.column().abs_diff(ends.to.column());
            let found = budget.within(PATIENCE * rows.max(columns), |budget| {
                astar_eight::search(map, work, ends, true, budget)
            });
            found.unwrap_or_else(|| jps_eight::search(map, &Scan, work, ends, budget))
        }
    }
}
