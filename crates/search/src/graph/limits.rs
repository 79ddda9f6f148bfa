//! When a graph search gives up: [`GraphLimits`], and the meter that watches them.

use super::report::{GraphReport, GraphStats, Solution, Unsolved};
use super::{Cost, GraphAlgorithm};
use crate::StopFlag;
use std::time::{Duration, Instant};

/// Whichever comes first ends the search without an answer.
///
/// ```
/// use search::graph::GraphLimits;
///
/// let limits = GraphLimits { expansions: Some(10_000), ..GraphLimits::default() };
/// assert_eq!(limits.states, GraphLimits::DEFAULT_STATES);
/// ```
#[derive(Clone, Debug)]
pub struct GraphLimits {
    /// Expansions, exactly: the search expands this many states and not one more.
    pub expansions: Option<u64>,
    /// States held in memory at once. A\*, uniform-cost and breadth-first search hold every state
    /// they have reached; IDA\* holds its path and the untried actions along it (its table is
    /// bounded separately).
    pub states: usize,
    /// Wall time.
    pub time: Option<Duration>,
    /// Ends the search from another thread, before its next expansion; keep a clone. (A search that
    /// holds millions of states may first have to finish growing its arrays.)
    pub stop: StopFlag,
}

impl GraphLimits {
    /// 2²⁴ states: a map of 4096 x 4096 cells fits, and with small states it is about 1 GiB.
    pub const DEFAULT_STATES: usize = 1 << 24;
}

impl Default for GraphLimits {
    fn default() -> Self {
        GraphLimits {
            expansions: None,
            states: Self::DEFAULT_STATES,
            time: None,
            stop: StopFlag::new(),
        }
    }
}

/// How many expansions pass between two looks at the clock: a look costs about as much as a fast
/// expansion, and 64 slow ones still take far less than 10 ms.
const CLOCK_INTERVAL: u64 = 64;

/// How many bounds of IDA\* are kept for the report.
const BOUNDS_KEPT: usize = 1024;

/// Counts what a search does and ends it at its limits.
pub(super) struct Meter<'a> {
    limits: &'a GraphLimits,
    began: Instant,
    pub(super) stats: GraphStats,
}

impl<'a> Meter<'a> {
    pub(super) fn new(limits: &'a GraphLimits) -> Self {
        Meter { limits, began: Instant::now(), stats: GraphStats::default() }
    }

    /// Called before every expansion.
    #[inline]
    pub(super) fn expand(&mut self) -> Result<(), Unsolved> {
        if let Some(limit) = self.limits.expansions
            && self.stats.expanded >= limit
        {
            return Err(Unsolved::ExpansionLimit(limit));
        }
        if self.limits.stop.is_stopped() {
            return Err(Unsolved::Stopped);
        }
        if let Some(limit) = self.limits.time
            && self.stats.expanded.is_multiple_of(CLOCK_INTERVAL)
            && self.began.elapsed() >= limit
        {
            return Err(Unsolved::TimeLimit(limit));
        }
        self.stats.expanded += 1;
        Ok(())
    }

    /// Called with the number of states about to be held.
    #[inline]
    pub(super) fn hold(&self, states: usize) -> Result<(), Unsolved> {
        if states > self.limits.states {
            return Err(Unsolved::StateLimit(self.limits.states));
        }
        Ok(())
    }

    /// Called with the number of states that wait to be expanded.
    #[inline]
    pub(super) fn open(&mut self, waiting: usize) {
        self.stats.peak_open = self.stats.peak_open.max(waiting);
    }

    /// Called when iterative deepening starts an iteration.
    pub(super) fn iterate(&mut self, bound: Cost) {
        self.stats.iterations += 1;
        if self.stats.bounds.len() < BOUNDS_KEPT {
            self.stats.bounds.push(bound);
        }
    }

    pub(super) fn finish<S, A>(
        mut self,
        algorithm: GraphAlgorithm,
        solution: Result<Solution<S, A>, Unsolved>,
    ) -> GraphReport<S, A> {
        self.stats.seconds = self.began.elapsed().as_secs_f64();
        GraphReport { algorithm, solution, stats: self.stats }
    }
}
