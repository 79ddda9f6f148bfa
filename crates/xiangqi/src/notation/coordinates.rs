//! Coordinates: the square a move leaves and the square it enters, `h2e2`.
//!
//! Files are `a` to `i` from red's left, ranks 0 to 9 from red's side. In the other dialect
//! ([`read_from_one`]) ranks are 1 to 10, so that a move has four to six characters: `h3e3`, `a10a9`.
//!
//! Also accepted: uppercase letters, white space anywhere (`h2 e2`).
//!
//! ```
//! use xiangqi::notation::coordinates::{read, read_from_one, write_from_one};
//! use xiangqi::Position;
//!
//! let position = Position::start();
//! let mv = read(&position, "b0c2")?;
//! assert_eq!(write_from_one(mv), "b1c3");
//! assert_eq!(read_from_one(&position, "b1c3")?, mv);
//! assert!(read(&position, "b0b1").is_err());
//! # Ok::<(), xiangqi::notation::MoveError>(())
//! ```

use super::{MoveError, without_spaces};
use crate::rules::moves::Move;
use crate::rules::position::Position;
use crate::rules::square::{FILES, RANKS, Square};

/// Reads a legal move with ranks from 0.
pub fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    legal(position, text, Move::parse(&without_spaces(text)))
}

/// Reads a legal move with ranks from 1.
pub fn read_from_one(position: &Position, text: &str) -> Result<Move, MoveError> {
    legal(position, text, parse_from_one(&without_spaces(text)))
}

/// Writes a move with ranks from 1.
pub fn write_from_one(mv: Move) -> String {
    let square =
        |square: Square| format!("{}{}", char::from(b'a' + square.file() as u8), square.rank() + 1);
    square(mv.from) + &square(mv.to)
}

/// The parsed move if it is legal; `None` for `mv` means that the text is not a move.
pub(crate) fn legal(position: &Position, text: &str, mv: Option<Move>) -> Result<Move, MoveError> {
    let mv = mv.ok_or_else(|| MoveError::unreadable(text))?;
    match position.why_illegal(mv) {
        None => Ok(mv),
        Some(reason) => Err(MoveError::illegal(text, reason)),
    }
}

fn parse_from_one(text: &str) -> Option<Move> {
    // The second square begins at the second letter.
    let split = 1 + text.get(1..)?.find(|c: char| c.is_ascii_alphabetic())?;
    Some(Move::new(square_from_one(&text[..split])?, square_from_one(&text[split..])?))
}

fn square_from_one(text: &str) -> Option<Square> {
    let (letter, digits) = text.split_at_checked(1)?;
    let file = letter.as_bytes()[0].to_ascii_lowercase().checked_sub(b'a')? as usize;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let rank = digits.parse::<usize>().ok().filter(|_| plain)?.checked_sub(1)?;
    (file < FILES && rank < RANKS).then(|| Square::new(file, rank))
}
