//! What a graph search found: [`GraphReport`].

use super::{Cost, GraphAlgorithm};
use serde::Serialize;
use std::time::Duration;
use thiserror::Error;

/// The result of a graph search.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphReport<S, A> {
    /// Which algorithm ran.
    pub algorithm: GraphAlgorithm,
    /// The path, or why no path was found.
    pub solution: Result<Solution<S, A>, Unsolved>,
    /// What the search did, whether it found a path or not.
    pub stats: GraphStats,
}

impl<S, A> GraphReport<S, A> {
    /// The cost of the path found, if one was.
    pub fn cost(&self) -> Option<Cost> {
        self.solution.as_ref().ok().map(|solution| solution.cost)
    }
}

/// A path from the start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<S, A> {
    /// The sum of the costs of its edges.
    pub cost: Cost,
    /// The states it passes, the start first and the goal last: one more than there are actions.
    pub states: Vec<S>,
    /// The actions in order; empty if the start is a goal.
    pub actions: Vec<A>,
}

/// Why a search ended without a path. Only [`Unsolved::Exhausted`] proves that no path exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unsolved {
    /// Every state that can be reached was searched, and none is a goal.
    #[error("no path: no goal can be reached from the start")]
    Exhausted,
    /// The limit on expansions was reached.
    #[error("gave up after {0} expansions, the limit set")]
    ExpansionLimit(u64),
    /// The limit on states in memory was reached.
    #[error("gave up with {0} states in memory, the limit set")]
    StateLimit(usize),
    /// The time was up.
    #[error("gave up after {0:?}, the time limit set")]
    TimeLimit(Duration),
    /// The stop flag was raised.
    #[error("stopped before a path was found")]
    Stopped,
}

/// What a search did. The counts are exact and the same on every run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GraphStats {
    /// How often successors were asked for. A goal that is found is not expanded; a state that is
    /// expanded again counts again.
    pub expanded: u64,
    /// Successors received, duplicates included; the start does not count.
    pub generated: u64,
    /// How often a state was found again at a lower cost after its expansion; for IDA\* with a table,
    /// at a lower cost than the table remembers. 0 for uniform-cost and breadth-first search, for
    /// A\* with a consistent heuristic, and for IDA\* without a table.
    pub reopened: u64,
    /// The most states that waited for their expansion at once; for IDA\*, the untried actions
    /// along the path.
    pub peak_open: usize,
    /// Iterations of IDA\*; 0 for the others.
    pub iterations: u64,
    /// The cost bounds of those iterations, at most the first 1024.
    pub bounds: Vec<Cost>,
    /// Wall time.
    pub seconds: f64,
}

impl GraphStats {
    /// Expansions per second.
    pub fn expansions_per_second(&self) -> f64 {
        self.expanded as f64 / self.seconds.max(1e-9)
    }
}
