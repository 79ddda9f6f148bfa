//! The labels of cells, without a reset between queries.

use crate::map::movement::Direction;

/// A label per cell. One of an earlier generation counts as absent.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    labels: Vec<Label>,
    generation: u32,
}

/// Both words of a cell are adjacent, so that the test and the update use one cache line.
#[derive(Clone, Copy, Debug, Default)]
struct Label {
    generation: u32,
    /// Steps from the start in the high bits, then whether the cell is closed, then the direction in
    /// which it was entered.
    word: u32,
}

const CLOSED: u32 = 0b100;
const STEPS: u32 = 3;

const _: () = assert!(std::mem::size_of::<Label>() == 8);
// Every path length fits, because a path visits no cell twice.
const _: () =
    assert!((crate::Map::MAX_SIDE as u64 * crate::Map::MAX_SIDE as u64) << STEPS <= 1 << 32);

impl Labels {
    /// Starts a query without labels.
    pub(super) fn begin(&mut self, places: usize) {
        self.labels.resize(places, Label::default());
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.labels.fill(Label::default());
            self.generation = 1;
        }
    }

    /// Labels a cell as open if this path to it is the first or the shortest so far. Returns whether it is.
    #[inline]
    pub(super) fn improve(&mut self, index: usize, steps: u32, entered: Direction) -> bool {
        let label = &mut self.labels[index];
        if label.generation == self.generation && label.word >> STEPS <= steps {
            return false;
        }
        *label = Label { generation: self.generation, word: steps << STEPS | entered as u32 };
        true
    }

    /// Closes a labelled cell. Returns its steps, or `None` if it was already closed.
    #[inline]
    pub(super) fn close(&mut self, index: usize) -> Option<u32> {
        let steps = self.open_steps(index)?;
        self.labels[index].word |= CLOSED;
        Some(steps)
    }

    /// The steps to a labelled cell that is still open.
    #[inline]
    pub(super) fn open_steps(&self, index: usize) -> Option<u32> {
        let word = self.labels[index].word;
        (word & CLOSED == 0).then_some(word >> STEPS)
    }

    /// The direction in which a labelled cell was entered.
    pub(super) fn entered(&self, index: usize) -> Direction {
        Direction::STRAIGHT[(self.labels[index].word & 0b11) as usize]
    }

    /// Whether a cell has a label.
    #[inline]
    pub(super) fn is_known(&self, index: usize) -> bool {
        self.labels[index].generation == self.generation
    }

    /// Removes a label.
    #[inline]
    pub(super) fn forget(&mut self, index: usize) {
        self.labels[index].generation = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_an_earlier_query_count_as_absent_even_when_generations_wrap() {
        let mut labels = Labels::default();
        labels.begin(2);
        assert!(labels.improve(0, 5, Direction::Left));
        assert!(!labels.improve(0, 5, Direction::Up));
        assert_eq!(labels.entered(0), Direction::Left);
        assert_eq!((labels.close(0), labels.close(0)), (Some(5), None));
        labels.begin(2);
        assert!(!labels.is_known(0));
        labels.generation = u32::MAX;
        assert!(labels.improve(1, 3, Direction::Up));
        labels.begin(2);
        assert!(!labels.is_known(0) && !labels.is_known(1));
    }
}
