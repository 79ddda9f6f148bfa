//! Othello: rules on bitboards, and what plays and solves with them.
//!
//! - The rules: [`Board`] (two sets of discs seen by the mover) and [`Othello`] (a position as the
//!   search knows it), [`Square`] and [`Move`], with [`flips`] and
//!   [`arch`] (what the processor can do) underneath; [`mod@count`] proves them.
//! - Text: [`notation`] for positions and moves, [`formats`] for files.
//! - Exact scores near the end: [`endgame`]; what our own games taught: [`book`].
//! - What a search is given: the evaluators [`pattern`], [`Mobility`] and [`linear`] (the lab's), and
//!   [`OthelloHooks`]; [`train`] makes what [`pattern`] knows.
//! - What plays: [`Config`] and [`OthelloDomain`], and to whom: [`protocol`].
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

pub mod arch;
mod board;
pub mod book;
mod config;
pub mod count;
mod domain;
mod draw;
pub mod endgame;
pub mod flips;
pub mod formats;
mod game;
mod hooks;
mod kinds;
mod level;
pub mod linear;
mod mobility;
pub mod notation;
pub mod pattern;
pub mod probcut;
pub mod protocol;
mod solve;
mod square;
pub mod train;

pub use board::{Board, Size};
pub use config::{BookConfig, Config, EndgameConfig, EvaluatorConfig, GameConfig, PatternConfig};
pub use domain::OthelloDomain;
pub use game::{Othello, Scoring};
pub use hooks::OthelloHooks;
pub use mobility::Mobility;
pub use square::{Move, Square, squares, squares_in_rules_order};
