//! Drawings of maps, in a terminal or as a picture.
//!
//! - [`terminal`]: small maps, with arrows along the path.
//! - [`svg`]: vector pictures, and animations of the search.
//! - [`raster`]: the same picture as a PNG.

mod font;
mod heat;
mod look;
pub mod raster;
mod rects;
pub mod svg;
pub mod terminal;

pub use heat::Heat;

use crate::finder::Query;
use crate::map::movement::Direction;
use crate::map::{Cell, Map, Terrain};

/// The contents of a drawing.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The map.
    pub map: &'a Map,
    /// Start and goal.
    pub query: &'a Query,
    /// The path, empty if there is none.
    pub path: &'a [Direction],
    /// When the search expanded each cell.
    pub heat: &'a Heat,
}

impl Picture<'_> {
    /// The cells of the path from the start, each with the step out of it; the last has none.
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

    /// The cells where the path begins, turns or ends.
    fn corners(&self) -> Vec<Cell> {
        let mut before = None;
        let mut corners = Vec::new();
        for (cell, step) in self.cells() {
            if step.is_none() || step != before {
                corners.push(cell);
            }
            before = step;
        }
        corners
    }

    /// The colour of a cell, without path and stations.
    fn ground(&self, row: u32, column: u32) -> u8 {
        let cell = Cell { row, column };
        match (self.map.terrain(cell), self.heat.part(cell, look::SHADES)) {
            (Terrain::Wall, _) => look::WALL,
            (_, 0) => look::FLOOR,
            (_, part) => look::shade(part),
        }
    }

    fn stations(&self) -> impl Iterator<Item = Cell> + '_ {
        let is_station = |&cell: &Cell| self.map.terrain(cell) == Terrain::Station;
        let any = self.map.has_stations();
        self.map.cells().take_while(move |_| any).filter(is_station)
    }
}
