//! Heuristics that are a sum over the tiles, each by its own cell.

use super::board::{Goal, Size};
use super::space::{State, Word};
use search::graph::{Cost, Heuristic};

/// The number of cells of the largest board, rounded up to a power of two.
pub(super) const WIDTH: usize = 32;

/// The cost of each tile on each cell.
pub(super) struct PerTile {
    /// By tile, then by cell.
    costs: [[u8; WIDTH]; WIDTH],
    cells: usize,
}

impl PerTile {
    /// The distance of each tile from its goal. A move brings only one tile nearer, by one step.
    pub(super) fn manhattan(size: Size, goal: Goal) -> Self {
        PerTile::new(size, goal, |cell, home| size.distance(cell, home) as u8)
    }

    /// One for each tile that is not at its goal, since it has to move at least once.
    pub(super) fn misplaced(size: Size, goal: Goal) -> Self {
        PerTile::new(size, goal, |cell, home| u8::from(cell != home))
    }

    fn new(size: Size, goal: Goal, cost: impl Fn(usize, usize) -> u8) -> Self {
        let mut costs = [[0; WIDTH]; WIDTH];
        for (tile, costs) in costs.iter_mut().enumerate().take(size.cells()).skip(1) {
            for (cell, place) in costs.iter_mut().enumerate().take(size.cells()) {
                *place = cost(cell, goal.home(size, tile));
            }
        }
        PerTile { costs, cells: size.cells() }
    }
}

impl<W: Word> Heuristic<State<W>> for PerTile {
    fn estimate(&self, state: &State<W>) -> Cost {
        (0..self.cells).map(|cell| Cost::from(self.costs[state.tiles.tile(cell)][cell])).sum()
    }

    #[inline]
    fn estimate_after(&self, state: &State<W>, estimate: Cost, next: &State<W>) -> Cost {
        let (from, to) = (next.blank(), state.blank());
        let costs = &self.costs[next.tiles.tile(to)];
        estimate + Cost::from(costs[to]) - Cost::from(costs[from])
    }
}
