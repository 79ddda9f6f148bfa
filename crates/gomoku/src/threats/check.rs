//! An independent judge of proofs.
//!
//! It shares nothing with the searches: stones lie in a plain array, rows are counted stone by stone,
//! and every reply on the board is tried, however foolish.

use super::Proof;
use crate::gomoku::Gomoku;
use crate::point::{Direction, Point, Size};
use crate::rule::Rule;
use search::{Game, Side};
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
    let stones = game.size().iter().filter_map(|point| Some((point, game.stone(point)?)));
    let mut judge = Judge {
        size: game.size(),
        rule: game.rule(),
        stones: vec![None; 400],
        attacker: game.side(),
        line: Vec::new(),
    };
    for (point, side) in stones {
        judge.stones[point.index()] = Some(side);
    }
    judge.attack(proof)
}

struct Judge {
    size: Size,
    rule: Rule,
    stones: Vec<Option<Side>>,
    attacker: Side,
    line: Vec<Point>,
}

impl Judge {
    fn refute(&self, fault: &'static str) -> Result<(), Refuted> {
        Err(Refuted { fault, line: self.line.clone() })
    }

    fn may_play(&self, point: Point, side: Side) -> bool {
        if !self.size.contains(point) || self.stones[point.index()].is_some() {
            return false;
        }
        if self.rule != Rule::Renju || side == Side::Second {
            return true;
        }
        let stones = self.size.iter().filter_map(|at| Some((at, self.stones[at.index()]?)));
        Gomoku::with_stones(self.size, self.rule, stones, side).is_legal(point)
    }

    /// Whether the stone on a point stands in a row that wins.
    fn has_won(&self, point: Point) -> bool {
        let Some(side) = self.stones[point.index()] else { return false };
        Direction::ALL.into_iter().any(|direction| {
            let run = |sign: i8| {
                let mut length = 0;
                loop {
                    let next = point.step(direction, sign * (length + 1));
                    match next.filter(|&next| self.size.contains(next)) {
                        Some(next) if self.stones[next.index()] == Some(side) => length += 1,
                        Some(next) => return (length, self.stones[next.index()].is_some()),
                        None => return (length, false),
                    }
                }
            };
            let ((before, low), (after, high)) = (run(-1), run(1));
            self.rule.row_wins(side, (before + after + 1) as u32, low && high)
        })
    }

    fn attack(&mut self, proof: &Proof) -> Result<(), Refuted> {
        self.line.push(proof.mv);
        if !self.may_play(proof.mv, self.attacker) {
            return self.refute("a move that cannot be played");
        }
        self.stones[proof.mv.index()] = Some(self.attacker);
        let result = if self.has_won(proof.mv) { Ok(()) } else { self.defend(proof) };
        self.stones[proof.mv.index()] = None;
        self.line.pop();
        result
    }

    fn defend(&mut self, proof: &Proof) -> Result<(), Refuted> {
        let mut free = true;
        for reply in self.size.iter() {
            if !self.may_play(reply, !self.attacker) {
                continue;
            }
            free = false;
            self.line.push(reply);
            self.stones[reply.index()] = Some(!self.attacker);
            if self.has_won(reply) {
                return self.refute("the defender wins");
            }
            let own = proof.replies.iter().find(|(point, _)| *point == reply);
            match own.map(|(_, answer)| answer).or(proof.otherwise.as_deref()) {
                Some(answer) => self.attack(answer)?,
                None => return self.refute("a reply without an answer"),
            }
            self.stones[reply.index()] = None;
            self.line.pop();
        }
        if free { self.refute("the defender cannot move, and nobody wins") } else { Ok(()) }
    }
}
