//! The state of one search thread.

use super::abdada::AbdadaTable;
use super::observer::Observer;
use super::sharing::{Answer, SharedNode};
use super::stack::{MoveLists, Ply};
use crate::config::{MAX_DEPTH, SearchConfig};
use crate::learning::{Continuation, Correction};
use crate::ordering::{Countermoves, History, Killers};
use crate::recording::Reason;
use crate::table::{NO_CODE, Table};
use crate::{Evaluator, Game, Hooks, Score, Side, Step, StopFlag, StopSignal};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The search must end, or another thread has answered for a node above: scores found below are
/// invalid.
#[derive(Debug)]
pub(crate) struct Stopped;

/// Deepest ply a line can reach: the greatest depth, doubled by extensions, and quiescence.
pub(super) const MAX_PLY: usize = 2 * MAX_DEPTH as usize + 64;

/// Most nodes between two polls of the clock: 5 ms at 50,000 nodes/s, the slowest evaluators.
const MAX_POLL_STEP: u64 = 256;
/// The poll interval adapts so that polls are about this far apart.
const POLL_EVERY: Duration = Duration::from_millis(1);

/// What all threads of one search share.
pub(crate) struct Shared {
    pub(crate) table: Option<Table>,
    /// The moves that threads are searching right now; only in the mode `shared-table`.
    pub(super) abdada: Option<AbdadaTable>,
    /// Another thread has finished this pass: all others stop.
    pub(super) abandon: AtomicBool,
    /// Nodes of all threads, brought up to date at every poll.
    nodes: AtomicU64,
}

impl Shared {
    pub(crate) fn new(config: &SearchConfig, table: Option<Table>) -> Self {
        let shares_table = config.parallel == crate::Parallel::SharedTable && config.threads > 1;
        Shared {
            table,
            abdada: shares_table.then(AbdadaTable::new),
            abandon: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }

    /// Nodes visited by all threads up to their last poll or the end of their last pass.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Counts nodes that no worker visited: those of a domain solver.
    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Before a new search.
    pub(crate) fn reset_counters(&self) {
        self.nodes.store(0, Relaxed);
        self.abandon.store(false, Relaxed);
    }
}

/// One thread's position, evaluator, hooks, stacks and counters. Nothing here is allocated per node.
pub(crate) struct Worker<G: Game, E, H, O = ()> {
    pub(super) game: G,
    pub(super) evaluator: E,
    pub(super) hooks: H,
    /// Is notified of every node.
    pub(crate) observer: O,
    pub(super) config: SearchConfig,
    /// [`SearchConfig::has_node_techniques`], looked up once.
    pub(super) has_techniques: bool,
    /// [`SearchConfig::has_move_techniques`], looked up once.
    pub(super) selects_moves: bool,
    /// [`SearchConfig::uses_static_score`], looked up once.
    pub(super) prunes_by_static: bool,
    /// Whether static scores of different nodes are compared, or with values.
    pub(super) compares_static: bool,
    /// Nodes at the horizon are evaluated without quiescence or split evaluation.
    pub(super) evaluates_at_once: bool,
    /// Killers are known before the moves are generated, and every legal move is searched.
    pub(super) killers_come_first: bool,
    /// The same at inner nodes: nothing ranks above a killer where there is no table move, and the end
    /// of the game is cheap to see.
    pub(super) killers_lead: bool,
    pub(super) shared: Arc<Shared>,

    /// One entry per ply of the current line.
    pub(super) stack: Vec<Ply<G::Move>>,
    pub(super) lists: MoveLists<G::Move>,
    pub(super) history: History,
    pub(super) countermoves: Countermoves,
    pub(super) continuation: Continuation,
    /// Errors of the static evaluation by [structure](Hooks::structure), and by the last move.
    pub(super) corrections: [Correction; 2],
    /// Whether reductions or pruning ask history about a move.
    pub(super) uses_history: bool,
    /// Whether a technique looks back at the kinds of the last moves.
    keeps_kinds: bool,
    /// Game history and current line, if a path rule needs them.
    pub(super) path: Vec<Step<G::Move>>,
    /// How many steps of the path are game history.
    path_root: usize,
    /// A position of the game history has occurred twice.
    pub(super) game_repeats: bool,
    /// Reductions by depth and move number in parts of a ply, precomputed.
    reductions: Vec<[i32; REDUCTION_MOVES]>,
    pub(super) root_depth: u32,
    /// The position was reached by giving up the turn.
    pub(super) after_null: bool,
    /// No null move is tried above this ply: a cut-off by one is being verified.
    pub(super) null_moves_from: usize,
    /// The nodes of the current line whose moves are shared.
    pub(super) open_nodes: Vec<SharedNode>,
    /// The answer to an open node to which the search is returning.
    pub(super) answer: Option<Answer>,

