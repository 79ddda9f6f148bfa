//! The bitboards of the solver: one word up to 8x8, four words above.
//!
//! Small functions are always inlined, so that they are compiled for the instruction set of the caller.

use super::lanes::{self, Division, LANES};
use crate::rules::duel::Size;
use crate::rules::squares::{Square, Squares};
use search::arch::Arch;
use search::rng::mix;
use std::ops::{BitAnd, BitOr, Not};

/// The number of a square on a [`Grid`].
pub(crate) type Cell = u8;

/// A set of squares in the fastest representation for a board size.
pub(super) trait Grid:
    Copy + Eq + Default + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + Send
{
    /// The number of cells.
    const CELLS: usize;

    /// The number of a square.
    fn cell(square: Square) -> Cell;
    /// The square with this number.
    fn square(cell: Cell) -> Square;
    /// The dark squares.
    fn dark() -> Self;
    /// The set of one cell.
    fn of(cell: Cell) -> Self;
    /// Every cell a knight could jump to from this one.
    fn jumps_from(cell: Cell) -> Self;
    /// Every cell a knight could jump to from any of these.
    fn jumps(self) -> Self;
    /// Every cell a knight could jump to from at least two of these.
    fn forks(self) -> Self;
    /// The number of cells in the set.
    fn count(self) -> u32;
    /// Removes and returns the first cell.
    fn pop(&mut self) -> Option<Cell>;
    /// A hash of the set.
    fn hash(self) -> u64;

    /// Divides several boards in parallel, see [`Division`].
    #[inline(always)]
    fn divide<A: Arch>(
        _arch: A,
        open: [Self; LANES],
        spreader: Self,
        others: [Self; LANES],
    ) -> Division<Self> {
        lanes::portable(open, spreader, others)
    }

    /// Whether the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Whether a nonempty set has exactly one cell.
    #[inline(always)]
    fn is_single(mut self) -> bool {
        self.pop();
        self.is_empty()
    }

    /// The only cell, if there is exactly one.
    #[inline(always)]
    fn only(mut self) -> Option<Cell> {
        self.pop().filter(|_| self.is_empty())
    }

    /// Whether the cell is in the set.
    #[inline(always)]
    fn has(self, cell: Cell) -> bool {
        !(self & Self::of(cell)).is_empty()
    }

    /// The set without this cell.
    #[inline(always)]
    fn without(self, cell: Cell) -> Self {
        self & !Self::of(cell)
    }

    /// Iterates over the cells.
    #[inline(always)]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }

    /// The cells of this set that can be reached from `start` by jumps within the set (flood fill).
    #[inline(always)]
    fn flood(self, start: Self) -> Self {
        let mut reached = self & start;
        loop {
            let larger = (reached | reached.jumps()) & self;
            if larger == reached {
                return reached;
            }
            reached = larger;
        }
    }

    /// The same squares on this grid.
    fn from_squares(squares: Squares) -> Self {
        squares.iter().fold(Self::default(), |grid, square| grid | Self::of(Self::cell(square)))
    }
}

/// An iterator over the cells of a grid.
pub(crate) struct Cells<G>(G);

impl<G: Grid> Iterator for Cells<G> {
    type Item = Cell;
    #[inline(always)]
    fn next(&mut self) -> Option<Cell> {
        self.0.pop()
    }
}

/// The columns that a shift to the right by one or two may fill, and to the left.
pub(crate) const RIGHT: [u64; 2] = [0xfefe_fefe_fefe_fefe, 0xfcfc_fcfc_fcfc_fcfc];
pub(crate) const LEFT: [u64; 2] = [0x7f7f_7f7f_7f7f_7f7f, 0x3f3f_3f3f_3f3f_3f3f];

#[inline(always)]
const fn word_jumps(word: u64) -> u64 {
    let near = ((word << 1) & RIGHT[0]) | ((word >> 1) & LEFT[0]);
    let far = ((word << 2) & RIGHT[1]) | ((word >> 2) & LEFT[1]);
    near << 16 | near >> 16 | far << 8 | far >> 8
}

static WORD_JUMPS: [u64; 64] = {
    let mut jumps = [0; 64];
    let mut cell = 0;
    while cell < 64 {
        jumps[cell] = word_jumps(1 << cell);
        cell += 1;
    }
    jumps
};

/// Whether a board fits in one word.
pub(crate) const fn fits_one_word(size: Size) -> bool {
    size.rows <= 8 && size.columns <= 8
}

/// Boards up to 8x8: bit `8 * row + column`.
impl Grid for u64 {
    const CELLS: usize = 64;

