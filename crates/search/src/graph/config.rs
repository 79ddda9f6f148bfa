//! Which graph search runs, and with how much: [`GraphConfig`] and [`solve`].

use super::{
    GraphLimits, GraphReport, Heuristic, StateSpace, astar, breadth_first, ida_star,
    ida_star_table, uniform_cost,
};
use crate::{SearchConfigError, StopFlag};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// A graph search by its name in a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GraphAlgorithm {
    /// [`astar`]: best first, by cost so far plus estimate.
    #[default]
    Astar,
    /// [`ida_star()`](ida_star): depth first within a growing bound; remembers only its path.
    IdaStar,
    /// [`ida_star_table()`](ida_star_table): the same with a table of fixed size.
    IdaStarTable,
    /// [`uniform_cost()`](uniform_cost): cheapest first, no heuristic.
    UniformCost,
    /// [`breadth_first()`](breadth_first): fewest actions first, no heuristic and no costs.
    #[serde(rename = "bfs")]
    BreadthFirst,
}

impl GraphAlgorithm {
    /// All of them, for a comparison.
    pub const ALL: [GraphAlgorithm; 5] = [
        GraphAlgorithm::Astar,
        GraphAlgorithm::IdaStar,
        GraphAlgorithm::IdaStarTable,
        GraphAlgorithm::UniformCost,
        GraphAlgorithm::BreadthFirst,
    ];

    /// The name in a configuration and in a table.
    pub const fn name(self) -> &'static str {
        match self {
            GraphAlgorithm::Astar => "astar",
            GraphAlgorithm::IdaStar => "ida-star",
            GraphAlgorithm::IdaStarTable => "ida-star-table",
            GraphAlgorithm::UniformCost => "uniform-cost",
            GraphAlgorithm::BreadthFirst => "bfs",
        }
    }

    /// Whether it uses a heuristic.
    pub const fn estimates(self) -> bool {
        !matches!(self, GraphAlgorithm::UniformCost | GraphAlgorithm::BreadthFirst)
    }
}

impl fmt::Display for GraphAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How to search a graph. The default is A\* with 2²⁴ states in memory at most.
///
/// ```
/// use search::graph::{GraphAlgorithm, GraphConfig};
///
/// let text = "algorithm = 'ida-star-table'\ntable-entries = 50000\nmax-expansions = 1000000";
/// let config: GraphConfig = toml::from_str(text).unwrap();
/// assert_eq!(config.algorithm, GraphAlgorithm::IdaStarTable);
/// assert_eq!(config.table_entries, 50_000);
/// config.validate().unwrap();
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct GraphConfig {
    /// Which algorithm.
    pub algorithm: GraphAlgorithm,
    /// Gives up after this many expansions; absent for no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_expansions: Option<u64>,
    /// Gives up with this many states in memory (see [`GraphLimits::states`]).
    pub max_states: usize,
    /// Gives up after this many seconds; absent for no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Entries in the table of `ida-star-table`. Fewer make it slower, never wrong.
    pub table_entries: usize,
}

impl GraphConfig {
    /// 2²⁰ entries: with small states about 48 MiB, taken only as they fill.
    pub const DEFAULT_TABLE_ENTRIES: usize = 1 << 20;

    /// Checks that the values are in range.
    pub fn validate(&self) -> Result<(), SearchConfigError> {
        let refuse = |key, found: String, allowed| Err(SearchConfigError { key, found, allowed });
        if self.max_expansions == Some(0) {
            return refuse("max-expansions", "0".into(), "at least 1 (leave it out for no limit)");
        }
        if self.max_states == 0 {
            return refuse("max-states", "0".into(), "at least 1");
        }
        if let Some(seconds) = self.seconds
            && !(seconds > 0.0 && seconds <= 1e9)
        {
            return refuse("seconds", seconds.to_string(), "more than 0, at most 1e9");
        }
        if self.table_entries == 0 {
            return refuse("table-entries", "0".into(), "at least 1");
        }
        Ok(())
    }

    /// The limits this configuration sets; a time that [`validate`](Self::validate) would refuse
    /// sets none.
    pub fn limits(&self, stop: &StopFlag) -> GraphLimits {
        GraphLimits {
            expansions: self.max_expansions,
            states: self.max_states,
            time: self.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            stop: stop.clone(),
        }
    }
}

impl Default for GraphConfig {
    fn default() -> Self {
        GraphConfig {
            algorithm: GraphAlgorithm::default(),
            max_expansions: None,
            max_states: GraphLimits::DEFAULT_STATES,
            seconds: None,
            table_entries: Self::DEFAULT_TABLE_ENTRIES,
        }
    }
}

/// Searches `space` from `start` as `config` says; the one entry point for a configured search.
///
/// `uniform-cost` and `bfs` do not look at `heuristic`. Raising `stop` from another thread ends the
/// search before its next expansion. The example is on the [module](super).
pub fn solve<P: StateSpace, H: Heuristic<P::State>>(
    space: &P,
    heuristic: &H,
    start: P::State,
    config: &GraphConfig,
    stop: &StopFlag,
) -> GraphReport<P::State, P::Action> {
    let limits = config.limits(stop);
    match config.algorithm {
        GraphAlgorithm::Astar => astar(space, heuristic, start, &limits),
        GraphAlgorithm::IdaStar => ida_star(space, heuristic, start, &limits),
        GraphAlgorithm::IdaStarTable => {
            ida_star_table(space, heuristic, start, config.table_entries, &limits)
        }
        GraphAlgorithm::UniformCost => uniform_cost(space, start, &limits),
        GraphAlgorithm::BreadthFirst => breadth_first(space, start, &limits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_valid_and_reads_back_from_toml() {
        let config = GraphConfig::default();
        config.validate().unwrap();
        let text = toml::to_string(&config).unwrap();
        assert_eq!(toml::from_str::<GraphConfig>(&text).unwrap(), config);
    }

    #[test]
    fn every_algorithm_is_read_by_the_name_it_prints() {
        for algorithm in GraphAlgorithm::ALL {
            let text = format!("algorithm = \"{algorithm}\"");
            assert_eq!(toml::from_str::<GraphConfig>(&text).unwrap().algorithm, algorithm);
        }
    }

    #[test]
    fn values_out_of_range_are_refused_by_name() {
        let refused = |text: &str| {
            let config: GraphConfig = toml::from_str(text).unwrap();
            config.validate().unwrap_err().key
        };
        assert_eq!(refused("max-expansions = 0"), "max-expansions");
        assert_eq!(refused("max-states = 0"), "max-states");
        assert_eq!(refused("table-entries = 0"), "table-entries");
        assert_eq!(refused("seconds = 0.0"), "seconds");
        assert_eq!(refused("seconds = nan"), "seconds");
        assert_eq!(refused("seconds = 1e10"), "seconds");
    }

    #[test]
    fn an_unknown_key_or_algorithm_is_refused() {
        assert!(toml::from_str::<GraphConfig>("max-state = 5").is_err());
        assert!(toml::from_str::<GraphConfig>("algorithm = 'a-star'").is_err());
    }
}
