//! The section `[experience]`: [`ExperienceConfig`].

use super::store::StoreError;
use config::ConfigProblem;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The maximum bonus, in points; it outweighs any difference of scores.
const MOST_POINTS: i64 = 1_000_000;
/// The maximum number of positions: about 250 MB of text.
const MOST_POSITIONS: usize = 500_000;

/// The memory of played games, and how it affects the choice of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ExperienceConfig {
    /// The file; nothing is remembered without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// The maximum number of positions; beyond it the oldest are removed.
    pub max_positions: usize,
    /// A move that has won is preferred unless its score is worse by more than this many points.
    pub bonus: i64,
    /// Nodes per position of a lost game, for the search for the losing move.
    pub nodes: u64,
}

impl Default for ExperienceConfig {
    fn default() -> Self {
        ExperienceConfig { file: None, max_positions: 10_000, bonus: 60, nodes: 20_000 }
    }
}

impl ExperienceConfig {
    /// The default, with this file.
    pub fn in_file(file: impl Into<PathBuf>) -> ExperienceConfig {
        ExperienceConfig { file: Some(file.into()), ..ExperienceConfig::default() }
    }

    pub(crate) fn check(&self) -> Result<(), ConfigProblem> {
        let range = |key: &str, found: i64, least: i64, most: i64| {
            if (least..=most).contains(&found) {
                return Ok(());
            }
            let key = format!("experience.{key}");
            Err(ConfigProblem::new(key, found.to_string(), format!("{least} to {most}")))
        };
        let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        range("bonus", self.bonus, 0, MOST_POINTS)?;
        range("nodes", signed(self.nodes), 1, 1_000_000_000)?;
        range("max-positions", signed(self.max_positions as u64), 1, MOST_POSITIONS as i64)
    }
}

impl From<StoreError> for ConfigProblem {
    fn from(error: StoreError) -> Self {
        ConfigProblem::new("experience.file", error.to_string(), "a file written by the engine")
    }
}
