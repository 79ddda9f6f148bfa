//! A memory of the engine's own games, so that it does not lose in the same way twice.
//!
//! [`Experienced`] wraps an engine. It learns a [`Memory`] of positions, stored in canonical form in the
//! file of a [`Store`]. Nothing is stored unless `[experience]` names a file. `gomoku experience` shows
//! its contents.

mod canonical;
mod config;
mod engine;
mod memory;
mod store;
pub mod verb;

pub use config::ExperienceConfig;
pub use engine::Experienced;
pub use memory::{Entry, Lesson, Memory, Tally};
pub use store::{Store, StoreError};
