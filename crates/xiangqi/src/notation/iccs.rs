//! ICCS, the notation of the Internet Chinese Chess Server: `H2-E2`.
//!
//! Files are `A` to `I` from red's left, ranks 0 to 9 from red's side.
//!
//! Also accepted: lowercase letters, white space anywhere, a comma for the dash, a missing dash.
//!
//! ```
//! use xiangqi::notation::iccs::{read, write};
//! use xiangqi::Position;
//!
//! let mv = read(&Position::start(), "H2-E2")?;
//! assert_eq!(write(mv), "H2-E2");
//! # Ok::<(), xiangqi::notation::MoveError>(())
//! ```

use super::coordinates::legal;
use super::{MoveError, without_spaces};
use crate::rules::moves::Move;
use crate::rules::position::Position;
use crate::rules::square::Square;

/// Writes a move.
pub fn write(mv: Move) -> String {
    format!("{}-{}", mv.from, mv.to).to_ascii_uppercase()
}

/// Reads a legal move.
pub fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    let compact = without_spaces(text);
    legal(position, text, parse_dashed(&compact).or_else(|| Move::parse(&compact)))
}

/// Parses `H2-E2` without spaces. Does not check legality.
pub(super) fn parse_dashed(text: &str) -> Option<Move> {
    let (from, to) = text.split_once(['-', ','])?;
    Some(Move::new(Square::parse(from)?, Square::parse(to)?))
}
