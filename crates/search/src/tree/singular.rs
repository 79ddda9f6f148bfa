//! Singular extensions: a move that is much better than all others is searched deeper.
//!
//! Only the table move is tested, by a shallow search of its node without it. What that search finds
//! about the other moves has other uses too: if one of them alone reaches beta, the node is cut off
//! (multi-cut); if several moves are good, the table move is searched less deep.

use super::node::{ChildSearch, Node};
use super::observer::Observer;
use super::picker::Candidate;
use super::worker::{Stopped, Worker};
use crate::config::Singular;
use crate::table::{Entry, NO_CODE};
use crate::{Bound, Evaluator, Game, Hooks, Score};

/// The table score must come from a search at most this many plies less deep than the node.
const MAX_DEPTH_GAP: u32 = 3;
/// Greatest number of extensions by two plies in one line.
const MAX_DOUBLE_EXTENSIONS: u32 = 8;

/// What is known about a move before it is searched.
pub(super) enum Verdict {
    /// Search it deeper by this many plies, or less deep if negative.
    Extend(i32),
    /// Do not search the node at all: this is its score.
    CutOff(Score),
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> Worker<G, E, H, O> {
    /// By how much to extend a move of a node, before the domain is asked: the only move, or a singular
    /// one.
    #[inline]
    pub(super) fn extension<A: ChildSearch, const PV: bool>(
        &mut self,
        node: &Node,
        candidate: &Candidate<G::Move>,
    ) -> Result<Verdict, Stopped> {
        let only_move = Verdict::Extend(i32::from(node.extends_only_move));
        if !candidate.is_first || node.table_move == NO_CODE {
            return Ok(only_move);
        }
        match (self.config.singular, node.entry) {
            (Some(singular), Some(entry)) if self.is_testable(node, &singular, &entry) => {
                self.test_table_move::<A, PV>(node, &singular, &entry)
            }
            _ => Ok(only_move),
        }
    }

    /// Whether the table knows enough about the node to test its move.
    fn is_testable(&self, node: &Node, singular: &Singular, entry: &Entry) -> bool {
        node.depth >= singular.min_depth.max(2)
            && entry.depth + MAX_DEPTH_GAP >= node.depth
            && entry.bound != Bound::Upper
            && !entry.score.is_decided()
            && node.ply < 2 * self.root_depth as usize
            && !self.tries_every_move(node.ply)
    }

    /// Searches the node without its table move.
    #[inline(never)]
    fn test_table_move<A: ChildSearch, const PV: bool>(
        &mut self,
        node: &Node,
        singular: &Singular,
        entry: &Entry,
    ) -> Result<Verdict, Stopped> {
        let &Node { depth, ply, beta, .. } = node;
        let threshold = entry.score - singular.margin.saturating_mul(depth.into());
        self.stack[ply].excluded = node.table_move;
        self.stack[ply].cut_node = node.cut_node;
        let searched =
            self.node::<A, false>((depth - 1) / 2, ply, threshold.predecessor(), threshold);
        self.stack[ply].excluded = NO_CODE;
        let others = searched?;
        if others < threshold {
            let is_far = singular.double_margin > 0 && others < threshold - singular.double_margin;
            let may_double = !PV && self.stack[ply].double_extensions < MAX_DOUBLE_EXTENSIONS;
            return Ok(Verdict::Extend(if is_far && may_double { 2 } else { 1 }));
        }
        if threshold >= beta && !threshold.is_decided() && !PV {
            return Ok(Verdict::CutOff(threshold));
        }
        let is_one_of_many = entry.score >= beta || node.cut_node;
        Ok(Verdict::Extend(if singular.negative && is_one_of_many { -1 } else { 0 }))
    }
}
