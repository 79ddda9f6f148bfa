//! The program `othello`: configuration, verbs, protocols, opening book and training.

pub mod book;
pub(crate) mod config;
pub mod count;
pub(crate) mod domain;
pub(crate) mod files;
mod formats;
pub(crate) mod kinds;
pub mod protocol;
pub(crate) mod solve;
pub mod train;
pub(crate) mod view;

pub use config::{BookConfig, Config, EvaluatorConfig, GameConfig, PatternConfig};
pub use domain::OthelloDomain;
pub use files::Files;
