//! Errors when reading a move: [`MoveError`].

use crate::rules::moves::Move;
use crate::rules::position::Position;
use search::notation::quote;
use search::{Game, NotationError};
use thiserror::Error;

/// Why a text is not a legal move of a position. Carries the text, truncated when it is long.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is not in the notation.
    #[error("found {found}, allowed: a move such as h2e2, H2-E2, C2=5 or 炮二平五")]
    Unreadable {
        /// The text.
        found: String,
    },
    /// The text is in the notation, but no such move is legal here.
    #[error("found {found}, allowed: a legal move")]
    Illegal {
        /// The text.
        found: String,
    },
    /// The text matches several legal moves.
    #[error("found {found}, which may be {first} or {second}, allowed: an unambiguous move")]
    Ambiguous {
        /// The text.
        found: String,
        /// One matching move.
        first: Move,
        /// Another matching move.
        second: Move,
    },
}

impl MoveError {
    /// The text is not in the notation.
    pub(crate) fn unreadable(text: &str) -> MoveError {
        MoveError::Unreadable { found: quote(text) }
    }

    /// No such move is legal.
    pub(crate) fn illegal(text: &str) -> MoveError {
        MoveError::Illegal { found: quote(text) }
    }

    /// Converts to the error of a position's parser, which lists the legal moves.
    pub(crate) fn at(self, position: &Position) -> NotationError {
        let found = match &self {
            MoveError::Unreadable { found } | MoveError::Illegal { found } => found.clone(),
            MoveError::Ambiguous { found, first, second } => {
                format!("{found}, which may be {first} or {second}")
            }
        };
        let mut moves = Vec::new();
        let allowed = match position.expand(&mut moves) {
            Some(_) => "no move, because the game is over".to_owned(),
            None => moves.iter().map(Move::to_string).collect::<Vec<_>>().join(", "),
        };
        NotationError::new("move", found, allowed)
    }
}
