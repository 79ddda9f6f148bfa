//! Quiescence: tactical moves are played out before a position is evaluated (Harris 1975).

use super::worker::{MAX_PLY, Stopped, Worker};
use crate::{Evaluator, Game, Hooks, Score, StandPat};

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Worker<G, E, H> {
    /// A node at the horizon.
    #[inline(always)]
    pub(super) fn horizon(
        &mut self,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if self.evaluates_at_once {
            self.enter()?;
            match self.path_score(ply) {
                Some(score) => Ok(score),
                None => Ok(self.evaluator.horizon_score(&self.game, ply)),
            }
        } else {
            self.tactical_node(0, ply, alpha, beta)
        }
    }

    /// A node at the horizon or `qply` plies below it, tactical moves to be considered.
    fn tactical_node(
        &mut self,
        qply: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.enter()?;
        if let Some(score) = self.path_score(ply) {
            return Ok(score);
        }
        if let Some(outcome) = self.game.outcome() {
            return Ok(self.evaluator.outcome_score(&self.game, outcome, ply));
        }
        if qply >= self.config.quiescence || ply >= MAX_PLY {
            return Ok(self.static_score());
        }
        self.quiescence(qply, ply, alpha, beta)
    }

    fn quiescence(
        &mut self,
        qply: u32,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let start = self.moves.len();
        let stand_pat = self.hooks.tactical_moves(&self.game, qply, &mut self.moves);
        let mut best = -Score::INFINITY;
        if stand_pat == StandPat::Allowed || self.moves.len() == start {
            best = self.static_score();
            if best >= beta || self.moves.len() == start {
                self.moves.truncate(start);
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        self.score_moves(0, ply, crate::table::NO_CODE);
        let side = self.game.side();
        for index in start..self.moves.len() {
            self.pick(index, self.moves.len());
            let mv = self.moves[index];
            let token = self.play(mv, ply);
            let value = if self.still_moves(side) {
                self.tactical_node(qply + 1, ply + 1, alpha, beta)?
            } else {
                -self.tactical_node(qply + 1, ply + 1, -beta, -alpha)?
            };
            self.undo(mv, token);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.drop_moves(start);
        Ok(best)
    }
}
