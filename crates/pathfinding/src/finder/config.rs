//! Which search runs, and how far: [`SearchConfig`].

use crate::map::movement::Movement;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A search by its name in a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// A\* with two stacks; for eight neighbours with a heap.
    #[default]
    Astar,
    /// Breadth first.
    Bfs,
    /// From both ends at once.
    Bidirectional,
    /// Iterative deepening that remembers its path alone.
    IdaStar,
    /// Iterative deepening that remembers a label per cell and where it left off.
    IdaStarTable,
    /// Jump point search on bitmaps of the map.
    Jps,
    /// Jump point search by a table of jumps, made when it is first asked for.
    JpsPrepared,
    /// Whichever of these suits the map and the query, without a table.
    Auto,
}

impl Algorithm {
    /// All of them, for a comparison.
    pub const ALL: [Algorithm; 8] = [
        Algorithm::Astar,
        Algorithm::Bfs,
        Algorithm::Bidirectional,
        Algorithm::IdaStar,
        Algorithm::IdaStarTable,
        Algorithm::Jps,
        Algorithm::JpsPrepared,
        Algorithm::Auto,
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
        }
    }

    /// Whether it can search with a supply.
    pub const fn knows_supply(self) -> bool {
        matches!(self, Algorithm::Astar | Algorithm::Bfs | Algorithm::Auto)
    }

    /// Whether it can search with this movement. Steps of different cost are beyond what breadth
    /// first and the rounds of iterative deepening count on.
    pub const fn knows(self, movement: Movement) -> bool {
        let by_cost = matches!(
            self,
            Algorithm::Astar | Algorithm::Jps | Algorithm::JpsPrepared | Algorithm::Auto
        );
        by_cost || matches!(movement, Movement::Four)
    }

    /// Whether it uses the estimate of the configuration.
    pub const fn estimates(self) -> bool {
        matches!(self, Algorithm::Astar | Algorithm::IdaStar | Algorithm::IdaStarTable)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An estimate of the way to the goal, by its name in a configuration. All are consistent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heuristic {
    /// The length of the way without walls: `manhattan` for four neighbours, `octile` for eight.
    #[default]
    Auto,
    /// Rows plus columns to the goal; for four neighbours.
    Manhattan,
    /// As many diagonal steps as lead nearer, then straight on; for eight neighbours.
    Octile,
    /// Nothing is known: the "without heuristic" of a comparison.
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

    /// What `auto` stands for with this movement; the others stand for themselves.
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
    /// Which search.
    pub algorithm: Algorithm,
    /// Which estimate; for `astar`, `ida-star` and `ida-star-table`.
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
