//! Fits the weights of an evaluator to the results of games: [`Tunable`] and the verb `tune`.
//!
//! The weights of a linear evaluator can be learned from games that the engine played against itself (Texel's
//! method, Österlund 2014). Every quiet position of every game is an example: its features and the result of
//! its game. The value v of a position predicts the result as 1 / (1 + e^(-v/K)). K is fitted first, for the
//! initial weights; then gradient descent minimises the squared error of the prediction
//! ([`learn::logistic`]). Results are few and noisy, so [`learn::Samples::blend`] can mix in the scores of the players. A part of the games is held back for
//! validation.
//!
//! The games are records of matches (`match --record`). With the same seed and a limit in nodes a match gives
//! the same games again.

mod games;
mod verb;

pub use learn::Feature;
pub use verb::verb;

use crate::Domain;
use config::ConfigProblem;
use protocols::LoadedConfig;
use search::Game;

/// A game with a linear evaluator.
pub trait Tunable: Domain {
    /// The configured weights, in score units.
    fn weights(config: &LoadedConfig<Self>) -> Result<Vec<f64>, ConfigProblem>;

    /// Appends the features of a position: the sum of all amounts times their weights is its value for the
    /// first side, except for rounding.
    fn features(config: &LoadedConfig<Self>, position: &Self::Game, features: &mut Vec<Feature>);

    /// Whether a position is quiet, so that its static value is meaningful: no piece hangs, and the move that
    /// was played is not tactical.
    fn is_calm(
        config: &LoadedConfig<Self>,
        position: &Self::Game,
        played: <Self::Game as Game>::Move,
    ) -> bool;

    /// The text of a weights file, as the configuration reads it.
    fn weights_file(config: &LoadedConfig<Self>, weights: &[f64]) -> String;
}
