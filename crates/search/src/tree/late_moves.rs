//! Late moves: which are skipped, and how deep the others are searched.
//!
//! Moves come best first, so that a late one is rarely good. What is skipped or reduced depends on how
//! late it is, on its history, and on what is known about its node.

use super::node::ChildSearch;
use super::observer::Observer;
use super::worker::{PLY, Stopped, Worker};
use crate::config::MAX_DEPTH;
use crate::recording::SkipReason;
use crate::{Evaluator, Game, Hooks, LateMove, Score, Side};

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> Worker<G, E, H, O> {
    /// Whether to skip a late move, and the upper bound assumed for its value.
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
        let futile = self.futile_bound(late, static_score, alpha);
        let is_late = self.is_beyond_count(late);
        let has_failed = self.config.history_pruning.is_some_and(|pruning| {
            late.depth <= pruning.max_depth
                && late.history < pruning.margin.saturating_mul(late.depth as i32).saturating_neg()
        });
        let asks_exchange =
            self.config.exchange_pruning.is_some_and(|pruning| late.depth <= pruning.max_depth);
        if futile.is_none() && !is_late && !has_failed && !asks_exchange {
            return None;
        }
        if !self.hooks.is_calm(&self.game) {
            return None;
        }
        if self.hooks.is_quiet(&self.game, mv) {
            if is_late || has_failed {
                let reason = if is_late { SkipReason::LateMove } else { SkipReason::History };
                self.observer.skipped(mv, reason);
                return Some(best);
            }
            if futile.is_some() {
                self.observer.skipped(mv, SkipReason::Futility);
                return futile;
            }
            return (asks_exchange && self.loses_exchange(mv, late, true)).then_some(best);
        }
        (asks_exchange && self.loses_exchange(mv, late, false)).then_some(best)
    }

    /// The depth by which the margins of a late move are measured.
    fn margin_depth(&self, late: &LateMove) -> i64 {
        if !self.config.reduced_depth_pruning {
            return late.depth.into();
        }
        let reduction = self.adjusted_reduction(late);
        (i64::from(late.depth) - i64::from(reduction / PLY)).max(1)
    }

    /// Futility pruning (Schaeffer 1986; extended: Heinz 1998): a bound of at most alpha for a quiet
    /// move, if the static score is too far below.
    #[inline(always)]
    fn futile_bound(
        &self,
        late: &LateMove,
        static_score: Option<Score>,
        alpha: Score,
    ) -> Option<Score> {
        let (futility, static_score) = (self.config.futility?, static_score?);
        let depth = self.margin_depth(late);
        if depth > i64::from(futility.max_depth) {
            return None;
        }
        let hope = static_score + futility.margin.saturating_mul(depth);
        (hope <= alpha).then_some(hope)
    }

    /// Late-move pruning (move-count pruning): enough moves of the node were searched.
    #[inline(always)]
    fn is_beyond_count(&self, late: &LateMove) -> bool {
        self.config.late_move_pruning.is_some_and(|pruning| {
            let halves = if self.config.improving && !late.improving { 2 } else { 1 };
            late.depth <= pruning.max_depth && late.index >= pruning.moves(late.depth) / halves
        })
    }

    /// Exchange pruning: the move gives away too much for the depth that is left.
    fn loses_exchange(&mut self, mv: G::Move, late: &LateMove, is_quiet: bool) -> bool {
        let Some(pruning) = self.config.exchange_pruning else { return false };
        let allowed = if is_quiet {
            let depth = self.margin_depth(late);
            pruning.quiet.saturating_mul(depth * depth)
        } else {
            pruning.other.saturating_mul(late.depth.into())
        };
        let wanted = allowed.saturating_neg();
        let loses = self.hooks.exchange_wins(&self.game, mv, wanted) == Some(false);
        if loses {
            self.observer.skipped(mv, SkipReason::Exchange);
        }
        loses
    }

    /// Whether late-move reductions apply to this move.
    #[inline(always)]
    fn may_reduce(&mut self, mv: G::Move, late: &LateMove) -> bool {
        let is_late = self
            .config
            .late_move_reductions
            .is_some_and(|lmr| late.depth >= lmr.min_depth && late.index >= lmr.full_moves.max(1));
        let reduces_losing =
            self.config.reduction_adjustments.is_some_and(|adjusted| adjusted.losing_captures);
        is_late
            && (self.hooks.is_quiet(&self.game, mv)
                || reduces_losing && self.hooks.exchange_wins(&self.game, mv, 0) == Some(false))
    }

    /// The reduction of a late move by the configured formula and its adjustments, in parts of a
    /// [`PLY`].
    fn adjusted_reduction(&self, late: &LateMove) -> i32 {
        let standard = self.standard_reduction(late.depth, late.index);
        let Some(adjustments) = self.config.reduction_adjustments else { return standard };
        let parts = |plies: f64| (plies * f64::from(PLY)) as i32;
        let mut reduction = standard;
        if late.cut_node {
            reduction = reduction.saturating_add(parts(adjustments.cut_node));
        }
        if self.config.improving && !late.improving {
            reduction = reduction.saturating_add(parts(adjustments.not_improving));
        }
        if adjustments.history > 0 {
            let plies = i64::from(late.history) * i64::from(PLY) / i64::from(adjustments.history);
            reduction = reduction.saturating_sub(plies as i32);
        }
        reduction.max(0)
    }

    /// Plays one move, searches it with extensions and reductions, takes it back.
    #[inline(never)]
    pub(super) fn search_selectively<A: ChildSearch, const PV: bool>(
        &mut self,
        mv: G::Move,
        side: Side,
        late: &LateMove,
        extension: i32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let (depth, ply) = (late.depth, late.ply);
        let may_reduce = self.may_reduce(mv, late);
        let token = self.play(mv, ply);
        self.prefetch_child(depth);
        let mut child_depth = self.child_depth(mv, late, extension);
        if self.config.singular.is_some() {
            let doubles = u32::from(extension > 1);
            self.stack[ply + 1].double_extensions = self.stack[ply].double_extensions + doubles;
        }
        let is_first = late.index == 0;
        if may_reduce && child_depth < depth {
            let standard = (self.adjusted_reduction(late) / PLY) as u32;
            let late = LateMove { standard, ..*late };
            let reduction = self.hooks.reduction(&self.game, mv, &late).min(child_depth);
            if reduction > 0 {
                let reduced = child_depth - reduction;
                let scout = alpha.successor();
                self.stack[ply + 1].cut_node = true;
                let searched = self.descend::<A, false>(side, reduced, ply + 1, alpha, scout);
                if searched.as_ref().map_or(true, |&value| value <= alpha) {
                    self.undo(mv, token);
                    return searched;
                }
                if searched.is_ok_and(|value| self.is_much_better(value, alpha)) {
                    child_depth += 1;
                }
            }
        }
        self.stack[ply + 1].cut_node = !(late.cut_node || PV && is_first);
        let searched =
            A::child::<G, E, H, O, PV>(self, side, is_first, child_depth, ply + 1, alpha, beta);
        self.undo(mv, token);
        searched
    }

    /// How deep a move that has just been played is searched, unless it is reduced.
    #[inline(always)]
    fn child_depth(&mut self, mv: G::Move, late: &LateMove, extension: i32) -> u32 {
        let depth = late.depth - 1;
        if late.ply == 0 || late.ply >= 2 * self.root_depth as usize {
            return depth;
        }
        let of_domain =
            if self.config.extensions { self.hooks.extension(&self.game, mv) } else { 0 };
        if extension < 0 {
            return depth.saturating_add(of_domain).saturating_add_signed(extension).max(1);
        }
        // The only move counts on top, as it always did; a singular move does not.
        let extension = extension as u32;
        let more = if self.config.singular.is_some() {
            of_domain.max(extension)
        } else {
            of_domain.saturating_add(extension)
        };
        depth.saturating_add(more).min(MAX_DEPTH)
    }

    /// Whether a reduced search found a move so good that it is worth a deeper look.
    fn is_much_better(&self, value: Score, alpha: Score) -> bool {
        self.config
            .reduction_adjustments
            .is_some_and(|adjusted| adjusted.deeper > 0 && value > alpha + adjusted.deeper)
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_game::Tree;
    use super::super::worker::Shared;
    use super::*;
    use crate::config::{HistoryPruning, LateMoveReductions, ReductionAdjustments};
    use crate::{NoHooks, SearchConfig};
    use std::sync::Arc;

    #[derive(Clone)]
    struct Even;

    impl Evaluator<Tree<4>> for Even {
        fn evaluate(&mut self, _: &Tree<4>) -> Score {
            Score::ZERO
        }
    }

    fn worker(config: SearchConfig) -> Worker<Tree<4>, Even, NoHooks> {
        let shared = Arc::new(Shared::new(&config, None));
        Worker::new(Tree::default(), Even, NoHooks, config, shared)
    }

    const LATE: LateMove = LateMove {
        depth: 3,
        ply: 2,
        index: 3,
        order: 0,
        history: 0,
        pv: false,
        cut_node: false,
        improving: true,
        standard: 0,
    };

    #[test]
    fn a_quiet_move_that_failed_often_is_skipped_near_the_horizon() {
        let history_pruning = Some(HistoryPruning { max_depth: 3, margin: 100 });
        let mut worker = worker(SearchConfig { history_pruning, ..SearchConfig::default() });
        let best = Score::new(5);
        let mut skip = |late: LateMove| worker.skip(0, &late, None, best, best);
        assert_eq!(skip(LateMove { history: -301, ..LATE }), Some(best));
        assert_eq!(skip(LateMove { history: -300, ..LATE }), None);
        assert_eq!(skip(LateMove { history: -9999, depth: 4, ..LATE }), None);
        assert_eq!(skip(LateMove { history: -9999, pv: true, ..LATE }), None);
        assert_eq!(skip(LateMove { history: -9999, index: 0, ..LATE }), None);
    }

    #[test]
    fn adjustments_add_up_in_parts_of_a_ply_and_never_extend() {
        let worker = worker(SearchConfig {
            improving: true,
            late_move_reductions: Some(LateMoveReductions {
                min_depth: 2,
                full_moves: 1,
                base: 1.5,
                divisor: 1e9,
            }),
            reduction_adjustments: Some(ReductionAdjustments {
                cut_node: 1.0,
                not_improving: 0.25,
                history: 1000,
                ..ReductionAdjustments::default()
            }),
            ..SearchConfig::default()
        });
        let plies = |late: LateMove| f64::from(worker.adjusted_reduction(&late)) / f64::from(PLY);
        assert_eq!(plies(LATE), 1.5);
        assert_eq!(plies(LateMove { cut_node: true, ..LATE }), 2.5);
        assert_eq!(plies(LateMove { improving: false, ..LATE }), 1.75);
        assert_eq!(plies(LateMove { history: -500, ..LATE }), 2.0);
        assert_eq!(plies(LateMove { history: 9000, ..LATE }), 0.0);
    }
}
