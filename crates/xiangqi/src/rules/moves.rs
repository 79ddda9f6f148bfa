//! A move: [`Move`].

use crate::rules::square::{SQUARES, Square};
use std::fmt;

/// A move from one square to another; a capture if the target is occupied.
///
/// ```
/// use xiangqi::Move;
/// assert_eq!(Move::parse("h2e2").unwrap().to_string(), "h2e2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square that it enters.
    pub to: Square,
}

impl Move {
    /// The null move: passes the turn. Never legal; the search uses it for null-move pruning.
    pub const NULL: Move = Move { from: Square::from_index(0), to: Square::from_index(0) };

    /// The number of move codes; every [`code`](Move::code) is below it.
    pub const CODES: usize = SQUARES * SQUARES;

    /// The move between two squares.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to }
    }

    /// A number that identifies the move: `90 * from + to`.
    #[inline]
    pub const fn code(self) -> u16 {
        (self.from.index() * SQUARES + self.to.index()) as u16
    }

    /// The move with this code; `None` if the number is not a code.
    #[inline]
    pub const fn from_code(code: u16) -> Option<Move> {
        let (from, to) = (code as usize / SQUARES, code as usize % SQUARES);
        if from >= SQUARES {
            return None;
        }
        Some(Move::new(Square::from_index(from), Square::from_index(to)))
    }

    /// Parses `h2e2`, in either case. Does not check legality.
    pub fn parse(text: &str) -> Option<Move> {
        let (from, to) = text.split_at_checked(2)?;
        Some(Move::new(Square::parse(from)?, Square::parse(to)?))
    }
}

/// `h2e2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_read_back_from_their_code_and_text() {
        for code in 0..Move::CODES as u16 {
            let mv = Move::from_code(code).unwrap();
            assert_eq!(mv.code(), code);
            assert_eq!(Move::parse(&mv.to_string()), Some(mv));
        }
        assert_eq!(Move::from_code(Move::CODES as u16), None);
        assert_eq!(Move::from_code(u16::MAX), None);
        for bad in ["", "h2", "h2e", "h2e2x", "h2-e2", "éé"] {
            assert_eq!(Move::parse(bad), None, "{bad}");
        }
    }
}
