//! Counts the work of a search, ends it at its limits, and reports expansions to an observer.

use super::{Report, SearchConfig};
use crate::map::movement::Length;
use crate::map::{Cell, Spot};
use search::StopFlag;
use search::graph::{GraphReport, Unsolved};

/// An observer of expansions, in their order; a heat map is one.
pub trait Watch {
    /// A cell is expanded.
    fn expanded(&mut self, cell: Cell);
}

/// No observer; compiles to nothing.
impl Watch for () {
    #[inline]
    fn expanded(&mut self, _: Cell) {}
}

/// Records all expansions.
impl Watch for Vec<Cell> {
    fn expanded(&mut self, cell: Cell) {
        self.push(cell);
    }
}

/// The number of expansions between two checks of the stop flag; they take microseconds.
const STOP_INTERVAL: u64 = 1024;

pub(super) struct Budget<'a, W> {
    max_expansions: u64,
    max_states: u32,
    stop: &'a StopFlag,
    watch: &'a mut W,
    expanded: u64,
    /// Work since the last check of the stop flag, by searches that expand in runs.
    passed: u32,
    pub(super) generated: u64,
    pub(super) iterations: u32,
}

impl<'a, W: Watch> Budget<'a, W> {
    pub(super) fn new(config: &SearchConfig, stop: &'a StopFlag, watch: &'a mut W) -> Self {
        let SearchConfig { max_expansions, max_states, .. } = *config;
        Budget {
            max_expansions,
            max_states,
            stop,
            watch,
            expanded: 0,
            passed: 0,
            generated: 0,
            iterations: 0,
        }
    }

    /// Called before a state is stored in addition to `held` others. Returns its number.
    #[inline]
    pub(super) fn hold(&self, held: usize) -> Result<u32, Unsolved> {
        match u32::try_from(held) {
            Ok(number) if number < self.max_states => Ok(number),
            _ => Err(Unsolved::StateLimit(self.max_states as usize)),
        }
    }

    /// Called before every expansion.
    #[inline]
    pub(super) fn expand(&mut self, spot: Spot) -> Result<(), Unsolved> {
        if self.expanded >= self.max_expansions {
            return Err(Unsolved::ExpansionLimit(self.max_expansions));
        }
        if self.expanded.is_multiple_of(STOP_INTERVAL) && self.stop.is_stopped() {
            return Err(Unsolved::Stopped);
        }
        self.expanded += 1;
        self.watch.expanded(spot.into());
        Ok(())
    }

    /// Runs a search with at most this many expansions; `None` if they were not enough.
    pub(super) fn within<T>(
        &mut self,
        expansions: u32,
        attempt: impl FnOnce(&mut Self) -> Result<T, Unsolved>,
    ) -> Option<Result<T, Unsolved>> {
        let limit = self.max_expansions;
        self.max_expansions = limit.min(self.expanded + u64::from(expansions));
        let found = attempt(self);
        let was_cut = self.max_expansions < limit;
        self.max_expansions = limit;
        match found {
            Err(Unsolved::ExpansionLimit(_)) if was_cut => None,
            found => Some(found),
        }
    }

    /// Called before a run of expansions. Returns its maximum length, from 1 to [`STOP_INTERVAL`].
    #[inline]
    pub(super) fn allowance(&mut self) -> Result<u32, Unsolved> {
        let left = self.max_expansions - self.expanded;
        if left == 0 {
            return Err(Unsolved::ExpansionLimit(self.max_expansions));
        }
        if u64::from(self.passed) >= STOP_INTERVAL {
            self.look()?;
        }
        Ok(left.min(STOP_INTERVAL) as u32)
    }

    /// Called after a run of expansions.
    #[inline]
    pub(super) fn expand_run(&mut self, expanded: u32) {
        self.expanded += u64::from(expanded);
        self.generated += u64::from(expanded);
        self.passed += expanded;
    }

    /// Called for each expansion of a run.
    #[inline]
    pub(super) fn watch(&mut self, spot: impl Fn() -> Spot) {
        self.watch.expanded(spot().into());
    }

    /// Called after work other than expansions, measured in cells.
    #[inline]
    pub(super) fn pass(&mut self, cells: u32) -> Result<(), Unsolved> {
        self.passed += cells;
        if u64::from(self.passed) >= STOP_INTERVAL { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Unsolved> {
        self.passed = 0;
        if self.stop.is_stopped() { Err(Unsolved::Stopped) } else { Ok(()) }
    }

    /// Runs a search that enforces its own limits, and adds its counts.
    pub(super) fn delegate<S, A>(
        &mut self,
        search: impl FnOnce(&StopFlag, &mut W) -> GraphReport<S, A>,
    ) -> GraphReport<S, A> {
        let report = search(self.stop, self.watch);
        self.expanded += report.stats.expanded;
        self.generated += report.stats.generated;
        self.iterations += u32::try_from(report.stats.iterations).unwrap_or(u32::MAX);
        report
    }

    pub(super) fn report(self, outcome: Result<Length, Unsolved>) -> Report {
        let Budget { expanded, generated, iterations, .. } = self;
        Report { outcome, expanded, generated, iterations }
    }
}
