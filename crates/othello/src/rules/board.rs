//! The discs from the view of the side to move ([`Board`]), and the board size ([`Size`]).

use crate::rules::flips;
use crate::rules::square::{Square, squares};
use std::fmt;

/// Two sets of discs on the 8x8 frame, from the view of the side to move.
///
/// Sixteen bytes, no colour: solvers, evaluators and tables work on it. Smaller boards are in the
/// middle of the frame; see [`Size`].
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
    /// The discs of the opponent.
    pub opp: u64,
}

impl Board {
    /// The start position, black to move: black on e4 and d5, white on d4 and e5. The same on every
    /// board size.
    pub const START: Board = Board { own: 1 << 28 | 1 << 35, opp: 1 << 27 | 1 << 36 };

    /// The squares of the 8x8 frame without a disc.
    #[inline]
    pub const fn empty(self) -> u64 {
        !(self.own | self.opp)
    }

    /// The legal moves of the side to move, as a set of squares.
    #[inline]
    pub fn moves(self) -> u64 {
        flips::moves(self.own, self.opp)
    }

    /// The discs that a move on an empty square flips; empty if the move is illegal.
    #[inline]
    pub fn flips(self, square: Square) -> u64 {
        flips::flips(self.own, self.opp, square.index())
    }

    /// The board after a move on `square`, from the opponent's view.
    #[inline]
    #[must_use]
    pub fn play(self, square: Square) -> Board {
        self.turn(square, self.flips(square))
    }

    /// The board after a move on `square` that flips `flipped`, from the opponent's view.
    #[inline]
    #[must_use]
    pub const fn turn(self, square: Square, flipped: u64) -> Board {
        Board { own: self.opp ^ flipped, opp: self.own | flipped | square.bit() }
    }

    /// The same board from the opponent's view.
    #[inline]
    #[must_use]
    pub const fn pass(self) -> Board {
        Board { own: self.opp, opp: self.own }
    }

    /// The disc difference: own discs minus the opponent's.
    #[inline]
    pub const fn difference(self) -> i32 {
        self.own.count_ones() as i32 - self.opp.count_ones() as i32
    }

    /// The board with rows and columns swapped: reflected in the main diagonal (a1 to h8).
    #[must_use]
    pub const fn transposed(self) -> Board {
        Board { own: transpose(self.own), opp: transpose(self.opp) }
    }

    /// The board flipped vertically.
    #[must_use]
    pub const fn upside_down(self) -> Board {
        Board { own: self.own.swap_bytes(), opp: self.opp.swap_bytes() }
    }

    /// The smallest of the eight symmetric boards; the same for all of them.
    #[must_use]
    pub fn canonical(self) -> Board {
        self.symmetries().into_iter().fold(self, Board::min)
    }

    /// The eight rotations and reflections of this board, itself first.
    pub fn symmetries(self) -> [Board; 8] {
        let mut all = [self; 8];
        for index in 1..8 {
            let last = all[index - 1];
            all[index] = if index % 2 == 1 { last.transposed() } else { last.upside_down() };
        }
        all
    }
}

/// Swaps rows and columns, in three rounds of block swaps.
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

/// The board size. A smaller board is in the middle of the 8x8 frame, so that every start position is
/// the same; the squares around it are never played on.
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

    /// The number of rows, which is also the number of columns.
    pub const fn rows(self) -> u8 {
        4 + 2 * self as u8
    }

    /// The first row and column of the board within the frame.
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

    /// The name of a square: a letter for the column and a number for the row, from the board's top left.
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
    fn an_asymmetric_board_has_eight_symmetries_and_its_moves_follow_them() {
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
    fn smaller_boards_are_centred_and_name_squares_from_their_own_corner() {
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
