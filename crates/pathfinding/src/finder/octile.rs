//! A\* for eight neighbours: straight steps cost 1, diagonal ones √2, and a heap orders the cells.
//!
//! Lengths are kept as pairs of straight and diagonal steps, so that the length of a path is exact
//! however long it is. The heap orders by 32.32 fixed-point numbers made of them in one rounding.

use super::budget::{Budget, Watch};
use super::{Ends, Work};
use crate::map::{Map, Spot};
use crate::movement::{Direction, Length};
use search::graph::Unsolved;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What this search alone writes on.
#[derive(Clone, Debug, Default)]
pub(super) struct Octile {
    labels: Vec<Label>,
    generation: u32,
    open: BinaryHeap<Open>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Label {
    generation: u32,
    length: Length,
    entered: u8,
    closed: bool,
}

/// By `f`, among equals the longest way first; then any fixed order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    f: Reverse<u64>,
    length: u64,
    at: (u32, u32),
    index: u32,
}

/// A length in 32.32 fixed point.
fn fixed(length: Length) -> u64 {
    const SQRT_2: u64 = (std::f64::consts::SQRT_2 * (1u64 << 32) as f64) as u64;
    (u64::from(length.straight) << 32) + u64::from(length.diagonal) * SQRT_2
}

/// The way without walls.
fn octile(at: Spot, goal: Spot) -> Length {
    let (rows, columns) = (at.row().abs_diff(goal.row()), at.column().abs_diff(goal.column()));
    Length { straight: rows.abs_diff(columns), diagonal: rows.min(columns) }
}

pub(super) fn search<W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    estimates: bool,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    let Work { octile: Octile { labels, generation, open }, path, .. } = work;
    labels.resize(map.places(), Label::default());
    *generation = generation.wrapping_add(1);
    if *generation == 0 {
        labels.fill(Label::default());
        *generation = 1;
    }
    open.clear();
    let estimate = |spot| match estimates {
        true => octile(spot, ends.to),
        false => Length::default(),
    };
    let waiting = |spot: Spot, length: Length| Open {
        f: Reverse(fixed(length + estimate(spot))),
        length: fixed(length),
        at: (spot.row(), spot.column()),
        index: map.index(spot) as u32,
    };
    labels[map.index(ends.from)] = Label { generation: *generation, ..Label::default() };
    open.push(waiting(ends.from, Length::default()));
    while let Some(Open { at: (row, column), index, .. }) = open.pop() {
        let label = &mut labels[index as usize];
        if std::mem::replace(&mut label.closed, true) {
            continue;
        }
        let length = label.length;
        let at = Spot::new(row, column);
        if at == ends.to {
            recover(map, labels, ends, path);
            return Ok(());
        }
        budget.expand(at)?;
        for direction in Direction::ALL {
            let is_open = |direction| map.is_open(map.index(at.step(direction)));
            let (vertical, horizontal) = direction.parts().unwrap_or((direction, direction));
            if !is_open(direction) || !is_open(vertical) || !is_open(horizontal) {
                continue;
            }
            budget.generated += 1;
            let step = match direction.parts() {
                None => Length { straight: 1, diagonal: 0 },
                Some(_) => Length { straight: 0, diagonal: 1 },
            };
            let spot = at.step(direction);
            let length = length + step;
            let label = &mut labels[map.index(spot)];
            if label.generation == *generation && label.length <= length {
                continue;
            }
            *label =
                Label { generation: *generation, length, entered: direction as u8, closed: false };
            open.push(waiting(spot, length));
        }
    }
    Err(Unsolved::Exhausted)
}

fn recover(map: &Map, labels: &[Label], ends: Ends, path: &mut Vec<Direction>) {
    let mut at = ends.to;
    while at != ends.from {
        let entered = Direction::ALL[labels[map.index(at)].entered as usize];
        path.push(entered);
        at = at.step(entered.reversed());
    }
    path.reverse();
}
