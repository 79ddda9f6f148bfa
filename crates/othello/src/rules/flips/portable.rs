//! Flips and moves in plain 64-bit arithmetic.

use super::rays::RAYS;

/// All squares except columns a and h, so that shifts do not wrap around the board edge.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// See [`flips`](super::flips).
///
/// Along each ray the first square that is not the opponent's decides: if the mover has a disc there,
/// all discs before it flip. That square is the lowest bit on ascending rays and the highest bit on
/// descending rays.
#[inline(always)]
pub fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let rays = &RAYS[square & 63];
    let mut flipped = 0;
    let mut direction = 0;
    while direction < 4 {
        let ray = rays.up[direction];
        let stop = !opp & ray;
        let outflank = stop & stop.wrapping_neg() & own;
        // Without an outflanking disc this is 0.
        flipped |= outflank.wrapping_sub(u64::from(outflank != 0)) & ray;

        let ray = rays.down[direction];
        let stop = !opp & ray;
        // The lowest bit keeps the number of leading zeros below 64; `stop` removes it again.
        let outflank = ((1 << 63) >> (stop | 1).leading_zeros()) & stop & own;
        flipped |= (outflank.wrapping_neg() << 1) & ray;
        direction += 1;
    }
    flipped
}

/// See [`moves`](super::moves).
///
/// Parallel prefix (Kogge and Stone 1973): three doublings fill every run of the opponent's discs next
/// to a disc of the mover, in eight directions. A move is an empty square at the end of such a run.
#[inline(always)]
pub fn moves(own: u64, opp: u64) -> u64 {
    let inner = opp & INNER_COLUMNS;
    let reached = behind(own, inner, 1) | behind(own, opp, 8);
    let reached = reached | behind(own, inner, 7) | behind(own, inner, 9);
    reached & !(own | opp)
}

/// The squares behind runs of `opp` adjacent to `own`, in both directions of one line.
#[inline(always)]
fn behind(own: u64, opp: u64, step: u32) -> u64 {
    let (mut up, mut down) = (opp & (own << step), opp & (own >> step));
    up |= opp & (up << step);
    down |= opp & (down >> step);
    let (up_pairs, down_pairs) = (opp & (opp << step), opp & (opp >> step));
    up |= up_pairs & (up << (2 * step));
    down |= down_pairs & (down >> (2 * step));
    up |= up_pairs & (up << (2 * step));
    down |= down_pairs & (down >> (2 * step));
    (up << step) | (down >> step)
}
