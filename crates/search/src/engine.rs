//! The one entry point: position + limits + configuration -> report.

use crate::table::Table;
use crate::tree::{Deepening, SearchThreads};
use crate::{
    Evaluator, Game, Hooks, Iteration, Limits, Outcome, Parallel, Report, RootSolution, Score,
    SearchConfig, SearchConfigError, Side, Step, StopFlag, StopReason, StopSignal, Term,
};
use std::time::Instant;

/// What to search.
#[derive(Clone, Debug)]
pub struct Request<G: Game> {
    /// The position.
    pub position: G,
    /// How the game came to it, oldest first; for games whose rules look at the past.
    pub history: Vec<Step<G::Move>>,
    /// When to end.
    pub limits: Limits,
    /// If not empty, only these root moves are considered.
    pub root_moves: Vec<G::Move>,
    /// How many lines to report (at least 1).
    pub lines: usize,
    /// Ends the search early; keep a clone.
    pub stop: StopFlag,
}

impl<G: Game> Request<G> {
    /// One line, no history, all moves.
    pub fn new(position: G, limits: Limits) -> Self {
        Request {
            position,
            history: Vec::new(),
            limits,
            root_moves: Vec::new(),
            lines: 1,
            stop: StopFlag::new(),
        }
    }
}

/// A static evaluation, explained.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The value from the first player's view.
    pub score: Score,
    /// How many units of it make a point.
    pub units_per_point: i64,
    /// Its terms from the first player's view; may be empty.
    pub terms: Vec<Term>,
}

