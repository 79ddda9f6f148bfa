//! The threads of a search and how they share a pass over the root moves.
//!
//! In every mode a pass returns a true fail-soft value, so the algorithms above (aspiration,
//! MTD(f), iterations) do not know how many threads there are. With more than one thread the value
//! is the same every time; which of several equally good moves is found first may vary.

use super::alpha_beta::AlphaBeta;
use super::mtdf;
use super::node::ChildSearch;
use super::observer::Observer;
use super::pvs::Pvs;
use super::root::{Findings, Next, Pass, RootNode};
use super::worker::{Shared, Stopped, Worker};
use crate::table::Table;
use crate::{
    Algorithm, Evaluator, Game, Hooks, Parallel, RootSolution, Score, SearchConfig, Step,
    StopSignal,
};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Least depth of a pass for which it pays to wake the other threads.
const MIN_PARALLEL_DEPTH: u32 = 4;

/// How often a thread that waits for the others yields before it sleeps; about a millisecond.
const YIELDS_BEFORE_SLEEP: u32 = 2_000;

/// All search threads of an engine.
pub(crate) struct SearchThreads<G: Game, E, H, O = ()> {
    workers: Vec<Mutex<Worker<G, E, H, O>>>,
    pool: Option<ThreadPool>,
    pub(crate) shared: Arc<Shared>,
    /// The original of the workers' copies; also evaluates single positions.
    pub(crate) evaluator: E,
    hooks: H,
    config: SearchConfig,
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> SearchThreads<G, E, H, O> {
    pub(crate) fn new(
        evaluator: E,
        hooks: H,
        config: &SearchConfig,
        table: Option<Table>,
    ) -> Result<Self, ThreadPoolBuildError> {
        // Where all threads search, the calling thread is one of them.
        let pooled = match config.parallel {
            Parallel::None => 0,
            Parallel::Evaluation => config.threads,
            Parallel::Root | Parallel::SharedTable => config.threads.saturating_sub(1),
        };
        let pool = match pooled {
            0 => None,
            _ => Some(ThreadPoolBuilder::new().num_threads(pooled).build()?),
        };
        Ok(SearchThreads {
            workers: Vec::new(),
            pool,
            shared: Arc::new(Shared::new(config, table)),
            evaluator,
            hooks,
            config: config.clone(),
        })
    }

    /// Uses another table from the next search on.
    pub(crate) fn replace_table(&mut self, table: Table) {
        self.workers.clear();
        self.shared = Arc::new(Shared::new(&self.config, Some(table)));
    }

    /// Creates the workers, at the first position that is searched.
    fn create_workers(&mut self, root: &G) {
        let wanted = match self.config.parallel {
            Parallel::None | Parallel::Evaluation => 1,
            Parallel::Root | Parallel::SharedTable => self.config.threads,
        };
        while self.workers.len() < wanted {
            self.workers.push(Mutex::new(Worker::new(
                root.clone(),
                self.evaluator.clone(),
                self.hooks.clone(),
                self.config.clone(),
                Arc::clone(&self.shared),
            )));
        }
    }

    /// The worker of the calling thread.
    pub(crate) fn main_worker(&mut self) -> &mut Worker<G, E, H, O> {
        self.workers[0].get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The hooks of the search.
    pub(crate) fn hooks(&self) -> &H {
        &self.hooks
    }

    /// Lets this observer watch the first thread of the next search.
    pub(crate) fn watch(&mut self, root: &G, observer: O) {
        self.create_workers(root);
        self.main_worker().observer = observer;
    }

    pub(crate) fn prepare(
        &mut self,
        root: &G,
        history: &[Step<G::Move>],
        node_limit: Option<u64>,
        stop: &StopSignal,
    ) {
        self.create_workers(root);
        self.shared.reset_counters();
        if let Some(table) = &self.shared.table {
            table.advance();
        }
        for worker in &self.workers {
            lock(worker).prepare(history, node_limit, stop.clone());
        }
    }

    pub(crate) fn forget(&mut self) {
        if let Some(table) = &self.shared.table {
            table.clear();
        }
        for worker in &self.workers {
            lock(worker).forget();
        }
    }

    /// The sum of the domain's counting hook over all threads.
    pub(crate) fn counted(&self) -> u64 {
        self.workers.iter().map(|worker| lock(worker).counted).sum()
    }

    /// Searches the root with the configured algorithm. `guess` is where MTD(f) starts.
    pub(super) fn search(
        &mut self,
        node: &RootNode<'_, G>,
        alpha: Score,
        beta: Score,
        guess: Score,
    ) -> Pass<G::Move> {
        // Recorded searches are all compiled with the techniques, which saves a version of the code.
        let is_selective = O::WATCHES || self.config.has_node_techniques();
        match (self.config.algorithm, is_selective) {
            (Algorithm::Minimax, _) => self.minimax(node),
            (Algorithm::AlphaBeta, false) => self.pass::<AlphaBeta<false>, true>(node, alpha, beta),
            (Algorithm::AlphaBeta, true) => self.pass::<AlphaBeta<true>, true>(node, alpha, beta),
            (Algorithm::Pvs, false) => self.pass::<Pvs<false>, true>(node, alpha, beta),
            (Algorithm::Pvs, true) => self.pass::<Pvs<true>, true>(node, alpha, beta),
            (Algorithm::Mtdf, false) => self.mtdf::<AlphaBeta<false>>(node, alpha, beta, guess),
            (Algorithm::Mtdf, true) => self.mtdf::<AlphaBeta<true>>(node, alpha, beta, guess),
        }
    }

    fn minimax(&mut self, node: &RootNode<'_, G>) -> Pass<G::Move> {
        let run = || lock(&self.workers[0]).minimax_pass(node.position, node.moves, node.depth);
        match &self.pool {
            Some(pool) => pool.install(run),
            None => run(),
        }
    }

    fn mtdf<A: ChildSearch>(
        &mut self,
        node: &RootNode<'_, G>,
        alpha: Score,
        beta: Score,
        guess: Score,
    ) -> Pass<G::Move> {
        // The move that last proved to reach the tested value is the best one.
        let mut result = Pass::new();
        let value = mtdf::converge(guess, alpha, beta, |low, high| {
            let pass = self.pass::<A, false>(node, low, high);
            if !pass.is_finished {
                return Err(Stopped);
            }
            if !pass.pv.is_empty() {
                result.pv = pass.pv;
            }
            Ok(pass.score)
        });
        match value {
            Ok(value) => Pass { score: value, is_finished: true, ..result },
            // Only bounds are known of the unfinished iteration; the move of the last one is safer.
            Err(Stopped) => Pass::new(),
        }
    }

    fn pass<A: ChildSearch, const PV: bool>(
        &self,
        node: &RootNode<'_, G>,
        alpha: Score,
        beta: Score,
    ) -> Pass<G::Move> {
        let findings = Findings::new(node.moves.len(), alpha);
        let alone = || lock(&self.workers[0]).root_pass::<A, PV>(node, beta, &findings);
        let is_finished = match (&self.pool, self.config.parallel) {
            (None, _) | (_, Parallel::None) => alone(),
            (Some(pool), Parallel::Evaluation) => pool.install(alone),
            _ if node.depth < MIN_PARALLEL_DEPTH || self.workers.len() == 1 => alone(),
            (Some(pool), Parallel::Root) => self.split_root::<A, PV>(pool, node, beta, &findings),
            (Some(pool), Parallel::SharedTable) => {
                self.all_search::<A, PV>(pool, node, beta, &findings)
            }
        };
        findings.into_pass(is_finished)
    }

    /// The domain solver's answer for the root. The solver runs on this thread. Where threads share a
    /// table and the solver leaves them idle, the others fill the table meanwhile, so that the first
    /// iterations, up to the depth of `node`, find their answers there.
    pub(super) fn solve_root(
        &mut self,
        node: &RootNode<'_, G>,
        lines: usize,
        stop: &StopSignal,
    ) -> Option<RootSolution<G::Move>> {
        let solve = || lock(&self.workers[0]).hooks.solve_root(node.position, lines, stop);
        let searches_ahead = self.shared.abdada.is_some() && !H::ROOT_SOLVER_IS_PARALLEL;
        let Some(pool) = self.pool.as_ref().filter(|_| searches_ahead) else { return solve() };
        let solution = pool.in_place_scope(|scope| {
            for worker in &self.workers[1..] {
                scope.spawn(move |_| lock(worker).look_ahead(node));
            }
            let _stop_others = StopOthers(&self.shared.abandon);
            solve()
        });
        self.end_pass();
        solution
    }

    /// Counts the nodes of the domain solver towards the limit.
    pub(super) fn count_solver(&mut self, nodes: u64) {
        self.shared.add_nodes(nodes);
        // Less may be left than the worker meant to search before it looks.
        self.main_worker().limit_nodes(|limit| limit);
    }

    /// Every thread searches the whole pass; the first to finish stops the others.
    fn all_search<A: ChildSearch, const PV: bool>(
        &self,
        pool: &ThreadPool,
        node: &RootNode<'_, G>,
        beta: Score,
        findings: &Findings<G::Move>,
    ) -> bool {
        let finished = self.on_all_threads(pool, |worker| {
            let is_finished = worker.root_pass::<A, PV>(node, beta, findings);
            if is_finished {
                self.shared.abandon.store(true, Relaxed);
            }
            is_finished
        });
        self.end_pass();
        finished.into_iter().any(|is_finished| is_finished)
    }

    /// After the other threads have been stopped.
    fn end_pass(&self) {
        self.shared.abandon.store(false, Relaxed);
        if let Some(table) = &self.shared.abdada {
            table.clear();
        }
    }

    /// Runs `work` on every worker: the first on this thread, the others on the pool.
    fn on_all_threads<R: Send>(
        &self,
        pool: &ThreadPool,
        work: impl Fn(&mut Worker<G, E, H, O>) -> R + Sync,
    ) -> Vec<R> {
        let mut results: Vec<Option<R>> = self.workers.iter().map(|_| None).collect();
        let at_work = AtomicUsize::new(self.workers.len());
        let (work, at_work) = (&work, &at_work);
        pool.in_place_scope(|scope| {
            let mut tasks = self.workers.iter().zip(&mut results).map(|(worker, result)| {
                move || {
                    *result = Some(work(&mut lock(worker)));
                    at_work.fetch_sub(1, Relaxed);
                }
            });
            let Some(mut lead) = tasks.next() else { return };
            for mut task in tasks {
                scope.spawn(move |_| task());
            }
            lead();
            // The others usually end soon. To sleep and be woken takes longer than that, and the pool
            // would fall asleep too before the next pass.
            let mut yields = YIELDS_BEFORE_SLEEP;
            while at_work.load(Relaxed) > 0 && yields > 0 {
                yields -= 1;
                std::thread::yield_now();
            }
        });
        results.into_iter().flatten().collect()
    }

    /// Searches the first root move alone, for a bound; then each thread takes the next of the others.
    fn split_root<A: ChildSearch, const PV: bool>(
        &self,
        pool: &ThreadPool,
        node: &RootNode<'_, G>,
        beta: Score,
        findings: &Findings<G::Move>,
    ) -> bool {
        let take = |worker: &mut Worker<G, E, H, O>, numbers: &mut dyn Iterator<Item = usize>| {
            worker.return_to(node.position, node.depth);
            let mut next = Ok(Next::GoOn);
            while let (Ok(Next::GoOn), Some(number)) = (&next, numbers.next()) {
                next = worker.root_move::<A, PV>(node, number, beta, findings);
            }
            worker.report_nodes();
            next
        };
        match take(&mut lock(&self.workers[0]), &mut std::iter::once(0)) {
            Ok(Next::GoOn) => (),
            Ok(Next::CutOff) => return true,
            Err(Stopped) => return false,
        }
        let taken = AtomicUsize::new(1);
        let numbers = || Some(taken.fetch_add(1, Relaxed)).filter(|&next| next < node.moves.len());
        let finished = self
            .on_all_threads(pool, |worker| take(worker, &mut std::iter::from_fn(numbers)).is_ok());
        finished.into_iter().all(|is_finished| is_finished)
    }
}

/// Stops the other threads when dropped, even by a panic: the scope waits for all of them.
struct StopOthers<'a>(&'a AtomicBool);

impl Drop for StopOthers<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Locks a worker; no two threads ever wait for the same one. A poisoned lock means that a domain's
/// code panicked, and the pool has already passed that panic on.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::super::test_game::Tree;
    use super::*;
    use crate::{Analyst, Engine, Limits, NoHooks, Request, StopFlag, StopReason};
    use std::thread::{self, ThreadId};
    use std::time::{Duration, Instant};

