//! What a search learns about moves in their context, and about its own static evaluation.
//!
//! All counters follow one rule, [`gravity`]: a step is smaller the nearer a counter is to its limit,
//! so that old lessons fade without a pass over the table.

use crate::Score;
use crate::ordering::HISTORY_MAX;

/// Moves `counter` by about `bonus` and keeps it within ±[`HISTORY_MAX`].
#[inline]
pub(crate) fn gravity(counter: i32, bonus: i32) -> i32 {
    counter + bonus - counter * bonus.abs() / HISTORY_MAX
}

/// The kind of a null move, and of the move before the first.
pub(crate) const NO_KIND: u16 = u16::MAX;

/// Continuation history: a counter per pair of moves, the earlier one or two plies before the later,
/// both by their [kind](crate::Hooks::move_kind) (Stockfish 7, 2016; its idea: Uiterwijk's
/// countermoves, 1992).
#[derive(Clone, Debug)]
pub(crate) struct Continuation {
    counters: Vec<i16>,
    kinds: usize,
}

impl Continuation {
    /// All counters at 0; without any counter unless `wanted`.
    pub(crate) fn new(kinds: usize, wanted: bool) -> Self {
        Continuation { counters: vec![0; if wanted { kinds * kinds } else { 0 }], kinds }
    }

    /// The counters of the moves that follow one of this kind, indexed by their kind. Empty after a
    /// null move.
    #[inline]
    pub(crate) fn after(&self, earlier: u16) -> &[i16] {
        let start = usize::from(earlier) * self.kinds;
        self.counters.get(start..start + self.kinds).unwrap_or(&[])
    }

    #[inline]
    pub(crate) fn reward(&mut self, earlier: u16, later: usize, bonus: i32) {
        if earlier == NO_KIND {
            return;
        }
        if let Some(counter) = self.counters.get_mut(usize::from(earlier) * self.kinds + later) {
            *counter = gravity((*counter).into(), bonus) as i16;
        }
    }

    pub(crate) fn clear(&mut self) {
        self.counters.fill(0);
    }
}

/// The number of counters per side of a [`Correction`].
const CORRECTIONS: usize = 1 << 14;
/// A counter of a [`Correction`] holds this many parts of a unit.
const PARTS: i64 = 256;
/// The weight of the newest error in the mean is at most 1 / this.
const SLOWEST: i64 = 256;

/// Correction history: the mean error of the static evaluation against the search, by a key that
/// positions of similar error share (Caissa, 2023; Stockfish 16.1, 2024).
#[derive(Clone, Debug)]
pub(crate) struct Correction {
    means: Vec<i64>,
}

impl Correction {
    /// No error known; without any counter unless `wanted`.
    pub(crate) fn new(wanted: bool) -> Self {
        Correction { means: vec![0; if wanted { CORRECTIONS } else { 0 }] }
    }

    #[inline]
    fn place(key: u64) -> usize {
        (crate::rng::mix(key) >> 32) as usize % CORRECTIONS
    }

    /// The mean error, in units.
    #[inline]
    pub(crate) fn of(&self, key: u64) -> i64 {
        self.means.get(Self::place(key)).map_or(0, |mean| mean / PARTS)
    }

    /// A search of this depth found that the static evaluation was too low by `error` units.
    #[inline]
    pub(crate) fn learn(&mut self, key: u64, error: i64, depth: u32) {
        if let Some(mean) = self.means.get_mut(Self::place(key)) {
            let weight = i64::from(depth + 1).min(16);
            *mean += (error * PARTS - *mean) * weight / SLOWEST;
        }
    }

    pub(crate) fn clear(&mut self) {
        self.means.fill(0);
    }
}

/// The static score with a mean error added; never a decided score.
#[inline]
pub(crate) fn corrected(score: Score, error: i64) -> Score {
    Score::new(score.units().saturating_add(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_of_pairs_stay_within_the_limit_and_apart() {
        let mut continuation = Continuation::new(8, true);
        for _ in 0..10_000 {
            continuation.reward(3, 5, 1600);
            continuation.reward(3, 6, -1600);
            continuation.reward(NO_KIND, 5, 1600);
        }
        let after = continuation.after(3);
        assert!(i32::from(after[5]) > HISTORY_MAX - 1600 && after[6] == -after[5], "{after:?}");
        assert_eq!(continuation.after(4), [0; 8]);
        assert!(continuation.after(NO_KIND).is_empty());
    }

    #[test]
    fn a_correction_approaches_the_mean_error_faster_from_deep_searches() {
        let (mut shallow, mut deep) = (Correction::new(true), Correction::new(true));
        for _ in 0..20 {
            shallow.learn(7, 100, 1);
            deep.learn(7, 100, 12);
        }
        assert!(0 < shallow.of(7) && shallow.of(7) < deep.of(7) && deep.of(7) <= 100);
        for _ in 0..2000 {
            deep.learn(7, 100, 12);
        }
        assert!((98..=100).contains(&deep.of(7)), "{}", deep.of(7));
        assert_eq!(deep.of(8), 0);
    }
}
