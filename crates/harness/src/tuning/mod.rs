//! Fitting the weights of an evaluation to the results of games: [`Tunable`] and the verb `tune`.
//!
//! An evaluation that is a weighted sum of what it counts can learn its weights from games that the
//! engine played against itself (Texel's method, Österlund 2014). Every calm position of every
//! game is an example: what the evaluation counted in it, and how the game ended. The value v of a
//! position predicts the result as 1 / (1 + e^(-v/K)); K is fitted first, to the weights as they are,
//! and then the weights are moved, all at once and a little at a time, to where the squared error of
//! the prediction is least. Results are few and noisy: [`Samples::blend`] lets the scores that the players
//! had stand in for a share of them. A share of the games is held back and only looked at, so that the
//! verb can say whether what was learned holds for games it has not seen.
//!
//! The games are the records of any match: `match --record` makes them, and with the same seed and
//! a limit in nodes it makes the same ones again.

mod fit;
mod games;
mod verb;

pub use fit::{Fit, Options, fit};
pub use games::Samples;
pub use verb::verb;

use crate::Domain;
use config::ConfigProblem;
use protocols::LoadedConfig;
use search::Game;

/// How much of one weight is in the value of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// The place of the weight in [`Tunable::weights`].
    pub weight: u32,
    /// What it is multiplied by, from the view of the first side.
    pub amount: f32,
}

/// A domain whose evaluation is a weighted sum.
pub trait Tunable: Domain {
    /// The weights as configured, in score units.
    fn weights(config: &LoadedConfig<Self>) -> Result<Vec<f64>, ConfigProblem>;

    /// What the evaluation counts in a position, appended: the sum of all amounts times their
    /// weights is its value for the first side, but for rounding.
    fn features(config: &LoadedConfig<Self>, position: &Self::Game, features: &mut Vec<Feature>);

    /// Whether the value of a position says something about it by itself: nothing hangs, and the
    /// move that was played changes nothing at once.
    fn is_calm(
        config: &LoadedConfig<Self>,
        position: &Self::Game,
        played: <Self::Game as Game>::Move,
    ) -> bool;

    /// The file that holds these weights, as the configuration reads it.
    fn weights_file(config: &LoadedConfig<Self>, weights: &[f64]) -> String;
}
