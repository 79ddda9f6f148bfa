//! Fits the weights of linear evaluators.
//!
//! | what the examples say | method | module |
//! |---|---|---|
//! | the result of a game, or a mix of result and score | logistic regression with Adam | [`logistic`] |
//! | a score, such as a disc difference | ridge regression by conjugate gradients | [`ridge`] |
//!
//! Both keep weights with few examples near their start, and both are deterministic whatever the number of
//! threads.
//!
//! ```
//! use learn::logistic::{self, Options};
//! use learn::{Feature, Samples};
//!
//! // Ten games with an extra rook: eight won. Nothing else was seen, so only that weight moves.
//! let mut samples = Samples::default();
//! for game in 0..10 {
//!     samples.push(&[Feature { weight: 0, amount: 1.0 }], if game < 8 { 1.0 } else { 0.0 }, None);
//! }
//! let options = Options { steps: 50, rate: 1.0, pull: 0.0 };
//! let fit = logistic::fit(&samples, &samples, &[100.0, 7.0], &options, &mut || ());
//! assert_eq!(fit.weights[1], 7.0);
//! assert!(fit.error[1] <= fit.error[0]);
//! ```

pub mod logistic;
pub mod ridge;
mod samples;

pub use samples::{Feature, Samples};
