//! Fail-soft alpha-beta (Knuth and Moore 1975; fail-soft: Fishburn 1983): every child is searched
//! with the full window of its parent.

use super::node::ChildSearch;
use super::observer::Observer;
use super::worker::{Stopped, Worker};
use crate::{Evaluator, Game, Hooks, Score, Side};

/// The child policy of plain alpha-beta.
pub(crate) struct AlphaBeta<const SELECTIVE: bool>;

impl<const SELECTIVE: bool> ChildSearch for AlphaBeta<SELECTIVE> {
    const SELECTIVE: bool = SELECTIVE;

    #[inline(always)]
    fn child<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>, const PV: bool>(
        worker: &mut Worker<G, E, H, O>,
        parent: Side,
        _is_first: bool,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        worker.descend::<Self, PV>(parent, depth, ply, alpha, beta)
    }
}
