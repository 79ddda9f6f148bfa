//! The command line that every engine binary shares: verbs, fixture batches, terminal play, progress.
//!
//! A game implements [`Domain`] and its `main` is one call, [`run`]; every verb of the command
//! language then works. A tool that is not a game (a pathfinder) implements [`cli::Tool`] instead,
//! lists its own verbs and shares the rest.
//!
//! - What a binary brings: [`domain`] for a game, [`cli`] for any tool.
//! - What it gets: [`verbs`] ([`verbs::batch`] for any tool), [`play`], [`formats`], [`protocol`],
//!   [`tuning`].
//! - Several of them in one program: [`facade`] (any game as a trait object), [`suite`] (one command line), [`merge`]
//!   (the parts of a long job).
//! - What verbs are made of: [`rows`], [`trace`], [`progress`], [`cpu`], [`interrupt`], and the crates below this one:
//!   `config`, `report`, `protocols`, `matches`.

mod candidates;
pub mod cli;
pub mod domain;
pub mod facade;
pub mod formats;
pub mod interrupt;
pub mod merge;
pub mod play;
pub mod progress;
pub mod protocol;
pub mod rows;
pub mod suite;
pub mod trace;
pub mod tuning;
pub mod verbs;

pub use cli::run;
pub use domain::Domain;
pub use protocols::cpu;

/// The worked example of CONTRIBUTING.md, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
