//! The program `knight-duel`: configuration, verbs, the lab's experiments and the exact solver in play.

pub(crate) mod config;
pub(crate) mod conjectures;
pub(crate) mod domain;
pub(crate) mod expert;
pub(crate) mod solve;
pub(crate) mod starts;
pub mod tables;
pub(crate) mod view;

pub use config::{Config, EvaluatorConfig, GameConfig};
pub use domain::KnightDuel;
pub use expert::{Expert, SolverConfig};
