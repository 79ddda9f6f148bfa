//! How the pattern evaluator learns from nothing, by the verbs `train-...`.
//!
//! 1. `train-games` plays games of the configured player against itself, from random openings and with
//!    a random move now and then, and solves their ends exactly. The file of games only ever grows; a
//!    run that was interrupted goes on where it was.
//! 2. `train-fit` labels every position by what came of it, worked backwards from the exact end and
//!    mixed with what the player thought (see `samples`), and finds the weights whose sums come nearest
//!    to the labels by least squares (see `ridge`), and what having the move is worth besides (see
//!    `tempo`). It writes a weight file, [`Weights`].
//! 3. The next generation of games is played with these weights, and so on: two or three generations
//!    are enough, since the better player makes better labels.
//! 4. `train-test` says how far the player is off where exact scores are known, and `train-probcut`
//!    measures how well shallow searches foretell deep ones, for [`ProbCut`].
//!
//! `scripts/train/othello` does all of it. Every step is a function of its arguments and of the seed:
//! neither the number of threads nor an interruption changes a game or a weight.
//!
//! [`Weights`]: crate::evaluators::pattern::Weights
//! [`ProbCut`]: crate::hooks::probcut::ProbCut

mod fit;
mod games;
mod probcut;
mod record;
mod ridge;
mod samples;
mod tempo;
mod test;

pub(crate) use fit::run as fit;
pub(crate) use games::run as games;
pub(crate) use probcut::run as probcut;
pub(crate) use test::run as test;
