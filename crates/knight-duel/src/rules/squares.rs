//! Squares, and sets of squares as bitboards.
//!
//! Every board is the top left corner of one 16x16 grid, with bit `16 * row + column` and rows from
//! the top. A knight's jumps are then the same for all sizes, so one table serves them all. Squares
//! off a smaller board are simply never free.

use std::ops::{BitAnd, BitOr, Not};

/// The side length of the grid.
pub(crate) const GRID: usize = 16;

/// A square of the grid, numbered from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square in a row and a column, both from 0 to 15.
    pub const fn new(row: u8, column: u8) -> Square {
        Square((row & 15) << 4 | (column & 15))
    }

    /// The square with this index.
    pub const fn from_index(index: u8) -> Square {
        Square(index)
    }

    /// `16 * row + column`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0 at the top.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 >> 4
    }

    /// The column, 0 at the left.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 & 15
    }

    /// The Manhattan distance to another square.
    #[inline]
    pub const fn manhattan(self, other: Square) -> u8 {
        self.row().abs_diff(other.row()) + self.column().abs_diff(other.column())
    }

    /// Every square of the grid that a knight could jump to.
    #[inline]
    pub fn jumps(self) -> Squares {
        JUMPS[self.index()]
    }

    /// The same squares in the order in which the lab tries them.
    #[inline]
    pub(crate) fn jump_list(self) -> impl Iterator<Item = Square> {
        let (list, count) = &JUMP_LISTS[self.index()];
        list[..*count as usize].iter().copied()
    }
}

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squares([u64; 4]);

impl Squares {
    /// The empty set.
    pub const NONE: Squares = Squares([0; 4]);

    /// The first `columns` squares of the first `rows` rows.
    pub const fn rectangle(rows: u8, columns: u8) -> Squares {
        let mut squares = Squares::NONE;
        let mut row = 0;
        while row < rows {
            let mut column = 0;
            while column < columns {
                squares = squares.with(Square::new(row, column));
                column += 1;
            }
            row += 1;
        }
        squares
    }

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Squares {
        Squares::NONE.with(square)
    }

    /// The set with this square added.
    #[inline]
    #[must_use]
    pub const fn with(mut self, square: Square) -> Squares {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
        self
    }

    /// The set without this square.
    #[inline]
    #[must_use]
    pub const fn without(mut self, square: Square) -> Squares {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
        self
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Squares::NONE
    }

    /// The number of squares.
    #[inline]
    pub const fn len(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// The dark squares: those whose row and column add up to an odd number.
    pub(crate) const DARK: Squares = {
        const TWO_ROWS: u64 = 0x5555_aaaa;
        Squares([TWO_ROWS << 32 | TWO_ROWS; 4])
    };

    /// The first square, in order of row and column.
    #[inline]
    pub(crate) fn first(self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Square((64 * word) as u8 + self.0[word].trailing_zeros() as u8))
    }

    /// The bits, 64 at a time.
    #[inline]
    pub(crate) fn words(self) -> [u64; 4] {
        self.0
    }

    /// The squares, in order of row and column.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        (0..=u8::MAX).map(Square).filter(move |&square| self.contains(square))
    }

    /// Every square that a knight on any of these could jump to, computed for all of them at once by
    /// shifts.
    #[inline]
    #[must_use]
    pub fn jumps(self) -> Squares {
        /// The columns that a shift by one or two to the right may fill, in each of a word's four
        /// rows; `LEFT` is the mirror image.
        const RIGHT: [u64; 2] = [0xfffe_fffe_fffe_fffe, 0xfffc_fffc_fffc_fffc];
        const LEFT: [u64; 2] = [0x7fff_7fff_7fff_7fff, 0x3fff_3fff_3fff_3fff];
        let shifted =
            |by: usize| self.0.map(|w| ((w << by) & RIGHT[by - 1]) | ((w >> by) & LEFT[by - 1]));
        let (near, far) = (shifted(1), shifted(2));
        Squares(std::array::from_fn(|i| {
            let row = |words: &[u64; 4], rows: usize| {
                let above = if i == 0 { 0 } else { words[i - 1] };
                let below = if i == 3 { 0 } else { words[i + 1] };
                let bits = 16 * rows;
                (words[i] << bits | above >> (64 - bits))
                    | (words[i] >> bits | below << (64 - bits))
            };
            row(&near, 2) | row(&far, 1)
        }))
    }
}

