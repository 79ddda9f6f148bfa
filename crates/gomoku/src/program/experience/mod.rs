//! A memory of the engine's own games, so that it does not lose twice the same way.
//!
//! [`Experienced`] wraps an engine; what it learns is a [`Memory`] of positions, each one standing
//! for its mirror images, in the file of a [`Store`]. Nothing is remembered unless `[experience]`
//! names a file. `gomoku experience` shows what is in it.

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
