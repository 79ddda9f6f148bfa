//! A\* (Hart, Nilsson and Raphael 1968) for four neighbours, with two stacks for an open list.
//!
//! Steps cost one, so a step toward the goal leaves `f` (steps so far plus estimate) as it is, and any
//! other raises it by 2. While the cells of one `f` are expanded, all that is found belongs to this
//! `f` or to the next. Two stacks hold them, and no cell is ever compared with another. A cell found
//! for this `f` is reached by the fewest steps and marked at once; one found for the next `f` waits
//! unmarked, for it may still be found for this one.
//!
//! Cells are expanded in runs: along the row toward the goal's column, then along the column. Within a
//! run the directions are constants, the cell behind need not be looked at, and what is found beside
//! is pushed without a branch (stored always, counted if it is new).

use super::budget::{Budget, Watch};
use super::estimate::{Estimate, Manhattan};
use super::{Ends, Work};
use crate::map::{Map, Spot};
use crate::movement::Direction::{self, Down, Left, Right, Up};
use search::graph::Unsolved;

/// The open list: cells of this `f`, and of the next with the direction they would be entered in.
#[derive(Clone, Debug, Default)]
pub(super) struct Stacks {
    now: Vec<Place>,
    next: Vec<Place>,
}

/// A cell by its coordinates and its index at once, so that a step is one addition; in the two bits
/// above both, a direction.
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

/// What is added to a place for a step in each direction.
fn steps(map: &Map) -> [u64; 4] {
    let step = |rows: i64, columns: i64| {
        let word = (rows << 16) + columns;
        let index = rows * map.stride() as i64 + columns;
        ((word << 32) + index) as u64
    };
    [step(-1, 0), step(0, 1), step(1, 0), step(0, -1)]
}

/// How the next cells are expanded: where the run leads, which steps are beside it, and whether the
/// first of these leads toward the goal too.
struct Run {
    ahead: Direction,
    side: Direction,
    length: u32,
    side_nears: bool,
}

impl Run {
    #[inline]
    fn new(at: Spot, goal: Spot) -> Self {
        let vertical = if at.row() > goal.row() { Up } else { Down };
        let horizontal = if at.column() > goal.column() { Left } else { Right };
        let rows = at.row().abs_diff(goal.row());
        let columns = at.column().abs_diff(goal.column());
        match (rows, columns) {
            (rows, 0) => Run { ahead: vertical, side: Right, length: rows, side_nears: false },
            (0, columns) => Run { ahead: horizontal, side: Up, length: columns, side_nears: false },
            (_, columns) => {
                Run { ahead: horizontal, side: vertical, length: columns, side_nears: true }
            }
        }
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

/// Appends to the path the way between the ends, if it has at most so many steps.
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
    // The path may have a beginning already.
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
    let steps = steps(map);
    let (stamps, reached) = work.stamps.begin(map);
    let Stacks { now, next } = &mut work.stacks;
    // The stacks are slices with a length beside: a push is a store and an addition.
    let (mut now_length, mut next_length) = (0, 0);
    let goal = Place::new(map, ends.to);
    let first = Place::new(map, ends.from);
    let mut f = Manhattan.steps(ends.from, ends.to);
    if f > most {
        return Err(Unsolved::Exhausted);
    }
    stamps[first.index()] = reached;
    grow(now, 1);
    now[0] = first;
    now_length += 1;
    loop {
        while now_length > 0 {
            now_length -= 1;
            let mut at = now[now_length];
            // Once, and again where a run ends at the goal's row or column.
            while at != goal {
                let run = Run::new(at.spot(), ends.to);
                let length = run.length.min(budget.allowance()?);
                grow(now, now_length + length as usize);
                grow(next, next_length + 2 * length as usize + 1);
                let (ahead, side) = (steps[run.ahead as usize], steps[run.side as usize]);
                let away = run.side.reversed();
                let opposite = steps[away as usize];
                let behind = at.plus(steps[run.ahead.reversed() as usize]);
                next[next_length] = behind.tagged(run.ahead.reversed());
                next_length += usize::from(stamps[behind.index()] < reached);
                let mut left = length;
                let open_ahead = loop {
                    budget.watch(|| at.spot());
                    let beside = at.plus(side);
                    let stamp = &mut stamps[beside.index()];
                    let is_new = *stamp < reached;
                    if run.side_nears {
                        *stamp = if is_new { reached | run.side as u8 } else { *stamp };
                        now[now_length] = beside;
                        now_length += usize::from(is_new);
                    } else {
                        next[next_length] = beside.tagged(run.side);
                        next_length += usize::from(is_new);
                    }
                    let beside = at.plus(opposite);
                    next[next_length] = beside.tagged(away);
                    next_length += usize::from(stamps[beside.index()] < reached);
                    left -= 1;
                    at = at.plus(ahead);
                    let stamp = &mut stamps[at.index()];
                    if *stamp >= reached {
                        break false;
                    }
                    *stamp = reached | run.ahead as u8;
                    if left == 0 {
                        break true;
                    }
                };
                budget.expand_run(length - left);
                if !open_ahead {
                    break;
                }
            }
            if at == goal {
                budget.generated += (now_length + next_length) as u64;
                return Ok(());
            }
        }
        f = f.saturating_add(2);
        if next_length == 0 || f > most {
            return Err(Unsolved::Exhausted);
        }
        // Whatever has not been found for this f meanwhile.
        grow(now, next_length);
        for place in &next[..next_length] {
            let (place, direction) = place.untagged();
            let stamp = &mut stamps[place.index()];
            let is_new = *stamp < reached;
            *stamp = if is_new { reached | direction } else { *stamp };
            now[now_length] = place;
            now_length += usize::from(is_new);
        }
        budget.generated += (next_length - now_length) as u64;
        next_length = 0;
    }
}

/// Makes room for this many places and one that is stored but not counted.
#[inline]
fn grow(stack: &mut Vec<Place>, length: usize) {
    if stack.len() <= length {
        stack.resize((length + 1).next_power_of_two(), Place::default());
    }
}
