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

mod board;
mod config;
mod domain;
mod evaluators;
pub mod experience;
mod forbidden;
pub mod formats;
mod gomoku;
mod lines;
mod nearby;
pub mod notation;
pub mod opening;
mod point;
mod point_set;
pub mod protocol;
mod rule;
mod shapes;
mod survey;
mod symmetry;
mod tactics;
mod threat;
pub mod threats;
mod trail;
#[cfg(test)]
mod wander;

pub use config::{Config, EvaluatorConfig, GameConfig, MovesConfig};
pub use domain::FiveInARow;
pub use evaluators::{
    Classes, CrossingWeights, Crossings, PatternClass, PatternCount, PatternWeights, Patterns,
    ScoredShape, ShapeScore,
};
pub use gomoku::Gomoku;
pub use nearby::{Nearby, Order};
pub use point::{Direction, Point, SIZES, Size};
pub use rule::Rule;
pub use shapes::Shape;
pub use tactics::{Tactics, ThreatConfig};
pub use threat::Threat;
