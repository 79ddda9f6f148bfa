//! The choice of a search and its limits: [`SearchConfig`].

use crate::map::movement::Movement;
use search::graph::{GraphAlgorithm, GraphConfig};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A search by its name in a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// A\* with two stacks; for eight neighbours with a heap.
    #[default]
    Astar,
    /// Breadth-first search.
    Bfs,
    /// Bidirectional breadth-first search.
    Bidirectional,
    /// Iterative deepening that stores only its path.
    IdaStar,
    /// Iterative deepening with a label per cell, resumed where the last iteration ended.
    IdaStarTable,
    /// Jump point search on bitmaps of the map.
    Jps,
    /// Jump point search with a table of jumps, built on first use.
    JpsPrepared,
    /// One of these, chosen by the map and the query, without a table.
    Auto,
    /// A\* of the search core, which does not use the grid structure: the textbook version.
    GenericAstar,
    /// Breadth-first search of the search core.
    GenericBfs,
    /// Uniform-cost search (Dijkstra's algorithm) of the search core.
    GenericUniformCost,
    /// Iterative deepening of the search core, which stores only its path.
    GenericIdaStar,
    /// Iterative deepening of the search core with a table of fixed size.
    GenericIdaStarTable,
}

impl Algorithm {
    /// All of them, for a comparison.
    pub const ALL: [Algorithm; 13] = [
        Algorithm::Astar,
        Algorithm::Bfs,
        Algorithm::Bidirectional,
        Algorithm::IdaStar,
        Algorithm::IdaStarTable,
        Algorithm::Jps,
        Algorithm::JpsPrepared,
        Algorithm::Auto,
        Algorithm::GenericAstar,
        Algorithm::GenericBfs,
        Algorithm::GenericUniformCost,
        Algorithm::GenericIdaStar,
        Algorithm::GenericIdaStarTable,
    ];

    /// The name in a configuration and in a table.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Astar => "astar",
            Algorithm::Bfs => "bfs",
            Algorithm::Bidirectional => "bidirectional",
            Algorithm::IdaStar => "ida-star",
            Algorithm::IdaStarTable => "ida-star-table",
            Algorithm::Jps => "jps",
            Algorithm::JpsPrepared => "jps-prepared",
            Algorithm::Auto => "auto",
            Algorithm::GenericAstar => "generic-astar",
            Algorithm::GenericBfs => "generic-bfs",
            Algorithm::GenericUniformCost => "generic-uniform-cost",
            Algorithm::GenericIdaStar => "generic-ida-star",
            Algorithm::GenericIdaStarTable => "generic-ida-star-table",
        }
    }

    /// The algorithm of the search core behind a generic one.
    pub const fn generic(self) -> Option<GraphAlgorithm> {
        match self {
            Algorithm::GenericAstar => Some(GraphAlgorithm::Astar),
            Algorithm::GenericBfs => Some(GraphAlgorithm::BreadthFirst),
            Algorithm::GenericUniformCost => Some(GraphAlgorithm::UniformCost),
            Algorithm::GenericIdaStar => Some(GraphAlgorithm::IdaStar),
            Algorithm::GenericIdaStarTable => Some(GraphAlgorithm::IdaStarTable),
            _ => None,
        }
    }

    /// Whether it can search with a supply.
    pub const fn knows_supply(self) -> bool {
        let labels = matches!(self, Algorithm::Astar | Algorithm::Bfs | Algorithm::Auto);
        labels || self.generic().is_some()
    }

    /// Whether it can search with this movement. Breadth-first search and iterative deepening on labels
    /// require steps of equal cost.
    pub const fn knows(self, movement: Movement) -> bool {
        let by_steps = matches!(
            self,
            Algorithm::Bfs
                | Algorithm::Bidirectional
                | Algorithm::IdaStar
                | Algorithm::IdaStarTable
                | Algorithm::GenericBfs
        );
        !by_steps || matches!(movement, Movement::Four)
    }

    /// Whether it uses the estimate of the configuration.
    pub const fn estimates(self) -> bool {
        match self.generic() {
            Some(algorithm) => algorithm.estimates(),
            None => matches!(self, Algorithm::Astar | Algorithm::IdaStar | Algorithm::IdaStarTable),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An estimate of the remaining path, by its name in a configuration. All are consistent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heuristic {
    /// The length of the path without walls: `manhattan` for four neighbours, `octile` for eight.
    #[default]
    Auto,
    /// Rows plus columns to the goal; for four neighbours.
    Manhattan,
    /// As many diagonal steps as lead nearer, then straight steps; for eight neighbours.
    Octile,
    /// Always zero: the "without heuristic" of a comparison.
    Zero,
}

impl Heuristic {
    /// All of them.
    pub const ALL: [Heuristic; 4] =
        [Heuristic::Auto, Heuristic::Manhattan, Heuristic::Octile, Heuristic::Zero];

    /// The name in a configuration and in a table.
    pub const fn name(self) -> &'static str {
        match self {
            Heuristic::Auto => "auto",
            Heuristic::Manhattan => "manhattan",
            Heuristic::Octile => "octile",
            Heuristic::Zero => "zero",
        }
    }

    /// The estimate that `auto` means with this movement; any other is returned unchanged.
    pub const fn on(self, movement: Movement) -> Heuristic {
        match (self, movement) {
            (Heuristic::Auto, Movement::Four) => Heuristic::Manhattan,
            (Heuristic::Auto, Movement::Eight) => Heuristic::Octile,
            _ => self,
        }
    }

    /// Whether it can be used with this movement.
    pub const fn knows(self, movement: Movement) -> bool {
        match self {
            Heuristic::Auto | Heuristic::Zero => true,
            Heuristic::Manhattan => matches!(movement, Movement::Four),
            Heuristic::Octile => matches!(movement, Movement::Eight),
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
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The estimate; for `astar`, `ida-star`, `ida-star-table` and their generic versions.
    pub heuristic: Heuristic,
    /// Gives up after this many expansions.
    pub max_expansions: u64,
    /// Gives up with this many states (row, column, supply) in memory, at 16 bytes each, or about 100 in a
    /// generic search. Other searches without a supply store only the labels of the cells.
    pub max_states: u32,
    /// Entries in the table of `generic-ida-star-table`. Fewer make it slower, never wrong.
    pub table_entries: u32,
}

impl SearchConfig {
    /// A plain IDA\* that does not finish gives up within seconds; no other search of the largest map
    /// expands half as many.
    pub const DEFAULT_MAX_EXPANSIONS: u64 = 200_000_000;

    /// 2²⁶ states: 1 GiB, allocated only as needed.
    pub const DEFAULT_MAX_STATES: u32 = 1 << 26;

    /// The default of the search core.
    pub const DEFAULT_TABLE_ENTRIES: u32 = GraphConfig::DEFAULT_TABLE_ENTRIES as u32;
}

impl Default for SearchConfig {
    fn default() -> Self {
        SearchConfig {
            algorithm: Algorithm::default(),
            heuristic: Heuristic::default(),
            max_expansions: Self::DEFAULT_MAX_EXPANSIONS,
            max_states: Self::DEFAULT_MAX_STATES,
            table_entries: Self::DEFAULT_TABLE_ENTRIES,
        }
    }
}
