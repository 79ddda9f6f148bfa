//! An independent judge of proofs.
//!
//! It shares nothing with the searches: stones lie in a plain array with a rim, rows are counted stone
//! by stone, and every reply on the board is tried, however foolish.

use super::Proof;
use crate::rules::gomoku::Gomoku;
use crate::rules::point::{Point, Size};
use crate::rules::rule::Rule;
use search::{Game, Side, StopSignal};
use thiserror::Error;

/// Why a proof proves nothing: the line that refutes it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the proof fails: {fault} after {line:?}")]
pub struct Refuted {
    /// What is wrong.
    pub fault: &'static str,
    /// The moves that lead there.
    pub line: Vec<Point>,
}

/// Checks that a proof answers every reply until five, for the side to move.
pub fn check(game: &Gomoku, proof: &Proof) -> Result<(), Refuted> {
    check_until(game, proof, &StopSignal::never())
}

/// Likewise; a judge who is told to stop refuses the proof.
pub(crate) fn check_until(game: &Gomoku, proof: &Proof, stop: &StopSignal) -> Result<(), Refuted> {
    let mut judge = Judge {
        size: game.size(),
        rule: game.rule(),
        cells: [Cell::Rim; WIDTH * WIDTH],
        attacker: game.side(),
        line: Vec::new(),
        moves: 0,
        stop,
    };
    for point in game.size().iter() {
        judge.cells[place(point)] = game.stone(point).map_or(Cell::Empty, Cell::Stone);
    }
    judge.attack(proof)
}

/// What lies on a point, or beyond the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Rim,
    Empty,
    Stone(Side),
}

/// The largest board with a rim of one cell.
const WIDTH: usize = 22;
/// From a cell to the next along a row, a column and the diagonals.
const STRIDES: [usize; 4] = [1, WIDTH, WIDTH + 1, WIDTH - 1];
/// How often the judge looks whether to go on, in moves: under renju each may take a tenth of a
/// millisecond.
const POLL: u64 = 16;

fn place(point: Point) -> usize {
    (usize::from(point.row()) + 1) * WIDTH + usize::from(point.column()) + 1
}

/// Whether two points lie in a row, a column or a diagonal.
fn in_line(one: Point, other: Point) -> bool {
    let rows = one.row().abs_diff(other.row());
    let columns = one.column().abs_diff(other.column());
    rows == 0 || columns == 0 || rows == columns
}

struct Judge<'a> {
    size: Size,
    rule: Rule,
    cells: [Cell; WIDTH * WIDTH],
    attacker: Side,
    line: Vec<Point>,
    moves: u64,
    stop: &'a StopSignal,
}

impl Judge<'_> {
    fn refute(&self, fault: &'static str) -> Result<(), Refuted> {
        Err(Refuted { fault, line: self.line.clone() })
    }

    fn may_play(&self, point: Point, side: Side) -> bool {
        if !self.size.contains(point) || self.cells[place(point)] != Cell::Empty {
            return false;
        }
        if self.rule != Rule::Renju || side == Side::Second {
            return true;
        }
        let stones = self.size.iter().filter_map(|at| match self.cells[place(at)] {
            Cell::Stone(side) => Some((at, side)),
            _ => None,
        });
        Gomoku::with_stones(self.size, self.rule, stones, side).is_legal(point)
    }

    /// Whether the stone on a point stands in a row that wins.
    fn has_won(&self, point: Point) -> bool {
        let middle = place(point);
        let stone = self.cells[middle];
        let Cell::Stone(side) = stone else { return false };
        STRIDES.into_iter().any(|stride| {
            let (mut low, mut high) = (middle - stride, middle + stride);
            while self.cells[low] == stone {
                low -= stride;
            }
            while self.cells[high] == stone {
                high += stride;
            }
            let length = (high - low) / stride - 1;
            let is_blocked = [low, high].iter().all(|&end| self.cells[end] == Cell::Stone(!side));
            self.rule.row_wins(side, length as u32, is_blocked)
        })
    }

    fn attack(&mut self, proof: &Proof) -> Result<(), Refuted> {
        self.line.push(proof.mv);
        self.moves += 1;
        if self.moves.is_multiple_of(POLL) && self.stop.is_raised() {
            return self.refute("no time is left to judge it");
        }
        if !self.may_play(proof.mv, self.attacker) {
            return self.refute("a move that cannot be played");
        }
        self.cells[place(proof.mv)] = Cell::Stone(self.attacker);
        let result = if self.has_won(proof.mv) { Ok(()) } else { self.defend(proof) };
        self.cells[place(proof.mv)] = Cell::Empty;
        self.line.pop();
        result
    }

    fn defend(&mut self, proof: &Proof) -> Result<(), Refuted> {
        let mut free = true;
        // A five that stands ready is carried out after any reply that is not in line with it.
        let five = proof.otherwise.as_ref().filter(|answer| answer.otherwise.is_none());
        let ready = five.map(|five| five.mv).filter(|&five| {
            self.may_play(five, self.attacker) && {
                self.cells[place(five)] = Cell::Stone(self.attacker);
                let wins = self.has_won(five);
                self.cells[place(five)] = Cell::Empty;
                wins
            }
        });
        for reply in self.size.iter() {
            if !self.may_play(reply, !self.attacker) {
                continue;
            }
            free = false;
            self.line.push(reply);
            self.cells[place(reply)] = Cell::Stone(!self.attacker);
            if self.has_won(reply) {
                return self.refute("the defender wins");
            }
            let own = proof.replies.iter().find(|(point, _)| *point == reply);
            let is_ready = ready.is_some_and(|five| !in_line(five, reply));
            match own.map(|(_, answer)| answer).or(proof.otherwise.as_deref()) {
                Some(_) if own.is_none() && is_ready => {}
                Some(answer) => self.attack(answer)?,
                None => return self.refute("a reply without an answer"),
            }
            self.cells[place(reply)] = Cell::Empty;
            self.line.pop();
        }
        if free { self.refute("the defender cannot move, and nobody wins") } else { Ok(()) }
    }
}
