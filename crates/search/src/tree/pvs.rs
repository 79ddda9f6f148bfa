//! Principal variation search (Marsland and Campbell 1982; NegaScout: Reinefeld 1983).
//!
//! The first move is expected to be best. The others only have to be shown not to be better, for
//! which a window of no width suffices; the rare one that is gets a second search.

use super::node::ChildSearch;
use super::observer::Observer;
use super::worker::{Stopped, Worker};
use crate::{Evaluator, Game, Hooks, Score, Side};

/// The child policy of principal variation search.
pub(crate) struct Pvs<const SELECTIVE: bool>;

impl<const SELECTIVE: bool> ChildSearch for Pvs<SELECTIVE> {
    const SELECTIVE: bool = SELECTIVE;

    #[inline(always)]
    fn child<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>, const PV: bool>(
        worker: &mut Worker<G, E, H, O>,
        parent: Side,
        is_first: bool,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if !PV || is_first {
            return worker.descend::<Self, PV>(parent, depth, ply, alpha, beta);
        }
        let scout = worker.descend::<Self, false>(parent, depth, ply, alpha, alpha.successor())?;
        if scout > alpha && scout < beta {
            worker.descend::<Self, true>(parent, depth, ply, alpha, beta)
        } else {
            Ok(scout)
        }
    }
}
