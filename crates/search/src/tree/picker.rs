//! [`MovePicker`]: in which order the moves of a node are tried.
//!
//! A picker goes through its [`Stage`]s: one leading move, before any other is generated; then the
//! generated moves by selection sort, best ordering score first; then the moves that were deferred
//! because another thread was searching them. The list itself lies in the worker's
//! [`MoveLists`](super::stack::MoveLists), so that a node allocates nothing.

use super::observer::Observer;
use super::stack::Ply;
use super::worker::Worker;
use crate::learning::NO_KIND;
use crate::ordering::{COUNTERMOVE, KILLER};
use crate::table::NO_CODE;
use crate::{Evaluator, Game, Hooks};

/// Replaces the ordering score of a move at its old place in the list, once it is deferred. Nothing
/// is known against such a move.
const DEFERRED: i32 = i32::MIN;

/// Where a picker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The table move or a killer is next; nothing is generated yet.
    Lead,
    /// The leading move was tried; the other moves must be generated.
    Generate,
    /// The generated moves are next, best score first.
    Ordered,
    /// The deferred moves are next, in the order in which they were deferred.
    Deferred,
}

/// Hands out the moves of one node. Its list is what the worker's lists hold from `start` on.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovePicker {
    start: usize,
    next: usize,
    /// The end of the generated moves; deferred moves are appended behind it.
    end: usize,
    stage: Stage,
}

/// A move to try.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    /// Its ordering score.
    pub(super) score: i32,
    /// Whether it is the first of its node.
    pub(super) is_first: bool,
}

impl MovePicker {
    /// A picker of the list that begins at `start`, the end of the lists. Without moves until one of
    /// the `pick_` methods of [`Worker`] has filled it.
    #[inline]
    pub(super) fn new(start: usize) -> Self {
        MovePicker { start, next: start, end: start, stage: Stage::Generate }
    }

    /// Where the list begins.
    #[inline]
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Whether only the leading move is listed so far and has been tried.
    #[inline]
    pub(super) fn must_generate(&self) -> bool {
        self.stage == Stage::Generate
    }

    /// Whether the move just handed out may still be deferred: each is deferred once at most.
    #[inline]
    pub(super) fn may_defer(&self) -> bool {
        self.stage != Stage::Deferred
    }

