//! Quiescence: tactical moves are played out before a position is evaluated (Harris 1975).

use super::observer::Observer;
use super::picker::{Candidate, MovePicker};
use super::worker::{MAX_PLY, Stopped, Worker};
use crate::recording::{Kind, Reason, SkipReason};
use crate::table::NO_CODE;
use crate::{Evaluator, Game, Hooks, Score, StandPat};

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> Worker<G, E, H, O> {
    /// A node at the horizon.
    #[inline(always)]
    pub(super) fn horizon(
        &mut self,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if self.evaluates_at_once {
            self.leaf(ply, alpha, beta)
        } else {
            self.tactical_node(0, ply, alpha, beta)
        }
    }

    /// A node at the horizon that is evaluated without quiescence.
    #[inline(always)]
    pub(super) fn leaf(&mut self, ply: usize, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        self.enter(0, ply, alpha, beta)?;
        if let Some(score) = self.path_score(ply) {
            return self.leave(score);
        }
        let score = self.leaf_score(ply);
        if O::WATCHES {
            let is_over = self.game.outcome().is_some();
            self.observer.because(if is_over { Reason::Terminal } else { Reason::Horizon });
        }
        self.leave(score)
    }

    #[inline(always)]
    fn leaf_score(&mut self, ply: usize) -> Score {
        let decided = match self.config.decided_leaves {
            true => self.evaluator.decided_score(&self.game, ply),
            false => None,
        };
        decided.unwrap_or_else(|| self.evaluator.horizon_score(&self.game, ply))
    }

    /// A node at the horizon or `qply` plies below it, tactical moves to be considered.
    fn tactical_node(
        &mut self,
        qply: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if qply > 0 {
            self.observer.announce(Kind::Quiescence);
        }
        self.enter(0, ply, alpha, beta)?;
        if let Some(score) = self.path_score(ply) {
            return self.leave(score);
        }
        if let Some(score) = self.finished(ply) {
            return self.leave(score);
        }
        if qply >= self.config.quiescence || ply >= MAX_PLY {
            let score = self.static_score();
            return self.leave_by(Reason::Horizon, score);
        }
        if !self.config.quiescence_table {
            let (best, _) = self.quiescence(qply, ply, alpha, beta, NO_CODE)?;
            return self.leave(best);
        }
        let key = self.game.key();
        let entry = self.probe(key);
        if let Some(score) = entry.and_then(|entry| self.cutoff(&entry, 0, ply, alpha, beta)) {
            return self.leave_by(Reason::Table, score);
        }
        let table_move = entry.map_or(NO_CODE, |entry| entry.code);
        let (best, code) = self.quiescence(qply, ply, alpha, beta, table_move)?;
        // An entry of a deeper search is worth more.
        if entry.is_none_or(|entry| entry.depth == 0) {
            self.store(key, 0, ply, best, code, alpha, beta);
        }
        self.leave(best)
    }

    /// The value with tactical moves played out, and the code of the best of them if one is better
    /// than none.
    fn quiescence(
        &mut self,
        qply: u32,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        table_move: u16,
    ) -> Result<(Score, u16), Stopped> {
        let standing = match self.hooks.stand_pat(&self.game) {
            Some(StandPat::Allowed) => Some(self.static_score()),
            _ => None,
        };
        if let Some(standing) = standing.filter(|&standing| standing >= beta) {
            self.observer.because(Reason::StandPat);
            return Ok((standing, NO_CODE));
        }
        let mut picker = MovePicker::new(self.lists.len());
        let stand_pat = self.hooks.tactical_moves(&self.game, qply, &mut self.lists.moves);
        let is_quiet = self.lists.len() == picker.start();
        let mut best = -Score::INFINITY;
        let mut best_code = NO_CODE;
        let mut base = None;
        if stand_pat == StandPat::Allowed || is_quiet {
            best = standing.unwrap_or_else(|| self.static_score());
            if best >= beta || is_quiet {
                self.lists.moves.truncate(picker.start());
                self.observer.because(if is_quiet { Reason::Horizon } else { Reason::StandPat });
                return Ok((best, NO_CODE));
            }
            alpha = alpha.max(best);
            base = self.config.quiescence_margin.map(|margin| best + margin);
        }
        self.pick_listed(&mut picker, 0, ply, table_move);
        let side = self.game.side();
        while let Some(Candidate { mv, .. }) = self.next_move(&mut picker) {
            if let Some(base) = base
                && let Some(gain) = self.hooks.gain(&self.game, mv)
                && base + gain <= alpha
            {
                self.observer.skipped(mv, SkipReason::Margin);
                best = best.max(base + gain);
                continue;
            }
            let token = self.play(mv, ply);
            if self.config.quiescence_table {
                self.prefetch_child(0);
            }
            let again = self.still_moves(side);
            let (low, high) = if again { (alpha, beta) } else { (-beta, -alpha) };
            let searched = self.tactical_node(qply + 1, ply + 1, low, high);
            self.undo(mv, token);
            let value = if again { searched? } else { -searched? };
            if value > best {
                best = value;
                best_code = G::code(mv);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.lists.truncate(picker.start());
        Ok((best, best_code))
    }
}
