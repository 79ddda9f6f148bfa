//! The program `sliding-puzzle`: configuration and verbs.

mod cases;
mod compare;
mod generate;
mod input;
mod run;

use super::{Goal, Heuristic};
use config::{ConfigProblem, Embedded};
use harness::cli::{Tool, Verb};
use harness::verbs::batch::{self, Kind};
use search::graph::{GraphAlgorithm, GraphConfig};
use serde::{Deserialize, Serialize};

/// The configuration file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The puzzle.
    pub puzzle: PuzzleConfig,
    /// The search.
    pub search: SearchConfig,
}

/// The table `[puzzle]`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PuzzleConfig {
    /// Where the blank is in the goal.
    pub goal: Goal,
}

/// The table `[search]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct SearchConfig {
    /// The algorithm.
    pub algorithm: GraphAlgorithm,
    /// The heuristic, if the algorithm uses one.
    pub heuristic: Heuristic,
    /// The search gives up after this many expansions.
    pub max_expansions: u64,
    /// The search gives up with this many states in memory.
    pub max_states: usize,
    /// The search gives up after this many seconds; no limit if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Entries in the table of `ida-star-table`.
    pub table_entries: usize,
}

impl Default for SearchConfig {
    fn default() -> Self {
        let GraphConfig { max_states, seconds, table_entries, .. } = GraphConfig::default();
        SearchConfig {
            algorithm: GraphAlgorithm::IdaStar,
            heuristic: Heuristic::default(),
            // More than any of Korf's instances takes.
            max_expansions: 10_000_000_000,
            max_states,
            seconds,
            table_entries,
        }
    }
}

impl From<&SearchConfig> for GraphConfig {
    fn from(config: &SearchConfig) -> Self {
        GraphConfig {
            algorithm: config.algorithm,
            max_expansions: Some(config.max_expansions),
            max_states: config.max_states,
            seconds: config.seconds,
            table_entries: config.table_entries,
        }
    }
}

/// The tool `sliding-puzzle`.
pub struct SlidingPuzzle;

impl Tool for SlidingPuzzle {
    type Config = Config;
    type Files = ();
    const NAME: &'static str = "sliding-puzzle";
    const ABOUT: &'static str =
        "Solve the 8-puzzle, the 15-puzzle and other sliding puzzles in the fewest moves";
    const CONFIGS: Embedded = config::embed!("configs/sliding-puzzle": "default");

    fn check(config: &Config) -> Result<(), ConfigProblem> {
        Ok(GraphConfig::from(&config.search).validate()?)
    }

    fn verbs() -> Vec<Verb<Self>> {
        vec![
            Verb::new("solve", "Solve positions in the fewest moves", run::solve),
            Verb::new("batch", "Run fixture files and compare with what they expect", batch::run),
            Verb::new("compare", "Solve the same positions by several searches", compare::run),
            Verb::new("generate", "Make random positions from a seed", generate::run),
        ]
    }

    fn fixture_kinds() -> Vec<Kind<Self>> {
        cases::kinds()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_file_says_what_the_defaults_are() {
        let read: Config = SlidingPuzzle::CONFIGS.document(None, &[]).unwrap().read().unwrap();
        assert_eq!(read, Config::default());
        SlidingPuzzle::check(&read).unwrap();
    }
}
