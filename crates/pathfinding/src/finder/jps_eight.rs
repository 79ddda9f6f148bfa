//! Jump point search (Harabor and Grastien 2011) for eight neighbours without cutting corners, on the
//! bitmaps of the map and of the transposed map.
//!
//! Of all shortest ways between two cells one is canonical: it takes its diagonal steps as early as it
//! can. A straight run then matters only where a wall beside it has just ended (a turn: from there on
//! one can go to that side, straight or diagonally ahead), and those are the turns of the search for
//! four neighbours. A diagonal step needs both cells beside it free, so no wall ends beside a
//! diagonal run, and its cells are there only to run straight from, in the two directions the diagonal
//! is made of.

use super::budget::{Budget, Watch};
use super::jps::Jumps;
use super::octile::{self, DIAGONAL, STRAIGHT};
use super::queue::{NONE, START};
use super::{Ends, Work};
use crate::map::{Lines, Map, Spot};
use crate::movement::Direction::{self, Left, Right, Up};
use search::graph::Unsolved;

pub(super) fn search<W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    let jumps = &mut work.octile_jumps;
    jumps.known.begin(map.places());
    jumps.queue.begin();
    jumps.queue.push(0, ends.from, START, 0, NONE);
    let shortest = octile::estimate(ends.from, ends.to);
    let mut search = Search { map, jumps, goal: ends.to, shortest, seen: 0 };
    let found = search.spread(budget);
    budget.generated += work.octile_jumps.queue.len() as u64 - 1;
    octile::recover(&work.octile_jumps.queue, found?, &mut work.path);
    Ok(())
}

struct Search<'a> {
    map: &'a Map,
    jumps: &'a mut Jumps<u64>,
    goal: Spot,
    /// The estimate at the start: the least `f` there is.
    shortest: u64,
    /// Cells of diagonal runs since the budget was last told.
    seen: u32,
}

impl Search<'_> {
    /// Expands turns until none can lead to a shorter way to the goal; the goal's number.
    fn spread<W: Watch>(&mut self, budget: &mut Budget<'_, W>) -> Result<u32, Unsolved> {
        let mut best: Option<(u32, u64)> = None;
        while let Some((number, bucket)) = self.jumps.queue.pop() {
            let node = self.jumps.queue.node(number);
            let (at, cost) = (node.at, node.cost);
            if let Some((found, least)) = best {
                if bucket > octile::bucket(least - self.shortest) {
                    return Ok(found);
                }
                if cost + octile::estimate(at, self.goal) >= least {
                    continue;
                }
            }
            let index = self.map.index(at);
            if node.entered != START && !self.jumps.known.is_least(index, cost) {
                continue;
            }
            if at == self.goal {
                best = Some((number, cost));
                continue;
            }
            budget.expand(at)?;
            if node.entered == START {
                for direction in Direction::STRAIGHT {
                    self.straight(at, direction, cost, number);
                }
                for direction in Direction::DIAGONAL {
                    self.diagonal(at, direction, cost, number);
                }
            } else {
                let ahead = Direction::ALL[node.entered as usize];
                let before = at.step(ahead.reversed());
                self.straight(at, ahead, cost, number);
                for side in ahead.sides() {
                    if self.is_wall(before.step(side)) && !self.is_wall(at.step(side)) {
                        self.straight(at, side, cost, number);
                        self.diagonal(at, ahead.with(side), cost, number);
                    }
                }
            }
            budget.pass(std::mem::take(&mut self.seen))?;
        }
        best.map(|(found, _)| found).ok_or(Unsolved::Exhausted)
    }

    #[inline]
    fn is_wall(&self, spot: Spot) -> bool {
        self.map.by_row().is_wall(spot.row() as usize, spot.column() as usize)
    }

    /// Runs straight and keeps what stops it, unless that is a wall.
    #[inline]
    fn straight(&mut self, at: Spot, ahead: Direction, cost: u64, parent: u32) {
        let (row, column) = (at.row(), at.column());
        let (goal_row, goal_column) = (self.goal.row(), self.goal.column());
        match ahead {
            Right | Left => {
                let goal = (row == goal_row).then_some(goal_column as usize);
                let stop = run(self.map.by_row(), row as usize, column as usize, ahead, goal);
                let Some(stop) = stop else { return };
                let steps = stop.abs_diff(column as usize) as u64;
                let spot = Spot::new(row, stop as u32);
                self.keep(spot, ahead, cost + steps * STRAIGHT, parent);
            }
            _ => {
                let goal = (column == goal_column).then_some(goal_row as usize);
                let stop = run(self.map.by_column(), column as usize, row as usize, ahead, goal);
                let Some(stop) = stop else { return };
                let steps = stop.abs_diff(row as usize) as u64;
                let spot = Spot::new(stop as u32, column);
                self.keep(spot, ahead, cost + steps * STRAIGHT, parent);
            }
        }
    }

    /// Runs diagonally, and from each cell straight in both directions of the diagonal.
    #[inline]
    fn diagonal(&mut self, from: Spot, ahead: Direction, mut cost: u64, parent: u32) {
        let Some((vertical, horizontal)) = ahead.parts() else { return };
        let mut at = from;
        let is_closed = |search: &Self, at: Spot| {
            search.is_wall(at.step(vertical))
                || search.is_wall(at.step(horizontal))
                || search.is_wall(at.step(ahead))
        };
        while !is_closed(self, at) {
            at = at.step(ahead);
            cost += DIAGONAL;
            if at == self.goal {
                return self.keep(at, ahead, cost, parent);
            }
            self.seen += 1;
            if !self.jumps.known.improve(self.map.index(at), cost, ahead as u8) {
                return;
            }
            self.straight(at, vertical, cost, parent);
            self.straight(at, horizontal, cost, parent);
        }
    }

    #[inline]
    fn keep(&mut self, at: Spot, entered: Direction, cost: u64, parent: u32) {
        if self.jumps.known.improve(self.map.index(at), cost, entered as u8) {
            let f = cost + octile::estimate(at, self.goal);
            let bucket = octile::bucket(f - self.shortest);
            self.jumps.queue.push(bucket, at, entered as u8, cost, parent);
        }
    }
}

/// Where a run along a line stops: at the goal, at a turn, or nowhere but at a wall.
#[inline]
fn run(
    lines: &Lines,
    line: usize,
    place: usize,
    ahead: Direction,
    goal: Option<usize>,
) -> Option<usize> {
    let (stop, passed) = match ahead {
        Left | Up => {
            let stop = lines.behind(line, place);
            (stop, goal.filter(|&goal| stop <= goal && goal < place))
        }
        _ => {
            let stop = lines.ahead(line, place);
            (stop, goal.filter(|&goal| place < goal && goal <= stop))
        }
    };
    passed.or_else(|| (!lines.is_wall(line, stop)).then_some(stop))
}
