//! An independent proof checker.
//!
//! It shares no code with the searches: stones are in a plain array with a rim, rows are counted stone
//! by stone, and every legal reply is tried.

use super::Proof;
use crate::rules::gomoku::Gomoku;
use crate::rules::point::{Point, Size};
use crate::rules::rule::Rule;
use search::{Game, Side, StopSignal};
use thiserror::Error;

/// A proof was rejected: the reason, and the line that refutes it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the proof fails: {fault} after {line:?}")]
pub struct Refuted {
    /// The reason.
    pub fault: &'static str,
    /// The moves up to the fault.
    pub line: Vec<Point>,
}

/// Checks that a proof wins for the side to move: it must answer every legal reply until five.
pub fn check(game: &Gomoku, proof: &Proof) -> Result<(), Refuted> {
    check_until(game, proof, &StopSignal::never())
}

/// Like [`check`], but rejects the proof if stopped before the end.
pub(crate) fn check_until(game: &Gomoku, proof: &Proof, stop: &StopSignal) -> Result<(), Refuted> {
    let mut checker = Checker {
        size: game.size(),
        rule: game.rule(),
        cells: [Cell::Rim; WIDTH * WIDTH],
        attacker: game.side(),
        line: Vec::new(),
        moves: 0,
        stop,
    };
    for point in game.size().iter() {
        checker.cells[place(point)] = game.stone(point).map_or(Cell::Empty, Cell::Stone);
    }
    checker.attack(proof)
}

/// The content of a cell; [`Cell::Rim`] off the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Rim,
    Empty,
    Stone(Side),
}

/// The largest board with a rim of one cell.
const WIDTH: usize = 22;
/// The distance from a cell to the next along a row, a column and both diagonals.
const STRIDES: [usize; 4] = [1, WIDTH, WIDTH + 1, WIDTH - 1];
/// The number of moves between two checks of the stop signal. Under renju a move may take a tenth of
/// a millisecond.
const POLL: u64 = 16;

fn place(point: Point) -> usize {
    (usize::from(point.row()) + 1) * WIDTH + usize::from(point.column()) + 1
}

/// Whether two points share a row, a column or a diagonal.
fn in_line(one: Point, other: Point) -> bool {
    let rows = one.row().abs_diff(other.row());
    let columns = one.column().abs_diff(other.column());
    rows == 0 || columns == 0 || rows == columns
}

struct Checker<'a> {
    size: Size,
    rule: Rule,
    cells: [Cell; WIDTH * WIDTH],
    attacker: Side,
    line: Vec<Point>,
    moves: u64,
    stop: &'a StopSignal,
}

impl Checker<'_> {
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

    /// Whether the stone on a point is part of a winning row.
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
            return self.refute("stopped before the end of the check");
        }
        if !self.may_play(proof.mv, self.attacker) {
            return self.refute("illegal move");
        }
        self.cells[place(proof.mv)] = Cell::Stone(self.attacker);
        let result = if self.has_won(proof.mv) { Ok(()) } else { self.defend(proof) };
        self.cells[place(proof.mv)] = Cell::Empty;
        self.line.pop();
        result
    }

    fn defend(&mut self, proof: &Proof) -> Result<(), Refuted> {
        let mut no_replies = true;
        // If the attacker threatens five, it wins after any reply that is not in line with the five.
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
            no_replies = false;
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
                None => return self.refute("unanswered reply"),
            }
            self.cells[place(reply)] = Cell::Empty;
            self.line.pop();
        }
        if no_replies {
            self.refute("the defender has no legal move, so the game is drawn")
        } else {
            Ok(())
        }
    }
}
