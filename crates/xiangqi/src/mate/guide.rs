//! Proves mates that an engine finds.
//!
//! An engine prunes and so reaches mates with many quiet moves, which a search of all moves does not.
//! Its claim is not trusted: it only suggests the attacker's move. Every reply must be answered in
//! turn, down to mates that the solver finds by checks alone.

use super::{Proof, Solver, Width, wins_by_repetition};
use crate::rules::moves::Move;
use crate::rules::position::Position;
use search::{Analyst, Game, Limits, Request, Score};
use std::collections::HashMap;
use std::time::Instant;

/// The solver tries checks up to this many moves before it asks the engine.
const BY_CHECKS: u8 = 4;

impl Solver {
    /// A mate in at most `most` moves that `engine` finds and the solver proves.
    pub(crate) fn follow(
        &mut self,
        engine: &mut dyn Analyst<Position>,
        position: &Position,
        most: u8,
    ) -> Option<Proof> {
        let mut answers = HashMap::new();
        self.path.clear();
        let line = self.confirm(engine, &mut position.clone(), most, &mut answers)?;
        // A position reached by two paths keeps the later answer, which may take longer.
        let least = u8::try_from(line.len().div_ceil(2)).ok()?.max(1);
        let mut proof = Proof::new(least, line, answers);
        while !proof.holds(position) {
            proof.moves += 1;
            if proof.moves > most {
                return None;
            }
        }
        Some(proof)
    }

    /// Proves the mate in a position of the attacker and stores the answers. Returns the longest line.
    fn confirm(
        &mut self,
        engine: &mut dyn Analyst<Position>,
        position: &mut Position,
        most: u8,
        answers: &mut HashMap<u64, Move>,
    ) -> Option<Vec<Move>> {
        let attacker = position.side();
        if wins_by_repetition(position, &self.path, attacker) {
            return Some(Vec::new());
        }
        for moves in 1..=most.min(BY_CHECKS) {
            match self.attack(position, moves, Width::Checks) {
                Ok(None) => {}
                Ok(Some(_)) => return self.collect(position, moves, Width::Checks, answers),
                Err(_) => return None,
            }
        }
        // A mate claimed at one depth may be refuted at the next.
        let mut depth = 1;
        while let Some((mv, claimed_at)) = self.ask(engine, position, most, depth) {
            answers.insert(position.key(), mv);
            if let Some(mut line) = self.confirm_replies(engine, position, mv, most, answers) {
                line.insert(0, mv);
                return Some(line);
            }
            depth = claimed_at + 1;
        }
        None
    }

    /// Proves the mate after the attacker's move `mv` for every reply. Returns the longest line.
    fn confirm_replies(
        &mut self,
        engine: &mut dyn Analyst<Position>,
        position: &mut Position,
        mv: Move,
        most: u8,
        answers: &mut HashMap<u64, Move>,
    ) -> Option<Vec<Move>> {
        let attacker = position.side();
        let mut longest = Vec::new();
        self.after(position, mv, |solver, position| {
            if wins_by_repetition(position, &solver.path, attacker) {
                return Some(());
            }
            let mut replies = Vec::new();
            position.legal_moves(&mut replies);
            for reply in replies {
                let below = solver.after(position, reply, |solver, position| {
                    solver.confirm(engine, position, most - 1, answers)
                })?;
                if below.len() + 1 > longest.len() {
                    longest = [&[reply], &below[..]].concat();
                }
            }
            Some(())
        })?;
        Some(longest)
    }

    /// The first move of a mate in at most `most` moves that the engine claims, and the depth of the
    /// claim. Searches deepen from `depth` plies: the earlier the claim, the more time is left for the
    /// proof. A claimed distance that is too short is accepted: the engine's table may hold a
    /// repetition from another path.
    fn ask(
        &mut self,
        engine: &mut dyn Analyst<Position>,
        position: &Position,
        most: u8,
        depth: u32,
    ) -> Option<(Move, u32)> {
        for depth in depth..=2 * u32::from(most) {
            let left = self.deadline.map(|at| at.saturating_duration_since(Instant::now()));
            if self.stop.is_raised() {
                return None;
            }
            let limits = Limits { time: left, ..Limits::depth(depth) };
            let mut request = Request::new(position.clone(), limits);
            request.history.clone_from(&self.path);
            request.stop = self.flag.clone();
            let report = engine.search(&request, &mut |_| {});
            self.nodes += report.nodes;
            let claim = report.score.distance().filter(|_| report.score > Score::ZERO);
            if claim.is_some_and(|plies| plies.div_ceil(2) <= usize::from(most)) {
                return report.best.map(|mv| (mv, depth));
            }
        }
        None
    }
}
