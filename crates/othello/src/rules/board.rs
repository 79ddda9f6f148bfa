//! The discs: [`Board`], seen by the side to move, and the [`Size`] of the playing area.

use crate::rules::flips;
use crate::rules::square::{Square, squares};
use std::fmt;

/// Two sets of discs on the 8x8 frame, seen by the side to move.
///
/// Sixteen bytes and no colour: what solvers, evaluators and tables work on. Smaller boards lie in
/// the middle of the frame; see [`Size`].
///
/// ```
/// use othello::{Board, Square};
/// let start = Board::START;
/// assert_eq!(start.moves().count_ones(), 4);
/// let after = start.play(Square::new(4, 5)); // f5
/// assert_eq!((after.own.count_ones(), after.opp.count_ones()), (1, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub opp: u64,
}

impl Board {
    /// The usual start, black to move: black on e4 and d5, white on d4 and e5. The same on every
    /// board size.
    pub const START: Board = Board { own: 1 << 28 | 1 << 35, opp: 1 << 27 | 1 << 36 };

    /// The squares of the 8x8 frame without a disc.
    #[inline]
    pub const fn empty(self) -> u64 {
        !(self.own | self.opp)
    }

    /// The squares on which the side to move may put a disc.
    #[inline]
    pub fn moves(self) -> u64 {
        flips::moves(self.own, self.opp)
    }

    /// The discs that turn over when the side to move plays on an empty square: none if it may not.
    #[inline]
    pub fn flips(self, square: Square) -> u64 {
        flips::flips(self.own, self.opp, square.index())
    }

    /// The board after a disc on `square`, seen by the other side.
    #[inline]
    #[must_use]
    pub fn play(self, square: Square) -> Board {
        self.turn(square, self.flips(square))
    }

    /// The board after a disc on `square` that turns over `flipped`, seen by the other side.
    #[inline]
    #[must_use]
    pub const fn turn(self, square: Square, flipped: u64) -> Board {
        Board { own: self.opp ^ flipped, opp: self.own | flipped | square.bit() }
    }

    /// The same board seen by the other side.
    #[inline]
    #[must_use]
    pub const fn pass(self) -> Board {
        Board { own: self.opp, opp: self.own }
    }

    /// Own discs less the opponent's.
    #[inline]
    pub const fn difference(self) -> i32 {
        self.own.count_ones() as i32 - self.opp.count_ones() as i32
    }

    /// The board with rows and columns exchanged: a reflection in the diagonal from a1.
    #[must_use]
    pub const fn transposed(self) -> Board {
        Board { own: transpose(self.own), opp: transpose(self.opp) }
    }

    /// The board with the top row at the bottom.
    #[must_use]
    pub const fn upside_down(self) -> Board {
        Board { own: self.own.swap_bytes(), opp: self.opp.swap_bytes() }
    }

    /// The first of the eight boards that are this one turned or reflected: the same for all of them.
    #[must_use]
    pub fn canonical(self) -> Board {
        self.symmetries().into_iter().fold(self, Board::min)
    }

    /// The eight boards that are this one turned or reflected, itself first.
    pub fn symmetries(self) -> [Board; 8] {
        let mut all = [self; 8];
        for index in 1..8 {
            let last = all[index - 1];
            all[index] = if index % 2 == 1 { last.transposed() } else { last.upside_down() };
        }
        all
    }
}

/// Rows and columns exchanged, by three rounds of swapping blocks.
#[inline]
pub(crate) const fn transpose(set: u64) -> u64 {
    const fn swap(set: u64, mask: u64, distance: u32) -> u64 {
        let moved = (set ^ (set >> distance)) & mask;
        set ^ moved ^ (moved << distance)
    }
    let set = swap(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = swap(set, 0x0000_cccc_0000_cccc, 14);
    swap(set, 0x0000_0000_f0f0_f0f0, 28)
}

/// How large the board is. A smaller board lies in the middle of the 8x8 frame, so that every
/// start position is the same; the squares around it are never played on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Size {
    /// 4x4.
    Four,
    /// 6x6.
    Six,
    /// 8x8.
    #[default]
    Eight,
}

impl Size {
    /// All sizes.
    pub const ALL: [Size; 3] = [Size::Four, Size::Six, Size::Eight];

    /// The size with this many rows.
    pub fn from_rows(rows: u8) -> Option<Size> {
        Size::ALL.into_iter().find(|size| size.rows() == rows)
    }

    /// Rows, and columns.
    pub const fn rows(self) -> u8 {
        4 + 2 * self as u8
    }

    /// The row and column of the frame at which the board begins.
    pub const fn origin(self) -> u8 {
        2 - self as u8
    }

    /// The squares of the board.
    #[inline]
    pub const fn mask(self) -> u64 {
        match self {
            Size::Four => 0x0000_3c3c_3c3c_0000,
            Size::Six => 0x007e_7e7e_7e7e_7e00,
            Size::Eight => u64::MAX,
        }
    }

    /// The squares of the board, row by row from its own a1.
    pub fn squares(self) -> impl Iterator<Item = Square> + Clone {
        squares(self.mask())
    }

    /// The square in this row and column of the board, from 0.
    pub fn square(self, row: u8, column: u8) -> Option<Square> {
        let inside = row < self.rows() && column < self.rows();
        inside.then(|| Square::new(row + self.origin(), column + self.origin()))
    }

    /// The name of a square of the board: a letter for the column, a number for the row from the top.
    pub fn name(self, square: Square) -> String {
        let column = char::from(b'a' + square.column().saturating_sub(self.origin()));
        format!("{column}{}", (square.row() + 1).saturating_sub(self.origin()))
    }
}

/// `8x8`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.rows())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lopsided_board_has_eight_symmetries_and_its_moves_turn_with_it() {
        let board = Board::START.play(Square::new(4, 5)).play(Square::new(5, 3));
        let board = board.play(Square::new(2, 2));
        let all = board.symmetries();
        for (index, one) in all.iter().enumerate() {
            assert!(!all[..index].contains(one));
            assert_eq!(one.canonical(), board.canonical());
            assert_eq!(one.moves().count_ones(), board.moves().count_ones());
        }
        assert_eq!(board.transposed().moves(), transpose(board.moves()));
        assert_eq!(transpose(Square::new(2, 5).bit()), Square::new(5, 2).bit());
    }

    #[test]
    fn smaller_boards_lie_in_the_middle_and_name_their_own_squares() {
        for size in Size::ALL {
            let rows = size.rows();
            assert_eq!(size.squares().count(), usize::from(rows) * usize::from(rows));
            assert_eq!(Size::from_rows(rows), Some(size));
            let first = size.squares().next().unwrap();
            assert_eq!(size.name(first), "a1");
            assert_eq!(size.square(0, 0), Some(first));
            assert_eq!(size.square(rows, 0), None);
            assert_eq!(
                size.mask() & Board::START.empty(),
                size.mask() & !Board::START.own & !Board::START.opp
            );
        }
        assert_eq!(Size::from_rows(5), None);
        assert_eq!(Size::Six.to_string(), "6x6");
    }
}
