//! Text for positions and moves.
//!
//! The same string names a position on the command line, in a fixture, in the studio and in a game
//! record. Every game that the harness runs implements [`Notation`].

use crate::Game;
use thiserror::Error;

/// Why a text is not a position or a move: place, problem, accepted values.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {}", self.problem())]
pub struct NotationError {
    /// Where in the text, in the words of its format: `row 3, column 7`, `side to move`.
    pub place: String,
    /// The text found there.
    pub found: String,
    /// The accepted values.
    pub allowed: String,
    /// For a text that names a move which the rules do not allow: the rule it breaks, as in `the horse
    /// is blocked`.
    pub illegal: Option<String>,
}

impl NotationError {
    /// An error at `place`; see the fields.
    pub fn new(
        place: impl Into<String>,
        found: impl Into<String>,
        allowed: impl Into<String>,
    ) -> Self {
        NotationError {
            place: place.into(),
            found: found.into(),
            allowed: allowed.into(),
            illegal: None,
        }
    }

    /// A text that names a move which the rules do not allow, with the rule it breaks.
    ///
    /// ```
    /// let error = search::NotationError::illegal("h8", "the point is occupied");
    /// assert_eq!(error.to_string(), "move: `h8` is not legal: the point is occupied");
    /// ```
    pub fn illegal(text: &str, reason: impl ToString) -> Self {
        NotationError {
            illegal: Some(reason.to_string()),
            ..NotationError::new("move", quote(text), "a legal move")
        }
    }

    /// The error without its place.
    pub fn problem(&self) -> String {
        match &self.illegal {
            Some(reason) => format!("{} is not legal: {reason}", self.found),
            None => format!("found {}, allowed: {}", self.found, self.allowed),
        }
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

    /// Reads a move for this position. Refuses text that names no legal move; if it names an illegal
    /// one, the error is [`NotationError::illegal`].
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotationError>;

    /// Writes a legal move of this position.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Writes a legal move of this position in the notation of `typed`, a move that a person entered: in
    /// capitals for `H8`, as numbers for `8,8`.
    fn move_text_like(&self, mv: Self::Move, typed: &str) -> String {
        let text = self.move_text(mv);
        let letters = || typed.chars().filter(char::is_ascii_alphabetic);
        if letters().next().is_none()
            && Coordinates::parse(typed).is_some()
            && let Some(place) = Coordinates::parse(&text)
        {
            return format!("{},{}", place.column, place.row);
        }
        let capitals = letters().next().is_some() && letters().all(|c| c.is_ascii_uppercase());
        if capitals { text.to_ascii_uppercase() } else { text }
    }
}

/// A place of a board as a person names it: both numbers count from 1, as on the labels of the board.
///
/// Accepted: `h8`, `H8`, `h 8`, `h-8`, and `8,8` or `8 8`: the column, then the row.
///
/// ```
/// use search::notation::Coordinates;
///
/// let place = Some(Coordinates { column: 8, row: 9 });
/// for text in ["h9", "H9", " h 9 ", "h-9", "8,9", "8, 9", "(8 9)"] {
///     assert_eq!(Coordinates::parse(text), place);
/// }
/// assert_eq!(Coordinates::parse("h09"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// The column, 1 for `a`.
    pub column: u8,
    /// The row.
    pub row: u8,
}

impl Coordinates {
    /// Reads a place; `None` if the text is not one.
    pub fn parse(text: &str) -> Option<Coordinates> {
        let text = text.trim();
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let text = inner.unwrap_or(text);
        let first = text.chars().next()?;
        let (column, rest) = if first.is_ascii_alphabetic() {
            (first.to_ascii_lowercase() as u8 - b'a' + 1, &text[1..])
        } else {
            let end = text.find(|c: char| !c.is_ascii_digit())?;
            (plain_number(&text[..end])?, &text[end..])
        };
        let row = rest.trim_start();
        let row = row.strip_prefix([',', '-']).unwrap_or(row).trim();
        Some(Coordinates { column, row: plain_number(row)? })
    }
}

/// A number from 1 without a sign or leading zeros, so that it has one spelling.
fn plain_number(text: &str) -> Option<u8> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| is_plain)
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

    #[test]
    fn places_have_two_parts_and_plain_numbers() {
        assert_eq!(Coordinates::parse("z99"), Some(Coordinates { column: 26, row: 99 }));
        assert_eq!(Coordinates::parse("19 3"), Some(Coordinates { column: 19, row: 3 }));
        for bad in ["", "a", "7", "a0", "a01", "a+1", "a1b", "ab1", "1a", "7,", ",7", "7,7,7", "é1"]
        {
            assert_eq!(Coordinates::parse(bad), None, "{bad}");
        }
    }
}
