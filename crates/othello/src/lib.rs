//! Othello: rules on bitboards, and what plays and solves with them.
//!
//! - The rules: [`Board`] (two sets of discs seen by the mover) and [`Othello`] (a position as the
//!   search knows it), [`Square`] and [`Move`], with [`flips`] underneath.
//! - Text: [`notation`].
//!
//! ```
//! use othello::{Othello, Size};
//! use search::{Game, Notation};
//!
//! let mut game = Othello::start(Size::Eight);
//! for text in ["f5", "d6", "c3"] {
//!     let mv = game.parse_move(text).unwrap();
//!     game.play(mv);
//! }
//! assert_eq!(game.position_text(),
//!     "------------------X--------XX------OXX-----O-------------------- O");
//! ```

mod board;
pub mod flips;
mod game;
pub mod notation;
mod square;

pub use board::{Board, Size};
pub use game::Othello;
pub use square::{Move, Square, squares, squares_in_rules_order};
