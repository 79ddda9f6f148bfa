//! Squares: the 90 points of the board, and steps between them.

use std::fmt;

/// Files of the board, `a` to `i` from red's left.
pub(crate) const FILES: usize = 9;
/// Ranks of the board, 0 to 9 from red's side.
pub(crate) const RANKS: usize = 10;
/// Points of the board.
pub(crate) const SQUARES: usize = FILES * RANKS;

/// A point of the board, numbered rank by rank from red's left corner: `9 * rank + file`.
///
/// ```
/// use xiangqi::Square;
/// let square = Square::new(7, 2);
/// assert_eq!(square.to_string(), "h2");
/// assert_eq!(Square::parse("h2"), Some(square));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square on a file (0 to 8) and a rank (0 to 9).
    ///
    /// # Panics
    /// Off the board.
    #[inline]
    pub const fn new(file: usize, rank: usize) -> Square {
        assert!(file < FILES && rank < RANKS, "off the board");
        Square((rank * FILES + file) as u8)
    }

    /// The square with this number, below 90.
    ///
    /// # Panics
    /// Off the board.
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        assert!(index < SQUARES, "off the board");
        Square(index as u8)
    }

    /// `9 * rank + file`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 for `a`.
    #[inline]
    pub const fn file(self) -> usize {
        self.0 as usize % FILES
    }

    /// The rank, 0 at red's side.
    #[inline]
    pub const fn rank(self) -> usize {
        self.0 as usize / FILES
    }

    /// The square this many files to the right and ranks up, if it is on the board.
    pub const fn step(self, files: i32, ranks: i32) -> Option<Square> {
        let (file, rank) = (self.file() as i32 + files, self.rank() as i32 + ranks);
        if file >= 0 && file < FILES as i32 && rank >= 0 && rank < RANKS as i32 {
            Some(Square::new(file as usize, rank as usize))
        } else {
            None
        }
    }

    /// The same square as the opponent sees it: the board rotated by 180 degrees.
    #[inline]
    pub const fn turned(self) -> Square {
        Square(SQUARES as u8 - 1 - self.0)
    }

    /// The square mirrored vertically: ranks reversed, files kept.
    #[inline]
    pub const fn flipped(self) -> Square {
        Square::new(self.file(), RANKS - 1 - self.rank())
    }

    /// All squares from `a0` to `i9`, rank by rank.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..SQUARES as u8).map(Square)
    }

    /// Parses a name such as `e0`, in either case.
    pub fn parse(text: &str) -> Option<Square> {
        let [file, rank] = text.as_bytes() else { return None };
        let file = file.to_ascii_lowercase().checked_sub(b'a')? as usize;
        let rank = rank.checked_sub(b'0')? as usize;
        (file < FILES && rank < RANKS).then(|| Square::new(file, rank))
    }
}

/// `e0`: the file as a letter, the rank as a digit.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() as u8), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_round_trip_through_their_name_and_other_text_is_rejected() {
        for square in Square::all() {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
            assert_eq!(square.turned().turned(), square);
            assert_eq!(square.flipped().flipped(), square);
        }
        for bad in ["", "a", "j0", "a10", "`0", "a:", "0a", "é0", "a0 "] {
            assert_eq!(Square::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn steps_stop_at_the_edges() {
        let corner = Square::new(8, 9);
        assert_eq!(corner.step(1, 0), None);
        assert_eq!(corner.step(0, 1), None);
        assert_eq!(corner.step(-2, -1), Some(Square::new(6, 8)));
    }
}