    pub(crate) nodes: u64,
    pub(crate) counted: u64,
    reported_nodes: u64,
    next_poll: u64,
    poll_step: u64,
    last_poll: Instant,
    node_limit: u64,
    pub(super) stop: StopSignal,
}

const REDUCTION_MOVES: usize = 64;
/// Reductions are computed in this many parts of a ply.
pub(super) const PLY: i32 = 1024;

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> Worker<G, E, H, O> {
    /// Whether a rule looks at the path; if not, none is kept.
    pub(super) const KEEPS_PATH: bool = H::PATH_RULE.is_some();
    /// Whether every legal move is a candidate.
    pub(super) const SEARCHES_ALL_MOVES: bool = H::CANDIDATES.is_none();

    pub(crate) fn new(
        game: G,
        evaluator: E,
        hooks: H,
        config: SearchConfig,
        shared: Arc<Shared>,
    ) -> Self {
        let killers_come_first =
            config.ordering.killers && Self::SEARCHES_ALL_MOVES && !config.forced_replies;
        Worker {
            game,
            evaluator,
            hooks,
            observer: O::default(),
            shared,
            stack: (0..=MAX_PLY).map(|_| Ply::new()).collect(),
            lists: MoveLists::new(),
            history: History::new(G::MOVE_CODES),
            countermoves: Countermoves::new(G::MOVE_CODES, config.ordering.countermoves),
            continuation: Continuation::new(H::MOVE_KINDS, config.ordering.continuation),
            corrections: [(); 2].map(|()| Correction::new(config.correction.is_some())),
            uses_history: config.history_pruning.is_some()
                || config.reduction_adjustments.is_some_and(|adjusted| adjusted.history > 0),
            keeps_kinds: config.ordering.continuation || config.correction.is_some(),
            path: Vec::new(),
            path_root: 0,
            game_repeats: false,
            reductions: reduction_table(&config),
            has_techniques: config.has_node_techniques(),
            selects_moves: config.has_move_techniques(),
            prunes_by_static: config.uses_static_score(),
            compares_static: config.improving || config.correction.is_some(),
            evaluates_at_once: config.quiescence == 0
                && config.parallel != crate::Parallel::Evaluation,
            killers_come_first,
            killers_lead: killers_come_first
                && G::ENDS_ON_BOARD
                && !(H::PRIORITY.is_some() && config.ordering.priority)
                && !config.one_reply_extension,
            config,
            root_depth: 0,
            after_null: false,
            null_moves_from: 0,
            open_nodes: Vec::with_capacity(MAX_PLY + 1),
            answer: None,
            nodes: 0,
            counted: 0,
            reported_nodes: 0,
            next_poll: 0,
            poll_step: 1,
            last_poll: Instant::now(),
            node_limit: u64::MAX,
            stop: StopSignal::new(StopFlag::new(), None),
        }
    }

    /// Forgets what was learned, as before a new game.
    pub(crate) fn forget(&mut self) {
        self.clear_killers();
        self.history.clear();
        self.countermoves.clear();
        self.continuation.clear();
        for correction in &mut self.corrections {
            correction.clear();
        }
    }

    fn clear_killers(&mut self) {
        for ply in &mut self.stack {
            ply.killers = Killers::NONE;
        }
    }

    /// Before a new search: history of the game, limits, counters.
    pub(crate) fn prepare(
        &mut self,
        history: &[Step<G::Move>],
        node_limit: Option<u64>,
        stop: StopSignal,
    ) {
        self.clear_killers();
        self.path.clear();
        if Self::KEEPS_PATH {
            self.path.reserve(history.len() + MAX_PLY + 1);
            self.path.extend_from_slice(history);
        }
        self.path_root = self.path.len();
        let mut keys: Vec<u64> = self.path.iter().map(|step| step.key).collect();
        keys.sort_unstable();
        self.game_repeats = keys.windows(2).any(|pair| pair[0] == pair[1]);
        self.nodes = 0;
        self.counted = 0;
        self.reported_nodes = 0;
        self.node_limit = node_limit.unwrap_or(u64::MAX);
        self.stop = stop;
        self.poll_step = 16;
        self.next_poll = self.node_limit.min(self.poll_step);
        self.last_poll = Instant::now();
    }

    /// Changes how many nodes all threads together may visit; returns what it was.
    pub(super) fn limit_nodes(&mut self, change: impl FnOnce(u64) -> u64) -> u64 {
        let before = self.node_limit;
        self.node_limit = change(before);
        self.next_poll = self.nodes;
        before
    }

    /// Before a pass: returns to the root. A stopped minimax leaves the position anywhere in the tree.
    pub(super) fn return_to(&mut self, root: &G, depth: u32) {
        self.game.clone_from(root);
        self.evaluator.reset(root);
        self.lists.truncate(0);
        self.path.truncate(self.path_root);
        self.root_depth = depth;
        self.after_null = false;
        self.null_moves_from = 0;
        for ply in &mut self.stack {
            ply.excluded = NO_CODE;
        }
        self.open_nodes.clear();
        self.answer = None;
    }

    /// Adds the nodes since the last report to the shared count.
    pub(super) fn report_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.reported_nodes, Relaxed);
        self.reported_nodes = self.nodes;
    }

    /// Counts a node and polls the limits from time to time.
    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_poll {
            self.poll()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.report_nodes();
        let spent = self.shared.nodes();
        if spent >= self.node_limit || self.shared.abandon.load(Relaxed) || self.stop.is_raised() {
            return Err(Stopped);
        }
        let now = Instant::now();
        let gap = now - self.last_poll;
        self.last_poll = now;
        if gap > 2 * POLL_EVERY {
            self.poll_step = (self.poll_step / 2).max(1);
        } else if gap < POLL_EVERY / 2 {
            self.poll_step = (self.poll_step * 2).min(MAX_POLL_STEP);
        }
        self.next_poll = self.nodes + self.poll_step.min(self.node_limit - spent);
        Ok(())
    }

    /// Plays a move and updates the evaluator, the path and the counters.
    #[inline]
    pub(super) fn play(&mut self, mv: G::Move, ply: usize) -> G::Undo {
        if self.config.ordering.countermoves {
            self.stack[ply].played = G::code(mv);
        }
        if self.keeps_kinds {
            self.stack[ply].kind = self.hooks.move_kind(&self.game, mv) as u16;
        }
        self.play_to_horizon(mv, ply)
    }

    /// As [`play`](Worker::play), where no moves will be ordered in the position reached.
    #[inline]
    pub(super) fn play_to_horizon(&mut self, mv: G::Move, ply: usize) -> G::Undo {
        self.counted += self.hooks.count_child(&self.game, ply);
        if Self::KEEPS_PATH {
            self.path.push(Step { key: self.game.key(), mv });
        }
        self.evaluator.before_play(&self.game, mv);
        let token = self.game.play(mv);
        self.evaluator.after_play(&self.game, mv);
        self.observer.played(mv);
        token
    }

    /// Takes back what [`play`](Worker::play) did.
    #[inline]
    pub(super) fn undo(&mut self, mv: G::Move, token: G::Undo) {
        self.game.undo(mv, token);
        self.evaluator.after_undo(&self.game, mv);
        self.observer.taken_back();
        if Self::KEEPS_PATH {
            self.path.pop();
        }
    }

    /// The value by the verdict of the path rule, if it has one.
    #[inline]
    pub(super) fn path_score(&mut self, ply: usize) -> Option<Score> {
        let rule = H::PATH_RULE?(&self.hooks);
        let outcome = rule.verdict_in_search(&self.game, &self.path, self.path_root)?;
        self.observer.because(Reason::Repetition);
        Some(self.evaluator.outcome_score(&self.game, outcome, ply))
    }

    /// The static value; split among the threads of the pool in the mode `evaluation`.
    #[inline]
    pub(super) fn static_score(&mut self) -> Score {
        if self.config.parallel == crate::Parallel::Evaluation {
            let (evaluator, game) = (&self.evaluator, &self.game);
            let sum = (0..evaluator.parts())
                .into_par_iter()
                .map(|index| evaluator.part(game, index).units())
                .reduce(|| 0, i64::saturating_add);
            Score::new(sum)
        } else {
            self.evaluator.evaluate(&self.game)
        }
    }

    /// Whether `side` is to move again: the score of the position is then already from its view.
    #[inline]
    pub(super) fn still_moves(&self, side: Side) -> bool {
        !G::ALTERNATES && self.game.side() == side
    }

    /// The reduction of move number `index` by the configured formula, in parts of a [`PLY`]; 0 if
    /// there is none.
    #[inline]
    pub(super) fn standard_reduction(&self, depth: u32, index: usize) -> i32 {
        let row = self.reductions.get(depth as usize);
        row.map_or(0, |row| row[index.min(REDUCTION_MOVES - 1)])
    }

    /// `mv` followed by the variation found below it becomes the variation of this ply.
    #[inline]
    pub(super) fn update_pv(&mut self, ply: usize, mv: G::Move) {
        let (above, below) = self.stack.split_at_mut(ply + 1);
        let pv = &mut above[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }
}

fn reduction_table(config: &SearchConfig) -> Vec<[i32; REDUCTION_MOVES]> {
    let Some(lmr) = config.late_move_reductions else { return Vec::new() };
    let plies = |depth: usize, index: usize| {
        let product = (depth.max(1) as f64).ln() * (index.max(1) as f64).ln();
        ((lmr.base + product / lmr.divisor).clamp(0.0, 255.0) * f64::from(PLY)) as i32
    };
    (0..=MAX_DEPTH as usize).map(|depth| std::array::from_fn(|index| plies(depth, index))).collect()
}
