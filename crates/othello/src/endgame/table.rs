//! The solver's hash table: bounds and best moves of positions, shared by all threads.
//!
//! A bucket of four entries fills a cache line. An entry is two words, the first XORed with the second,
//! so that an entry torn by two writers matches no position and no lock is needed (Hyatt and Mann 2002).

use search::rng::mix;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// No best move.
pub(crate) const NO_SQUARE: u8 = 64;

/// The stored bounds and moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The score is at least this.
    pub(super) lower: i8,
    /// The score is at most this.
    pub(super) upper: i8,
    /// The squares of the best move and of the previous best move.
    pub(super) best: [u8; 2],
}

impl Known {
    /// No information.
    pub(crate) const NOTHING: Known = Known { lower: -64, upper: 64, best: [NO_SQUARE; 2] };
}

/// An entry: bounds, their cost in nodes, and their generation.
#[derive(Clone, Copy)]
struct Entry {
    known: Known,
    cost: u8,
    age: u8,
}

impl Entry {
    fn pack(self) -> u64 {
        let Known { lower, upper, best: [first, second] } = self.known;
        u64::from_le_bytes([lower as u8, upper as u8, first, second, self.cost, self.age, 0, 1])
    }

    fn unpack(word: u64) -> Entry {
        let [lower, upper, first, second, cost, age, ..] = word.to_le_bytes();
        let known = Known { lower: lower as i8, upper: upper as i8, best: [first, second] };
        Entry { known, cost, age }
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// The table, of fixed size.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

impl Table {
    /// A table of at most this many MiB (at least 1).
    pub(crate) fn new(mib: usize) -> Result<Table, TryReserveError> {
        let count = mib.max(1).saturating_mul(1 << 20) / size_of::<Bucket>();
        // A power of two, so that the upper bits of a key select the bucket.
        let count = 1usize << count.ilog2();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Table { buckets: buckets.into_boxed_slice(), age: AtomicU8::new(0) })
    }

    /// Starts a new generation. Entries of older generations are replaced first.
    pub(crate) fn new_generation(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// Clears the table.
    pub(crate) fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Relaxed);
            slot.word.store(0, Relaxed);
        }
    }

    /// The key of a position on the board with these squares.
    #[inline(always)]
    pub(crate) fn key<const MASK: u64>(own: u64, opp: u64) -> u64 {
        mix(mix(own) ^ opp.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ !MASK)
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[(key >> (u64::BITS - self.buckets.len().ilog2())) as usize]
    }

    /// The information on the position with this key, if it is stored.
    #[inline(always)]
    pub(crate) fn probe(&self, key: u64) -> Option<Known> {
        for slot in &self.bucket(key).0 {
            let word = slot.word.load(Relaxed);
            if slot.check.load(Relaxed) == key ^ word && word != 0 {
                return Some(Entry::unpack(word).known);
            }
        }
        None
    }

    /// Stores that a null window at `alpha` returned `score` with the move on `best`, after about
    /// `nodes` nodes.
    #[inline(always)]
    pub(crate) fn store(&self, key: u64, alpha: i32, score: i32, best: u8, nodes: u64) {
        let age = self.age.load(Relaxed);
        let cost = (64 - nodes.leading_zeros()) as u8;
        let bucket = self.bucket(key);
        let mut place = &bucket.0[0];
        let mut least = u32::MAX;
        let mut known = Known::NOTHING;
        for slot in &bucket.0 {
            let word = slot.word.load(Relaxed);
            let entry = Entry::unpack(word);
            if slot.check.load(Relaxed) == key ^ word && word != 0 {
                place = slot;
                known = entry.known;
                break;
            }
            let worth = if word == 0 {
                0
            } else {
                1 + u32::from(entry.cost) + if entry.age == age { 64 } else { 0 }
            };
            if worth < least {
                (place, least) = (slot, worth);
            }
        }
        if score > alpha {
            known.lower = known.lower.max(score as i8);
        } else {
            known.upper = known.upper.min(score as i8);
        }
        // The move of a fail-low is only a guess: it never replaces the move of a fail-high.
        if best != NO_SQUARE
            && best != known.best[0]
            && (score > alpha || known.best[0] == NO_SQUARE)
        {
            known.best = [best, known.best[0]];
        }
        let word = Entry { known, cost, age }.pack();
        place.word.store(word, Relaxed);
        place.check.store(key ^ word, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_narrow_and_moves_are_kept() {
        let table = Table::new(1).unwrap();
        let key = Table::key::<{ u64::MAX }>(5, 9);
        assert_eq!(table.probe(key), None);
        table.store(key, 3, 8, 17, 100);
        table.store(key, 11, 10, 4, 100);
        assert_eq!(table.probe(key), Some(Known { lower: 8, upper: 10, best: [17, NO_SQUARE] }));
        table.store(key, 7, 10, 21, 100);
        assert_eq!(table.probe(key), Some(Known { lower: 10, upper: 10, best: [21, 17] }));
        table.clear();
        assert_eq!(table.probe(key), None);
    }

    #[test]
    fn a_full_bucket_replaces_its_cheapest_and_oldest_entry() {
        let table = Table::new(1).unwrap();
        // Keys with the same upper bits share a bucket.
        let keys: Vec<u64> = (1..=5).map(|low| 7 << 60 | low).collect();
        table.store(keys[0], 1, 2, 0, 1 << 30);
        table.new_generation();
        for (index, &key) in keys[1..4].iter().enumerate() {
            table.store(key, 1, 2, 0, 1 << (10 - index));
        }
        table.store(keys[4], 1, 2, 0, 5);
        let left: Vec<bool> = keys.iter().map(|&key| table.probe(key).is_some()).collect();
        assert_eq!(left, [false, true, true, true, true]);
        table.store(keys[0], 1, 2, 0, 1 << 30);
        assert_eq!(table.probe(keys[4]), None);
    }
}
