//! The configuration: `configs/xiangqi/*.toml`.

use crate::evaluators::{PieceTables, Weights};
use crate::rules::position::Position;
use crate::rules::repetition::Repetition;
use crate::rules::variant::Rules;
use config::ConfigProblem;
use search::SearchConfig;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A whole configuration file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The rules.
    #[serde(default)]
    pub game: GameConfig,
    /// How to search.
    #[serde(default)]
    pub search: SearchConfig,
    /// How to judge a position.
    #[serde(default)]
    pub evaluator: EvaluatorConfig,
}

/// The rules of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct GameConfig {
    /// How pieces move and the game ends.
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

/// The evaluators by name, with their weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", tag = "name")]
pub enum EvaluatorConfig {
    /// The lab's: piece values and position tables.
    MaterialPosition {
        /// The file with both, beside the configuration; the lab's if absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        tables: Option<PathBuf>,
        /// What stands in it.
        #[serde(skip)]
        content: Option<Arc<PieceTables>>,
    },
    /// Tapered material and tables, mobility, king safety, cooperation.
    Tapered {
        /// The file with the weights, beside the configuration; the built-in ones if absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        weights: Option<PathBuf>,
        /// What stands in it.
        #[serde(skip)]
        content: Option<Arc<Weights>>,
    },
}

impl Default for EvaluatorConfig {
    fn default() -> Self {
        EvaluatorConfig::Tapered { weights: None, content: None }
    }
}

impl EvaluatorConfig {
    /// Reads the file it names, relative to `folder`.
    pub(crate) fn read_files(&mut self, folder: &Path) -> Result<(), ConfigProblem> {
        match self {
            EvaluatorConfig::MaterialPosition { tables, content } => {
                if let Some(path) = tables {
                    let read = PieceTables::read(&folder.join(path), "evaluator.tables")?;
                    *content = Some(Arc::new(read));
                }
            }
            EvaluatorConfig::Tapered { weights, content } => {
                if let Some(path) = weights {
                    let read = Weights::read(&folder.join(path), "evaluator.weights")?;
                    *content = Some(Arc::new(read));
                }
            }
        }
        Ok(())
    }

    /// The tables of `material-position`; the lab's unless the configuration names others.
    pub fn piece_tables(&self) -> Arc<PieceTables> {
        match self {
            EvaluatorConfig::MaterialPosition { content: Some(tables), .. } => Arc::clone(tables),
            _ => Arc::new(PieceTables::lab()),
        }
    }
}
