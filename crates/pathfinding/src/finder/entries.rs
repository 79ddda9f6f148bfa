//! The cells of an open list, and the steps to their neighbours.

use super::trails::bit;
use crate::map::movement::Direction;
use crate::map::{Map, Spot};

/// The coordinates and the index of a cell in one word, so that a step is one addition. The two lowest bits
/// are the number of the entering direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry(u64);

impl Entry {
    pub(super) fn new(map: &Map, spot: Spot, entered: Direction) -> Self {
        Entry(u64::from(spot.word()) << 32 | (map.index(spot) as u64) << 2 | entered as u64)
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        (self.0 as u32 >> 2) as usize
    }

    #[inline]
    pub(super) fn number(self) -> u16 {
        self.0 as u16 & 0b11
    }

    pub(super) fn entered(self) -> Direction {
        Direction::STRAIGHT[usize::from(self.number())]
    }

    #[inline]
    pub(super) fn spot(self) -> Spot {
        Spot::from_word((self.0 >> 32) as u32)
    }
}

/// For each set of directions (see [`bit`]), the steps to the neighbours and their number.
pub(super) struct Steps([([u64; MOST], usize); 16]);

/// The maximum number of steps from a cell: one of the four directions leads back.
const MOST: usize = 3;

impl Steps {
    pub(super) fn new(map: &Map) -> Self {
        let origin = Spot::new(1, 1);
        let from = Entry::new(map, origin, Direction::Up).0;
        let mut steps = [([0; MOST], 0); 16];
        for (set, (steps, count)) in steps.iter_mut().enumerate() {
            let directions = Direction::STRAIGHT.into_iter();
            let directions = directions.filter(|&direction| set as u8 & bit(direction) != 0);
            for (step, direction) in steps.iter_mut().zip(directions) {
                *step = Entry::new(map, origin.step(direction), direction).0.wrapping_sub(from);
                *count += 1;
            }
        }
        Steps(steps)
    }

    /// Writes the neighbours of a cell in these directions, of which there may be at most three, to the
    /// first places. Returns their number. The places after them may be overwritten.
    #[inline]
    pub(super) fn write<const PLACES: usize>(
        &self,
        at: Entry,
        directions: u8,
        places: &mut [Entry; PLACES],
    ) -> usize {
        let (steps, count) = &self.0[usize::from(directions & 0b1111)];
        let from = at.0 & !0b11;
        for (place, step) in places.iter_mut().zip(steps) {
            *place = Entry(from.wrapping_add(*step));
        }
        *count
    }
}
