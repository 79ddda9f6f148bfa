//! The transposition table: fixed size, shared by all threads without locks.
//!
//! A bucket is one cache line of four entries. An entry is two 64-bit words: the packed data, and
//! the position's key XOR the data (Hyatt and Mann, 2002). A reader that meets a half-written entry
//! computes a key that matches no position, so a torn entry is never used; that is why relaxed
//! atomics suffice and no lock is needed.
//!
//! Scores are 64 bits wide in the search and 32 in the table. A score that does not fit is stored as
//! the bound that still holds (a value of at least 2^40 is also "at least the greatest packed one"),
//! so packing loses knowledge but never truth.

use crate::{Bound, Score};
use rayon::prelude::*;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// The code of "no move" in an entry.
pub(crate) const NO_CODE: u16 = u16::MAX;

/// Entries per bucket: four of 16 bytes fill a cache line.
const WAYS: usize = 4;
/// Generations are counted modulo this (six bits of an entry).
const GENERATIONS: u8 = 64;
/// In the choice of a victim, an entry loses this many plies of worth per generation of age.
const PLIES_PER_GENERATION: i32 = 4;

/// Distances to the end are packed into this many values at either end of the 32-bit range.
const PACKED_DISTANCES: i32 = 1 << 17;
/// Static scores saturate here in the table.
const PACKED_STATIC_MAX: i64 = (i32::MAX - PACKED_DISTANCES) as i64;

/// What the table stores about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The score, with distances counted from the position itself.
    pub(crate) score: Score,
    /// Value or bound.
    pub(crate) bound: Bound,
    /// The remaining depth it was searched to.
    pub(crate) depth: u32,
    /// The code of the best or refuting move, or [`NO_CODE`].
    pub(crate) code: u16,
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

const _: () = assert!(size_of::<Bucket>() == 64 && align_of::<Bucket>() == 64);

/// A transposition table. All methods take `&self`; share it freely.
pub struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

impl Table {
    /// A table of this many MiB (at least one bucket), if there is memory for it.
    pub fn try_new(mib: usize) -> Result<Self, TryReserveError> {
        Table::try_with_buckets(mib.saturating_mul(1 << 20) / size_of::<Bucket>())
    }

    /// A table of this many buckets of four entries; at least one.
    ///
    /// # Panics
    /// If there is no memory for it.
    pub fn with_buckets(buckets: usize) -> Self {
        Table::try_with_buckets(buckets).expect("memory for the table")
    }

    fn try_with_buckets(count: usize) -> Result<Self, TryReserveError> {
        let count = count.max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        (0..count).into_par_iter().map(|_| Bucket::default()).collect_into_vec(&mut buckets);
        Ok(Table { buckets, generation: AtomicU8::new(0) })
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Removes every entry.
    pub(crate) fn clear(&self) {
        self.buckets.par_iter().for_each(|bucket| {
            for slot in &bucket.0 {
                slot.check.store(0, Relaxed);
                slot.data.store(0, Relaxed);
            }
        });
        self.generation.store(0, Relaxed);
    }

    /// Begins a new search: existing entries stay usable but are replaced first.
    pub(crate) fn advance(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // Multiply-shift instead of a mask: any number of buckets, no division.
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    /// Asks the processor to fetch the bucket of `key`, which is about to be probed. Does nothing
    /// where the target has no such instruction.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let address = std::ptr::from_ref(self.bucket(key)).cast::<i8>();
            // SAFETY: SSE is part of every x86-64; a prefetch is a hint that changes no state the
            // program can see, and the address is that of a live bucket.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(address) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                return unpack(data);
            }
        }
        None
    }

    /// Remembers an entry. The victim is the position itself if it is there, else the shallowest
    /// and oldest entry of its bucket. A known move is kept if the new entry has none.
    #[inline]
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let slots = &self.bucket(key).0;
        // Worth and place in one word: the least is found without a branch to mispredict.
        let mut least = i64::MAX;
        for (place, slot) in slots.iter().enumerate() {
            let data = slot.data.load(Relaxed);
            let is_same = slot.check.load(Relaxed) ^ data == key;
            let worth = if is_same { i32::MIN } else { worth(data, generation) };
            least = least.min(i64::from(worth) * WAYS as i64 + place as i64);
        }
        let victim = &slots[least.rem_euclid(WAYS as i64) as usize];
        if entry.code == NO_CODE {
            let data = victim.data.load(Relaxed);
            if victim.check.load(Relaxed) ^ data == key {
                entry.code = code_of(data);
            }
        }
        let data = pack(entry, generation);
        victim.check.store(key ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }

    /// The share of entries written by the current search, in thousandths, from a sample.
    pub(crate) fn permille_used(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .map(|slot| slot.data.load(Relaxed))
            .filter(|&data| data & BOUND_MASK != 0 && generation_of(data) == generation)
            .count();
        (used * 1000 / (sample.len() * WAYS)) as u32
    }
}

