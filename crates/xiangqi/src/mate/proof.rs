//! The proof of a mate: an answer to every reply.

use super::{Found, Solver, Width, wins_by_repetition};
use crate::rules::moves::Move;
use crate::rules::position::Position;
use search::{Game, Step, StopSignal};
use std::collections::HashMap;

/// A mate with the attacker's move in every position that the defender can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// How many moves of the attacker it takes at most.
    pub moves: u8,
    /// The line in which the defender holds out longest.
    pub line: Vec<Move>,
    /// The attacker's move in each position, by its key.
    answers: HashMap<u64, Move>,
}

impl Proof {
    pub(crate) fn new(moves: u8, line: Vec<Move>, answers: HashMap<u64, Move>) -> Proof {
        Proof { moves, line, answers }
    }

    /// In how many positions the attacker has a move to find.
    pub fn size(&self) -> usize {
        self.answers.len()
    }

    /// The attacker's first move.
    pub fn first(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// Plays the proof out by the rules alone: whether it mates `position` against every reply that
    /// is not a forbidden repetition, in time.
    pub fn holds(&self, position: &Position) -> bool {
        self.holds_in(&mut position.clone(), self.moves, &mut Vec::new())
    }

    fn holds_in(&self, position: &mut Position, moves: u8, path: &mut Vec<Step<Move>>) -> bool {
        let attacker = position.side();
        if wins_by_repetition(position, path, attacker) {
            return true;
        }
        let answer = self.answers.get(&position.key()).copied();
        let Some(mv) = answer.filter(|&mv| moves > 0 && position.is_legal(mv)) else {
            return false;
        };
        path.push(Step { key: position.key(), mv });
        let undo = position.play(mv);
        let mut replies = Vec::new();
        position.legal_moves(&mut replies);
        let holds = wins_by_repetition(position, path, attacker)
            || replies.into_iter().all(|reply| {
                path.push(Step { key: position.key(), mv: reply });
                let undo = position.play(reply);
                let holds = self.holds_in(position, moves - 1, path);
                position.undo(reply, undo);
                path.pop();
                holds
            });
        position.undo(mv, undo);
        path.pop();
        holds
    }
}

impl Solver {
    /// The proof of a mate that has been found; `None` if it cannot be found again.
    pub(crate) fn proof(&mut self, position: &Position, moves: u8, width: Width) -> Option<Proof> {
        let mut answers = HashMap::new();
        // The way back through the table is short, and must not fail because the time is over.
        let stop = std::mem::replace(&mut self.stop, StopSignal::never());
        self.path.clear();
        let line = self.collect(&mut position.clone(), moves, width, &mut answers);
        self.stop = stop;
        Some(Proof::new(moves, line?, answers))
    }

    /// Notes the answers below an attacker's position; the longest line.
    pub(crate) fn collect(
        &mut self,
        position: &mut Position,
        moves: u8,
        width: Width,
        answers: &mut HashMap<u64, Move>,
    ) -> Option<Vec<Move>> {
        let attacker = position.side();
        if wins_by_repetition(position, &self.path, attacker) {
            return Some(Vec::new());
        }
        // The shortest way first, so that lines do not wander.
        let shortest =
            (1..=moves).find_map(|moves| Some((moves, self.attack(position, moves, width).ok()??)));
        let (moves, Found { mv, .. }) = shortest?;
        answers.insert(position.key(), mv);
        let mut longest = Vec::new();
        let complete = self.after(position, mv, |solver, position| {
            if wins_by_repetition(position, &solver.path, attacker) {
                return Some(());
            }
            let mut replies = Vec::new();
            position.legal_moves(&mut replies);
            for reply in replies {
                let below = solver.after(position, reply, |solver, position| {
                    solver.collect(position, moves - 1, width, answers)
                })?;
                if below.len() + 1 > longest.len() {
                    longest = [&[reply], &below[..]].concat();
                }
            }
            Some(())
        });
        complete?;
        longest.insert(0, mv);
        Some(longest)
    }
}
