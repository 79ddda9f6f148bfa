//! Jump point search (Harabor and Grastien 2011) for eight neighbours without cutting corners, on the
//! bitmaps of the map and of the transposed map.
//!
//! Of all shortest paths between two cells, the canonical one takes its diagonal steps as early as
//! possible. A straight run then branches only at a turn (a jump point), where a wall next to it has just
//! ended: from there the path can go to that side, straight or diagonally ahead. These are the turns of
//! the search for four neighbours. A diagonal step needs both adjacent cells free, so a diagonal run has
//! no turns. Its cells only start straight runs, in the two directions that the diagonal consists of.

use super::budget::{Budget, Watch};
use super::jps::{Jumps, Scan, is_passed};
use super::octile::{self, DIAGONAL, STRAIGHT};
use super::queue::{NONE, START};
use super::{Ends, Work};
use crate::map::movement::Direction::{self, Left, Right, Up};
use crate::map::{JumpTable, Map, Spot};
use search::graph::Unsolved;

/// The source of run lengths: the bitmaps, or a table.
pub(super) trait Runs {
    /// The steps to the next turn and `true`, or to the last cell before a wall and `false`.
    fn straight(&self, map: &Map, at: Spot, ahead: Direction) -> (u32, bool);

    /// The steps to the next cell from which a straight run leads to a turn and `true`, or to the last cell
    /// before a wall and `false`.
    fn diagonal(&self, map: &Map, at: Spot, ahead: Direction) -> (u32, bool);
}

/// Run lengths from the bitmaps of the map.
impl Runs for Scan {
    #[inline]
    fn straight(&self, map: &Map, at: Spot, ahead: Direction) -> (u32, bool) {
        let (row, column) = (at.row() as usize, at.column() as usize);
        let (lines, line, place) = match ahead {
            Right | Left => (map.by_row(), row, column),
            _ => (map.by_column(), column, row),
        };
        let stop = match ahead {
            Up | Left => lines.behind(line, place),
            _ => lines.ahead(line, place),
        };
        let is_turn = !lines.is_wall(line, stop);
        (stop.abs_diff(place) as u32 - u32::from(!is_turn), is_turn)
    }

    /// Cell by cell.
    #[inline]
    fn diagonal(&self, map: &Map, at: Spot, ahead: Direction) -> (u32, bool) {
        let is_open = |direction| {
            let next = at.step(direction);
            !map.by_row().is_wall(next.row() as usize, next.column() as usize)
        };
        let parts = ahead.parts();
        let is_beside = parts.is_none_or(|(one, other)| is_open(one) && is_open(other));
        let can_step = is_beside && is_open(ahead);
        (u32::from(can_step), can_step)
    }
}

/// Run lengths from a table.
impl Runs for JumpTable<8> {
    #[inline]
    fn straight(&self, map: &Map, at: Spot, ahead: Direction) -> (u32, bool) {
        self.run(map.index(at), ahead)
    }

    #[inline]
    fn diagonal(&self, map: &Map, at: Spot, ahead: Direction) -> (u32, bool) {
        self.run(map.index(at), ahead)
    }
}

pub(super) fn search<R: Runs, W: Watch>(
    map: &Map,
    runs: &R,
    work: &mut Work,
    ends: Ends,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    let jumps = &mut work.octile_jumps;
    jumps.known.begin(map.places());
    jumps.queue.begin();
    jumps.queue.push(0, ends.from, START, 0, NONE);
    let shortest = octile::estimate(ends.from, ends.to);
    let mut search = Search { map, runs, jumps, goal: ends.to, shortest, seen: 0 };
    let found = search.spread(budget);
    budget.generated += work.octile_jumps.queue.len() as u64 - 1;
    octile::recover(&work.octile_jumps.queue, found?, &mut work.path);
    Ok(())
}

struct Search<'a, R> {
    map: &'a Map,
    runs: &'a R,
    jumps: &'a mut Jumps<u64>,
    goal: Spot,
    /// The estimate at the start: the smallest `f`.
    shortest: u64,
    /// Cells of diagonal runs that have not been reported to the budget yet.
    seen: u32,
}

impl<R: Runs> Search<'_, R> {
    /// Expands turns until none can lead to a shorter path. Returns the number of the goal's node.
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

    /// Runs straight and stores the goal, or the turn that ends the run.
    #[inline]
    fn straight(&mut self, at: Spot, ahead: Direction, cost: u64, parent: u32) {
        let (mut run, is_turn) = self.runs.straight(self.map, at, ahead);
        let (across, along) = match ahead {
            Right | Left => (at.row() == self.goal.row(), (at.column(), self.goal.column())),
            _ => (at.column() == self.goal.column(), (at.row(), self.goal.row())),
        };
        if across && is_passed(along.0, along.1, ahead, run) {
            run = along.0.abs_diff(along.1);
        } else if !is_turn {
            return;
        }
        self.keep(at.plus(ahead, run), ahead, cost + u64::from(run) * STRAIGHT, parent);
    }

    /// Runs diagonally, and straight in both directions of the diagonal from each cell where that leads to a
    /// turn.
    #[inline]
    fn diagonal(&mut self, from: Spot, ahead: Direction, mut cost: u64, parent: u32) {
        let Some((vertical, horizontal)) = ahead.parts() else { return };
        let mut at = from;
        loop {
            let (run, is_worth) = self.runs.diagonal(self.map, at, ahead);
            // The goal is visible from its row and from its column; stop at the first of them.
            let row = is_passed(at.row(), self.goal.row(), vertical, run)
                .then(|| at.row().abs_diff(self.goal.row()));
            let column = is_passed(at.column(), self.goal.column(), horizontal, run)
                .then(|| at.column().abs_diff(self.goal.column()));
            let run = match (row, column) {
                (Some(row), Some(column)) => row.min(column),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) if is_worth => run,
                (None, None) => return,
            };
            at = at.plus(ahead, run);
            cost += u64::from(run) * DIAGONAL;
            if at == self.goal {
                return self.keep(at, ahead, cost, parent);
            }
            self.seen += 1;
            if !self.jumps.known.improve(self.map.index(at), cost) {
                return;
            }
            self.straight(at, vertical, cost, parent);
            self.straight(at, horizontal, cost, parent);
        }
    }

    #[inline]
    fn keep(&mut self, at: Spot, entered: Direction, cost: u64, parent: u32) {
        if self.jumps.known.improve(self.map.index(at), cost) {
            let f = cost + octile::estimate(at, self.goal);
            let bucket = octile::bucket(f - self.shortest);
            self.jumps.queue.push(bucket, at, entered as u8, cost, parent);
        }
    }
}
