//! Plain minimax: every line to the full depth. Slow, obvious, and the oracle for everything else,
//! so it shares nothing with the pruned searches but play, undo and evaluation.

use super::observer::Observer;
use super::worker::{MAX_PLY, Stopped, Worker};
use crate::recording::{Kind, Reason};
use crate::{Evaluator, Game, Hooks, Score, StandPat};

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> Worker<G, E, H, O> {
    /// The value of the current position for its side to move, `depth` plies deep.
    pub(super) fn minimax(&mut self, depth: u32, ply: usize) -> Result<Score, Stopped> {
        self.enter(depth, ply, -Score::INFINITY, Score::INFINITY)?;
        self.stack[ply].pv.clear();
        if let Some(score) = self.path_score(ply) {
            return self.leave(score);
        }
        if let Some(outcome) = self.game.outcome() {
            let score = self.evaluator.outcome_score(&self.game, outcome, ply);
            return self.leave_by(Reason::Terminal, score);
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
        self.leave(best)
    }

    /// Below the horizon: the best of standing pat and every tactical move.
    fn minimax_quiescence(&mut self, qply: u32, ply: usize) -> Result<Score, Stopped> {
        let start = self.lists.len();
        let mut stand_pat = StandPat::Allowed;
        if qply < self.config.quiescence && ply < MAX_PLY {
            stand_pat = self.hooks.tactical_moves(&self.game, qply, &mut self.lists.moves);
        }
        let mut best = -Score::INFINITY;
        let is_quiet = self.lists.len() == start;
        if stand_pat == StandPat::Allowed || is_quiet {
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
        if is_quiet {
            self.observer.because(Reason::Horizon);
        }
        self.leave(best)
    }

    fn minimax_tactical(&mut self, qply: u32, ply: usize) -> Result<Score, Stopped> {
        self.observer.announce(Kind::Quiescence);
        self.enter(0, ply, -Score::INFINITY, Score::INFINITY)?;
        if let Some(score) = self.path_score(ply) {
            return self.leave(score);
        }
        if let Some(outcome) = self.game.outcome() {
            let score = self.evaluator.outcome_score(&self.game, outcome, ply);
            return self.leave_by(Reason::Terminal, score);
        }
        self.minimax_quiescence(qply, ply)
    }
}
