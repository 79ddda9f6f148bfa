//! The graph searches of the core, applied to a map: textbook versions for comparison.
//!
//! They see the map only as a [`StateSpace`]: states are hashed and stored with their parents, where the
//! searches of this folder have a label for each cell. So they are an oracle for those searches, and show
//! how much the grid structure saves.

use super::budget::{Budget, Watch};
use super::octile;
use super::{Heuristic, Query, SearchConfig};
use crate::map::movement::{Direction, Movement};
use crate::map::{Cell, Map, Terrain};
use search::graph::{self, Cost, GraphAlgorithm, GraphConfig, StateSpace, Unsolved};
use std::cell::RefCell;

/// A state: a cell, and the remaining supply if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct At {
    cell: Cell,
    supply: Option<u32>,
}

/// The map under the rules of a query.
struct Space<'a, W> {
    map: &'a Map,
    query: &'a Query,
    watch: RefCell<&'a mut W>,
}

impl<W> Space<'_, W> {
    /// The cost of a step: 1 with four neighbours, an octile cost with eight.
    fn cost(&self, direction: Direction) -> Cost {
        match (self.query.movement, direction.parts()) {
            (Movement::Four, _) => 1,
            (Movement::Eight, None) => octile::STRAIGHT,
            (Movement::Eight, Some(_)) => octile::DIAGONAL,
        }
    }
}

impl<W: Watch> StateSpace for Space<'_, W> {
    type State = At;
    type Action = Direction;

    fn successors(&self, at: &At, out: &mut Vec<(Direction, At, Cost)>) {
        self.watch.borrow_mut().expanded(at.cell);
        if at.supply == Some(0) {
            return;
        }
        for direction in Direction::ALL {
            if !self.query.movement.allows(direction) {
                continue;
            }
            let Some(cell) = self.map.step(at.cell, direction) else { continue };
            let supply = match self.map.terrain(cell) {
                Terrain::Station => self.query.supply,
                _ => at.supply.map(|supply| supply - 1),
            };
            out.push((direction, At { cell, supply }, self.cost(direction)));
        }
    }

    fn is_goal(&self, at: &At) -> bool {
        at.cell == self.query.to
    }
}

/// Searches with an algorithm of the core and stores the path.
pub(super) fn search<W: Watch>(
    map: &Map,
    query: &Query,
    algorithm: GraphAlgorithm,
    config: &SearchConfig,
    path: &mut Vec<Direction>,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    let limits = GraphConfig {
        algorithm,
        max_expansions: Some(config.max_expansions),
        max_states: config.max_states as usize,
        seconds: None,
        table_entries: config.table_entries as usize,
    };
    let heuristic = config.heuristic.on(query.movement);
    let goal = query.to;
    let estimate = |at: &At| match heuristic {
        Heuristic::Manhattan => {
            Cost::from(at.cell.row.abs_diff(goal.row) + at.cell.column.abs_diff(goal.column))
        }
        Heuristic::Octile => octile::estimate(at.cell.into(), goal.into()),
        Heuristic::Auto | Heuristic::Zero => 0,
    };
    let start = At { cell: query.from, supply: query.supply };
    let report = budget.delegate(|stop, watch| {
        let space = Space { map, query, watch: RefCell::new(watch) };
        graph::solve(&space, &estimate, start, &limits, stop)
    });
    path.extend(report.solution?.actions);
    Ok(())
}
