//! Othello on 8x8, 6x6 and 4x4: rules on bitboards, an engine, and an exact endgame solver.
//!
//! - [`rules`]: [`Board`] (two sets of discs seen by the mover), [`Othello`] (a position as the search
//!   knows it), [`Square`] and [`Move`].
//! - [`notation`]: positions and moves as text, and the formats OBF, GGF, transcripts and WTHOR.
//! - [`evaluators`]: the trained patterns, [`Mobility`], and the linear evaluation of the lab.
//! - [`hooks`]: what othello adds to the search. [`endgame`]: exact scores near the end.
//! - `program`: the command line, protocols, opening book and training (feature `program`, on by default).
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
pub use program::{
    BookConfig, Config, EvaluatorConfig, Files, GameConfig, OthelloDomain, PatternConfig,
};
pub use rules::{
    Board, Illegal, Move, Othello, Scoring, Size, Square, squares, squares_in_rules_order,
};
