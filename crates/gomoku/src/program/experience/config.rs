//! The section `[experience]`: [`ExperienceConfig`].

use super::store::StoreError;
use config::ConfigProblem;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Points beyond which a bonus means always.
const MOST_POINTS: i64 = 1_000_000;
/// Positions of the largest memory: some 250 MB of text.
const MOST_POSITIONS: usize = 500_000;

/// What to remember of games, and what to make of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ExperienceConfig {
    /// The file; nothing is remembered without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// How many positions it holds; then the oldest are forgotten.
    pub max_positions: usize,
    /// By how many points a move that won may be worse.
    pub bonus: i64,
    /// Nodes for each position of a lost game, to find the move that lost it.
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
