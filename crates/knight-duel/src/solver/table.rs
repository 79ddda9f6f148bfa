//! Positions that were decided. An entry holds the whole position, so a hit is never a mistake.

use super::grid::{Cell, Grid};
use super::mirror::Key;
use search::rng::mix;

/// A decided position. An empty entry has both knights on cell 0, which no position has.
#[derive(Clone, Copy, Default)]
struct Entry<G> {
    /// The squares that either knight can still reach.
    free: G,
    mover: Cell,
    waiter: Cell,
    wins: bool,
    /// What it cost to find out: dear entries stay.
    nodes: u32,
}

const _: () = assert!(size_of::<Entry<u64>>() == 16);

/// Entries in pairs: the dearest so far, and the latest.
pub(crate) struct Table<G> {
    /// Empty until there is something to remember: most small boards never need it.
    pairs: Vec<[Entry<G>; 2]>,
    /// How many pairs there may be.
    most: usize,
}

impl<G: Grid> Table<G> {
    /// A table of at most this many MiB; 0 for none.
    pub(crate) fn new(mib: usize) -> Self {
        let pairs = (mib << 20) / size_of::<[Entry<G>; 2]>();
        // A power of two, so that the lowest bits of a hash choose the pair.
        let pairs = if pairs == 0 { 0 } else { 1 << pairs.ilog2() };
        Table { pairs: Vec::new(), most: pairs }
    }

    pub(crate) fn clear(&mut self) {
        self.pairs.fill(Default::default());
    }

    #[inline(always)]
    fn place(&self, free: G, mover: Cell, waiter: Cell) -> usize {
        let knights = u64::from(mover) << 8 | u64::from(waiter);
        mix(free.hash() ^ knights) as usize & (self.pairs.len().wrapping_sub(1))
    }

    /// Whether the mover wins, if it is known.
    #[inline(always)]
    pub(crate) fn get(&self, (free, mover, waiter): Key<G>) -> Option<bool> {
        let pair = self.pairs.get(self.place(free, mover, waiter))?;
        let is_it = |e: &&Entry<G>| e.free == free && (e.mover, e.waiter) == (mover, waiter);
        pair.iter().find(is_it).map(|entry| entry.wins)
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, (free, mover, waiter): Key<G>, wins: bool, nodes: u64) {
        if self.pairs.is_empty() {
            self.pairs = vec![Default::default(); self.most];
        }
        let place = self.place(free, mover, waiter);
        let Some([dearest, latest]) = self.pairs.get_mut(place) else { return };
        let nodes = u32::try_from(nodes).unwrap_or(u32::MAX);
        let entry = Entry { free, mover, waiter, wins, nodes };
        if nodes >= dearest.nodes {
            *latest = *dearest;
            *dearest = entry;
        } else {
            *latest = entry;
        }
    }
}
