//! The configuration: `configs/xiangqi/*.toml`.

use crate::rules::position::Position;
use crate::rules::repetition::Repetition;
use crate::rules::variant::Rules;
use search::SearchConfig;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A complete configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The rules.
    #[serde(default)]
    pub game: GameConfig,
    /// The search.
    #[serde(default)]
    pub search: SearchConfig,
    /// The evaluator.
    #[serde(default)]
    pub evaluator: EvaluatorConfig,
}

/// The rules of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct GameConfig {
    /// The variant: how pieces move and how the game ends.
    pub rules: Rules,
    /// Which repetitions are forbidden, under the full rules.
    pub repetition: Repetition,
}

impl GameConfig {
    /// The start position.
    pub fn start(&self) -> Position {
        Position::start_with(self.rules)
    }
}

/// The evaluator by name, with its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", tag = "name")]
pub enum EvaluatorConfig {
    /// The lab's evaluator: piece values and position tables.
    MaterialPosition {
        /// A file with values and tables; the lab's if absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        tables: Option<PathBuf>,
    },
    /// Tapered material and tables, mobility, king safety, cooperation.
    Tapered {
        /// A weight file; the built-in weights if absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        weights: Option<PathBuf>,
    },
}

impl Default for EvaluatorConfig {
    fn default() -> Self {
        EvaluatorConfig::Tapered { weights: None }
    }
}
