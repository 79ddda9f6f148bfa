//! [`SharedNode`]: how search threads on one table divide the moves of a node.
//!
//! - A thread defers a move that another thread is searching; see [`abdada`](super::abdada).
//! - Before each move it looks whether another thread has put an answer for the whole node into the
//!   table.
//! - Threads are often deep below a node when one of them refutes it. So before a thread begins a
//!   shared node, it looks whether one of the shared nodes above has been answered, and if so returns
//!   straight to the topmost.

use super::abdada::{self, Work};
use super::observer::Observer;
use super::worker::{Stopped, Worker};
use crate::{Evaluator, Game, Hooks, Score};
use std::sync::atomic::Ordering::Relaxed;

/// A node whose moves are shared, as this thread entered it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedNode {
    key: u64,
    /// How deep it is searched.
    depth: u32,
    /// How deep it was to be searched. A node without a table move may be searched less deep
    /// (`internal-reduction`); by the time another thread comes, there is a move, and it would search
    /// the node again, deeper. So between threads the result counts for the depth that was asked.
    asked_depth: u32,
    ply: usize,
    alpha: Score,
    beta: Score,
    /// Its place among the open nodes of this thread.
    place: usize,
}

/// The answer to an open node that another thread has found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// The place of the node among the open ones.
    place: usize,
    score: Score,
}

impl SharedNode {
    /// The depth for which the result of this node counts.
    #[inline]
    pub(super) fn asked_depth(&self) -> u32 {
        self.asked_depth
    }