// The data word, from the low end: 2 bits bound (0 = empty), 6 generation, 8 depth, 16 move code,
// 32 score.
const BOUND_MASK: u64 = 3;

#[inline]
fn generation_of(data: u64) -> u8 {
    (data >> 2) as u8 & (GENERATIONS - 1)
}

#[inline]
fn code_of(data: u64) -> u16 {
    if data & BOUND_MASK == 0 { NO_CODE } else { (data >> 16) as u16 }
}

#[inline]
fn worth(data: u64, generation: u8) -> i32 {
    let age = generation.wrapping_sub(generation_of(data)) & (GENERATIONS - 1);
    let worth = i32::from((data >> 8) as u8) - PLIES_PER_GENERATION * i32::from(age);
    if data & BOUND_MASK == 0 { i32::MIN + 1 } else { worth }
}

#[inline]
fn pack(entry: Entry, generation: u8) -> u64 {
    let (score, bound) = pack_score(entry.score, entry.bound);
    let bound = match bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(score as u32) << 32
        | u64::from(entry.code) << 16
        | u64::from(entry.depth as u8) << 8
        | u64::from(generation) << 2
        | bound
}

#[inline]
fn unpack(data: u64) -> Option<Entry> {
    let bound = match data & BOUND_MASK {
        0 => return None,
        1 => Bound::Exact,
        2 => Bound::Lower,
        _ => Bound::Upper,
    };
    Some(Entry {
        score: unpack_score((data >> 32) as i32),
        bound,
        depth: u32::from((data >> 8) as u8),
        code: (data >> 16) as u16,
    })
}

/// 32 bits for a score, and what they say of it.
#[inline]
fn pack_score(score: Score, bound: Bound) -> (i32, Bound) {
    let units = score.units();
    if units.abs() <= PACKED_STATIC_MAX {
        return (units as i32, bound);
    }
    let sign = if units > 0 { 1 } else { -1 };
    if let Some(plies) = score.distance() {
        return (sign * (i32::MAX - plies as i32), bound);
    }
    // Too large for the table: keep the bound that still holds, if any does. Otherwise the entry
    // says nothing ("at least a loss now") and only its move is of use.
    match (sign, bound) {
        (1, Bound::Exact | Bound::Lower) => (PACKED_STATIC_MAX as i32, Bound::Lower),
        (-1, Bound::Exact | Bound::Upper) => (-PACKED_STATIC_MAX as i32, Bound::Upper),
        _ => (-i32::MAX, Bound::Lower),
    }
}

