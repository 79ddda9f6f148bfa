//! The ABDADA table: which moves the search threads are searching right now.
//!
//! Before a thread searches a move that is not the first of its node, it looks here. If another
//! thread is searching the same move, it defers the move to the end of the node; by then the result
//! is usually in the transposition table (Kerrigan's simplification, 2017, of ABDADA by Weill,
//! 1996). A wrong answer only changes which thread does what, so a small table without locks is
//! enough.

use crate::rng::mix;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;

/// Least remaining depth of a node whose moves are shared. Below it, the work saved is less than the
/// memory traffic costs.
pub(super) const MIN_DEPTH: u32 = 3;

/// A hash table of [`Work`] in progress, one word per slot.
#[derive(Debug)]
pub(super) struct AbdadaTable(Box<[AtomicU64]>);

/// One move of one node at one depth: the same number in every thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Work(u64);

impl Work {
    #[inline]
    pub(super) fn new(key: u64, code: u16, depth: u32) -> Self {
        // Never 0, which marks a free slot.
        Work(key ^ mix(u64::from(code) << 8 | u64::from(depth)) | 1)
    }

    #[inline]
    fn slot(self) -> usize {
        (self.0 >> 32) as usize % SLOTS
    }
}

impl AbdadaTable {
    pub(super) fn new() -> Self {
        AbdadaTable((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether some thread is searching this move.
    #[inline]
    pub(super) fn contains(&self, work: Work) -> bool {
        self.0[work.slot()].load(Relaxed) == work.0
    }

    /// Marks a move as being searched.
    #[inline]
    pub(super) fn begin(&self, work: Work) {
        self.0[work.slot()].store(work.0, Relaxed);
    }

    /// Removes the mark, unless another move has taken the slot.
    #[inline]
    pub(super) fn end(&self, work: Work) {
        let slot = &self.0[work.slot()];
        if slot.load(Relaxed) == work.0 {
            slot.store(0, Relaxed);
        }
    }

    /// Removes the marks that threads stopped in the middle of a pass have left.
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
    fn work_is_seen_between_begin_and_end_and_only_at_its_depth() {
        let table = AbdadaTable::new();
        let work = Work::new(0x1234_5678_9abc_def0, 3, 7);
        assert!(!table.contains(work));
        table.begin(work);
        assert!(table.contains(work));
        assert!(!table.contains(Work::new(0x1234_5678_9abc_def0, 3, 6)));
        table.end(work);
        assert!(!table.contains(work));
    }
}
