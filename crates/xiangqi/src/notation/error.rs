//! Errors when reading a move: [`MoveError`].

use crate::rules::illegal::Illegal;
use crate::rules::moves::Move;
use search::NotationError;
use search::notation::quote;
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
    #[error("{found} is not legal: {reason}")]
    Illegal {
        /// The text.
        found: String,
        /// The rule it breaks.
        reason: Illegal,
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
    pub(crate) fn illegal(text: &str, reason: Illegal) -> MoveError {
        MoveError::Illegal { found: quote(text), reason }
    }
}

/// The error of a move of any game.
impl From<MoveError> for NotationError {
    fn from(error: MoveError) -> NotationError {
        let form = "a move such as h2e2, H2-E2, C2=5 or 炮二平五";
        match error {
            MoveError::Unreadable { found } => NotationError::new("move", found, form),
            MoveError::Illegal { found, reason } => NotationError {
                illegal: Some(reason.to_string()),
                ..NotationError::new("move", found, "a legal move")
            },
            MoveError::Ambiguous { found, first, second } => {
                let found = format!("{found}, which may be {first} or {second}");
                NotationError::new("move", found, "an unambiguous move")
            }
        }
    }
}
