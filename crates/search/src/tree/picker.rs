//! In which order the moves of a node are tried, and what a cut-off teaches.

use super::worker::Worker;
use crate::ordering::{COUNTERMOVE, KILLER};
use crate::table::NO_CODE;
use crate::{Evaluator, Game, Hooks};

/// The ordering score of a move where it was passed over because another thread is at it: here it has
/// not failed.
pub(super) const PUT_OFF: i32 = i32::MIN;

/// Greatest step of a history counter.
const MAX_BONUS: i32 = 400;

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Worker<G, E, H> {
    /// Gives every move that has none yet (the end of the list) its ordering score.
    #[inline]
    pub(super) fn score_moves(&mut self, depth: u32, ply: usize, remembered: u16) {
        let ordering = self.config.ordering;
        let reply = self.reply_to_last(ply);
        let from = self.order.len();
        let moves = &self.moves[from..];
        let history = if ordering.history { self.history.of(self.game.side()) } else { &[] };
        let [newer, older] = if ordering.killers { self.killers.at(ply) } else { [NO_CODE; 2] };
        // Sums of comparisons rather than branches, which could not be predicted; far from the
        // limits of the type.
        self.order.extend(moves.iter().map(|&mv| {
            let code = G::code(mv);
            let learned = history.get(usize::from(code)).copied().unwrap_or(0);
            learned + i32::from(code == newer) * (KILLER + 1) + i32::from(code == older) * KILLER
        }));
        let scores = &mut self.order[from..];
        if ordering.countermoves {
            for (score, &mv) in scores.iter_mut().zip(moves) {
                *score += i32::from(G::code(mv) == reply) * COUNTERMOVE;
            }
        }
        if H::GIVES_PRIORITIES && ordering.priority {
            for (score, &mv) in scores.iter_mut().zip(moves) {
                *score = score.saturating_add(self.hooks.priority(&self.game, mv, depth));
            }
        }
        if remembered != NO_CODE {
            for (score, &mv) in scores.iter_mut().zip(moves) {
                *score = if G::code(mv) == remembered { i32::MAX } else { *score };
            }
        }
    }

    /// The newest killer of this ply, if it is legal here and can be told from its code.
    #[inline]
    pub(super) fn leading_killer(&self, ply: usize) -> Option<G::Move> {
        let [newest, _] = self.killers.at(ply);
        if newest == NO_CODE { None } else { self.game.decode(newest) }
    }

    /// Brings the best of moves[index..end] to `index`; the first of equals, so that without
    /// ordering the rules' own order stands.
    #[inline]
    pub(super) fn pick(&mut self, index: usize, end: usize) {
        // Selections, no branches: which move is best is just what a branch predictor cannot know.
        let (scores, moves) = (&mut self.order[index..end], &mut self.moves[index..end]);
        let (mut best, mut at) = (scores[0], 0);
        for (offset, &score) in scores.iter().enumerate() {
            at = if score > best { offset } else { at };
            best = best.max(score);
        }
        scores.swap(0, at);
        moves.swap(0, at);
    }

    /// The move before `tried` cut off: it becomes a killer, gains in history, and the quiet moves
    /// tried before it lose.
    #[inline]
    pub(super) fn remember_refutation(
        &mut self,
        start: usize,
        tried: usize,
        depth: u32,
        ply: usize,
    ) {
        let refutation = self.moves[tried - 1];
        if !self.hooks.is_quiet(&self.game, refutation) {
            return;
        }
        if self.config.ordering.killers {
            self.killers.add(ply, G::code(refutation));
        }
        if self.config.ordering.countermoves {
            self.remember_reply(ply, G::code(refutation));
        }
        if self.config.ordering.history {
            let side = self.game.side();
            let bonus = (depth * depth).min(MAX_BONUS as u32) as i32;
            self.history.reward(side, G::code(refutation), bonus);
            for index in start..tried - 1 {
                let failed = self.moves[index];
                if self.order[index] != PUT_OFF && self.hooks.is_quiet(&self.game, failed) {
                    self.history.reward(side, G::code(failed), -bonus);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::alpha_beta::AlphaBeta;
    use super::super::busy::Work;
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

    /// What the first player has learned of each move, when another thread was at the one with this code.
    fn learned(busy: Option<u16>) -> Vec<i32> {
        let config = SearchConfig {
            parallel: Parallel::SharedTable,
            threads: 2,
            table_mib: 1,
            ..SearchConfig::default()
        };
        let root = Tree::default();
        let shared = Arc::new(Shared::new(&config));
        let mut worker = Worker::new(root.clone(), ThirdIsBest, NoHooks, config, shared);
        worker.prepare(&[], None, StopSignal::never());
        worker.return_to(&root, DEPTH);
        worker.begin_work(busy.map(|code| Work::new(root.key(), code, DEPTH)));
        let (alpha, beta) = (Score::new(50), Score::new(51));
        let value = worker.node::<AlphaBeta, false>(DEPTH, 0, alpha, beta);
        assert!(value.is_ok_and(|value| value >= beta));
        worker.history.of(Side::First).to_vec()
    }

    #[test]
    fn a_move_left_to_another_thread_has_not_failed() {
        let alone = learned(None);
        assert!(alone[1] < 0 && alone[2] > 0, "{alone:?}");
        let shared = learned(Some(1));
        assert_eq!(shared[1], 0, "{shared:?}");
        assert_eq!((shared[0], shared[2]), (alone[0], alone[2]));
    }
}
