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

pub mod endgame;
pub mod evaluators;
pub mod hooks;
pub mod notation;
#[cfg(feature = "program")]
pub mod program;
pub mod rules;

pub use evaluators::Mobility;
pub use hooks::{EndgameConfig, OthelloHooks};
#[cfg(feature = "program")]
pub use program::{BookConfig, Config, EvaluatorConfig, GameConfig, OthelloDomain, PatternConfig};
pub use rules::{Board, Move, Othello, Scoring, Size, Square, squares, squares_in_rules_order};
