//! The lowest cost found so far for each cell, for the jump point searches.
//!
//! Only a path of lower cost is followed. A path of equal cost from another direction would lead to other
//! neighbours, but to none at a lower cost than by another path; see the file `astar_eight` for the
//! reason.

use std::fmt::Debug;

/// A cost per cell, without a reset between queries. `C` is the type of costs.
#[derive(Clone, Debug, Default)]
pub(super) struct Known<C> {
    cells: Vec<Entry<C>>,
    generation: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry<C> {
    generation: u32,
    cost: C,
}

impl<C: Copy + Default + Ord + Debug> Known<C> {
    /// Starts a query without known costs.
    pub(super) fn begin(&mut self, places: usize) {
        self.cells.resize(places, Entry::default());
        if self.generation == u32::MAX {
            self.cells.fill(Entry::default());
            self.generation = 0;
        }
        self.generation += 1;
    }

    /// Records the cost of a path to a cell if it is the lowest so far. Returns whether it is.
    #[inline]
    pub(super) fn improve(&mut self, index: usize, cost: C) -> bool {
        let entry = &mut self.cells[index];
        let is_worth = entry.generation != self.generation || cost < entry.cost;
        if is_worth {
            *entry = Entry { generation: self.generation, cost };
        }
        is_worth
    }

    /// Whether this is still the lowest known cost.
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
    fn a_cell_is_worth_entering_for_the_first_time_and_more_cheaply() {
        let mut known = Known::default();
        known.begin(1);
        assert!(known.improve(0, 5u32) && !known.improve(0, 5) && !known.improve(0, 6));
        assert!(known.improve(0, 4) && known.is_least(0, 4) && !known.is_least(0, 5));
        known.generation = u32::MAX;
        known.begin(1);
        assert!(known.improve(0, 9) && !known.improve(0, 9));
    }
}
