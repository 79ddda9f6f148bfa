//! Maps as people look at them: in a terminal, or as an SVG picture.

pub mod svg;
pub mod terminal;

use crate::finder::Query;
use crate::map::{Cell, Map};
use crate::movement::Direction;

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The map.
    pub map: &'a Map,
    /// Start and goal.
    pub query: &'a Query,
    /// The path, empty if there is none.
    pub path: &'a [Direction],
    /// The cells the search expanded, in their order; one may come more than once.
    pub expanded: &'a [Cell],
}

impl Picture<'_> {
    /// The cells of the path from the start on, each with the step out of it; the last has none.
    fn cells(&self) -> Vec<(Cell, Option<Direction>)> {
        let mut at = self.query.from;
        let mut cells = Vec::with_capacity(self.path.len() + 1);
        for &direction in self.path {
            let Some(next) = self.map.step(at, direction) else { break };
            cells.push((at, Some(direction)));
            at = next;
        }
        cells.push((at, None));
        cells
    }
}
