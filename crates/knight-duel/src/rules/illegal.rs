//! Why a move is not legal: [`Illegal`].

use crate::rules::duel::Duel;
use crate::rules::squares::Square;
use search::Game;
use thiserror::Error;

/// The rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Illegal {
    /// No move is legal after the end.
    #[error("the game is over")]
    GameOver,
    /// The square does not exist on this board.
    #[error("off the board")]
    OffBoard,
    /// The square is not a knight's move away.
    #[error("not a knight's move")]
    NotAKnightsMove,
    /// The other knight is on the square.
    #[error("the other knight is there")]
    Occupied,
    /// A knight was on the square before.
    #[error("the square was already visited")]
    Visited,
}

impl Duel {
    /// Why the knight of the side to move may not go to this square; `None` if it may.
    pub fn why_illegal(&self, to: Square) -> Option<Illegal> {
        if self.outcome().is_some() {
            return Some(Illegal::GameOver);
        }
        if self.is_legal(to) {
            return None;
        }
        Some(match () {
            () if !self.size().contains(to) => Illegal::OffBoard,
            () if !self.knight(self.side()).jumps().contains(to) => Illegal::NotAKnightsMove,
            () if self.knight(!self.side()) == to => Illegal::Occupied,
            () => Illegal::Visited,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Notation;

    #[test]
    fn every_reason_is_given_in_words() {
        for (position, mv, expected) in [
            ("A++/+++/++B A", "b2", "not a knight's move"),
            ("A++/+++/++B A", "a3", "not a knight's move"),
            ("A++/++@/++B A", "c2", "the square was already visited"),
            ("A++/++B/+++ A", "c2", "the other knight is there"),
            ("A++/+++/++B A", "d1", "off the board, which has a1 to c3"),
            ("A@@/@@@/@@B A", "b1", "the game is over"),
        ] {
            let duel = Duel::parse_position(position).unwrap();
            let error = duel.parse_move(mv).unwrap_err();
            assert_eq!(error.illegal.as_deref(), Some(expected), "{position} {mv}: {error}");
        }
    }
}
