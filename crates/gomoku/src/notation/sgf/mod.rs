//! SGF, the Smart Game Format (`FF[4]`, Hollosi 1997) that most board viewers read: `GM[4]`, gomoku
//! and renju.
//!
//! Points are two letters, column and row from the top left. Stones on the board before the first
//! move are a setup (`AB`, `AW`, `PL`); names, rule, result and comments are there where they are known,
//! and other properties of the first node (`EV`, `DT`) are the tags of the game.
//!
//! Read is the main line of every game: of several variations the first. Forgiven: text before, between
//! and after games, a missing `)` at the end, white space anywhere between properties, small letters in
//! property names (`Black`), rectangles of points (`aa:cc`) in a setup, missing `GM`, `SZ` and `RU` (the
//! reader's board and rule), unknown rules (the reader's) and unknown properties. Refused: other games,
//! moves that the rules refuse or that are not their colour's turn, setups after the first move.
//!
//! ```
//! use gomoku::notation::{replay, sgf};
//! use gomoku::{Gomoku, Point, Rule, Size};
//!
//! let start = Gomoku::new(Size::square(15), Rule::Freestyle);
//! let game = replay::of_points(start.clone(), [Point::new(7, 7), Point::new(6, 8)])?;
//! let text = sgf::write(&game);
//! assert!(text.ends_with(";B[hh];W[ig])\n"));
//! assert_eq!(sgf::parse_all(&text, &start)?, [game]);
//! # Ok::<(), search::NotationError>(())
//! ```

mod read;
mod tree;
mod write;

pub use read::parse_all;
pub use write::write;

/// Properties of the first node that say what is kept elsewhere, or only how the file was made.
const NOT_TAGS: [&str; 15] =
    ["FF", "GM", "CA", "AP", "ST", "SZ", "RU", "PB", "PW", "RE", "AB", "AW", "AE", "PL", "C"];

/// The detail of an ending that a file calls a forfeit.
const FORFEIT: &str = "forfeit";

#[cfg(test)]
mod tests;
