//! A\* (Hart, Nilsson and Raphael 1968) for four neighbours, with two stacks as the open list.
//!
//! Steps cost one, so a step toward the goal keeps `f` (steps so far plus estimate), and any other step
//! raises it by 2. The neighbours of cells with the current `f` therefore have the current `f` or the
//! next one. One stack holds each, and no comparisons are needed. A cell found with the current `f` is
//! reached by the fewest steps and is marked immediately. A cell found with the next `f` is not marked
//! yet, because it may still be found with the current one.
//!
//! An expansion has no branch that depends on the map: with scattered obstacles such a branch is
//! mispredicted half the time. Neighbours are always stored, but counted only if they are new. The four
//! steps come from a table, indexed by the quadrant of the cell relative to the goal. Only cells in the
//! goal's row or column, from which one step instead of two leads nearer, are expanded by separate code.

use super::budget::{Budget, Watch};
use super::estimate::{Estimate, Manhattan};
use super::{Ends, Work};
use crate::map::movement::Direction::{self, Down, Left, Right, Up};
use crate::map::{Map, Spot};
use search::graph::Unsolved;
use std::hint::select_unpredictable;

/// The open list: cells with the current `f`, and cells with the next `f` and their entering direction.
#[derive(Clone, Debug, Default)]
pub(super) struct Stacks {
    now: Vec<Place>,
    next: Vec<Place>,
}

/// The coordinates and the index of a cell in one word, so that a step is one addition. The two highest
/// bits are a direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place(u64);

const TAG: u32 = 62;

impl Place {
    fn new(map: &Map, spot: Spot) -> Self {
        Place(u64::from(spot.word()) << 32 | map.index(spot) as u64)
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as u32 as usize
    }

    #[inline]
    fn spot(self) -> Spot {
        Spot::from_word((self.0 >> 32) as u32)
    }

    #[inline]
    fn plus(self, step: u64) -> Self {
        Place(self.0.wrapping_add(step))
    }

    #[inline]
    fn tagged(self, direction: Direction) -> Self {
        Place(self.0 | (direction as u64) << TAG)
    }

    #[inline]
    fn untagged(self) -> (Self, u8) {
        (Place(self.0 & !(0b11 << TAG)), (self.0 >> TAG) as u8)
    }
}

/// The steps on the map: the number that each adds to a place.
struct Compass {
    steps: [u64; 4],
    /// Indexed by whether a cell is below the goal, and whether it is to its right.
    quarters: [Quarter; 4],
}

/// How the neighbours of a cell in a quadrant are entered: the vertical one, then the horizontal one.
struct Quarter {
    /// The stamps of those nearer to the goal.
    stamps: [u8; 2],
    /// The tags of those farther away.
    tags: [u64; 2],
}

impl Compass {
    fn new(map: &Map, reached: u8) -> Self {
        let steps = [(-1, 0), (0, 1), (1, 0), (0, -1)].map(|(rows, columns): (i64, i64)| {
            let word = (rows << 16) + columns;
            let index = rows * map.stride() as i64 + columns;
            ((word << 32) + index) as u64
        });
        let quarter = |vertical: Direction, horizontal: Direction| {
            let nearer = [vertical, horizontal];
            Quarter {
                stamps: nearer.map(|direction| reached | direction as u8),
                tags: nearer.map(|direction| (direction.reversed() as u64) << TAG),
            }
        };
        let quarters =
            [quarter(Down, Right), quarter(Down, Left), quarter(Up, Right), quarter(Up, Left)];
        Compass { steps, quarters }
    }
}

pub(super) fn search<W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    search_within(map, work, ends, u32::MAX, budget)
}

/// Appends the shortest path between the ends to the path, if it has at most `most` steps.
pub(super) fn search_within<W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    most: u32,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    if ends.from == ends.to {
        return Ok(());
    }
    spread(map, work, ends, most, budget)?;
    // The path may already have a first part.
    let beginning = work.path.len();
    let mut at = ends.to;
    while at != ends.from {
        let entered = work.stamps.entered(map.index(at));
        work.path.push(entered);
        at = at.step(entered.reversed());
    }
    work.path[beginning..].reverse();
    Ok(())
}

/// Expands until the goal is reached.
fn spread<W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    most: u32,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    let mut f = Manhattan.steps(ends.from, ends.to);
    if f > most {
        return Err(Unsolved::Exhausted);
    }
    let (stamps, reached) = work.stamps.begin(map);
    let goal = Place::new(map, ends.to);
    let first = Place::new(map, ends.from);
    stamps[first.index()] = reached;
    let compass = Compass::new(map, reached);
    let Stacks { now, next } = &mut work.stacks;
    grow(now, 2);
    // The goal is a sentinel at the bottom, so a pop needs no check for an empty stack.
    (now[0], now[1]) = (goal, first);
    let mut level = Level { stamps, reached, goal, now_length: 2, next_length: 0 };
    loop {
        loop {
            let allowance = budget.allowance()?;
            grow(now, level.now_length + 2 * allowance as usize);
            grow(next, level.next_length + 4 * allowance as usize);
            let (at, left) = level.expand(&compass, now, next, allowance, budget);
            budget.expand_run(allowance - left);
            match at {
                None => {}
                Some(_) if level.now_length == 0 => break,
                Some(at) if at == goal => {
                    budget.generated += (level.now_length + level.next_length) as u64;
                    return Ok(());
                }
                Some(at) => {
                    budget.watch(|| at.spot());
                    budget.expand_run(1);
                    level.expand_in_line(&compass.steps, now, next, at);
                }
            }
        }
        f = f.saturating_add(2);
        if level.next_length == 0 || f > most {
            return Err(Unsolved::Exhausted);
        }
        budget.generated += level.next_length as u64;
        grow(now, level.next_length + 1);
        level.rise(now, next);
    }
}

