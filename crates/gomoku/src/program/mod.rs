//! The program `gomoku`: configuration, verbs, protocol, opening rules, and learning from games.

pub(crate) mod config;
pub(crate) mod domain;
pub mod experience;
pub(crate) mod files;
pub(crate) mod formats;
pub mod opening;
pub(crate) mod openings;
pub mod protocol;
pub(crate) mod threats;
pub(crate) mod tuning;
pub(crate) mod view;

pub use config::{Config, EvaluatorConfig, GameConfig, MovesConfig};
pub use domain::FiveInARow;
pub use files::Files;
