//! The table of solved positions. An entry holds the complete position, so there are no hash collisions.

use super::grid::{Cell, Grid};
use super::mirror::Key;
use search::rng::mix;

/// A solved position. An empty entry has both knights on cell 0, which no position has.
#[derive(Clone, Copy, Default)]
struct Entry<G> {
    /// The squares that either knight can still reach.
    free: G,
    mover: Cell,
    waiter: Cell,
    wins: bool,
    /// The nodes it took to solve. Costly entries are kept longer.
    nodes: u32,
}

const _: () = assert!(size_of::<Entry<u64>>() == 16);

/// A hash table whose buckets hold two entries: the costliest so far, and the latest.
pub(crate) struct Table<G> {
    /// Allocated on first use: most small boards never need it.
    pairs: Vec<[Entry<G>; 2]>,
    /// The number of pairs once allocated.
    capacity: usize,
}

impl<G: Grid> Table<G> {
    /// A table of at most this many MiB; 0 disables it.
    pub(crate) fn new(mib: usize) -> Self {
        let pairs = (mib << 20) / size_of::<[Entry<G>; 2]>();
        // A power of two, so that the low bits of the hash select the pair.
        let pairs = if pairs == 0 { 0 } else { 1 << pairs.ilog2() };
        Table { pairs: Vec::new(), capacity: pairs }
    }

    pub(crate) fn clear(&mut self) {
        self.pairs.fill(Default::default());
    }

    #[inline(always)]
    fn place(&self, free: G, mover: Cell, waiter: Cell) -> usize {
        let knights = u64::from(mover) << 8 | u64::from(waiter);
        mix(free.hash() ^ knights) as usize & (self.pairs.len().wrapping_sub(1))
    }

    /// Whether the side to move wins, if known.
    #[inline(always)]
    pub(crate) fn get(&self, (free, mover, waiter): Key<G>) -> Option<bool> {
        let pair = self.pairs.get(self.place(free, mover, waiter))?;
        let matches = |e: &&Entry<G>| e.free == free && (e.mover, e.waiter) == (mover, waiter);
        pair.iter().find(matches).map(|entry| entry.wins)
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, (free, mover, waiter): Key<G>, wins: bool, nodes: u64) {
        if self.pairs.is_empty() {
            self.pairs = vec![Default::default(); self.capacity];
        }
        let place = self.place(free, mover, waiter);
        let Some([costliest, latest]) = self.pairs.get_mut(place) else { return };
        let nodes = u32::try_from(nodes).unwrap_or(u32::MAX);
        let entry = Entry { free, mover, waiter, wins, nodes };
        if nodes >= costliest.nodes {
            *latest = *costliest;
            *costliest = entry;
        } else {
            *latest = entry;
        }
    }
}
