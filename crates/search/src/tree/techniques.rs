//! The selective techniques: what a strong engine turns on by name.
//!
//! A plain search skips all of this with one test of [`Worker::has_techniques`], so the functions are
//! kept out of line.

use super::node::ChildSearch;
use super::transposition::answers;
use super::worker::{Stopped, Worker};
use crate::config::MAX_DEPTH;
use crate::{Evaluator, Game, Hooks, LateMove, Score, Side};

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Worker<G, E, H> {
    /// The static value where a pruning technique may trust it.
    #[inline(never)]
    pub(super) fn trusted_static_score<const PV: bool>(&mut self) -> Option<Score> {
        let wanted = self.config.null_move.is_some()
            || self.config.futility.is_some()
            || self.config.reverse_futility.is_some();
        (!PV && wanted && self.hooks.is_calm(&self.game)).then(|| self.static_score())
    }

    /// Techniques that may answer for the whole node: domain solver, reverse futility, null move.
    #[inline(never)]
    pub(super) fn before_moves<A: ChildSearch>(
        &mut self,
        static_score: Option<Score>,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let after_null = std::mem::take(&mut self.after_null);
        if self.config.solver.is_some_and(|least| depth >= least) {
            // A solver call may take as long as hundreds of nodes, and the next poll is as far away.
            // One more poll costs nothing compared to that.
            if self.stop.is_raised() {
                return Err(Stopped);
            }
            if let Some(solved) = self.hooks.solve(&self.game, depth, alpha, beta, &self.stop) {
                let score = solved.score.from_relative(ply);
                if answers(score, solved.bound, alpha, beta) {
                    return Ok(Some(score));
                }
            }
        }
        if let Some(score) = self.try_shallow::<A>(depth, ply, alpha, beta)? {
            return Ok(Some(score));
        }
        let Some(static_score) = static_score else { return Ok(None) };
        if beta.is_decided() {
            return Ok(None);
        }
        if let Some(reverse) = self.config.reverse_futility
            && depth <= reverse.max_depth
            && static_score - reverse.margin.saturating_mul(depth.into()) >= beta
        {
            return Ok(Some(static_score));
        }
        if after_null || static_score < beta {
            return Ok(None);
        }
        self.try_null_move::<A>(depth, ply, beta)
    }

    /// How deep a node without a table move is searched (internal reduction).
    #[inline(never)]
    pub(super) fn depth_without_table_move(&self, depth: u32) -> u32 {
        // At least one ply must remain: depth 0 is the horizon.
        let reduces = self.config.internal_reduction.is_some_and(|least| depth >= least.max(2));
        depth - u32::from(reduces)
    }

    /// Multi-ProbCut: shallow searches of the same position predict that a deep one would leave the
    /// window. Returns the bound that was shown to be probable, no more.
    fn try_shallow<A: ChildSearch>(
        &mut self,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let Some(probcut) = self.config.probcut.filter(|probcut| depth >= probcut.min_depth) else {
            return Ok(None);
        };
        if beta != alpha.successor() || alpha.is_decided() || beta.is_decided() {
            return Ok(None);
        }
        let mut index = 0;
        while let Some(check) = self.hooks.shallow_check(&self.game, depth, index) {
            index += 1;
            debug_assert!(check.depth < depth && check.slope > 0.0, "{check:?}");
            let (low, high) = check.thresholds(alpha, beta, probcut.confidence);
            if !high.is_decided()
                && self.shallow::<A>(check.depth, ply, high.predecessor(), high)? >= high
            {
                return Ok(Some(beta));
            }
            if !low.is_decided()
                && self.shallow::<A>(check.depth, ply, low, low.successor())? <= low
            {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }

    /// Searches the current position again, less deep and with another window.
    fn shallow<A: ChildSearch>(
        &mut self,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if depth == 0 {
            self.horizon(ply, alpha, beta)
        } else {
            self.node::<A, false>(depth, ply, alpha, beta)
        }
    }

    /// Null move: if even giving up the turn keeps the score at beta, a real move will.
    fn try_null_move<A: ChildSearch>(
        &mut self,
        depth: u32,
        ply: usize,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let Some(null) = self.config.null_move.filter(|null| depth >= null.min_depth) else {
            return Ok(None);
        };
        let Some(mv) = self.hooks.null_move(&self.game) else { return Ok(None) };
        let deeper = depth.checked_div(null.depth_divisor).unwrap_or_default();
        let reduction = null.reduction.saturating_add(1 + deeper);
        let side = self.game.side();
        let token = self.play(mv, ply);
        self.after_null = true;
        let reduced = depth.saturating_sub(reduction);
        let searched = self.descend::<A, false>(side, reduced, ply + 1, beta.predecessor(), beta);
        self.after_null = false;
        self.undo(mv, token);
        let value = searched?;
        // A proven win after a null move is not a proven win here.
        Ok((value >= beta).then(|| if value.is_decided() { beta } else { value }))
    }

    /// Whether to skip a late quiet move (futility, late-move pruning), and the upper bound assumed for
    /// its value.
    #[inline(never)]
    pub(super) fn skip(
        &mut self,
        mv: G::Move,
        late: &LateMove,
        static_score: Option<Score>,
        best: Score,
        alpha: Score,
    ) -> Option<Score> {
        if late.index == 0 || late.pv || best.is_loss() || self.tries_every_move(late.ply) {
            return None;
        }
        let mut bound = None;
        if let (Some(futility), Some(static_score)) = (self.config.futility, static_score)
            && late.depth <= futility.max_depth
        {
            let hope = static_score + futility.margin.saturating_mul(late.depth.into());
            bound = (hope <= alpha).then_some(hope);
        }
        if let Some(pruning) = self.config.late_move_pruning
            && late.depth <= pruning.max_depth
            && late.index >= pruning.moves(late.depth)
        {
            bound = Some(best);
        }
        bound.filter(|_| self.hooks.is_quiet(&self.game, mv) && self.hooks.is_calm(&self.game))
    }

    /// Whether late-move reductions apply to this move.
    #[inline(never)]
    fn may_reduce(&mut self, mv: G::Move, late: &LateMove) -> bool {
        self.config
            .late_move_reductions
            .is_some_and(|lmr| late.depth >= lmr.min_depth && late.index >= lmr.full_moves.max(1))
            && self.hooks.is_quiet(&self.game, mv)
    }

    /// Plays one move, searches it with extensions and reductions, takes it back.
    #[inline(never)]
    pub(super) fn search_selectively<A: ChildSearch, const PV: bool>(
        &mut self,
        mv: G::Move,
        side: Side,
        late: &LateMove,
        only_move: bool,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let (depth, ply) = (late.depth, late.ply);
        let may_reduce = self.may_reduce(mv, late);
        let token = self.play(mv, ply);
        self.prefetch_child(depth);
        let mut child_depth = depth - 1;
        if ply < 2 * self.root_depth as usize {
            if self.config.extensions {
                child_depth = child_depth.saturating_add(self.hooks.extension(&self.game, mv));
            }
            child_depth = child_depth.saturating_add(only_move.into()).min(MAX_DEPTH);
        }
        let is_first = late.index == 0;
        if may_reduce && child_depth < depth {
            let standard = self.standard_reduction(depth, late.index);
            let late = LateMove { standard, ..*late };
            let reduction = self.hooks.reduction(&self.game, mv, &late).min(child_depth);
            if reduction > 0 {
                let reduced = child_depth - reduction;
                let scout = alpha.successor();
                let searched = self.descend::<A, false>(side, reduced, ply + 1, alpha, scout);
                if searched.as_ref().map_or(true, |&value| value <= alpha) {
                    self.undo(mv, token);
                    return searched;
                }
            }
        }
        let searched =
            A::child::<G, E, H, PV>(self, side, is_first, child_depth, ply + 1, alpha, beta);
        self.undo(mv, token);
        searched
    }
}