    /// Values the first move of a line: the second is worth 0, the third 50, all others 10. The calling
    /// thread is kept in the second until the search is stopped; the other comes to the moves behind the
    /// first only when it is there, and stops the search as soon as it is through with the third.
    #[derive(Clone)]
    struct Staged {
        caller: ThreadId,
        is_caller_kept: Arc<AtomicBool>,
        stop: StopFlag,
    }

    impl Evaluator<Tree<32>> for Staged {
        fn evaluate(&mut self, position: &Tree<32>) -> Score {
            let is_caller = thread::current().id() == self.caller;
            match position.0[0] {
                0 if !is_caller => wait(|| self.is_caller_kept.load(Relaxed)),
                1 if is_caller => {
                    self.is_caller_kept.store(true, Relaxed);
                    wait(|| self.stop.is_stopped());
                }
                3.. => self.stop.stop(),
                _ => (),
            }
            Score::new(match position.0[0] {
                1 => 0,
                2 => 50,
                _ => 10,
            })
        }
    }

    /// Waits for a condition, but no longer than a minute, so that a failed test ends.
    fn wait(until: impl Fn() -> bool) {
        let started = Instant::now();
        while !until() && started.elapsed() < Duration::from_secs(60) {
            thread::yield_now();
        }
    }

    #[test]
    fn a_better_move_that_any_thread_has_found_is_played_when_the_time_is_over() {
        let config = SearchConfig {
            algorithm: Algorithm::Pvs,
            parallel: Parallel::SharedTable,
            threads: 2,
            table_mib: 1,
            iterative: false,
            ..SearchConfig::default()
        };
        let staged = Staged {
            caller: thread::current().id(),
            is_caller_kept: Arc::default(),
            stop: StopFlag::new(),
        };
        // Deep enough for each move to take longer than it is from one look at the flag to the next.
        let request = Request {
            stop: staged.stop.clone(),
            ..Request::new(Tree(Vec::new()), Limits::depth(MIN_PARALLEL_DEPTH + 2))
        };
        let mut engine = Engine::new(config, staged, NoHooks).unwrap();
        let report = engine.search(&request, &mut |_| ());
        assert_eq!(report.reason, StopReason::Stopped);
        assert_eq!((report.best, report.score), (Some(2), Score::new(50)));
    }

