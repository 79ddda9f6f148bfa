//! Jump point search (Harabor and Grastien 2011) for four neighbours, on the bitmaps of the map.
//!
//! Of all shortest paths between two cells, the canonical one takes its vertical steps as early as
//! possible. On such a path a vertical step follows a horizontal one only at a turn (a jump point), where
//! a wall above or below the previous cell has just ended; elsewhere it could have been taken earlier.
//! So:
//!
//! - a run along a row skips to the next turn, one bitmap word at a time;
//! - a run along a column scans the rows to both sides of each of its cells, and stores the turns found
//!   there, not the cell itself (Harabor and Grastien 2014);
//! - a turn is expanded by continuing along its row, and along the column where the wall ended.
//!
//! Every cell of a column run is stored with its steps; a later run that reaches it with at least as many
//! steps ends there. So the runs of different turns do not scan the same rows again.

use super::budget::{Budget, Watch};
use super::known::Known;
use super::queue::{NONE, Queue, START};
use super::{Ends, Work};
use crate::map::movement::Direction::{self, Down, Left, Right, Up};
use crate::map::{JumpTable, Map, Spot};
use search::graph::Unsolved;

/// The working memory of the jump point searches, with costs of type `C`.
#[derive(Clone, Debug, Default)]
pub(super) struct Jumps<C> {
    pub(super) known: Known<C>,
    pub(super) queue: Queue<C>,
}

/// The source of run lengths: the bitmaps, or a table.
pub(super) trait Runs {
    /// The steps along a row to the next turn and `true`, or to the last cell before a wall and `false`.
    fn along_row(&self, map: &Map, at: Spot, ahead: Direction) -> (u32, bool);

    /// The steps along a column to the next cell whose row leads to a turn and `true`, or to the last cell
    /// before a wall and `false`.
    fn along_column(&self, map: &Map, at: Spot, ahead: Direction) -> (u32, bool);
}

/// Run lengths from the bitmaps of the map.
pub(super) struct Scan;

impl Runs for Scan {
    #[inline]
    fn along_row(&self, map: &Map, at: Spot, ahead: Direction) -> (u32, bool) {
        let (row, column) = (at.row() as usize, at.column() as usize);
        let stop = match ahead {
            Left => map.by_row().behind(row, column),
            _ => map.by_row().ahead(row, column),
        };
        let is_turn = !map.by_row().is_wall(row, stop);
        (stop.abs_diff(column) as u32 - u32::from(!is_turn), is_turn)
    }

    #[inline]
    fn along_column(&self, map: &Map, at: Spot, ahead: Direction) -> (u32, bool) {
        let (row, column) = (at.row() as usize, at.column() as usize);
        let stop = match ahead {
            Up => map.sights().before(column, row),
            _ => map.sights().after(column, row),
        };
        let is_worth = !map.by_column().is_wall(column, stop);
        (stop.abs_diff(row) as u32 - u32::from(!is_worth), is_worth)
    }
}

/// Run lengths from a table.
impl Runs for JumpTable<4> {
    #[inline]
    fn along_row(&self, map: &Map, at: Spot, ahead: Direction) -> (u32, bool) {
        self.run(map.index(at), ahead)
    }

    #[inline]
    fn along_column(&self, map: &Map, at: Spot, ahead: Direction) -> (u32, bool) {
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
    let Jumps { known, queue } = &mut work.jumps;
    known.begin(map.places());
    queue.begin();
    let mut search = Search { map, runs, known, queue, goal: ends.to, shortest: 0, seen: 0 };
    search.shortest = search.estimate(ends.from);
    search.queue.push(0, ends.from, START, 0, NONE);
    let found = search.spread(budget);
    budget.generated += search.queue.len() as u64 - 1;
    recover(&work.jumps.queue, found?, &mut work.path);
    Ok(())
}

struct Search<'a, R> {
    map: &'a Map,
    runs: &'a R,
    known: &'a mut Known<u32>,
    queue: &'a mut Queue<u32>,
    goal: Spot,
    /// The estimate at the start: the smallest `f`.
    shortest: u32,
    /// Cells of column runs that have not been reported to the budget yet.
    seen: u32,
}

