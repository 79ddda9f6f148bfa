//! Which search runs, and how far: [`SearchConfig`].

use serde::{Deserialize, Serialize};
use std::fmt;

/// A search by its name in a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// A\* with two stacks.
    #[default]
    Astar,
    /// Breadth first.
    Bfs,
    /// Iterative deepening that remembers its path alone.
    IdaStar,
    /// Iterative deepening that remembers a label per cell and where it left off.
    IdaStarTable,
}

impl Algorithm {
    /// All of them, for a comparison.
    pub const ALL: [Algorithm; 4] =
        [Algorithm::Astar, Algorithm::Bfs, Algorithm::IdaStar, Algorithm::IdaStarTable];

    /// The name in a configuration and in a table.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Astar => "astar",
            Algorithm::Bfs => "bfs",
            Algorithm::IdaStar => "ida-star",
            Algorithm::IdaStarTable => "ida-star-table",
        }
    }

    /// Whether it can search with a supply.
    pub const fn knows_supply(self) -> bool {
        matches!(self, Algorithm::Astar | Algorithm::Bfs)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An estimate of the steps to the goal, by its name in a configuration. Both are consistent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heuristic {
    /// Rows plus columns to the goal: the way without walls.
    #[default]
    Manhattan,
    /// Nothing is known: the "without heuristic" of a comparison.
    Zero,
}

impl Heuristic {
    /// All of them, for a comparison.
    pub const ALL: [Heuristic; 2] = [Heuristic::Manhattan, Heuristic::Zero];

    /// The name in a configuration and in a table.
    pub const fn name(self) -> &'static str {
        match self {
            Heuristic::Manhattan => "manhattan",
            Heuristic::Zero => "zero",
        }
    }
}

impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The table `[search]` of a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct SearchConfig {
    /// Which search.
    pub algorithm: Algorithm,
    /// Which estimate; `bfs` uses none.
    pub heuristic: Heuristic,
    /// Gives up after this many expansions.
    pub max_expansions: u64,
    /// Gives up with this many states (row, column, supply) in memory, at 16 bytes each. Searches
    /// without a supply hold the labels of the cells and nothing else.
    pub max_states: u32,
}

impl SearchConfig {
    /// A plain IDA\* that runs away is over within seconds; no other search of the largest map
    /// expands half as much.
    pub const DEFAULT_MAX_EXPANSIONS: u64 = 200_000_000;

    /// 2²⁶ states: 1 GiB, taken only as they fill.
    pub const DEFAULT_MAX_STATES: u32 = 1 << 26;
}

impl Default for SearchConfig {
    fn default() -> Self {
        SearchConfig {
            algorithm: Algorithm::default(),
            heuristic: Heuristic::default(),
            max_expansions: Self::DEFAULT_MAX_EXPANSIONS,
            max_states: Self::DEFAULT_MAX_STATES,
        }
    }
}
