//! Leaving work whose result nobody will ask for.
//!
//! Threads that share out the moves of a node are often deep below it when one of them refutes it. The
//! loop over the node's moves would see that answer in the table when it gets there, but a thread
//! may be many plies and moves away. So before it begins a shared node, it looks whether one of the
//! shared nodes above has been answered meanwhile, and if so returns straight to the topmost.

use super::worker::{Stopped, Worker};
use crate::{Evaluator, Game, Hooks, Score};
use std::sync::atomic::Ordering::Relaxed;

/// A shared node of the current line, as it was entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenNode {
    key: u64,
    depth: u32,
    ply: usize,
    alpha: Score,
    beta: Score,
}

/// The answer to an open node that another thread has found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// The place of the node among the open ones.
    place: usize,
    score: Score,
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Worker<G, E, H> {
    /// Begins the moves of a shared node; an error if nothing below this line is wanted any more.
    #[inline(never)]
    pub(super) fn open_node(
        &mut self,
        key: u64,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<(), Stopped> {
        self.answer = self.open_nodes.iter().enumerate().find_map(|(place, node)| {
            let entry = self.probe(node.key)?;
            let score = self.cutoff(&entry, node.depth, node.ply, node.alpha, node.beta)?;
            Some(Answer { place, score })
        });
        if self.answer.is_some() || self.shared.abandon.load(Relaxed) {
            return Err(Stopped);
        }
        self.open_nodes.push(OpenNode { key, depth, ply, alpha, beta });
        Ok(())
    }

    /// A search below has ended without a value: that of the node which is number `place` of the open
    /// ones, if it was for its sake.
    #[cold]
    pub(super) fn answer_for(&mut self, place: usize) -> Result<Score, Stopped> {
        self.answer
            .take_if(|answer| answer.place == place)
            .map(|answer| answer.score)
            .ok_or(Stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::super::alpha_beta::AlphaBeta;
    use super::super::root::{Findings, RootNode};
    use super::super::test_game::Tree;
    use super::super::worker::Shared;
    use super::*;
    use crate::table::{Entry, NO_CODE};
    use crate::{Bound, NoHooks, Parallel, SearchConfig, StopFlag, StopSignal};
    use std::sync::Arc;

    const DEPTH: u32 = 7;

    fn key_after(branch: u8) -> u64 {
        Tree::<4>(vec![branch]).key()
    }

    /// Stands for the other thread too: before the first value it puts an answer into the table.
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
        let shared = Arc::new(Shared::new(&config));
        let other = Other { shared: Arc::clone(&shared), answer };
        let root = Tree::default();
        let mut worker = Worker::new(root.clone(), other, NoHooks, config, shared);
        worker.prepare(&[], None, StopSignal::new(StopFlag::new(), None));
        worker.return_to(&root, DEPTH);
        let node = RootNode { position: &root, moves: &[0], depth: DEPTH };
        let findings = Findings::new(1, -Score::INFINITY);
        let searched = worker.root_move::<AlphaBeta, false>(&node, 0, Score::INFINITY, &findings);
        assert!(searched.is_ok(), "nobody stops it");
        assert_eq!(worker.game, root, "every move is taken back");
        assert!(worker.open_nodes.is_empty() && worker.answer.is_none() && worker.moves.is_empty());
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
        // What is known of a node outside the line, or is not deep enough, answers nothing.
        assert_eq!(nodes((key_after(1), entry)), alone);
        assert_eq!(nodes((here, Entry { depth: DEPTH - 2, ..entry })), alone);
    }

    #[test]
    fn between_threads_a_node_without_a_move_counts_for_the_depth_that_was_asked() {
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
