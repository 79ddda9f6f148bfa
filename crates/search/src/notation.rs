//! Text for positions and moves.
//!
//! The same string names a position on the command line, in a fixture, in the studio and in a game
//! record. Every game that the harness runs implements [`Notation`].

use crate::Game;
use thiserror::Error;

/// Why a text is not a position or a move: place, problem, accepted values.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: found {found}, allowed: {allowed}")]
pub struct NotationError {
    /// Where in the text, in the words of its format: `row 3, column 7`, `side to move`.
    pub place: String,
    /// The text found there.
    pub found: String,
    /// The accepted values.
    pub allowed: String,
}

impl NotationError {
    /// An error at `place`; see the fields.
    pub fn new(
        place: impl Into<String>,
        found: impl Into<String>,
        allowed: impl Into<String>,
    ) -> Self {
        NotationError { place: place.into(), found: found.into(), allowed: allowed.into() }
    }
}

/// Longest piece of input that an error repeats.
const SHOWN: usize = 24;

/// Input text for an error: in quotes, without control characters, and cut when it is long.
///
/// ```
/// assert_eq!(search::notation::quote("a\u{7}"), r"`a\u{7}`");
/// ```
pub fn quote(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push_str("...");
    }
    format!("`{shown}`")
}

/// A game whose positions and moves can be written and read.
///
/// Laws: a position that was written reads back equal, and so does every legal move; reading never
/// panics, whatever the text.
pub trait Notation: Game {
    /// Reads a position string.
    fn parse_position(text: &str) -> Result<Self, NotationError>;

    /// Writes this position as one line.
    fn position_text(&self) -> String;

    /// Reads a move for this position. Refuses text that names no legal move.
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotationError>;

    /// Writes a legal move of this position.
    fn move_text(&self, mv: Self::Move) -> String;
}

/// The moves in notation, each as it is written in its position. A move that is not legal there ends
/// the line.
pub fn move_texts<G: Notation>(start: &G, moves: impl IntoIterator<Item = G::Move>) -> Vec<String> {
    let mut position = start.clone();
    let text = |mv| {
        position.is_legal(mv).then(|| {
            let text = position.move_text(mv);
            position.play(mv);
            text
        })
    };
    moves.into_iter().map_while(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_or_unprintable_text_is_cut_and_escaped_in_errors() {
        assert_eq!(quote("a\nb"), "`a\\nb`");
        assert_eq!(quote(&"z".repeat(100)).len(), SHOWN + 5);
    }
}
