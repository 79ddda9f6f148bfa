//! When a search ends: [`Limits`] before it starts, a [`StopSignal`] while it runs.

use crate::config::SearchConfig;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The first limit reached ends the search. Without any limit it runs until it is stopped or the game
/// is decided.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Visited nodes, all threads together. Exact on one thread.
    pub nodes: Option<u64>,
    /// Time never exceeded (by more than 10 ms).
    pub time: Option<Duration>,
    /// Time after which no further iteration is started.
    pub soft_time: Option<Duration>,
}

impl Limits {
    /// A depth limit alone.
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A node limit alone.
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A time limit alone.
    pub fn time(time: Duration) -> Self {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// The default limits that a configuration carries.
    pub fn from_config(config: &SearchConfig) -> Self {
        Limits {
            depth: config.depth,
            nodes: config.nodes,
            time: config.seconds.map(Duration::from_secs_f64),
            soft_time: None,
        }
    }

    /// Whether only a stop would end the search.
    pub fn is_unlimited(&self) -> bool {
        *self == Limits::default()
    }
}

/// A flag that ends a running search from another thread, within 10 ms.
///
/// Clones share the flag. It stays raised until [`StopFlag::reset`].
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A lowered flag.
    pub fn new() -> Self {
        StopFlag::default()
    }

    /// Asks every search that holds this flag to end.
    pub fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    /// Lowers the flag for the next search.
    pub fn reset(&self) {
        self.0.store(false, Relaxed);
    }

    /// Whether a stop was asked for.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// What a running search, or a domain solver inside it, polls: the flag and the deadline. It also
/// carries the node limit of a solver that counts nodes itself.
#[derive(Clone, Debug)]
pub struct StopSignal {
    flag: StopFlag,
    deadline: Option<Instant>,
    node_limit: Option<u64>,
}

impl StopSignal {
    /// A signal raised by the flag or by the deadline, whichever comes first.
    pub fn new(flag: StopFlag, deadline: Option<Instant>) -> Self {
        StopSignal { flag, deadline, node_limit: None }
    }

    /// The same signal for work that may visit this many nodes.
    #[must_use]
    pub fn with_node_limit(&self, node_limit: Option<u64>) -> Self {
        StopSignal { node_limit, ..self.clone() }
    }

    /// How many nodes the work may visit; `None` without a limit. The worker counts them: the signal
    /// does not.
    pub fn node_limit(&self) -> Option<u64> {
        self.node_limit
    }

    /// A signal that is never raised.
    pub fn never() -> Self {
        StopSignal::new(StopFlag::new(), None)
    }

    /// The same signal with an earlier deadline, after this share of the time left, and with this share
    /// of the nodes. For a part of the work that must leave time for the rest. Without a deadline or a
    /// node limit that part does not change.
    #[must_use]
    pub fn within(&self, share: f64) -> Self {
        let now = Instant::now();
        let share = share.clamp(0.0, 1.0);
        let deadline = self
            .deadline
            .map(|deadline| now + deadline.saturating_duration_since(now).mul_f64(share));
        let node_limit = self.node_limit.map(|nodes| (nodes as f64 * share) as u64);
        StopSignal { flag: self.flag.clone(), deadline, node_limit }
    }

    /// The time left until the deadline; `None` without one. For work that is not worth beginning when
    /// it cannot be finished.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether to give up now. Reads the clock: poll about once a millisecond.
    pub fn is_raised(&self) -> bool {
        self.flag.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_the_time_ends_before_all_of_it_and_with_the_flag() {
        let flag = StopFlag::new();
        let deadline = Instant::now().checked_add(Duration::from_secs(1000));
        let signal = StopSignal::new(flag.clone(), deadline);
        assert!(signal.within(0.0).is_raised());
        let share = signal.within(0.5);
        assert!(!share.is_raised() && share.deadline < signal.deadline);
        assert!(share.remaining() < signal.remaining());
        assert_eq!(signal.within(0.0).remaining(), Some(Duration::ZERO));
        flag.stop();
        assert!(share.is_raised());
        assert!(!StopSignal::never().within(0.0).is_raised());
        assert_eq!(StopSignal::never().remaining(), None);
    }

    #[test]
    fn a_share_of_the_nodes_is_less_than_all_of_them() {
        let signal = StopSignal::never().with_node_limit(Some(1000));
        assert_eq!(signal.within(0.25).node_limit(), Some(250));
        assert_eq!(signal.within(2.0).node_limit(), Some(1000));
        assert_eq!(StopSignal::never().within(0.5).node_limit(), None);
    }
}
