//! Position evaluators: [`pattern`] (the engine's, trained), [`Mobility`], and [`linear`] (the lab's).

pub mod linear;
pub(crate) mod mobility;
pub mod pattern;

pub use mobility::Mobility;
