//! Gomoku: five in a row, under four rules, on boards from 5x5 to 20x20.
//!
//! - The rules: [`Gomoku`] under a [`Rule`], on [`Point`]s, written as [`notation`] describes.
//! - What a stone makes of a line, and of all four: [`Shape`], [`Threat`].
//! - What a search is given: the evaluators [`PatternCount`] and [`ShapeScore`] (the two labs'),
//!   [`Patterns`] and the engine's [`Crossings`], the labs' moves [`Nearby`] and the engine's [`Tactics`].
//! - Wins by force: [`threats`].
//! - What plays: [`Config`] and [`FiveInARow`].
//! - What the engine learns from its games: [`experience`].
//! - Games as other programs write them: [`formats`]; who begins with what: [`opening`]; how managers
//!   talk to the engine: [`protocol`].
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
pub use rules::{Direction, Gomoku, Point, Rule, SIZES, Shape, Size, Threat};