impl BitAnd for Squares {
    type Output = Squares;
    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Squares {
    type Output = Squares;
    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for Squares {
    type Output = Squares;
    #[inline]
    fn not(self) -> Squares {
        Squares(self.0.map(|word| !word))
    }
}

/// The eight jumps as (rows, columns), in the lab's order: clockwise from up two and right one.
const DIRECTIONS: [(i8, i8); 8] =
    [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];

/// The jumps from every square in the lab's order, and their number.
static JUMP_LISTS: [([Square; 8], u8); GRID * GRID] = {
    let mut lists = [([Square(0); 8], 0); GRID * GRID];
    let mut index = 0;
    while index < GRID * GRID {
        let mut direction = 0;
        while direction < 8 {
            let (rows, columns) = DIRECTIONS[direction];
            let (row, column) = ((index / GRID) as i8 + rows, (index % GRID) as i8 + columns);
            if row >= 0 && row < GRID as i8 && column >= 0 && column < GRID as i8 {
                let (list, count) = &mut lists[index];
                list[*count as usize] = Square::new(row as u8, column as u8);
                *count += 1;
            }
            direction += 1;
        }
        index += 1;
    }
    lists
};

/// The same as sets.
static JUMPS: [Squares; GRID * GRID] = {
    let mut sets = [Squares::NONE; GRID * GRID];
    let mut index = 0;
    while index < GRID * GRID {
        let (list, count) = &JUMP_LISTS[index];
        let mut jump = 0;
        while jump < *count as usize {
            sets[index] = sets[index].with(list[jump]);
            jump += 1;
        }
        index += 1;
    }
    sets
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_knight_in_the_corner_has_two_jumps_and_one_in_the_middle_eight() {
        assert_eq!(Square::new(0, 0).jumps().len(), 2);
        assert_eq!(Square::new(15, 15).jumps().len(), 2);
        assert_eq!(Square::new(7, 8).jumps().len(), 8);
    }

    #[test]
    fn jumps_are_listed_clockwise_from_up_two_right_one() {
        let from = Square::new(8, 8);
        let listed: Vec<_> = from.jump_list().map(|to| (to.row(), to.column())).collect();
        let expected = [(6, 9), (7, 10), (9, 10), (10, 9), (10, 7), (9, 6), (7, 6), (6, 7)];
        assert_eq!(listed, expected);
    }

    #[test]
    fn a_rectangle_has_its_rows_and_columns() {
        let board = Squares::rectangle(3, 16);
        assert_eq!(board.len(), 48);
        assert!(board.contains(Square::new(2, 15)) && !board.contains(Square::new(3, 0)));
        assert_eq!(Squares::rectangle(16, 16), !Squares::NONE);
    }

    proptest! {
        #[test]
        fn the_jumps_of_a_set_are_the_jumps_of_its_squares(indices in prop::collection::vec(any::<u8>(), 0..20)) {
            let squares = indices.iter().map(|&i| Square::from_index(i));
            let set = squares.clone().fold(Squares::NONE, Squares::with);
            let each = squares.fold(Squares::NONE, |all, square| all | square.jumps());
            prop_assert_eq!(set.jumps(), each);
        }

        #[test]
        fn squares_can_be_added_and_removed(indices in prop::collection::vec(any::<u8>(), 0..20), index: u8) {
            let set = indices.iter().fold(Squares::NONE, |set, &i| set.with(Square::from_index(i)));
            let square = Square::from_index(index);
            prop_assert!(set.with(square).contains(square));
            prop_assert!(!set.without(square).contains(square));
            prop_assert_eq!(set.with(square).without(square), set.without(square));
            prop_assert_eq!(set.iter().count() as u32, set.len());
        }
    }
}
