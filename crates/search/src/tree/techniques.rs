//! The selective techniques that judge a node before its moves: what a strong engine turns on by name.
//!
//! A plain search skips all of this with one test of [`Worker::has_techniques`], so the functions are
//! kept out of line.

use super::node::{Best, ChildSearch, Node};
use super::observer::Observer;
use super::picker::{Candidate, MovePicker, kind_before};
use super::transposition::answers;
use super::worker::{Stopped, Worker};
use crate::learning::{NO_KIND, corrected};
use crate::recording::{Kind, Reason};
use crate::table::{Entry, NO_CODE};
use crate::{Bound, Evaluator, Game, Hooks, Score};

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> Worker<G, E, H, O> {
    /// Finds the static score of a node, if a technique wants it, and whether it is improving.
    #[inline(never)]
    pub(super) fn assess<const PV: bool>(&mut self, node: &mut Node) {
        let ply = node.ply;
        if node.excluded == NO_CODE {
            let static_score = self.trusted_static_score::<PV>(ply);
            self.stack[ply].static_score = static_score;
        }
        let static_score = self.stack[ply].static_score;
        if self.config.improving {
            node.improving = self.is_improving(ply);
        }
        node.static_score = if PV { None } else { static_score };
        if self.config.table_evaluation
            && let (Some(score), Some(entry)) = (node.static_score, node.entry)
            && !entry.score.is_decided()
        {
            node.static_score = Some(refined(score, &entry));
        }
    }

    /// The static value, corrected, where a pruning technique may trust it.
    fn trusted_static_score<const PV: bool>(&mut self, ply: usize) -> Option<Score> {
        let wanted = self.compares_static || (self.prunes_by_static && !PV);
        if !wanted || !self.hooks.is_calm(&self.game) {
            return None;
        }
        let score = self.static_score();
        let Some(limit) = self.config.correction else { return Some(score) };
        let errors = self.error_keys(ply).into_iter().zip(&self.corrections);
        let error = errors.map(|(key, correction)| correction.of(key)).sum::<i64>() / 2;
        Some(corrected(score, error.clamp(-limit, limit)))
    }

    /// What the errors of the static evaluation are remembered by: the structure, and the last move.
    fn error_keys(&self, ply: usize) -> [u64; 2] {
        let side = self.game.side().index() as u64;
        let last = kind_before(&self.stack, ply, 1);
        [self.hooks.structure(&self.game) << 1 | side, u64::from(last)]
    }

    /// Learns how far the static evaluation of a node was from its value, if that is known, and not
    /// due to a capture or the like.
    #[inline]
    pub(super) fn learn_error(&mut self, node: &Node, best: &Best) {
        if let Some(limit) = self.config.correction
            && let Some(static_score) = self.stack[node.ply].static_score
        {
            self.learn_known_error(node, best, static_score, limit);
        }
    }

    #[inline(never)]
    fn learn_known_error(&mut self, node: &Node, best: &Best, static_score: Score, limit: i64) {
        let is_only_above = best.score >= node.beta && best.score <= static_score;
        let is_only_below = best.score <= node.alpha && best.score >= static_score;
        if best.score.is_decided() || is_only_above || is_only_below {
            return;
        }
        let raised = best.score > node.alpha && best.code != NO_CODE;
        if raised
            && let Some(mv) = self.game.decode(best.code)
            && !self.hooks.is_quiet(&self.game, mv)
        {
            return;
        }
        // What was already corrected is still part of the error.
        let keys = self.error_keys(node.ply);
        let known: i64 =
            keys.iter().zip(&self.corrections).map(|(&key, c)| c.of(key)).sum::<i64>() / 2;
        let error = best.score.units() - static_score.units() + known.clamp(-limit, limit);
        let error = error.clamp(-4 * limit, 4 * limit);
        for (key, correction) in keys.into_iter().zip(&mut self.corrections) {
            correction.learn(key, error, node.depth);
        }
    }

    /// Whether the static score exceeds that of the same side two plies before, or four if it was not
    /// known then.
    fn is_improving(&self, ply: usize) -> bool {
        let score = |back: usize| self.stack[ply.checked_sub(back)?].static_score;
        let (Some(now), Some(before)) = (score(0), score(2).or_else(|| score(4))) else {
            return false;
        };
        now > before
    }

    /// Techniques that may answer for the whole node, the cheapest first.
    #[inline(never)]
    pub(super) fn before_moves<A: ChildSearch, const PV: bool>(
        &mut self,
        node: &Node,
    ) -> Result<Option<Score>, Stopped> {
        let &Node { depth, ply, alpha, beta, .. } = node;
        let after_null = std::mem::take(&mut self.after_null);
        if let Some(score) = self.ask_solver(node)? {
            self.observer.because(Reason::Solver);
            return Ok(Some(score));
        }
        if let Some(score) = self.try_shallow::<A>(depth, ply, alpha, beta)? {
            self.observer.because(Reason::Probcut);
            return Ok(Some(score));
        }
        let Some(static_score) = node.static_score else { return Ok(None) };
        if beta.is_decided() {
            return Ok(None);
        }
        if let Some(score) = self.razor(node, static_score)? {
            self.observer.because(Reason::Razoring);
            return Ok(Some(score));
        }
        if self.is_far_above_beta(node, static_score) {
            self.observer.because(Reason::ReverseFutility);
            return Ok(Some(static_score));
        }
        if !after_null
            && static_score >= beta
            && let Some(score) = self.try_null_move::<A>(node, static_score)?
        {
            self.observer.because(Reason::NullMove);
            return Ok(Some(score));
        }
        self.try_captures::<A>(node, static_score)
    }

    /// The domain solver's answer, if it settles the node.
    fn ask_solver(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let &Node { depth, ply, alpha, beta, .. } = node;
        if self.config.solver.is_none_or(|least| depth < least) {
            return Ok(None);
        }
        // A solver call may take as long as hundreds of nodes, and the next poll is as far away.
        // One more poll costs nothing compared to that.
        if self.stop.is_raised() {
            return Err(Stopped);
        }
        let solved = self.hooks.solve(&mut self.game, depth, alpha, beta, &self.stop);
        Ok(solved.and_then(|solved| {
            let score = solved.score.from_relative(ply);
            answers(score, solved.bound, alpha, beta).then_some(score)
        }))
    }

    /// Razoring (Birmingham and Kent 1977): far below alpha only tactics can help, so quiescence is
    /// asked alone.
    fn razor(&mut self, node: &Node, static_score: Score) -> Result<Option<Score>, Stopped> {
        let Some(razoring) = self.config.razoring else { return Ok(None) };
        let hope = static_score + razoring.margin.saturating_mul(node.depth.into());
        if node.depth > razoring.max_depth || hope > node.alpha || node.alpha.is_decided() {
            return Ok(None);
        }
        let value = self.horizon(node.ply, node.alpha, node.alpha.successor())?;
        Ok((value <= node.alpha).then_some(value))
    }

    /// Reverse futility (static null move): the score is so far above beta that a reply would not
    /// bring it below.
    fn is_far_above_beta(&self, node: &Node, static_score: Score) -> bool {
        self.config.reverse_futility.is_some_and(|reverse| {
            let plies = i64::from(node.depth) - i64::from(node.improving);
            node.depth <= reverse.max_depth
                && static_score - reverse.margin.saturating_mul(plies) >= node.beta
        })
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
        node: &Node,
        static_score: Score,
    ) -> Result<Option<Score>, Stopped> {
        let &Node { depth, ply, beta, .. } = node;
        let Some(null) = self.config.null_move.filter(|null| depth >= null.min_depth) else {
            return Ok(None);
        };
        if ply < self.null_moves_from {
            return Ok(None);
        }
        let Some(mv) = self.hooks.null_move(&self.game) else { return Ok(None) };
        let deeper = depth.checked_div(null.depth_divisor).unwrap_or_default();
        let surplus = static_score.units().saturating_sub(beta.units());
        let better = surplus.checked_div(null.score_divisor).unwrap_or_default().clamp(0, 3) as u32;
        let reduction = null.reduction.saturating_add(1 + deeper + better);
        let side = self.game.side();
        let token = self.play(mv, ply);
        self.observer.announce(Kind::NullMove);
        self.after_null = true;
        self.stack[ply].kind = NO_KIND;
        self.stack[ply + 1].cut_node = !node.cut_node;
        let reduced = depth.saturating_sub(reduction);
        let searched = self.descend::<A, false>(side, reduced, ply + 1, beta.predecessor(), beta);
        self.after_null = false;
        self.undo(mv, token);
        let value = searched?;
        if value < beta {
            return Ok(None);
        }
        if null.verify_depth > 0
            && depth >= null.verify_depth
            && !self.confirms::<A>(node, reduced)?
        {
            return Ok(None);
        }
        // A proven win after a null move is not a proven win here.
        Ok(Some(if value.is_decided() { beta } else { value }))
    }

    /// Verified null move (Tabibi and Netanyahu 2002): whether a search of this depth without null
    /// moves near the node keeps the score at beta too.
    fn confirms<A: ChildSearch>(&mut self, node: &Node, depth: u32) -> Result<bool, Stopped> {
        let &Node { ply, beta, .. } = node;
        let outer = std::mem::replace(&mut self.null_moves_from, ply + depth as usize * 3 / 4 + 1);
        let searched = self.shallow::<A>(depth, ply, beta.predecessor(), beta);
        self.null_moves_from = outer;
        Ok(searched? >= beta)
    }

    /// ProbCut on captures: a capture that wins enough, confirmed by quiescence and then by a shallow
    /// search.
    fn try_captures<A: ChildSearch>(
        &mut self,
        node: &Node,
        static_score: Score,
    ) -> Result<Option<Score>, Stopped> {
        let &Node { depth, ply, beta, .. } = node;
        let Some(probcut) = self.config.capture_probcut.filter(|p| depth >= p.min_depth) else {
            return Ok(None);
        };
        let goal = beta + probcut.margin;
        let is_hopeless = node.entry.is_some_and(|entry| {
            entry.depth.saturating_add(probcut.reduction) >= depth
                && entry.bound != Bound::Lower
                && entry.score.from_relative(ply) < goal
        });
        if goal.is_decided() || is_hopeless {
            return Ok(None);
        }
        let mut picker = MovePicker::new(self.lists.len());
        // One ply below the horizon, where only captures are listed.
        self.hooks.tactical_moves(&self.game, 1, &mut self.lists.moves);
        self.pick_listed(&mut picker, depth, ply, NO_CODE);
        let mut answer = None;
        while let Some(Candidate { mv, .. }) = self.next_move(&mut picker) {
            let gain = self.hooks.exchange(&self.game, mv);
            if gain.is_none_or(|gain| static_score + gain < goal) {
                continue;
            }
            let side = self.game.side();
            let token = self.play(mv, ply);
            let low = goal.predecessor();
            self.stack[ply + 1].cut_node = !node.cut_node;
            let mut searched = self.descend::<A, false>(side, 0, ply + 1, low, goal);
            if searched.as_ref().is_ok_and(|&value| value >= goal) {
                let reduced = depth.saturating_sub(probcut.reduction);
                searched = self.descend::<A, false>(side, reduced, ply + 1, low, goal);
            }
            self.undo(mv, token);
            let value = searched?;
            if value >= goal {
                self.observer.because(Reason::Probcut);
                answer = Some(value - probcut.margin);
                break;
            }
        }
        self.lists.truncate(picker.start());
        Ok(answer)
    }
}

/// The static score, or the table score where that is a closer bound of the value.
fn refined(static_score: Score, entry: &Entry) -> Score {
    match entry.bound {
        Bound::Exact => entry.score,
        Bound::Lower => static_score.max(entry.score),
        Bound::Upper => static_score.min(entry.score),
    }
}
