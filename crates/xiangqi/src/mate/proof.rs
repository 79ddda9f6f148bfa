//! The proof of a mate: an answer to every reply.

use super::{Found, Solver, Width, wins_by_repetition};
use crate::rules::moves::Move;
use crate::rules::position::Position;
use search::{Game, Step, StopSignal};
use std::collections::HashMap;

/// A mate with the attacker's move in every position that the defender can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The maximum number of attacker's moves.
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

    /// The number of positions in which the proof has an answer.
    pub fn size(&self) -> usize {
        self.answers.len()
    }

    /// The attacker's first move.
    pub fn first(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// Verifies the proof by the rules alone: whether it mates in `position` within
    /// [`moves`](Proof::moves) against every reply that is not a forbidden repetition.
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
    /// Reconstructs the proof of a mate that was found; `None` if the mate cannot be found again.
    pub(crate) fn proof(&mut self, position: &Position, moves: u8, width: Width) -> Option<Proof> {
        let mut answers = HashMap::new();
        // Reconstruction from the table is short and must not fail because time has run out.
        let stop = std::mem::replace(&mut self.stop, StopSignal::never());
        self.path.clear();
        let line = self.collect(&mut position.clone(), moves, width, &mut answers);
        self.stop = stop;
        Some(Proof::new(moves, line?, answers))
    }

    /// Stores the answers below a position of the attacker. Returns the longest line.
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
        // The shortest mate first, so that lines take no detours.
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
