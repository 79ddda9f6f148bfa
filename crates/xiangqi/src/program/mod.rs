//! The program `xiangqi`: configuration, verbs and protocols.

pub(crate) mod config;
pub(crate) mod domain;
pub(crate) mod files;
pub(crate) mod formats;
pub(crate) mod gains;
pub(crate) mod mate;
pub mod protocol;
pub(crate) mod tuning;
pub(crate) mod view;

pub use config::{Config, EvaluatorConfig, GameConfig};
pub use domain::Xiangqi;
pub use files::Files;
