//! The configuration and the verbs of the binary.

use crate::finder::SearchConfig;
use crate::formats::Format;
use crate::map::movement::Movement;
use crate::program::verbs::{cases, compare, generate, render, solve};
use config::{ConfigProblem, Embedded};
use harness::cli::{Tool, Verb};
use harness::verbs::batch::{self, Kind};
use serde::{Deserialize, Serialize};

/// The configuration file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// How map files are read.
    pub map: MapConfig,
    /// How they are searched.
    pub search: SearchConfig,
}

/// The table `[map]`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MapConfig {
    /// The format of map files.
    pub format: Format,
    /// The allowed steps; by default eight directions for the queries of a scenario, whose lengths assume
    /// them, and four for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movement: Option<Movement>,
    /// The start for maps without one: row and column; negative numbers count from the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<[i64; 2]>,
    /// The goal for maps without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<[i64; 2]>,
}

/// The tool `pathfinding`.
pub struct Pathfinding;

impl Tool for Pathfinding {
    type Config = Config;
    type Files = ();
    const NAME: &'static str = "pathfinding";
    const ABOUT: &'static str = "Shortest paths on grids, with and without a supply";
    const CONFIGS: Embedded = config::embed!("configs": "default", "lab-maze", "lab-supply");

    fn check(config: &Config) -> Result<(), ConfigProblem> {
        if config.search.max_expansions == 0 {
            return Err(ConfigProblem::new("search.max-expansions", "0", "at least 1"));
        }
        if config.search.max_states == 0 {
            return Err(ConfigProblem::new("search.max-states", "0", "at least 1"));
        }
        if config.search.table_entries == 0 {
            return Err(ConfigProblem::new("search.table-entries", "0", "at least 1"));
        }
        Ok(())
    }

    fn verbs() -> Vec<Verb<Self>> {
        vec![
            Verb::new(
                "solve",
                "Find the shortest paths on maps, or those of a scenario",
                solve::run,
            ),
            Verb::new("render", "Draw a map, its path and how the search spread", render::run),
            Verb::new("batch", "Run fixture files and compare with what they expect", batch::run),
            Verb::new("compare", "Search the same maps by several searches", compare::run),
            Verb::new("generate", "Make a random map from a seed", generate::run),
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
        let read: Config = Pathfinding::CONFIGS.document(None, &[]).unwrap().read().unwrap();
        assert_eq!(toml::to_string(&read).unwrap(), toml::to_string(&Config::default()).unwrap());
    }
}