/// The search at one `f`. The stacks are slices with a length here: a push is a store and an addition.
struct Level<'a> {
    stamps: &'a mut [u8],
    /// Cells with at least this stamp have been reached or are walls.
    reached: u8,
    goal: Place,
    now_length: usize,
    next_length: usize,
}

impl Level<'_> {
    /// Expands at most `allowance` cells with the current `f`. Stops at a cell in the goal's row or column
    /// and returns it. Also returns the unused part of the allowance. The stacks must have room for all
    /// neighbours.
    ///
    /// The cell to expand next is kept in a register instead of on the stack.
    #[inline(never)]
    fn expand<W: Watch>(
        &mut self,
        compass: &Compass,
        now: &mut [Place],
        next: &mut [Place],
        allowance: u32,
        budget: &mut Budget<'_, W>,
    ) -> (Option<Place>, u32) {
        let reached = self.reached;
        let stamps = &mut *self.stamps;
        let [up, right, down, left] = compass.steps;
        let (goal_row, goal_column) = (self.goal.spot().row(), self.goal.spot().column());
        let (mut now_length, mut next_length) = (self.now_length - 1, self.next_length);
        let mut at = now[now_length];
        let mut allowed = allowance;
        let in_line = loop {
            let (row, column) = (at.spot().row(), at.spot().column());
            if row == goal_row || column == goal_column {
                break Some(at);
            }
            if allowed == 0 {
                now[now_length] = at;
                now_length += 1;
                break None;
            }
            let (is_below, is_right) = (row > goal_row, column > goal_column);
            let vertical = select_unpredictable(is_below, up, down);
            let horizontal = select_unpredictable(is_right, left, right);
            let quarter = &compass.quarters[2 * usize::from(is_below) + usize::from(is_right)];
            let mut enter = |beside: Place, entered: u8| {
                let stamp = &mut stamps[beside.index()];
                let is_new = *stamp < reached;
                *stamp = select_unpredictable(is_new, entered, *stamp);
                is_new
            };
            let (one, other) = (at.plus(vertical), at.plus(horizontal));
            let is_one_new = enter(one, quarter.stamps[0]);
            let is_other_new = enter(other, quarter.stamps[1]);
            let Some([last, room]) = now[now_length - 1..].first_chunk_mut::<2>() else {
                break None;
            };
            *room = one;
            let following = select_unpredictable(is_one_new, one, *last);
            let following = select_unpredictable(is_other_new, other, following);
            // One cell more if both are new, one less if neither is.
            now_length = now_length + usize::from(is_one_new) + usize::from(is_other_new) - 1;
            let Some(room) = next[next_length..].first_chunk_mut::<2>() else { break None };
            let is_new = |beside: Place| usize::from(stamps[beside.index()] < reached);
            let one = at.plus(vertical.wrapping_neg());
            let other = at.plus(horizontal.wrapping_neg());
            let (is_one_new, is_other_new) = (is_new(one), is_new(other));
            room[0] = one.plus(quarter.tags[0]);
            room[is_one_new] = other.plus(quarter.tags[1]);
            next_length += is_one_new + is_other_new;
            budget.watch(|| at.spot());
            allowed -= 1;
            at = following;
        };
        (self.now_length, self.next_length) = (now_length, next_length);
        (in_line, allowed)
    }

    /// Expands a cell in the goal's row or column.
    #[cold]
    fn expand_in_line(
        &mut self,
        steps: &[u64; 4],
        now: &mut [Place],
        next: &mut [Place],
        at: Place,
    ) {
        let estimate = |place: Place| Manhattan.steps(place.spot(), self.goal.spot());
        for (direction, step) in Direction::STRAIGHT.into_iter().zip(steps) {
            let beside = at.plus(*step);
            let stamp = &mut self.stamps[beside.index()];
            if *stamp >= self.reached {
                continue;
            }
            if estimate(beside) < estimate(at) {
                *stamp = self.reached | direction as u8;
                now[self.now_length] = beside;
                self.now_length += 1;
            } else {
                next[self.next_length] = beside.tagged(direction);
                self.next_length += 1;
            }
        }
    }

    /// Continues with the next `f`: its cells that have not been reached in the meantime.
    fn rise(&mut self, now: &mut [Place], next: &[Place]) {
        let mut length = 1;
        for place in &next[..self.next_length] {
            let (place, direction) = place.untagged();
            let stamp = &mut self.stamps[place.index()];
            let is_new = *stamp < self.reached;
            *stamp = select_unpredictable(is_new, self.reached | direction, *stamp);
            now[length] = place;
            length += usize::from(is_new);
        }
        (self.now_length, self.next_length) = (length, 0);
    }
}

/// Makes room for this many places, and one more that may be stored without being counted.
#[inline]
fn grow(stack: &mut Vec<Place>, length: usize) {
    if stack.len() <= length {
        stack.resize((length + 1).next_power_of_two(), Place::default());
    }
}
