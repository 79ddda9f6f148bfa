//! Territories of several boards in parallel, one in each SIMD lane: [`Division`].
//!
//! The AVX2 version is written by hand: whether a compiler vectorizes the plain loop depends on its
//! settings, and the solver spends a third of its time here.

use super::grid::{Grid, LEFT, RIGHT};
use search::arch::Arch;

/// The number of boards divided in parallel.
pub(crate) const LANES: usize = 4;

/// The free squares that each side reaches first, on each of the boards.
///
/// The same knight, the spreader, moves first on every board. The arguments `spreader` and `others` of
/// the functions below are the squares that the knights could jump to if all were free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Division<G> {
    pub(super) spreader: [G; LANES],
    pub(super) others: [G; LANES],
    /// All squares one jump away from those of the spreader.
    pub(super) around: [G; LANES],
}

/// The division for any board.
#[inline(always)]
pub(crate) fn portable<G: Grid>(open: [G; LANES], spreader: G, others: [G; LANES]) -> Division<G> {
    let nothing = [G::default(); LANES];
    let mut division = Division { spreader: nothing, others: nothing, around: nothing };
    for lane in 0..LANES {
        let mut open = open[lane];
        let mut first = spreader & open;
        open = open & !first;
        let mut second = others[lane] & open;
        let (mut firsts, mut seconds) = (first, second);
        while !(first | second).is_empty() {
            open = open & !second;
            first = first.jumps() & open;
            open = open & !first;
            second = second.jumps() & open;
            firsts = firsts | first;
            seconds = seconds | second;
        }
        division.spreader[lane] = firsts;
        division.others[lane] = seconds;
        division.around[lane] = firsts.jumps();
    }
    division
}

/// The division for one-word boards, with AVX2 if available.
#[inline(always)]
pub(crate) fn words<A: Arch>(
    arch: A,
    open: [u64; LANES],
    spreader: u64,
    others: [u64; LANES],
) -> Division<u64> {
    #[cfg(target_arch = "x86_64")]
    if arch.avx2().is_some() {
        // SAFETY: the token proves that this processor has AVX2.
        return unsafe { avx2::divide(open, spreader, others) };
    }
    let _ = arch;
    portable(open, spreader, others)
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Division, LANES, LEFT, RIGHT};
    use std::arch::x86_64::*;

    #[target_feature(enable = "avx2")]
    #[inline]
    fn all(word: u64) -> __m256i {
        _mm256_set1_epi64x(word as i64)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load([a, b, c, d]: [u64; LANES]) -> __m256i {
        _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn store(lanes: __m256i) -> [u64; LANES] {
        [
            _mm256_extract_epi64::<0>(lanes) as u64,
            _mm256_extract_epi64::<1>(lanes) as u64,
            _mm256_extract_epi64::<2>(lanes) as u64,
            _mm256_extract_epi64::<3>(lanes) as u64,
        ]
    }

    /// The squares that knights on these squares could jump to, like
    /// [`Grid::jumps`](super::Grid::jumps).
    #[target_feature(enable = "avx2")]
    #[inline]
    fn jumps(lanes: __m256i) -> __m256i {
        let near = _mm256_or_si256(
            _mm256_and_si256(_mm256_slli_epi64::<1>(lanes), all(RIGHT[0])),
            _mm256_and_si256(_mm256_srli_epi64::<1>(lanes), all(LEFT[0])),
        );
        let far = _mm256_or_si256(
            _mm256_and_si256(_mm256_slli_epi64::<2>(lanes), all(RIGHT[1])),
            _mm256_and_si256(_mm256_srli_epi64::<2>(lanes), all(LEFT[1])),
        );
        _mm256_or_si256(
            _mm256_or_si256(_mm256_slli_epi64::<16>(near), _mm256_srli_epi64::<16>(near)),
            _mm256_or_si256(_mm256_slli_epi64::<8>(far), _mm256_srli_epi64::<8>(far)),
        )
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub(crate) fn divide(open: [u64; LANES], spreader: u64, others: [u64; LANES]) -> Division<u64> {
        let mut open = load(open);
        let mut first = _mm256_and_si256(all(spreader), open);
        open = _mm256_andnot_si256(first, open);
        let mut second = _mm256_and_si256(load(others), open);
        let (mut firsts, mut seconds) = (first, second);
        loop {
            open = _mm256_andnot_si256(second, open);
            first = _mm256_and_si256(jumps(first), open);
            open = _mm256_andnot_si256(first, open);
            second = _mm256_and_si256(jumps(second), open);
            firsts = _mm256_or_si256(firsts, first);
            seconds = _mm256_or_si256(seconds, second);
            let spread = _mm256_or_si256(first, second);
            if _mm256_testz_si256(spread, spread) != 0 {
                let around = store(jumps(firsts));
                return Division { spreader: store(firsts), others: store(seconds), around };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::Cell;
    use super::*;
    use crate::rules::squares::Squares;
    use proptest::prelude::*;
    use search::arch::{Task, dispatch};

    struct Words([u64; LANES], u64, [u64; LANES]);

    impl Task for Words {
        type Output = Division<u64>;

        #[inline(always)]
        fn run<A: Arch>(self, arch: A) -> Division<u64> {
            words(arch, self.0, self.1, self.2)
        }
    }

    /// The number of moves that a knight needs to reach a square.
    fn distance(open: u64, from: Cell, to: Cell) -> Option<u32> {
        let mut reached = u64::jumps_from(from) & open;
        (1..=64).find(|_| {
            let found = reached.has(to);
            reached = (reached | reached.jumps()) & open;
            found
        })
    }

    proptest! {
        #[test]
        fn all_instruction_sets_give_the_same_division(
            open: [u64; LANES], spreader in 0u8..64, others in prop::array::uniform4(0u8..64),
        ) {
            let others = others.map(u64::jumps_from);
            let spreader = u64::jumps_from(spreader);
            let expected = portable(open, spreader, others);
            prop_assert_eq!(dispatch(Words(open, spreader, others)), expected);
        }

        #[test]
        fn one_word_and_four_word_boards_have_the_same_division(
            open: u64, spreader in 0u8..64, other in 0u8..64,
        ) {
            let board = Squares::rectangle(8, 8);
            let wide = |word: u64| {
                word.cells().fold(Squares::NONE, |set, cell| set.with(u64::square(cell)))
            };
            let [first, second] = [spreader, other].map(u64::jumps_from);
            let small = portable([open; LANES], first, [second; LANES]);
            let large = portable([wide(open); LANES], wide(first), [wide(second); LANES]);
            prop_assert_eq!(large.spreader, small.spreader.map(wide));
            prop_assert_eq!(large.others, small.others.map(wide));
            prop_assert_eq!(large.around.map(|set| set & board), small.around.map(wide));
        }

        #[test]
        fn every_reachable_square_belongs_to_exactly_one_side(
            open: u64, spreader in 0u8..64, other in 0u8..64,
        ) {
            let [first, second] = [spreader, other].map(u64::jumps_from);
            let division = portable([open; LANES], first, [second; LANES]);
            let (mine, theirs) = (division.spreader[0], division.others[0]);
            prop_assert_eq!(mine & theirs, 0);
            prop_assert_eq!(mine | theirs, open.flood(first | second));
            for cell in (open & (first | second)).cells() {
                prop_assert_eq!(mine.has(cell), first.has(cell));
            }
            for cell in mine.cells() {
                let [near, far] = [spreader, other].map(|knight| distance(open, knight, cell));
                prop_assert!(near.is_some() && far.is_none_or(|far| near <= Some(far)));
            }
        }
    }
}
