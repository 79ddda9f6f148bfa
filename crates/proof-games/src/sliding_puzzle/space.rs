//! The puzzle as a [`StateSpace`]: a board in one machine word.

use super::board::{Board, Goal, Size};
use search::graph::{Cost, StateSpace};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// A board in one word, with a fixed number of bits per cell; the blank is 0.
pub(super) trait Word: Copy + Eq + Hash + Debug {
    fn pack(tiles: &[u8]) -> Self;

    /// The tile on a cell.
    fn tile(self, cell: usize) -> usize;

    /// The board after the tile on `from` has moved to the blank at `to`.
    fn slide(self, from: usize, to: usize) -> Self;
}

macro_rules! word {
    ($word:ty, $bits:literal) => {
        impl Word for $word {
            fn pack(tiles: &[u8]) -> Self {
                let place = |(cell, &tile)| <$word>::from(tile) << (cell as u32 * $bits);
                tiles.iter().enumerate().map(place).fold(0, |word, tile: $word| word | tile)
            }

            #[inline]
            fn tile(self, cell: usize) -> usize {
                ((self >> (cell as u32 * $bits)) & ((1 << $bits) - 1)) as usize
            }

            #[inline]
            fn slide(self, from: usize, to: usize) -> Self {
                let tile = (self >> (from as u32 * $bits)) & ((1 << $bits) - 1);
                self ^ (tile << (from as u32 * $bits)) ^ (tile << (to as u32 * $bits))
            }
        }
    };
}

// Up to 4x4, and up to 5x5.
word!(u64, 4);
word!(u128, 5);

/// An arrangement during a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<W> {
    pub(super) tiles: W,
    /// The cell of the blank, which also follows from the tiles.
    pub(super) blank: u8,
}

impl<W: Word> State<W> {
    pub(super) fn new(board: &Board) -> Self {
        State { tiles: W::pack(board.tiles()), blank: board.blank() as u8 }
    }

    pub(super) fn blank(&self) -> usize {
        self.blank.into()
    }
}

impl<W: Word> PartialEq for State<W> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.tiles == other.tiles
    }
}

impl<W: Word> Eq for State<W> {}

impl<W: Word> Hash for State<W> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.tiles.hash(hasher);
    }
}

/// The moves of one size, to one goal.
pub(super) struct Space<W> {
    goal: W,
    /// The neighbours of each cell, and their number.
    beside: [([u8; 4], u8); Size::MAX_CELLS],
}

impl<W: Word> Space<W> {
    pub(super) fn new(size: Size, goal: Goal) -> Self {
        let mut beside = [([0; 4], 0); Size::MAX_CELLS];
        for (cell, (cells, count)) in beside.iter_mut().enumerate().take(size.cells()) {
            for (place, neighbour) in cells.iter_mut().zip(size.beside(cell)) {
                *place = neighbour as u8;
                *count += 1;
            }
        }
        Space { goal: W::pack(Board::solved(size, goal).tiles()), beside }
    }
}

impl<W: Word> StateSpace for Space<W> {
    type State = State<W>;
    /// The tile that slides.
    type Action = u8;

    #[inline]
    fn successors(&self, state: &State<W>, out: &mut Vec<(u8, State<W>, Cost)>) {
        let (cells, count) = self.beside[state.blank()];
        for &cell in &cells[..usize::from(count)] {
            let tile = state.tiles.tile(cell.into()) as u8;
            let tiles = state.tiles.slide(cell.into(), state.blank());
            out.push((tile, State { tiles, blank: cell }, 1));
        }
    }

    #[inline]
    fn is_goal(&self, state: &State<W>) -> bool {
        state.tiles == self.goal
    }
}
