//! What a jump point search knows about each cell: the least cost so far, and in which directions it
//! was entered at that cost.
//!
//! A way that comes at a greater cost is not worth following. One that comes at the same cost is, if it
//! comes in another direction: the rules that prune its neighbours depend on that.

use std::fmt::Debug;

/// Knowledge per cell, without a reset between queries. `C` is the type of costs.
#[derive(Clone, Debug, Default)]
pub(super) struct Known<C> {
    cells: Vec<Entry<C>>,
    generation: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry<C> {
    /// The generation above a set of eight directions.
    stamp: u32,
    cost: C,
}

const DIRECTIONS: u32 = 8;
const LAST_GENERATION: u32 = u32::MAX >> DIRECTIONS;

impl<C: Copy + Default + Ord + Debug> Known<C> {
    /// Forgets everything.
    pub(super) fn begin(&mut self, places: usize) {
        self.cells.resize(places, Entry::default());
        if self.generation == LAST_GENERATION {
            self.cells.fill(Entry::default());
            self.generation = 0;
        }
        self.generation += 1;
    }

    /// Records that a cell is entered at this cost in the direction of this number; whether that is
    /// worth following.
    #[inline]
    pub(super) fn improve(&mut self, index: usize, cost: C, direction: u8) -> bool {
        let entry = &mut self.cells[index];
        let bit = 1 << direction;
        if entry.stamp >> DIRECTIONS != self.generation || cost < entry.cost {
            *entry = Entry { stamp: self.generation << DIRECTIONS | bit, cost };
            return true;
        }
        let is_new = cost == entry.cost && entry.stamp & bit == 0;
        entry.stamp |= if is_new { bit } else { 0 };
        is_new
    }

    /// Whether this is still the least cost known.
    #[inline]
    pub(super) fn is_least(&self, index: usize, cost: C) -> bool {
        self.cells[index].cost == cost
    }
}

const _: () = assert!(size_of::<Entry<u32>>() == 8 && size_of::<Entry<u64>>() == 16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_worth_entering_more_cheaply_or_as_cheaply_in_another_direction() {
        let mut known = Known::default();
        known.begin(1);
        assert!(known.improve(0, 5u32, 0));
        assert!(!known.improve(0, 5, 0) && known.improve(0, 5, 1) && !known.improve(0, 5, 1));
        assert!(!known.improve(0, 6, 2));
        assert!(known.improve(0, 4, 1) && known.is_least(0, 4) && !known.is_least(0, 5));
        assert!(known.improve(0, 4, 0));
        known.generation = LAST_GENERATION;
        known.begin(1);
        assert!(known.improve(0, 9, 1) && !known.improve(0, 9, 1));
    }
}
