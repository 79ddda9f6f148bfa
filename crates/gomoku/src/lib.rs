//! Gomoku: five in a row under four rules, on boards from 5x5 to 20x20.
//!
//! - [`rules`]: [`Gomoku`] under a [`Rule`], on [`Point`]s; the [`Shape`] a stone makes in a line and the
//!   [`Threat`] it makes in all four.
//! - [`notation`]: points, positions and game records (PSQ, SGF) as text.
//! - [`evaluators`]: [`PatternCount`] and [`ShapeScore`] (the two labs), [`Patterns`], and the engine's
//!   [`Crossings`].
//! - [`hooks`]: what gomoku adds to the search. [`threats`]: wins by continuous fours and threes, with proof.
//! - `program`: the command line, Gomocup protocol, opening rules and experience (feature `program`, on by
//!   default).
//!
//! ```
//! use gomoku::{Gomoku, Rule, Size};
//! use search::{Game, Notation, Outcome, Side};
//!
//! let mut game = Gomoku::parse_position("h8a1h9a2h10a3h11a4").unwrap();
//! let five = game.parse_move("h12").unwrap();
//! game.play(five);
//! assert_eq!(game.outcome(), Some(Outcome::Win(Side::First)));
//! ```

pub mod evaluators;
pub mod hooks;
pub mod notation;
#[cfg(feature = "program")]
pub mod program;
pub mod rules;
pub mod threats;

pub use evaluators::{
    Classes, CrossingWeights, Crossings, PatternClass, PatternCount, PatternWeights, Patterns,
    ScoredShape, ShapeScore,
};
pub use hooks::{Nearby, Order, Tactics, ThreatConfig};
#[cfg(feature = "program")]
pub use program::{Config, EvaluatorConfig, FiveInARow, GameConfig, MovesConfig};
pub use rules::{Direction, Gomoku, Illegal, Point, Prohibition, Rule, SIZES, Shape, Size, Threat};
