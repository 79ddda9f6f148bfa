//! Fixed-point costs for eight neighbours, in units of 2⁻³⁷ steps.
//!
//! A path of `s` straight and `d` diagonal steps costs exactly `s` times [`STRAIGHT`] plus `d` times
//! [`DIAGONAL`], in any order of addition, so that equal paths have equal costs. [`DIAGONAL`] is less than
//! √2 by less than 2⁻³⁷. So costs order different paths of up to 2¹⁷ steps as their true lengths do (which
//! differ by more than 2⁻²⁰), and the longest path of the largest map fits 64 bits.

use super::queue::{NONE, Queue};
use crate::map::Spot;
use crate::map::movement::Direction::{
    self, Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight,
};

const FRACTION: u32 = 37;

/// The cost of a straight step.
pub(super) const STRAIGHT: u64 = 1 << FRACTION;

/// The cost of a diagonal step.
pub(super) const DIAGONAL: u64 = (std::f64::consts::SQRT_2 * STRAIGHT as f64) as u64;

// A path visits no cell twice.
const _: () = assert!(
    crate::Map::MAX_SIDE as u128 * crate::Map::MAX_SIDE as u128 * (DIAGONAL as u128)
        < u64::MAX as u128
);

/// The cost of the path without walls: as many diagonal steps as lead nearer, then straight steps.
#[inline]
pub(super) fn estimate(at: Spot, goal: Spot) -> u64 {
    let (rows, columns) = (at.row().abs_diff(goal.row()), at.column().abs_diff(goal.column()));
    u64::from(rows.abs_diff(columns)) * STRAIGHT + u64::from(rows.min(columns)) * DIAGONAL
}

/// The bucket of an open list for an `f` that exceeds the smallest one by `excess`.
#[inline]
pub(super) fn bucket(excess: u64) -> u32 {
    bucket_of(excess, 0)
}

/// The same with 2^`finer` buckets per step.
#[inline]
pub(super) fn bucket_of(excess: u64, finer: u32) -> u32 {
    (excess >> (FRACTION - finer)) as u32
}

/// Follows the parents back from the last node. Between two nodes the path is diagonal first, then straight.
pub(super) fn recover(queue: &Queue<u64>, last: u32, path: &mut Vec<Direction>) {
    let mut node = queue.node(last);
    while node.parent != NONE {
        let parent = queue.node(node.parent);
        let (from, to) = (parent.at, node.at);
        let rows = to.row().abs_diff(from.row());
        let columns = to.column().abs_diff(from.column());
        let (down, right) = (to.row() > from.row(), to.column() > from.column());
        let straight = match (rows > columns, down, right) {
            (true, true, _) => Down,
            (true, false, _) => Up,
            (false, _, true) => Right,
            (false, _, false) => Left,
        };
        let diagonal = match (down, right) {
            (false, false) => UpLeft,
            (false, true) => UpRight,
            (true, true) => DownRight,
            (true, false) => DownLeft,
        };
        path.resize(path.len() + rows.abs_diff(columns) as usize, straight);
        path.resize(path.len() + rows.min(columns) as usize, diagonal);
        node = parent;
    }
    path.reverse();
}