    /// The places of the generated moves that have not been handed out.
    #[inline]
    pub(super) fn remaining(&self) -> std::ops::Range<usize> {
        self.next..self.end
    }
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> Worker<G, E, H, O> {
    /// Lets this move lead; the others are generated when it has been tried.
    #[inline]
    pub(super) fn pick_lead(&mut self, picker: &mut MovePicker, mv: G::Move) {
        self.lists.push(mv, i32::MAX);
        picker.end = self.lists.len();
        picker.stage = Stage::Lead;
    }

    /// Scores the moves that have been listed, all of the node; `table_move` comes first.
    #[inline]
    pub(super) fn pick_listed(
        &mut self,
        picker: &mut MovePicker,
        depth: u32,
        ply: usize,
        table_move: u16,
    ) {
        self.score_moves(depth, ply, table_move);
        picker.end = self.lists.len();
        picker.stage = Stage::Ordered;
    }

    /// Generates and scores the moves other than the leading one.
    pub(super) fn pick_others(&mut self, picker: &mut MovePicker, depth: u32, ply: usize) {
        self.list_moves();
        let moves = &mut self.lists.moves;
        let lead = G::code(moves[picker.start]);
        let others = picker.start + 1;
        if let Some(again) = moves[others..].iter().position(|&mv| G::code(mv) == lead) {
            moves.remove(others + again);
        }
        self.pick_listed(picker, depth, ply, NO_CODE);
    }

    /// The next move of the node, if there is one. Where the others have to be
    /// [generated](MovePicker::must_generate), that comes first.
    #[inline(always)]
    pub(super) fn next_move(&mut self, picker: &mut MovePicker) -> Option<Candidate<G::Move>> {
        let place = picker.next;
        match picker.stage {
            Stage::Lead => picker.stage = Stage::Generate,
            Stage::Ordered if place < picker.end => {
                if place + 1 < picker.end {
                    self.lists.select_best(place, picker.end);
                }
            }
            Stage::Generate | Stage::Ordered | Stage::Deferred => {
                picker.stage = Stage::Deferred;
                if place == self.lists.len() {
                    return None;
                }
            }
        }
        picker.next += 1;
        let (mv, score) = (self.lists.moves[place], self.lists.scores[place]);
        Some(Candidate { mv, score, is_first: place == picker.start })
    }

    /// Leaves the move just handed out for the end of the node.
    pub(super) fn defer(&mut self, picker: &MovePicker) {
        let place = picker.next - 1;
        self.lists.push(self.lists.moves[place], self.lists.scores[place]);
        self.lists.scores[place] = DEFERRED;
    }

    /// The number of the move just handed out, in the order of the first round. A deferred move is as
    /// good as it was before, and has to be reduced as much as by the thread that was searching it.
    #[inline]
    pub(super) fn number(&self, picker: &MovePicker) -> usize {
        let place = picker.next - 1;
        if place < picker.end {
            return place - picker.start;
        }
        let code = G::code(self.lists.moves[place]);
        let mut first_round = self.lists.moves[picker.start..picker.end].iter();
        first_round.position(|&mv| G::code(mv) == code).unwrap_or(place - picker.start)
    }

    /// The newest killer of this ply, if it is legal here and the game can decode it.
    #[inline]
    pub(super) fn leading_killer(&self, ply: usize) -> Option<G::Move> {
        let newest = self.stack[ply].killers.newest();
        if newest == NO_CODE { None } else { self.game.decode(newest) }
    }

    /// Gives every move that has none yet (the end of the list) its ordering score.
    #[inline]
    fn score_moves(&mut self, depth: u32, ply: usize, table_move: u16) {
        let ordering = self.config.ordering;
        let reply = self.countermove(ply);
        let from = self.lists.scores.len();
        let moves = &self.lists.moves[from..];
        let history = if ordering.history { self.history.of(self.game.side()) } else { &[] };
        let killers = if ordering.killers { self.stack[ply].killers.codes() } else { [NO_CODE; 2] };
        let [newer, older] = killers;
        // Sums of comparisons instead of branches, which could not be predicted. The sums are far
        // from the limits of the type.
        self.lists.scores.extend(moves.iter().map(|&mv| {
            let code = G::code(mv);
            let learned = history.get(usize::from(code)).copied().unwrap_or(0);
            learned + i32::from(code == newer) * (KILLER + 1) + i32::from(code == older) * KILLER
        }));
        let scores = &mut self.lists.scores[from..];
        if ordering.countermoves {
            for (score, &mv) in scores.iter_mut().zip(moves) {
                *score += i32::from(G::code(mv) == reply) * COUNTERMOVE;
            }
        }
        if ordering.continuation {
            let rows =
                [1, 2].map(|back| self.continuation.after(kind_before(&self.stack, ply, back)));
            for (score, &mv) in scores.iter_mut().zip(moves) {
                let kind = self.hooks.move_kind(&self.game, mv);
                *score +=
                    rows.iter().map(|row| row.get(kind).map_or(0, |&c| i32::from(c))).sum::<i32>();
            }
        }
        if let Some(priority) = H::PRIORITY
            && ordering.priority
        {
            for (score, &mv) in scores.iter_mut().zip(moves) {
                *score = score.saturating_add(priority(&mut self.hooks, &self.game, mv, depth));
            }
        }
        if table_move != NO_CODE {
            for (score, &mv) in scores.iter_mut().zip(moves) {
                *score = if G::code(mv) == table_move { i32::MAX } else { *score };
            }
        }
        if O::WATCHES && self.observer.reverses_order() {
            for score in scores {
                *score = score.saturating_neg();
            }
        }
    }

    /// Learns from a cut-off by the move just handed out: it becomes a killer and a countermove and
    /// gains in history; the quiet moves tried before it lose.
    #[inline]
    pub(super) fn learn_cutoff(&mut self, picker: &MovePicker, depth: u32, ply: usize) {
        let cutoff = picker.next - 1;
        let refutation = self.lists.moves[cutoff];
        if self.config.ordering.continuation {
            self.learn_in_context(picker, depth, ply);
            return;
        }
        if !self.hooks.is_quiet(&self.game, refutation) {
            return;
        }
        let code = G::code(refutation);
        if self.config.ordering.killers {
            self.stack[ply].killers.add(code);
        }
        if self.config.ordering.countermoves {
            self.learn_countermove(ply, code);
        }
        if self.config.ordering.history {
            let side = self.game.side();
            let bonus = (depth * depth).min(MAX_BONUS as u32) as i32;
            self.history.reward(side, code, bonus);
            for place in picker.start..cutoff {
                let failed = self.lists.moves[place];
                if self.lists.scores[place] != DEFERRED && self.hooks.is_quiet(&self.game, failed) {
                    self.history.reward(side, G::code(failed), -bonus);
                }
            }
        }
    }

    /// As [`learn_cutoff`](Worker::learn_cutoff), with continuation history: the quiet moves that were
    /// tried lose even if the refutation is not quiet, and steps grow with the depth (gravity).
    #[inline(never)]
    fn learn_in_context(&mut self, picker: &MovePicker, depth: u32, ply: usize) {
        let cutoff = picker.next - 1;
        let refutation = self.lists.moves[cutoff];
        let bonus = (BONUS_PER_PLY * depth as i32 - BONUS_PER_PLY / 2).min(MAX_CONTEXT_BONUS);
        if self.hooks.is_quiet(&self.game, refutation) {
            let code = G::code(refutation);
            if self.config.ordering.killers {
                self.stack[ply].killers.add(code);
            }
            if self.config.ordering.countermoves {
                self.learn_countermove(ply, code);
            }
            self.reward_in_context(refutation, ply, bonus);
        }
        for place in picker.start..cutoff {
            let failed = self.lists.moves[place];
            if self.lists.scores[place] != DEFERRED && self.hooks.is_quiet(&self.game, failed) {
                self.reward_in_context(failed, ply, -bonus);
            }
        }
    }

    /// Rewards a quiet move by itself and after the last two moves.
    #[inline]
    fn reward_in_context(&mut self, mv: G::Move, ply: usize, bonus: i32) {
        self.history.reward(self.game.side(), G::code(mv), bonus);
        let kind = self.hooks.move_kind(&self.game, mv);
        for back in [1, 2] {
            self.continuation.reward(kind_before(&self.stack, ply, back), kind, bonus);
        }
    }

    /// What history knows of a move, by itself and after the last two moves.
    #[inline]
    pub(super) fn learned(&self, mv: G::Move, ply: usize) -> i32 {
        let alone = self.history.of(self.game.side())[usize::from(G::code(mv))];
        if !self.config.ordering.continuation {
            return alone;
        }
        let kind = self.hooks.move_kind(&self.game, mv);
        let after = |back| self.continuation.after(kind_before(&self.stack, ply, back)).get(kind);
        alone + [1, 2].into_iter().filter_map(after).map(|&counter| i32::from(counter)).sum::<i32>()
    }

    /// The code of the move that last refuted the move which led to this node, or [`NO_CODE`].
    #[inline]
    fn countermove(&self, ply: usize) -> u16 {
        if ply == 0 || !self.config.ordering.countermoves {
            return NO_CODE;
        }
        self.countermoves.to(self.game.side(), self.stack[ply - 1].played)
    }

    /// The move with this code refuted the move which led to this node.
    #[inline]
    fn learn_countermove(&mut self, ply: usize, code: u16) {
        if ply > 0 {
            self.countermoves.add(self.game.side(), self.stack[ply - 1].played, code);
        }
    }
}

/// The kind of the move `back` plies before the node at this ply.
#[inline]
pub(super) fn kind_before<M>(stack: &[Ply<M>], ply: usize, back: usize) -> u16 {
    ply.checked_sub(back).map_or(NO_KIND, |earlier| stack[earlier].kind)
}

/// Greatest step of a history counter.
const MAX_BONUS: i32 = 400;
/// With continuation history, the step of a counter per ply of remaining depth, and the greatest.
const BONUS_PER_PLY: i32 = 160;
const MAX_CONTEXT_BONUS: i32 = 1600;

#[cfg(test)]
mod tests {
    use super::super::abdada::Work;
    use super::super::alpha_beta::AlphaBeta;
    use super::super::test_game::Tree;
    use super::super::worker::Shared;
    use super::*;
    use crate::{NoHooks, Parallel, Score, SearchConfig, Side, StopSignal};
    use std::sync::Arc;

