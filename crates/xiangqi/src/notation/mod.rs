//! Position, move and game notations, one file each.
//!
//! | style | example | file |
//! |---|---|---|
//! | [`Style::Coordinates`] | `h2e2` | [`coordinates`] |
//! | [`Style::FromOne`] | `h3e3` | [`coordinates`] |
//! | [`Style::Iccs`] | `H2-E2` | [`iccs`] |
//! | [`Style::Wxf`] | `C2=5` | [`wxf`] |
//! | [`Style::Chinese`], [`Style::Traditional`] | `炮二平五` | [`chinese`] |
//!
//! Coordinates name two squares. WXF and Chinese notation describe a move by piece, file, direction
//! and distance, so reading and writing them needs the position. No two moves of a position are
//! written the same.
//!
//! ```
//! use xiangqi::notation::{Style, read};
//! use xiangqi::Position;
//!
//! let position = Position::start();
//! for text in ["h2e2", "H2-E2", "C2=5", "c2.5", "炮二平五", "砲2平5"] {
//!     let mv = read(&position, text)?;
//!     assert_eq!(Style::Chinese.write(&position, mv), "炮二平五");
//! }
//! # Ok::<(), xiangqi::notation::MoveError>(())
//! ```

pub mod chinese;
pub mod coordinates;
mod described;
mod error;
pub mod fen;
pub mod iccs;
pub mod pgn;
#[cfg(test)]
mod tests;
pub mod wxf;

pub use error::MoveError;

use crate::rules::moves::Move;
use crate::rules::position::Position;

/// A move notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "program", derive(clap::ValueEnum))]
pub enum Style {
    /// `h2e2`: files a to i, ranks 0 to 9. The default everywhere in Plywood.
    Coordinates,
    /// `h3e3`: files a to i, ranks 1 to 10. Fairy-Stockfish's notation under UCI.
    FromOne,
    /// `H2-E2`.
    Iccs,
    /// `C2=5`.
    Wxf,
    /// `炮二平五`, simplified characters.
    Chinese,
    /// `炮二平五`, traditional characters.
    Traditional,
}

impl Style {
    /// All notations.
    pub const ALL: [Style; 6] = [
        Style::Coordinates,
        Style::FromOne,
        Style::Iccs,
        Style::Wxf,
        Style::Chinese,
        Style::Traditional,
    ];

    /// The notation of a move, detected from its characters; `None` if it has no letters.
    pub fn of(text: &str) -> Option<Style> {
        let text = without_spaces(text);
        if text.chars().any(|c| c > '\u{2e7f}') {
            return Some(match chinese::script_of(&text) {
                chinese::Script::Simplified => Style::Chinese,
                chinese::Script::Traditional => Style::Traditional,
            });
        }
        match text.chars().any(|c| c.is_ascii_alphabetic()) {
            _ if Move::parse(&text).is_some() => Some(Style::Coordinates),
            _ if iccs::parse_dashed(&text).is_some() => Some(Style::Iccs),
            true => Some(Style::Wxf),
            false => None,
        }
    }

    /// Writes a legal move of the position.
    pub fn write(self, position: &Position, mv: Move) -> String {
        match self {
            Style::Coordinates => mv.to_string(),
            Style::FromOne => coordinates::write_from_one(mv),
            Style::Iccs => iccs::write(mv),
            Style::Wxf => wxf::write(position, mv),
            Style::Chinese => chinese::write(position, mv, chinese::Script::Simplified),
            Style::Traditional => chinese::write(position, mv, chinese::Script::Traditional),
        }
    }

    /// Reads a legal move of the position, in this notation only.
    pub fn read(self, position: &Position, text: &str) -> Result<Move, MoveError> {
        match self {
            Style::Coordinates => coordinates::read(position, text),
            Style::FromOne => coordinates::read_from_one(position, text),
            Style::Iccs => iccs::read(position, text),
            Style::Wxf => wxf::read(position, text),
            Style::Chinese | Style::Traditional => chinese::read(position, text),
        }
    }
}

/// The text without white space.
fn without_spaces(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Reads a legal move in any notation except [`Style::FromOne`], which looks like
/// [`Style::Coordinates`] but means other squares and so must be requested by name.
pub fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    let mut problem = MoveError::unreadable(text);
    for style in [Style::Coordinates, Style::Iccs, Style::Wxf, Style::Chinese] {
        match style.read(position, text) {
            Err(MoveError::Unreadable { .. }) => {}
            Err(error) => problem = error,
            Ok(mv) => return Ok(mv),
        }
    }
    Err(problem)
}
