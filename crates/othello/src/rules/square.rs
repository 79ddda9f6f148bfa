//! Squares and moves: [`Square`], [`Move`], and sets of squares as `u64`.

use std::fmt;

/// A square of the 8x8 frame: 0 is a1 at the top left, then along the rows to 63, h8.
///
/// A set of squares is a `u64` with bit [`index`](Square::index) set for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square in this row and column, both counted from 0 at the top left.
    #[inline]
    pub const fn new(row: u8, column: u8) -> Square {
        Square((row & 7) << 3 | column & 7)
    }

    /// The square with this index; only the lowest six bits count.
    #[inline]
    pub const fn from_index(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// 0 to 63. Masked, so that the compiler drops bounds checks on tables of 64.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The set that contains only this square.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// The row, from 0 at the top.
    pub const fn row(self) -> u8 {
        self.0 >> 3
    }

    /// The column, from 0 at the left.
    pub const fn column(self) -> u8 {
        self.0 & 7
    }
}

/// A move: a disc on a square, or a pass if there is no other move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// The pass, legal only if there is no other move. It is a ply like any other.
    pub const PASS: Move = Move(64);

    /// The number of different moves, including the pass.
    pub const COUNT: usize = 65;

    /// A disc on this square.
    #[inline]
    pub const fn at(square: Square) -> Move {
        Move(square.0)
    }

    /// The square of the disc; `None` for a pass.
    #[inline]
    pub const fn square(self) -> Option<Square> {
        if self.0 < 64 { Some(Square(self.0)) } else { None }
    }

    /// 0 to 64, the pass last.
    #[inline]
    pub const fn code(self) -> u16 {
        self.0 as u16
    }
}

/// `f5` (as on the 8x8 board), or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => write!(f, "{}{}", char::from(b'a' + square.column()), square.row() + 1),
            None => f.write_str("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The squares of a set, from a1 along the rows.
#[inline]
pub fn squares(set: u64) -> impl Iterator<Item = Square> + Clone {
    let mut rest = set;
    std::iter::from_fn(move || {
        let square = (rest != 0).then(|| Square::from_index(rest.trailing_zeros()))?;
        rest &= rest - 1;
        Some(square)
    })
}

/// The squares of a set in the order of move generation: rows from the top, each from the right. This
/// is the lab's order, which decides between equal moves.
#[inline]
pub fn squares_in_rules_order(set: u64) -> impl Iterator<Item = Square> + Clone {
    // With the bytes swapped, row 0 is the highest byte, and its highest bit is column 7.
    let mut rest = set.swap_bytes();
    std::iter::from_fn(move || {
        let highest = (rest != 0).then(|| 63 - rest.leading_zeros())?;
        rest ^= 1 << highest;
        Some(Square::from_index(highest ^ 56))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_listed_by_row_from_the_top_and_column_from_the_right() {
        let set = squares_in_rules_order(0x8100_0000_0000_4281).map(|s| Move::at(s).to_string());
        assert_eq!(set.collect::<Vec<_>>(), ["h1", "a1", "g2", "b2", "h8", "a8"]);
        assert_eq!(squares_in_rules_order(u64::MAX).count(), 64);
    }

    #[test]
    fn a_set_lists_each_square_once() {
        assert_eq!(squares(0).count(), 0);
        let all: Vec<usize> = squares(u64::MAX).map(Square::index).collect();
        assert_eq!(all, (0..64).collect::<Vec<_>>());
    }

    #[test]
    fn a_pass_has_no_square() {
        assert_eq!(Move::PASS.square(), None);
        assert_eq!(Move::at(Square::new(4, 5)).to_string(), "f5");
        assert_eq!(Move::at(Square::from_index(63)).square(), Some(Square::new(7, 7)));
    }
}