    /// What names one of its moves in the ABDADA table.
    #[inline]
    pub(super) fn work(&self, code: u16) -> Work {
        Work::new(self.key, code, self.depth)
    }
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> Worker<G, E, H, O> {
    /// Begins the moves of a node. `None` if they are not shared; an error if nothing below this line
    /// is wanted any more.
    #[inline]
    pub(super) fn open_node(
        &mut self,
        key: u64,
        [depth, asked_depth]: [u32; 2],
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Option<SharedNode>, Stopped> {
        if !self.shares_moves(depth) {
            return Ok(None);
        }
        let place = self.open_nodes.len();
        let node = SharedNode { key, depth, asked_depth, ply, alpha, beta, place };
        self.open_shared_node(&node)?;
        Ok(Some(node))
    }

    #[inline(never)]
    fn open_shared_node(&mut self, node: &SharedNode) -> Result<(), Stopped> {
        self.answer = self.open_nodes.iter().find_map(|above| {
            let score = self.answered_elsewhere(above, above.alpha)?;
            Some(Answer { place: above.place, score })
        });
        if self.answer.is_some() || self.shared.abandon.load(Relaxed) {
            return Err(Stopped);
        }
        self.open_nodes.push(*node);
        Ok(())
    }

    /// Ends the moves of a node.
    #[inline]
    pub(super) fn close_node(&mut self, node: Option<&SharedNode>) {
        if let Some(node) = node {
            self.open_nodes.truncate(node.place);
        }
    }

    /// After a search below `node` has ended without a value: the answer that another thread has
    /// found, if it is for this node.
    #[cold]
    pub(super) fn answer_for(&mut self, node: Option<&SharedNode>) -> Result<Score, Stopped> {
        let place = node.ok_or(Stopped)?.place;
        let answer = self.answer.take_if(|answer| answer.place == place);
        answer.map(|answer| answer.score).ok_or(Stopped)
    }

    /// The value of the whole node, if another thread has put it into the table.
    #[inline]
    pub(super) fn answered_elsewhere(&self, node: &SharedNode, alpha: Score) -> Option<Score> {
        let entry = self.probe(node.key)?;
        self.cutoff(&entry, node.asked_depth, node.ply, alpha, node.beta)
    }

    /// Whether the moves of a node of this depth are shared: results reach other threads only through
    /// the transposition table.
    #[inline]
    pub(super) fn shares_moves(&self, depth: u32) -> bool {
        depth >= abdada::MIN_DEPTH
            && depth > self.config.table_min_depth
            && self.shared.abdada.is_some()
    }

    /// Whether another thread is searching this move.
    #[inline]
    pub(super) fn is_searched_elsewhere(&self, work: Work) -> bool {
        self.shared.abdada.as_ref().is_some_and(|table| table.contains(work))
    }

    #[inline]
    pub(super) fn begin_work(&self, work: Option<Work>) {
        if let (Some(work), Some(table)) = (work, &self.shared.abdada) {
            table.begin(work);
        }
    }

    #[inline]
    pub(super) fn end_work(&self, work: Option<Work>) {
        if let (Some(work), Some(table)) = (work, &self.shared.abdada) {
            table.end(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::alpha_beta::AlphaBeta;
    use super::super::root::{Findings, RootNode};
    use super::super::test_game::Tree;
    use super::super::worker::Shared;
    use super::*;
    use crate::table::{Entry, NO_CODE, Table};
    use crate::{Bound, NoHooks, Parallel, SearchConfig, StopFlag, StopSignal};
    use std::sync::Arc;

    const DEPTH: u32 = 7;

    fn key_after(branch: u8) -> u64 {
        Tree::<4>(vec![branch]).key()
    }

    /// Plays the other thread too: before its first value it puts an answer into the table.
    #[derive(Clone)]
    struct Other {
        shared: Arc<Shared>,
        answer: Option<(u64, Entry)>,
    }

    impl Evaluator<Tree<4>> for Other {
        fn evaluate(&mut self, position: &Tree<4>) -> Score {
            if let (Some(table), Some((key, entry))) = (&self.shared.table, self.answer.take()) {
                table.store(key, entry);
            }
            Score::new((position.key() % 100) as i64)
        }
    }

    /// One of two threads on a table.
    fn shared_table() -> SearchConfig {
        SearchConfig {
            parallel: Parallel::SharedTable,
            threads: 2,
            table_mib: 1,
            ..SearchConfig::default()
        }
    }

    /// Searches the first root move while another thread finds this `answer`.
    fn search(
        config: SearchConfig,
        answer: Option<(u64, Entry)>,
    ) -> (Score, Worker<Tree<4>, Other, NoHooks>) {
        let table = Some(Table::with_buckets(1 << 10));
        let shared = Arc::new(Shared::new(&config, table));
        let other = Other { shared: Arc::clone(&shared), answer };
        let root = Tree::default();
        let mut worker = Worker::new(root.clone(), other, NoHooks, config, shared);
        worker.prepare(&[], None, StopSignal::new(StopFlag::new(), None));
        worker.return_to(&root, DEPTH);
        let node = RootNode { position: &root, moves: &[0], depth: DEPTH, may_reduce: true };
        let findings = Findings::new(1, -Score::INFINITY);
        let searched =
            worker.root_move::<AlphaBeta<true>, false>(&node, 0, Score::INFINITY, &findings);
        assert!(searched.is_ok(), "nothing stops it");
        assert_eq!(worker.game, root, "every move is taken back");
        assert!(worker.open_nodes.is_empty() && worker.answer.is_none() && worker.lists.len() == 0);
        (findings.into_pass(true).score, worker)
    }

    fn nodes(answer: (u64, Entry)) -> u64 {
        search(shared_table(), Some(answer)).1.nodes
    }

    #[test]
    fn a_node_answered_by_another_thread_is_left_from_far_below() {
        let entry =
            Entry { score: Score::new(7), bound: Bound::Exact, depth: DEPTH - 1, code: NO_CODE };
        let here = key_after(0);
        let alone = search(shared_table(), None).1.nodes;
        assert_eq!(search(shared_table(), Some((here, entry))).0, Score::new(-7));
        assert!(nodes((here, entry)) * 4 < alone, "{} of {alone}", nodes((here, entry)));
        // An entry for a node outside the line, or one that is not deep enough, answers nothing.
        assert_eq!(nodes((key_after(1), entry)), alone);
        assert_eq!(nodes((here, Entry { depth: DEPTH - 2, ..entry })), alone);
    }

    #[test]
    fn between_threads_a_node_without_a_table_move_counts_for_the_depth_that_was_asked() {
        let depth_of = |config: SearchConfig| {
            let config = SearchConfig { internal_reduction: Some(4), ..config };
            let (_, worker) = search(config, None);
            worker.probe(key_after(0)).map(|entry| entry.depth)
        };
        let alone = SearchConfig { parallel: Parallel::None, threads: 1, ..shared_table() };
        assert_eq!(depth_of(alone), Some(DEPTH - 2));
        assert_eq!(depth_of(shared_table()), Some(DEPTH - 1));
    }
}