    const DEPTH: u32 = 3;

    /// The third move of the first player is worth 100, the others nothing.
    #[derive(Clone)]
    struct ThirdIsBest;

    impl Evaluator<Tree<4>> for ThirdIsBest {
        fn evaluate(&mut self, position: &Tree<4>) -> Score {
            let score = Score::new(if position.0[0] == 2 { 100 } else { 0 });
            if position.side() == Side::First { score } else { -score }
        }
    }

    /// One of two search threads, at the root of a tree.
    fn worker() -> Worker<Tree<4>, ThirdIsBest, NoHooks> {
        let config = SearchConfig {
            parallel: Parallel::SharedTable,
            threads: 2,
            table_mib: 1,
            ..SearchConfig::default()
        };
        let root = Tree::default();
        let shared = Arc::new(Shared::new(&config, None));
        let mut worker = Worker::new(root.clone(), ThirdIsBest, NoHooks, config, shared);
        worker.prepare(&[], None, StopSignal::never());
        worker.return_to(&root, DEPTH);
        worker
    }

    /// The rest of the moves that a picker hands out, each with its number.
    fn rest(
        worker: &mut Worker<Tree<4>, ThirdIsBest, NoHooks>,
        picker: &mut MovePicker,
    ) -> Vec<(u8, usize)> {
        std::iter::from_fn(|| {
            let candidate = worker.next_move(picker)?;
            Some((candidate.mv, worker.number(picker)))
        })
        .collect()
    }

