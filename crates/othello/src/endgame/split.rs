//! Parallel search by the young brothers wait concept (Feldmann 1993): once the first move of a node has
//! failed to cause a cutoff, the others are searched in parallel. The first cutoff stops the rest.

use super::Counter;
use super::node::{Node, Search};
use super::order::Child;
use super::table::NO_SQUARE;
use crate::rules::arch::Arch;
use search::StopSignal;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The stop flag of a subtree, linked to the flags above it.
pub(crate) struct Abort<'a> {
    raised: AtomicBool,
    above: Above<'a>,
}

enum Above<'a> {
    Root(&'a StopSignal, Polls),
    Split(&'a Abort<'a>),
}

/// What the root counts: queries of the flag, and nodes of all threads.
#[derive(Default)]
struct Polls {
    asked: AtomicUsize,
    spent: AtomicU64,
}

/// The number of queries between two checks of the clock.
const CLOCK_EVERY: usize = 16;

impl<'a> Abort<'a> {
    pub(crate) fn root(stop: &'a StopSignal) -> Abort<'a> {
        Abort { raised: AtomicBool::new(false), above: Above::Root(stop, Polls::default()) }
    }

    fn below(above: &'a Abort<'a>) -> Abort<'a> {
        Abort { raised: AtomicBool::new(false), above: Above::Split(above) }
    }

    /// Adds nodes to the total of all threads. Returns how many are left; `None` without a limit.
    pub(crate) fn spend(&self, nodes: u64) -> Option<u64> {
        match &self.above {
            Above::Split(above) => above.spend(nodes),
            Above::Root(stop, polls) => stop.node_limit().map(|limit| {
                let before = polls.spent.fetch_add(nodes, Relaxed);
                limit.saturating_sub(before.saturating_add(nodes))
            }),
        }
    }

    fn raise(&self) {
        self.raised.store(true, Relaxed);
    }

    pub(crate) fn is_raised(&self) -> bool {
        if self.raised.load(Relaxed) {
            return true;
        }
        let raised = match &self.above {
            Above::Split(above) => above.is_raised(),
            Above::Root(stop, polls) => {
                polls.asked.fetch_add(1, Relaxed).is_multiple_of(CLOCK_EVERY) && stop.is_raised()
            }
        };
        if raised {
            self.raise();
        }
        raised
    }
}

/// The combined result of the threads.
struct Found {
    best: i32,
    square: u8,
    counter: Counter,
    stopped: bool,
}

impl Search<'_> {
    /// Searches the children in parallel. Returns the best score and its move.
    #[inline(never)]
    pub(crate) fn split<A: Arch, const MASK: u64>(
        &mut self,
        arch: A,
        children: &[Child],
        alpha: i32,
    ) -> (i32, u8) {
        let abort = Abort::below(self.abort);
        let found = Mutex::new(Found {
            best: -127,
            square: NO_SQUARE,
            counter: Counter::default(),
            stopped: false,
        });
        let next = AtomicUsize::new(0);
        let (table, weights, splits) = (self.table, self.weights, self.splits);
        let work = || {
            // Each thread takes the first child that is left.
            let Some(child) = children.get(next.fetch_add(1, Relaxed)) else { return };
            if abort.is_raised() {
                return;
            }
            let mut search = Search::new(table, weights, &abort, splits);
            let (own, opp) = (child.own, child.opp);
            let score =
                -arch.enter(Node::<MASK> { search: &mut search, own, opp, alpha: -alpha - 1 });
            search.report();
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.counter.add(search.counter.nodes());
            if search.stopped {
                found.stopped = true;
            } else if score > found.best {
                (found.best, found.square) = (score, child.square);
                if score > alpha {
                    abort.raise();
                }
            }
        };
        rayon::scope(|scope| {
            for _ in 1..children.len() {
                scope.spawn(|_| work());
            }
            work();
        });
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.add_reported(found.counter.nodes());
        // Stopped by a cutoff at this node, or from above?
        if found.best <= alpha && found.stopped || self.abort.is_raised() {
            self.stopped = true;
        }
        (found.best, found.square)
    }
}
