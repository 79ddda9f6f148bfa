//! What a node asks the transposition table, and what it stores there.

use super::observer::Observer;
use super::picker::MovePicker;
use super::worker::Worker;
use crate::config::TableMode;
use crate::recording::Reason;
use crate::table::Entry;
use crate::{Bound, Evaluator, Game, Hooks, Score};

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> Worker<G, E, H, O> {
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.shared.table.as_ref().and_then(|table| table.probe(key))
    }

    /// The score of an entry that answers for a node of this depth and window.
    #[inline]
    pub(super) fn cutoff(
        &self,
        entry: &Entry,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let score = entry.score.from_relative(ply);
        (self.depth_suffices(entry.depth, depth)
            && answers(score, entry.bound, alpha, beta)
            && !self.tries_every_move(ply))
        .then_some(score)
    }

    /// Whether neither the table nor pruning may hide a move of a node: after a root move, if a rule
    /// looks at the path and the game has repeated a position. The table does not know the path, and a
    /// reply that ends the game by a third occurrence must not be missed.
    #[inline]
    pub(super) fn tries_every_move(&self, ply: usize) -> bool {
        Self::KEEPS_PATH && ply == 1 && self.game_repeats
    }

    /// Stores the fail-soft value of a node that was searched with this window.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the state of a node, kept in registers")]
    pub(super) fn store(
        &mut self,
        key: u64,
        depth: u32,
        ply: usize,
        best: Score,
        code: u16,
        alpha: Score,
        beta: Score,
    ) {
        let Some(table) = &self.shared.table else { return };
        let bound = if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        table.store(key, Entry { score: best.relative_to(ply), bound, depth, code });
    }

    /// After a move at a node of this depth: the position just reached will be probed.
    #[inline]
    pub(super) fn prefetch_child(&self, depth: u32) {
        if (depth > self.config.table_min_depth || self.config.quiescence_table)
            && let Some(table) = &self.shared.table
        {
            table.prefetch(self.game.key());
        }
    }

    /// Enhanced transposition cut-off: the score with which the table refutes this node through one
    /// of the moves that the picker has yet to hand out.
    #[inline]
    pub(super) fn transposition_cutoff(
        &mut self,
        picker: &MovePicker,
        depth: u32,
        ply: usize,
        beta: Score,
    ) -> Option<Score> {
        if self.wants_transposition_cutoff(depth) {
            self.refuting_child(picker, depth, ply, beta)
        } else {
            None
        }
    }

    #[inline]
    pub(super) fn wants_transposition_cutoff(&self, depth: u32) -> bool {
        depth > self.config.table_min_depth
            && self.config.transposition_cutoff.is_some_and(|least| depth >= least)
            && !Self::KEEPS_PATH
    }

    #[inline(never)]
    fn refuting_child(
        &mut self,
        picker: &MovePicker,
        depth: u32,
        ply: usize,
        beta: Score,
    ) -> Option<Score> {
        let side = self.game.side();
        for place in picker.remaining() {
            let mv = self.lists.moves[place];
            let token = self.game.play(mv);
            let entry = self.probe(self.game.key());
            let again = self.still_moves(side);
            self.game.undo(mv, token);
            let Some(entry) = entry else { continue };
            let score = entry.score.from_relative(ply + 1);
            let (score, refuting) =
                if again { (score, Bound::Lower) } else { (-score, Bound::Upper) };
            if self.depth_suffices(entry.depth, depth - 1)
                && (entry.bound == Bound::Exact || entry.bound == refuting)
                && score >= beta
            {
                self.observer.because(Reason::Table);
                return Some(score);
            }
        }
        None
    }

    /// Whether an entry searched to `found` plies may answer for a node of `wanted`.
    #[inline]
    fn depth_suffices(&self, found: u32, wanted: u32) -> bool {
        match self.config.table_mode {
            TableMode::Exact => found == wanted,
            TableMode::Engine => found >= wanted,
        }
    }
}

/// Whether a score of this kind settles a node with this window.
#[inline]
pub(super) fn answers(score: Score, bound: Bound, alpha: Score, beta: Score) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    }
}
