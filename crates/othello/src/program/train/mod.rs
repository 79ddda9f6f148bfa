//! Training of the pattern evaluator from self-play: the verbs `train-...`.
//!
//! 1. `train-games` plays games of the configured player against itself, with random openings and an
//!    occasional random move, and solves the endgames exactly. The file of games is append-only; an
//!    interrupted run is continued.
//! 2. `train-fit` labels every position with a mix of the result and of the player's score (see
//!    `samples`), fits the weights to the labels by least squares (`learn::ridge`), and measures a bonus for
//!    the side to move (see `tempo`). It writes a weight file, [`Weights`].
//! 3. The next generation of games is played with these weights. Two or three generations are enough;
//!    a stronger player gives better labels.
//! 4. `train-test` measures the error of the player on positions with known scores, and `train-probcut`
//!    how well shallow searches predict deep ones, for [`ProbCut`].
//!
//! `scripts/train/othello` runs all steps. Every step is deterministic: neither the number of threads nor
//! an interruption changes a game or a weight.
//!
//! [`Weights`]: crate::evaluators::pattern::Weights
//! [`ProbCut`]: crate::hooks::probcut::ProbCut

mod fit;
mod games;
mod probcut;
mod record;
mod samples;
mod tempo;
mod test;

pub(crate) use fit::run as fit;
pub(crate) use games::run as games;
pub(crate) use probcut::run as probcut;
pub(crate) use test::run as test;
