//! A fast rough evaluation: mobility, potential mobility and corners. The solver orders moves by it,
//! and the evaluator [`Mobility`](crate::Mobility) uses it.

use super::stability::{beside, corner_hold, corners};
use crate::rules::board::Board;

/// The parts of the value for the side to move, given the moves of both sides: mobility, potential
/// mobility and corners. About sixteen units make a disc. `MASK` is the set of squares of the board.
#[inline(always)]
pub(crate) fn parts<const MASK: u64>(board: Board, moves: [u64; 2]) -> [i32; 3] {
    let Board { own, opp } = board;
    let empty = MASK & board.empty();
    let [own_moves, opp_moves] = moves;
    let mobility = weighted::<MASK>(own_moves) - weighted::<MASK>(opp_moves);
    let potential = beside(opp, empty).count_ones() as i32 - beside(own, empty).count_ones() as i32;
    let hold = corner_hold::<MASK>(own) as i32 - corner_hold::<MASK>(opp) as i32;
    [mobility * 16, potential * 6, hold * 40]
}

/// The number of moves in a set; corners count twice.
#[inline(always)]
pub(crate) fn weighted<const MASK: u64>(moves: u64) -> i32 {
    (moves.count_ones() + (moves & const { corners(MASK) }).count_ones()) as i32
}

/// The sum of the parts.
#[inline(always)]
pub(crate) fn value(parts: &[i32; 3]) -> i32 {
    parts[0] + parts[1] + parts[2]
}