    #[test]
    fn the_lead_comes_before_generation_and_the_others_by_their_scores() {
        let mut worker = worker();
        worker.history.reward(Side::First, 3, 50);
        worker.history.reward(Side::First, 1, 20);
        let mut picker = MovePicker::new(0);
        worker.pick_lead(&mut picker, 2);
        let lead = worker.next_move(&mut picker).expect("the lead");
        assert!(lead.mv == 2 && lead.is_first && picker.must_generate());
        assert_eq!(worker.lists.len(), 1, "nothing else is generated yet");
        worker.pick_others(&mut picker, DEPTH, 0);
        assert_eq!(rest(&mut worker, &mut picker), [(3, 1), (1, 2), (0, 3)]);
    }

    #[test]
    fn the_table_move_comes_first_and_equal_moves_in_the_order_of_the_rules() {
        let mut worker = worker();
        worker.stack[0].killers.add(1);
        let mut picker = MovePicker::new(0);
        worker.list_moves();
        worker.pick_listed(&mut picker, DEPTH, 0, 3);
        // Selection sort swaps: the move that was at the place of the table move goes to the end.
        assert_eq!(rest(&mut worker, &mut picker), [(3, 0), (1, 1), (2, 2), (0, 3)]);
    }

    #[test]
    fn deferred_moves_come_last_once_and_keep_their_number() {
        let mut worker = worker();
        let mut picker = MovePicker::new(0);
        worker.list_moves();
        worker.pick_listed(&mut picker, DEPTH, 0, NO_CODE);
        for _ in 0..2 {
            worker.next_move(&mut picker);
        }
        assert!(picker.may_defer());
        worker.defer(&picker);
        assert_eq!(rest(&mut worker, &mut picker), [(2, 2), (3, 3), (1, 1)]);
        assert!(!picker.may_defer());
    }

    /// What the first player learns about each move while another thread searches the one with this
    /// code.
    fn learned(busy: Option<u16>) -> Vec<i32> {
        let mut worker = worker();
        let key = worker.game.key();
        worker.begin_work(busy.map(|code| Work::new(key, code, DEPTH)));
        let (alpha, beta) = (Score::new(50), Score::new(51));
        let value = worker.node::<AlphaBeta<true>, false>(DEPTH, 0, alpha, beta);
        assert!(value.is_ok_and(|value| value >= beta));
        worker.history.of(Side::First).to_vec()
    }

    #[test]
    fn a_deferred_move_has_not_failed() {
        let alone = learned(None);
        assert!(alone[1] < 0 && alone[2] > 0, "{alone:?}");
        let shared = learned(Some(1));
        assert_eq!(shared[1], 0, "{shared:?}");
        assert_eq!((shared[0], shared[2]), (alone[0], alone[2]));
    }
}