    #[inline(always)]
    fn cell(square: Square) -> Cell {
        square.row() << 3 | square.column()
    }

    #[inline(always)]
    fn square(cell: Cell) -> Square {
        Square::new(cell >> 3, cell & 7)
    }

    #[inline(always)]
    fn dark() -> u64 {
        0x55aa_55aa_55aa_55aa
    }

    #[inline(always)]
    fn of(cell: Cell) -> u64 {
        1 << (cell & 63)
    }

    #[inline(always)]
    fn jumps_from(cell: Cell) -> u64 {
        WORD_JUMPS[usize::from(cell & 63)]
    }

    #[inline(always)]
    fn jumps(self) -> u64 {
        word_jumps(self)
    }

    #[inline(always)]
    fn forks(self) -> u64 {
        let [r1, r2] = [(self << 1) & RIGHT[0], (self << 2) & RIGHT[1]];
        let [l1, l2] = [(self >> 1) & LEFT[0], (self >> 2) & LEFT[1]];
        let ways = [r1 << 16, r1 >> 16, l1 << 16, l1 >> 16, r2 << 8, r2 >> 8, l2 << 8, l2 >> 8];
        let (mut once, mut twice) = (0, 0);
        for way in ways {
            twice |= once & way;
            once |= way;
        }
        twice
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Cell> {
        let first = (*self != 0).then(|| self.trailing_zeros() as Cell);
        *self &= self.wrapping_sub(1);
        first
    }

    #[inline(always)]
    fn hash(self) -> u64 {
        mix(self)
    }

    #[inline(always)]
    fn divide<A: Arch>(
        arch: A,
        open: [u64; LANES],
        spreader: u64,
        others: [u64; LANES],
    ) -> Division<u64> {
        lanes::words(arch, open, spreader, others)
    }
}

/// Boards above 8x8: the same representation as in the rules.
impl Grid for Squares {
    const CELLS: usize = 256;

    #[inline(always)]
    fn cell(square: Square) -> Cell {
        square.index() as Cell
    }

    #[inline(always)]
    fn square(cell: Cell) -> Square {
        Square::from_index(cell)
    }

    #[inline(always)]
    fn dark() -> Squares {
        Squares::DARK
    }

    #[inline(always)]
    fn of(cell: Cell) -> Squares {
        Squares::of(Square::from_index(cell))
    }

    #[inline(always)]
    fn jumps_from(cell: Cell) -> Squares {
        Square::from_index(cell).jumps()
    }

    #[inline(always)]
    fn jumps(self) -> Squares {
        Squares::jumps(self)
    }

    fn forks(self) -> Squares {
        let near = Squares::jumps(self).cells();
        near.filter(|&cell| (Self::jumps_from(cell) & self).len() > 1)
            .fold(Squares::NONE, |forks, cell| forks.with(Self::square(cell)))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.len()
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Cell> {
        let first = self.first()?;
        *self = Squares::without(*self, first);
        Some(Self::cell(first))
    }

    #[inline(always)]
    fn hash(self) -> u64 {
        self.words().into_iter().fold(0, |hash, word| mix(hash ^ word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn one_word_and_four_words_agree(word: u64, cell in 0u8..64) {
            let board = Squares::rectangle(8, 8);
            let wide = word.cells().fold(Squares::NONE, |set, cell| set.with(u64::square(cell)));
            prop_assert_eq!(u64::from_squares(wide), word);
            prop_assert_eq!(word.count(), wide.count());
            prop_assert_eq!(u64::from_squares(Squares::jumps(wide) & board), word.jumps());
            prop_assert_eq!(u64::from_squares(wide.forks() & board), word.forks());
            prop_assert_eq!(u64::from_squares(wide & Squares::dark()), word & u64::dark());
            let wide_cell = Squares::cell(u64::square(cell));
            prop_assert_eq!(word.has(cell), wide.has(wide_cell));
            let flooded = wide.flood(Squares::jumps_from(wide_cell));
            prop_assert_eq!(u64::from_squares(flooded), word.flood(u64::jumps_from(cell)));
            let jumps = u64::from_squares(Squares::jumps_from(wide_cell) & board);
            prop_assert_eq!(jumps, u64::jumps_from(cell));
        }

        #[test]
        fn forks_are_reached_from_at_least_two_squares(word: u64) {
            for cell in 0..64 {
                let neighbours = (u64::jumps_from(cell) & word).count();
                prop_assert_eq!(word.forks().has(cell), neighbours >= 2);
            }
        }
    }
}
