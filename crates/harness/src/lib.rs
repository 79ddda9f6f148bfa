//! What every engine binary shares: configuration, verbs, batches, matches, reports, progress.
//!
//! A game implements [`Domain`] and its `main` is one call, [`run`]; every verb of the command
//! language then works. A tool that is not a game (a pathfinder) implements [`cli::Tool`] instead,
//! lists its own verbs and shares the rest.
//!
//! - What a binary brings: [`domain`] for a game, [`cli`] for any tool.
//! - What it gets: [`config`], [`verbs`] ([`verbs::batch`] for any tool), [`mod@matches`],
//!   [`play`], [`protocol`], [`tuning`].
//! - What verbs are made of: [`report`], [`progress`], [`files`], [`cpu`], [`interrupt`].

pub mod cli;
pub mod config;
pub mod cpu;
pub mod domain;
pub mod files;
#[cfg(test)]
mod heap;
pub mod interrupt;
pub mod matches;
pub mod play;
pub mod progress;
pub mod protocol;
pub mod report;
pub mod tuning;
pub mod verbs;

pub use cli::run;
pub use domain::{Domain, DrawStyle, Opponent};

/// The worked example of CONTRIBUTING.md, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