#[inline]
fn unpack_score(packed: i32) -> Score {
    if i64::from(packed.abs()) <= PACKED_STATIC_MAX {
        Score::new(i64::from(packed))
    } else {
        let win = Score::win_in((i32::MAX - packed.abs()) as usize);
        if packed > 0 { win } else { -win }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use proptest::prelude::*;

    fn entry(units: i64, bound: Bound, depth: u32, code: u16) -> Entry {
        Entry { score: Score::new(units), bound, depth, code }
    }

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let table = Table::with_buckets(8);
        let stored = entry(-1234, Bound::Upper, 17, 8099);
        table.store(42, stored);
        assert_eq!(table.probe(42), Some(stored));
        assert_eq!(table.probe(43), None);
        table.clear();
        assert_eq!(table.probe(42), None);
    }

    #[test]
    fn key_zero_is_not_found_in_an_empty_table() {
        assert_eq!(Table::with_buckets(1).probe(0), None);
    }

    #[test]
    fn the_shallowest_and_oldest_entry_is_replaced_first() {
        let table = Table::with_buckets(1);
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            table.store(key, entry(0, Bound::Exact, depth, 0));
        }
        table.store(5, entry(0, Bound::Exact, 1, 0));
        assert_eq!(table.probe(2), None, "depth 3 was the shallowest");
        for _ in 0..2 {
            table.advance();
        }
        table.store(6, entry(0, Bound::Exact, 8, 0));
        table.store(7, entry(0, Bound::Exact, 8, 0));
        table.store(8, entry(0, Bound::Exact, 2, 0));
        assert_eq!(table.probe(1), Some(entry(0, Bound::Exact, 9, 0)));
        assert_eq!(table.probe(3), None, "old depth 8 goes before new depth 8");
        assert!(table.probe(6).is_some() && table.probe(7).is_some());
    }

    #[test]
    fn a_known_move_survives_an_entry_without_one() {
        let table = Table::with_buckets(1);
        table.store(1, entry(5, Bound::Lower, 4, 33));
        table.store(1, entry(3, Bound::Upper, 5, NO_CODE));
        assert_eq!(table.probe(1), Some(entry(3, Bound::Upper, 5, 33)));
    }

    #[test]
    fn a_torn_entry_is_never_used() {
        // Every mixture of the words of two entries, as a reader could meet it half-way.
        let table = Table::with_buckets(1);
        let slot = &table.buckets[0].0[0];
        let words = |key: u64, e: Entry| {
            let data = pack(e, 0);
            (key ^ data, data)
        };
        let mut rng = Rng::new(1);
        for _ in 0..10_000 {
            let (key_a, key_b) = (rng.next_u64(), rng.next_u64());
            let a = words(key_a, entry(rng.next_u64() as i32 as i64, Bound::Exact, 5, 1));
            let b = words(key_b, entry(rng.next_u64() as i32 as i64, Bound::Lower, 6, 2));
            slot.check.store(a.0, Relaxed);
            slot.data.store(b.1, Relaxed);
            assert_eq!(table.probe(key_a), None);
            assert_eq!(table.probe(key_b), None);
        }
    }

    #[test]
    fn threads_that_write_the_same_bucket_never_read_a_foreign_value() {
        let table = Table::with_buckets(1);
        std::thread::scope(|scope| {
            for thread in 0..2_u64 {
                let table = &table;
                scope.spawn(move || {
                    let mut rng = Rng::new(thread);
                    for _ in 0..200_000 {
                        let key = crate::rng::mix(rng.below(16) as u64);
                        // The value is a function of the key, so a mixed entry would show.
                        let units = (key >> 40) as i64;
                        if let Some(found) = table.probe(key) {
                            assert_eq!(found.score, Score::new(units));
                        }
                        table.store(key, entry(units, Bound::Exact, rng.below(20) as u32, 7));
                    }
                });
            }
        });
    }

    fn any_score() -> impl Strategy<Value = Score> {
        prop_oneof![
            any::<i64>().prop_map(Score::new),
            any::<i32>().prop_map(|units| Score::new(units.into())),
            (0_usize..60_000).prop_map(Score::win_in),
            (0_usize..60_000).prop_map(Score::loss_in),
        ]
    }

    proptest! {
        #[test]
        fn packing_keeps_small_and_proven_scores_and_otherwise_a_true_bound(
            score in any_score(),
            bound in prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)],
        ) {
            let (packed, kept) = pack_score(score, bound);
            let read = unpack_score(packed);
            if score.is_decided() || score.units().abs() <= PACKED_STATIC_MAX {
                prop_assert_eq!((read, kept), (score, bound));
            } else {
                prop_assert!(kept != Bound::Exact);
                if kept == Bound::Lower {
                    prop_assert!(read <= score && (bound != Bound::Upper || read == Score::loss_in(0)));
                } else {
                    prop_assert!(read >= score && bound != Bound::Lower);
                }
            }
        }
    }
}
