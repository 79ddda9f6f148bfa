//! The entry point: position + limits + configuration -> report.

use crate::config::Ordering;
use crate::recording::{RecordOptions, Recorder, Recording};
use crate::table::Table;
use crate::tree::observer::Observer;
use crate::tree::{Deepening, SearchThreads};
use crate::{
    Evaluator, Game, Hooks, Iteration, Limits, Outcome, Parallel, Report, Score, SearchConfig,
    SearchConfigError, Side, Step, StopFlag, Term,
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

/// An engine behind a pointer: harness, protocols and studio hold one without knowing its evaluator
/// and hooks. Dispatch happens once per search, never per node.
pub trait Analyst<G: Game>: Send {
    /// Searches; `on_iteration` is called after every finished depth.
    fn search(
        &mut self,
        request: &Request<G>,
        on_iteration: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Report<G>;

    /// Searches like [`search`](Analyst::search), with one thread, at full strength and with nothing learned
    /// before, and keeps the nodes. The engine itself does not change.
    fn record(
        &mut self,
        request: &Request<G>,
        options: RecordOptions,
    ) -> Result<Recording<G>, SearchConfigError>;

    /// The static evaluation of a position, finished or not.
    fn evaluate(&mut self, position: &G) -> Evaluation;

    /// Forgets everything learned, as before a new game.
    fn new_game(&mut self);

    /// A game that the engine played has ended by the rules: it began at `start`, `moves` were played,
    /// and it ended with `outcome`. For engines that learn from their games. No clock runs, so it may
    /// take a moment.
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
/// other; [`Analyst::new_game`] clears them. One thread is deterministic: the same requests in the
/// same order visit the same nodes.
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
/// struct Even; // only the end of the game counts
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
        let threads = threads(evaluator, hooks, &config)?;
        Ok(Engine { config, threads })
    }
}

/// The threads and the table of a configuration.
fn threads<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>>(
    evaluator: E,
    hooks: H,
    config: &SearchConfig,
) -> Result<SearchThreads<G, E, H, O>, SearchConfigError> {
    let table = match config.table_mib {
        0 => None,
        mib => Some(Table::try_new(mib).map_err(|_| SearchConfigError {
            key: "table-mib",
            found: mib.to_string(),
            allowed: "what fits into memory",
        })?),
    };
    SearchThreads::new(evaluator, hooks, config, table).map_err(|error| SearchConfigError {
        key: "threads",
        found: format!("{} ({error})", config.threads),
        allowed: "as many as the system can start",
    })
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

    /// Searches with full strength.
    fn search_fully(
        &mut self,
        request: &Request<G>,
        on_iteration: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Report<G> {
        let started = Instant::now();
        let (threads, config) = (&mut self.threads, &self.config);
        Deepening { threads, config, request, started }.run(on_iteration)
    }
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Analyst<G> for Engine<G, E, H> {
    fn search(
        &mut self,
        request: &Request<G>,
        on_iteration: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Report<G> {
        let Some(handicap) = self.config.handicap else {
            return self.search_fully(request, on_iteration);
        };
        let report = self.search_fully(&handicap.request(request), &mut |iteration| {
            let mut seen = iteration.clone();
            handicap.judge(&request.position, &mut seen.lines, E::UNITS_PER_POINT);
            seen.lines.truncate(request.lines.max(1));
            on_iteration(&seen);
        });
        handicap.report(request, report, E::UNITS_PER_POINT)
    }

    fn record(
        &mut self,
        request: &Request<G>,
        options: RecordOptions,
    ) -> Result<Recording<G>, SearchConfigError> {
        let started = Instant::now();
        let mut config = SearchConfig {
            threads: 1,
            parallel: Parallel::None,
            handicap: None,
            ..self.config.clone()
        };
        if options.reverse {
            let given = config.ordering;
            config.ordering =
                Ordering { hash_move: false, killers: false, countermoves: false, ..given };
        }
        let (evaluator, hooks) = (self.threads.evaluator.clone(), self.threads.hooks().clone());
        let mut threads = threads(evaluator, hooks, &config)?;
        threads.watch(&request.position, Recorder::new(options));
        let search = Deepening { threads: &mut threads, config: &config, request, started };
        let report = search.run(&mut |_| ());
        let (nodes, is_complete) = threads.main_worker().observer.finish();
        Ok(Recording { report, nodes, is_complete })
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
