//! Flips and moves with AVX2, four lines at a time.
//!
//! The same ideas as in [`portable`](super::portable), with the four ascending rays, and the four
//! descending ones, in the lanes of one register each.

use super::rays::RAYS;
use std::arch::x86_64::*;

/// See [`flips`](super::flips).
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let rays = &RAYS[square & 63];
    let (own, opp) = (_mm256_set1_epi64x(own as i64), _mm256_set1_epi64x(opp as i64));
    let (zero, ones) = (_mm256_setzero_si256(), _mm256_set1_epi64x(-1));

    let ray = lanes(rays.up);
    let stop = _mm256_andnot_si256(opp, ray);
    let first = _mm256_and_si256(stop, _mm256_sub_epi64(zero, stop));
    let outflank = _mm256_and_si256(first, own);
    let nothing = _mm256_cmpeq_epi64(outflank, zero);
    let before = _mm256_and_si256(_mm256_add_epi64(outflank, ones), ray);
    let ascending = _mm256_andnot_si256(nothing, before);

    let ray = lanes(rays.down);
    let steps = _mm256_setr_epi64x(1, 7, 8, 9);
    let twice = _mm256_add_epi64(steps, steps);
    // Covers everything from the first stop on; what remains are the discs between.
    let stop = _mm256_andnot_si256(opp, ray);
    let cover = _mm256_or_si256(stop, _mm256_srlv_epi64(stop, steps));
    let cover = _mm256_or_si256(cover, _mm256_srlv_epi64(cover, twice));
    let cover = _mm256_or_si256(cover, _mm256_srlv_epi64(cover, _mm256_add_epi64(twice, twice)));
    let first = _mm256_andnot_si256(_mm256_srlv_epi64(cover, steps), cover);
    let nothing = _mm256_cmpeq_epi64(_mm256_and_si256(first, own), zero);
    let before = _mm256_andnot_si256(cover, ray);
    let descending = _mm256_andnot_si256(nothing, before);

    union(_mm256_or_si256(ascending, descending))
}

/// See [`moves`](super::moves).
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn moves(own: u64, opp: u64) -> u64 {
    const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    let occupied = own | opp;
    let own = _mm256_set1_epi64x(own as i64);
    let inner = _mm256_setr_epi64x(INNER, INNER, -1, INNER);
    let opp = _mm256_and_si256(_mm256_set1_epi64x(opp as i64), inner);
    let steps = _mm256_setr_epi64x(1, 7, 8, 9);
    let twice = _mm256_add_epi64(steps, steps);

    let mut up = _mm256_and_si256(opp, _mm256_sllv_epi64(own, steps));
    let mut down = _mm256_and_si256(opp, _mm256_srlv_epi64(own, steps));
    up = _mm256_or_si256(up, _mm256_and_si256(opp, _mm256_sllv_epi64(up, steps)));
    down = _mm256_or_si256(down, _mm256_and_si256(opp, _mm256_srlv_epi64(down, steps)));
    let pairs_up = _mm256_and_si256(opp, _mm256_sllv_epi64(opp, steps));
    let pairs_down = _mm256_srlv_epi64(pairs_up, steps);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    let behind = _mm256_or_si256(_mm256_sllv_epi64(up, steps), _mm256_srlv_epi64(down, steps));
    union(behind) & !occupied
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(sets: [u64; 4]) -> __m256i {
    // One load. A `map` over the array would be a call compiled without AVX2.
    _mm256_setr_epi64x(sets[0] as i64, sets[1] as i64, sets[2] as i64, sets[3] as i64)
}

/// The union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn union(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    let one = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    _mm_cvtsi128_si64(one) as u64
}