impl<R: Runs> Search<'_, R> {
    fn estimate(&self, at: Spot) -> u32 {
        at.row().abs_diff(self.goal.row()) + at.column().abs_diff(self.goal.column())
    }

    /// Expands turns until the goal is next. Returns the number of the goal's node.
    fn spread<W: Watch>(&mut self, budget: &mut Budget<'_, W>) -> Result<u32, Unsolved> {
        while let Some((number, _)) = self.queue.pop() {
            let node = self.queue.node(number);
            let (at, steps) = (node.at, node.cost);
            if at == self.goal {
                return Ok(number);
            }
            if node.entered != START && !self.known.is_least(self.map.index(at), steps) {
                continue;
            }
            budget.expand(at)?;
            match node.entered {
                START => {
                    self.along_row(at, Right, steps, number);
                    self.along_row(at, Left, steps, number);
                    self.along_column(at, Up, steps, number);
                    self.along_column(at, Down, steps, number);
                }
                entered => {
                    let ahead = Direction::STRAIGHT[entered as usize];
                    self.along_row(at, ahead, steps, number);
                    let before = at.step(ahead.reversed());
                    for vertical in [Up, Down] {
                        if self.is_wall(before.step(vertical)) {
                            self.along_column(at, vertical, steps, number);
                        }
                    }
                }
            }
            budget.pass(std::mem::take(&mut self.seen))?;
        }
        Err(Unsolved::Exhausted)
    }

    #[inline]
    fn is_wall(&self, spot: Spot) -> bool {
        self.map.by_row().is_wall(spot.row() as usize, spot.column() as usize)
    }

    /// Runs along a row and stores the goal, or the turn that ends the run.
    #[inline]
    fn along_row(&mut self, at: Spot, ahead: Direction, steps: u32, parent: u32) {
        let (mut run, is_turn) = self.runs.along_row(self.map, at, ahead);
        if at.row() == self.goal.row() && is_passed(at.column(), self.goal.column(), ahead, run) {
            run = at.column().abs_diff(self.goal.column());
        } else if !is_turn {
            return;
        }
        self.keep(at.plus(ahead, run), ahead, steps + run, parent);
    }

    /// Runs along a column, and along the row to both sides from each cell whose row leads to a turn.
    #[inline]
    fn along_column(&mut self, from: Spot, ahead: Direction, mut steps: u32, parent: u32) {
        let mut at = from;
        loop {
            let (mut run, is_worth) = self.runs.along_column(self.map, at, ahead);
            if is_passed(at.row(), self.goal.row(), ahead, run) {
                run = at.row().abs_diff(self.goal.row());
            } else if !is_worth {
                return;
            }
            at = at.plus(ahead, run);
            steps += run;
            if at == self.goal {
                return self.keep(at, ahead, steps, parent);
            }
            self.seen += 1;
            if !self.known.improve(self.map.index(at), steps) {
                return;
            }
            self.along_row(at, Right, steps, parent);
            self.along_row(at, Left, steps, parent);
        }
    }

    #[inline]
    fn keep(&mut self, at: Spot, entered: Direction, steps: u32, parent: u32) {
        if self.known.improve(self.map.index(at), steps) {
            // Every step changes f by 0 or 2.
            let bucket = (steps + self.estimate(at) - self.shortest) / 2;
            self.queue.push(bucket, at, entered as u8, steps, parent);
        }
    }
}

/// Whether a run of this many steps reaches the goal's row or column.
#[inline]
pub(super) fn is_passed(from: u32, goal: u32, ahead: Direction, run: u32) -> bool {
    let steps = match ahead {
        Up | Left => from.wrapping_sub(goal),
        _ => goal.wrapping_sub(from),
    };
    // A goal behind the start of the run wraps to a number larger than any run.
    steps.wrapping_sub(1) < run
}

/// Recovers the path. Between two nodes it goes along the column first, then along the row.
fn recover(queue: &Queue<u32>, last: u32, path: &mut Vec<Direction>) {
    let mut node = queue.node(last);
    while node.parent != NONE {
        let parent = queue.node(node.parent);
        let mut append = |direction, steps: u32| {
            path.resize(path.len() + steps as usize, direction);
        };
        let (from, to) = (parent.at, node.at);
        let horizontal = if to.column() > from.column() { Right } else { Left };
        append(horizontal, to.column().abs_diff(from.column()));
        let vertical = if to.row() > from.row() { Down } else { Up };
        append(vertical, to.row().abs_diff(from.row()));
        node = parent;
    }
    path.reverse();
}