    /// Records whether another thread than the caller's evaluates.
    #[derive(Clone)]
    struct Watched {
        caller: ThreadId,
        do_others_search: Arc<AtomicBool>,
    }

    impl Evaluator<Tree<32>> for Watched {
        fn evaluate(&mut self, _: &Tree<32>) -> Score {
            if thread::current().id() != self.caller {
                self.do_others_search.store(true, Relaxed);
            }
            Score::ZERO
        }
    }

    /// A solver that finds nothing, but not before the others search.
    #[derive(Clone)]
    struct Patient(Watched);

    impl Hooks<Tree<32>> for Patient {
        fn solve_root(
            &mut self,
            _: &Tree<32>,
            _: usize,
            _: &StopSignal,
        ) -> Option<RootSolution<u8>> {
            assert_eq!(thread::current().id(), self.0.caller);
            wait(|| self.0.do_others_search.load(Relaxed));
            None
        }
    }

    #[test]
    fn the_others_search_while_the_root_is_being_solved() {
        let config = SearchConfig {
            parallel: Parallel::SharedTable,
            threads: 2,
            table_mib: 1,
            solver: Some(1),
            ..SearchConfig::default()
        };
        let watched = Watched { caller: thread::current().id(), do_others_search: Arc::default() };
        let mut engine = Engine::new(config, watched.clone(), Patient(watched.clone())).unwrap();
        // So shallow that no other thread takes part in the iterations themselves.
        let limits = Limits::depth(MIN_PARALLEL_DEPTH - 1);
        let report = engine.search(&Request::new(Tree(Vec::new()), limits), &mut |_| ());
        assert!(watched.do_others_search.load(Relaxed));
        assert_eq!((report.depth, report.score), (MIN_PARALLEL_DEPTH - 1, Score::ZERO));
    }
}
