//! The program `pathfinding`: configuration and verbs.

pub mod tool;
pub(crate) mod verbs;

pub use verbs::run::{Answer, AnswerRow, Cost, answer};
