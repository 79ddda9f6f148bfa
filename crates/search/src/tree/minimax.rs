//! Plain minimax: every line to the full depth. Slow, obvious, and the oracle for everything else,
//! so it shares nothing with the pruned searches but play, undo and evaluation.

use super::worker::{MAX_PLY, Stopped, Worker};
use crate::{Evaluator, Game, Hooks, Score, StandPat};

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Worker<G, E, H> {
    /// The value of the current position for its side to move, `depth` plies deep.
    pub(super) fn minimax(&mut self, depth: u32, ply: usize) -> Result<Score, Stopped> {
        self.enter()?;
        self.stack[ply].pv.clear();
        if let Some(score) = self.path_score(ply) {
            return Ok(score);
        }
        if let Some(outcome) = self.game.outcome() {
            return Ok(self.evaluator.outcome_score(&self.game, outcome, ply));
        }
        if depth == 0 {
            return self.minimax_quiescence(0, ply);
        }
        let start = self.lists.len();
        self.list_candidates();
        let mut best = -Score::INFINITY;
        for index in start..self.lists.len() {
            let mv = self.lists.moves[index];
            let side = self.game.side();
            let token = self.play(mv, ply);
            let value = self.minimax(depth - 1, ply + 1)?;
            let value = if self.still_moves(side) { value } else { -value };
            self.undo(mv, token);
            if value > best {
                best = value;
                self.update_pv(ply, mv);
            }
        }
        self.lists.moves.truncate(start);
        Ok(best)
    }

    /// Below the horizon: the best of standing pat and every tactical move.
    fn minimax_quiescence(&mut self, qply: u32, ply: usize) -> Result<Score, Stopped> {
        let start = self.lists.len();
        let mut stand_pat = StandPat::Allowed;
        if qply < self.config.quiescence && ply < MAX_PLY {
            stand_pat = self.hooks.tactical_moves(&self.game, qply, &mut self.lists.moves);
        }
        let mut best = -Score::INFINITY;
        if stand_pat == StandPat::Allowed || self.lists.len() == start {
            best = self.static_score();
        }
        for index in start..self.lists.len() {
            let mv = self.lists.moves[index];
            let side = self.game.side();
            let token = self.play(mv, ply);
            let value = self.minimax_tactical(qply + 1, ply + 1)?;
            best = best.max(if self.still_moves(side) { value } else { -value });
            self.undo(mv, token);
        }
        self.lists.moves.truncate(start);
        Ok(best)
    }

    fn minimax_tactical(&mut self, qply: u32, ply: usize) -> Result<Score, Stopped> {
        self.enter()?;
        if let Some(score) = self.path_score(ply) {
            return Ok(score);
        }
        match self.game.outcome() {
            Some(outcome) => Ok(self.evaluator.outcome_score(&self.game, outcome, ply)),
            None => self.minimax_quiescence(qply, ply),
        }
    }
}
