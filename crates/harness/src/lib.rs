//! What every engine binary shares: configuration, verbs, batches, matches, reports, progress.
//!
//! A game implements [`Domain`] and its `main` is one call; every verb of the command language then
//! works. A tool that is not a game (the pathfinder) uses the parts: [`config`], [`report`],
//! [`progress`], [`files`].

pub mod config;
pub mod domain;
pub mod files;
pub mod interrupt;
pub mod matches;
pub mod play;
pub mod progress;
pub mod report;
pub mod verbs;

pub use domain::{Domain, DrawStyle, Opponent};
