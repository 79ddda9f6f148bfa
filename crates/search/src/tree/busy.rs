//! Who searches what: lets threads on one table take different moves of a node.
//!
//! Before a thread searches a move that is not the first of its node, it looks here whether another
//! thread is at it; if so it puts the move off until the end, by when the result is usually in the
//! table (Kerrigan's simplification, 2017, of ABDADA by Weill, 1996). Wrong answers are harmless:
//! they only change who does what, so a small table without locks is enough.

use crate::rng::mix;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;

/// Least remaining depth of a node whose moves are shared out. Below it, the work saved is less
/// than the traffic costs.
pub(super) const MIN_DEPTH: u32 = 3;

#[derive(Debug)]
pub(super) struct Busy(Box<[AtomicU64]>);

/// One move of one node at one depth, as known to all threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Work(u64);

impl Work {
    #[inline]
    pub(super) fn new(key: u64, code: u16, depth: u32) -> Self {
        // Never 0, which stands for a free slot.
        Work(key ^ mix(u64::from(code) << 8 | u64::from(depth)) | 1)
    }

    #[inline]
    fn slot(self) -> usize {
        (self.0 >> 32) as usize % SLOTS
    }
}

impl Busy {
    pub(super) fn new() -> Self {
        Busy((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether some thread is at this work.
    #[inline]
    pub(super) fn contains(&self, work: Work) -> bool {
        self.0[work.slot()].load(Relaxed) == work.0
    }

    /// This thread begins.
    #[inline]
    pub(super) fn begin(&self, work: Work) {
        self.0[work.slot()].store(work.0, Relaxed);
    }

    /// This thread is done.
    #[inline]
    pub(super) fn end(&self, work: Work) {
        let slot = &self.0[work.slot()];
        if slot.load(Relaxed) == work.0 {
            slot.store(0, Relaxed);
        }
    }

    /// After a pass that was abandoned half-way.
    pub(super) fn clear(&self) {
        for slot in &self.0 {
            slot.store(0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_seen_between_begin_and_end_and_depths_are_told_apart() {
        let busy = Busy::new();
        let work = Work::new(0x1234_5678_9abc_def0, 3, 7);
        assert!(!busy.contains(work));
        busy.begin(work);
        assert!(busy.contains(work));
        assert!(!busy.contains(Work::new(0x1234_5678_9abc_def0, 3, 6)));
        busy.end(work);
        assert!(!busy.contains(work));
    }
}
