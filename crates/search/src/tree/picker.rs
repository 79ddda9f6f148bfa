//! In which order the moves of a node are tried, and what a cut-off teaches.

use super::worker::Worker;
use crate::ordering::{COUNTERMOVE, KILLER};
use crate::table::NO_CODE;
use crate::{Evaluator, Game, Hooks};

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
                // A refutation that was put off also stands where it was passed over.
                let failed = self.moves[index];
                if failed != refutation && self.hooks.is_quiet(&self.game, failed) {
                    self.history.reward(side, G::code(failed), -bonus);
                }
            }
        }
    }
}
