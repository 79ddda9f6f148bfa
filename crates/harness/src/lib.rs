//! The command line that every engine binary shares: verbs, fixture batches, terminal play, progress.
//!
//! A game implements [`Domain`] and its `main` is one call, [`run`]; every verb of the command
//! language then works. A tool that is not a game (a pathfinder) implements [`cli::Tool`] instead,
//! lists its own verbs and shares the rest.
//!
//! - What a binary brings: [`domain`] for a game, [`cli`] for any tool.
//! - What it gets: [`verbs`] ([`verbs::batch`] for any tool), [`play`], [`formats`], [`protocol`],
//!   [`tuning`].
//! - What verbs are made of: [`progress`], [`cpu`], [`interrupt`], and the crates below this one:
//!   `config`, `report`, `protocols`, `matches`.

pub mod cli;
pub mod cpu;
pub mod domain;
pub mod formats;
pub mod interrupt;
pub mod play;
pub mod progress;
pub mod protocol;
pub mod tuning;
pub mod verbs;

pub use cli::run;
pub use domain::Domain;

/// The worked example of CONTRIBUTING.md, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
