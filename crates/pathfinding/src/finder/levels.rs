//! The open list of A\* for eight neighbours: a stack for each value of `f`, the smallest first.
//!
//! All values of `f` in the list are within three steps of each other, and there are few of them, because
//! they are sums of 1 and √2. So each has its own slot in a ring buffer with 256 slots per step. Two values
//! collide only if their paths differ by 169 diagonal steps or more; then the second goes to an ordered
//! map.

use super::octile;
use std::collections::BTreeMap;

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Levels<T> {
    ring: Vec<Level<T>>,
    /// A bit for each slot of the ring that is in use.
    busy: [u64; RING / 64],
    /// The values of `f` whose slot is taken by another.
    beside: BTreeMap<u64, Vec<T>>,
    /// The current level.
    turn: Turn,
}

#[derive(Clone, Debug)]
struct Level<T> {
    f: u64,
    stack: Vec<T>,
}

#[derive(Clone, Copy, Debug)]
enum Turn {
    Ring(usize),
    Beside(u64),
}

/// The number of slots per step, as a power of two.
const FINER: u32 = 8;

/// The number of slots: four steps.
const RING: usize = 4 << FINER;

/// The `f` of an unused slot.
const NONE: u64 = u64::MAX;

impl<T> Default for Levels<T> {
    fn default() -> Self {
        Levels {
            ring: Vec::new(),
            busy: [0; RING / 64],
            beside: BTreeMap::new(),
            turn: Turn::Ring(0),
        }
    }
}

#[inline]
fn slot(f: u64) -> usize {
    octile::bucket_of(f, FINER) as usize % RING
}

impl<T> Levels<T> {
    /// Empties the list.
    pub(super) fn begin(&mut self) {
        self.ring.resize_with(RING, || Level { f: NONE, stack: Vec::new() });
        while let Some(slot) = self.busy_from(0) {
            self.ring[slot].stack.clear();
            self.free(slot);
        }
        self.beside.clear();
        self.turn = Turn::Ring(0);
    }

    fn free(&mut self, slot: usize) {
        self.ring[slot].f = NONE;
        self.busy[slot / 64] &= !(1 << (slot % 64));
    }

    /// The first slot in use from this one on, around the ring.
    fn busy_from(&self, slot: usize) -> Option<usize> {
        let first = slot / 64;
        let here = self.busy[first] & (u64::MAX << (slot % 64));
        if here != 0 {
            return Some(first * 64 + here.trailing_zeros() as usize);
        }
        let around = (1..=self.busy.len()).map(|word| (first + word) % self.busy.len());
        let mut busy = around.filter(|&word| self.busy[word] != 0);
        busy.next().map(|word| word * 64 + self.busy[word].trailing_zeros() as usize)
    }

    /// Adds an entry. Its `f` must be at least the current one, and less than four steps above it.
    #[inline]
    pub(super) fn push(&mut self, f: u64, entry: T) {
        let slot = slot(f);
        let level = &mut self.ring[slot];
        if level.f != f {
            if level.f != NONE {
                return self.beside.entry(f).or_default().push(entry);
            }
            level.f = f;
            self.busy[slot / 64] |= 1 << (slot % 64);
        }
        level.stack.push(entry);
    }

    /// Advances to the smallest `f` in the list and returns it.
    pub(super) fn rise(&mut self) -> Option<u64> {
        let from = match self.turn {
            Turn::Ring(slot) => {
                if self.ring[slot].stack.is_empty() {
                    self.free(slot);
                }
                slot
            }
            Turn::Beside(f) => {
                self.beside.remove(&f);
                slot(f)
            }
        };
        let ring = self.busy_from(from).map(|slot| (self.ring[slot].f, Turn::Ring(slot)));
        let beside = self.beside.keys().next().map(|&f| (f, Turn::Beside(f)));
        let (f, turn) = match (ring, beside) {
            (Some(ring), Some(beside)) if beside.0 < ring.0 => beside,
            (Some(ring), _) => ring,
            (None, beside) => beside?,
        };
        self.turn = turn;
        Some(f)
    }

    /// Removes the last entry of the current level.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<T> {
        match self.turn {
            Turn::Ring(slot) => self.ring[slot].stack.pop(),
            Turn::Beside(f) => self.beside.get_mut(&f)?.pop(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::octile::{DIAGONAL, STRAIGHT};
    use super::*;

    #[test]
    fn entries_come_by_their_f_and_the_last_one_of_an_f_first_even_where_two_share_a_place() {
        let near = 577 * STRAIGHT - 408 * DIAGONAL;
        assert_eq!(slot(8 * STRAIGHT), slot(8 * STRAIGHT + near));
        let mut levels = Levels::default();
        for _ in 0..2 {
            levels.begin();
            let eight = 8 * STRAIGHT;
            for (f, entry) in [
                (eight + near, 'c'),
                (eight, 'a'),
                (eight + DIAGONAL, 'd'),
                (eight, 'b'),
                (eight + 3 * STRAIGHT, 'e'),
            ] {
                levels.push(f, entry);
            }
            let mut order = String::new();
            while let Some(f) = levels.rise() {
                while let Some(entry) = levels.pop() {
                    order.push(entry);
                    if entry == 'b' {
                        levels.push(f, 'x');
                        levels.push(f + 2 * STRAIGHT, 'y');
                    }
                }
                if order.len() == 7 {
                    break;
                }
            }
            assert_eq!(order, "bxacdye");
        }
    }
}
