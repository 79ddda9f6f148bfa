//! Who watches a search: [`Observer`]. The search of an engine has none, which is the type `()`: every call
//! is empty and compiles to nothing.

use super::worker::{Stopped, Worker};
use crate::recording::{Kind, Reason, SkipReason};
use crate::{Evaluator, Game, Hooks, Score, Side};

/// A node as the search enters it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered {
    pub(crate) side: Side,
    pub(crate) ply: usize,
    /// Remaining depth.
    pub(crate) depth: u32,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

/// Is notified of every node of a search on one thread, in its order.
pub(crate) trait Observer<M>: Default + Send {
    /// Whether it wants to know anything.
    const WATCHES: bool = false;

    /// A pass over the root moves begins.
    fn begin_pass(&mut self, kind: Kind, root: Entered) {
        let _ = (kind, root);
    }

    /// A move was played.
    fn played(&mut self, mv: M) {
        let _ = mv;
    }

    /// The last move was taken back.
    fn taken_back(&mut self) {}

    /// Why the next node is searched, if it is not one of the moves of its parent.
    fn announce(&mut self, kind: Kind) {
        let _ = kind;
    }

    /// A node was entered.
    fn entered(&mut self, node: Entered) {
        let _ = node;
    }

    /// A move of the current node is not searched.
    fn skipped(&mut self, mv: M, reason: SkipReason) {
        let _ = (mv, reason);
    }

    /// What answers for the current node, if it is not its moves.
    fn because(&mut self, reason: Reason) {
        let _ = reason;
    }

    /// The current node, or the pass, was left with this value.
    fn left(&mut self, value: Score) {
        let _ = value;
    }

    /// Whether the moves of the current node, left with this value, were cut off.
    fn is_cut_off(&self, value: Score) -> bool {
        let _ = value;
        false
    }

    /// All moves of the current node, which is about to be left by a cut-off.
    fn moves_of_cut_off(&mut self, moves: &[M]) {
        let _ = moves;
    }

    /// Whether moves are tried in the reverse order of their scores.
    fn reverses_order(&self) -> bool {
        false
    }
}

impl<M> Observer<M> for () {}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> Worker<G, E, H, O> {
    /// Counts a node at the start of its search and reports it to the observer.
    #[inline]
    pub(super) fn enter(
        &mut self,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<(), Stopped> {
        self.count_node()?;
        if O::WATCHES {
            let side = self.game.side();
            self.observer.entered(Entered { side, ply, depth, alpha, beta });
        }
        Ok(())
    }

    /// The result of a node, reported to the observer.
    #[inline(always)]
    pub(super) fn leave(&mut self, value: Score) -> Result<Score, Stopped> {
        if O::WATCHES {
            self.report_leave(value);
        }
        Ok(value)
    }

    /// The result of a node that `reason` answers for.
    #[inline(always)]
    pub(super) fn leave_by(&mut self, reason: Reason, value: Score) -> Result<Score, Stopped> {
        self.observer.because(reason);
        self.leave(value)
    }

    #[inline(never)]
    fn report_leave(&mut self, value: Score) {
        if self.observer.is_cut_off(value) {
            let start = self.lists.moves.len();
            self.list_moves();
            self.observer.moves_of_cut_off(&self.lists.moves[start..]);
            self.lists.moves.truncate(start);
        }
        self.observer.left(value);
    }
}
