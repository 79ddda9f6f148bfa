//! ICCS, the notation of the Internet Chinese Chess Server: `H2-E2`.
//!
//! Files are `A` to `I` from red's left, ranks 0 to 9 from red's side.
//!
//! Also accepted: lowercase letters, white space around the move and the dash, a missing dash.
//!
//! ```
//! use xiangqi::notation::iccs::{read, write};
//! use xiangqi::Position;
//!
//! let mv = read(&Position::start(), "H2-E2")?;
//! assert_eq!(write(mv), "H2-E2");
//! # Ok::<(), xiangqi::notation::MoveError>(())
//! ```

use super::MoveError;
use super::coordinates::legal;
use crate::rules::moves::Move;
use crate::rules::position::Position;
use crate::rules::square::Square;

/// Writes a move.
pub fn write(mv: Move) -> String {
    format!("{}-{}", mv.from, mv.to).to_ascii_uppercase()
}

/// Reads a legal move.
pub fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    let parsed = match text.split_once('-') {
        Some((from, to)) => {
            let squares = (Square::parse(from.trim()), Square::parse(to.trim()));
            squares.0.zip(squares.1).map(|(from, to)| Move::new(from, to))
        }
        None => Move::parse(text.trim()),
    };
    legal(position, text, parsed)
}