/// An engine behind a pointer: what harness, protocols and studio hold, whatever evaluator and hooks
/// the configuration chose. Dispatch happens once per search, never per node.
pub trait Analyst<G: Game>: Send {
    /// Searches; `on_iteration` is called after every finished depth.
    fn search(
        &mut self,
        request: &Request<G>,
        on_iteration: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Report<G>;

    /// The static evaluation of a position, finished or not.
    fn evaluate(&mut self, position: &G) -> Evaluation;

    /// Forgets everything learned, as before a new game.
    fn new_game(&mut self);

    /// A game that it played in is over by its rules: it began at `start`, went on with `moves` and
    /// came to `outcome`. For engines that learn from their games; may take a moment, for it is
    /// called when no clock runs.
    fn game_over(&mut self, start: &G, moves: &[G::Move], outcome: Outcome) {
        let _ = (start, moves, outcome);
    }

    /// The configuration it was made with.
    fn config(&self) -> &SearchConfig;

    /// How many score units make a point.
    fn units_per_point(&self) -> i64;
}
/// The search engine of one game, evaluator and set of hooks.
///
/// It keeps its table and history between searches, so that the moves of a game profit from each
/// other; [`Analyst::new_game`] clears them. One thread is deterministic: the same engine asked the
/// same in the same order visits the same nodes.
///
/// ```
/// use search::{Analyst, Engine, Evaluator, Game, Limits, NoHooks, Outcome, Request, Score, SearchConfig, Side};
/// # #[derive(Clone, Copy)]
/// # struct Heap { stones: u8, side: Side }
/// # impl Game for Heap {
/// #     type Move = u8;
/// #     type Undo = Heap;
/// #     const MOVE_CODES: usize = 4;
/// #     fn side(&self) -> Side { self.side }
/// #     fn outcome(&self) -> Option<Outcome> {
/// #         (self.stones == 0).then_some(Outcome::Win(!self.side))
/// #     }
/// #     fn legal_moves(&self, moves: &mut Vec<u8>) { moves.extend(1..=self.stones.min(3)) }
/// #     fn play(&mut self, take: u8) -> Heap {
/// #         let before = *self;
/// #         *self = Heap { stones: self.stones - take, side: !self.side };
/// #         before
/// #     }
/// #     fn undo(&mut self, _take: u8, before: Heap) { *self = before }
/// #     fn key(&self) -> u64 { search::rng::mix(u64::from(self.stones) << 1 | self.side as u64) }
/// #     fn code(take: u8) -> u16 { u16::from(take) }
/// # }
/// #[derive(Clone)]
/// struct Even; // knows nothing: only the end of the game counts
/// impl Evaluator<Heap> for Even {
///     fn evaluate(&mut self, _: &Heap) -> Score { Score::ZERO }
/// }
///
/// // `Heap`: take one to three stones, the last one wins.
/// let heap = Heap { stones: 10, side: Side::First };
/// let mut engine = Engine::new(SearchConfig::default(), Even, NoHooks)?;
/// let report = engine.search(&Request::new(heap, Limits::depth(10)), &mut |_| ());
/// assert_eq!(report.best, Some(2)); // leaves a multiple of four
/// assert_eq!(report.score, Score::win_in(5));
/// # Ok::<(), search::SearchConfigError>(())
/// ```
pub struct Engine<G: Game, E: Evaluator<G>, H: Hooks<G>> {
    config: SearchConfig,
    threads: SearchThreads<G, E, H>,
    /// For what is asked before the threads begins.
    hooks: H,
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Engine<G, E, H> {
    /// An engine, or why the configuration does not fit the evaluator.
    pub fn new(config: SearchConfig, evaluator: E, hooks: H) -> Result<Self, SearchConfigError> {
        config.validate()?;
        if E::PATH_DEPENDENT && config.table_mib > 0 {
            return Err(SearchConfigError {
                key: "table-mib",
                found: config.table_mib.to_string(),
                allowed: "0 with this evaluator, whose value depends on how a position was reached",
            });
        }
        if config.parallel == Parallel::Evaluation && evaluator.parts() < 2 {
            return Err(SearchConfigError {
                key: "parallel",
                found: "\"evaluation\"".into(),
                allowed: "\"none\", \"root\" or \"shared-table\" with this evaluator, which cannot \
                          be split",
            });
        }
        let threads = SearchThreads::new(evaluator, hooks.clone(), &config).map_err(|error| {
            SearchConfigError {
                key: "threads",
                found: format!("{} ({error})", config.threads),
                allowed: "as many as the system can start",
            }
        })?;
        Ok(Engine { config, threads, hooks })
    }
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Engine<G, E, H> {
    /// Replaces the table, for sizes that are no whole number of MiB.
    ///
    /// # Panics
    /// If the evaluator is [path-dependent](Evaluator::PATH_DEPENDENT), so that no table can serve it.
    pub fn with_table(mut self, table: Table) -> Self {
        assert!(
            !E::PATH_DEPENDENT,
            "no table with an evaluator whose value depends on how a position was reached"
        );
        self.threads.replace_table(table);
        self
    }

    /// What the domain's solver says of the root, if it has all that is asked for.
    fn solved(&mut self, request: &Request<G>, started: Instant) -> Option<Report<G>> {
        let position = &request.position;
        if self.config.solver.is_none()
            || !request.root_moves.is_empty()
            || position.outcome().is_some()
        {
            return None;
        }
        let deadline = request.limits.time.and_then(|time| started.checked_add(time));
        let stop = StopSignal::new(request.stop.clone(), deadline);
        let wanted = request.lines.max(1);
        let RootSolution { mut lines, depth, nodes } =
            self.hooks.solve_lines(position, wanted, &stop)?;
        lines.truncate(wanted);
        let first = lines.first()?;
        let best = *first.pv.first().filter(|&&mv| position.is_legal(mv))?;
        Some(Report {
            best: Some(best),
            score: first.score,
            depth,
            lines,
            nodes,
            counted: 0,
            time: started.elapsed(),
            table_permille: 0,
            reason: StopReason::Solved,
        })
    }
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Analyst<G> for Engine<G, E, H> {
    fn search(
        &mut self,
        request: &Request<G>,
        on_iteration: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Report<G> {
        let started = Instant::now();
        if let Some(report) = self.solved(request, started) {
            return report;
        }
        let (threads, config) = (&mut self.threads, &self.config);
        Deepening { threads, config, request, started }.run(on_iteration)
    }

    fn evaluate(&mut self, position: &G) -> Evaluation {
        let evaluator = &mut self.threads.evaluator;
        evaluator.reset(position);
        let score = match position.outcome() {
            Some(outcome) => evaluator.outcome_score(position, outcome, 0),
            None => evaluator.evaluate(position),
        };
        Evaluation {
            score: if position.side() == Side::First { score } else { -score },
            units_per_point: E::UNITS_PER_POINT,
            terms: evaluator.terms(position),
        }
    }

    fn new_game(&mut self) {
        self.threads.forget();
    }

    fn config(&self) -> &SearchConfig {
        &self.config
    }

    fn units_per_point(&self) -> i64 {
        E::UNITS_PER_POINT
    }
}
