//! Why a move is not legal: [`Illegal`].

use crate::rules::game::Othello;
use crate::rules::square::Move;
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
    /// There is a disc on the square.
    #[error("the square is occupied")]
    Occupied,
    /// A disc must flip at least one disc of the opponent.
    #[error("it flips nothing")]
    FlipsNothing,
    /// No square is legal, so that the side to move has to pass.
    #[error("you have no move that flips a disc: type pass")]
    MustPass,
    /// A side that can move has to.
    #[error("you can only pass without another move")]
    MayNotPass,
}

impl Othello {
    /// Why the side to move may not make this move; `None` if it may.
    pub fn why_illegal(&self, mv: Move) -> Option<Illegal> {
        if self.outcome().is_some() {
            return Some(Illegal::GameOver);
        }
        if self.is_legal(mv) {
            return None;
        }
        Some(match mv.square() {
            None => Illegal::MayNotPass,
            Some(square) if self.size().mask() & square.bit() == 0 => Illegal::OffBoard,
            Some(square) if self.empty() & square.bit() == 0 => Illegal::Occupied,
            Some(_) if self.moves() == 0 => Illegal::MustPass,
            Some(_) => Illegal::FlipsNothing,
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
            ("-----OX--XO----- X", "a1", "it flips nothing"),
            ("-----OX--XO----- X", "b2", "the square is occupied"),
            ("-----OX--XO----- X", "pass", "you can only pass without another move"),
            ("-----OX--XO----- X", "e1", "off the board, which has a1 to d4"),
            ("XO-------------- O", "d4", "you have no move that flips a disc: type pass"),
            ("XXXXXXXXXXXXXXXX O", "d4", "the game is over"),
        ] {
            let position = Othello::parse_position(position).unwrap();
            let error = position.parse_move(mv).unwrap_err();
            assert_eq!(error.illegal.as_deref(), Some(expected), "{error}");
        }
    }
}
