//! The engine of a session: [`EngineHost`].

use super::conversation::Event;
use crate::{LoadedConfig, Playable};
use config::ConfigProblem;
use search::perft::divide_until;
use search::{Analyst, Game, Outcome, Report, Request, StopFlag};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

/// Stack of the search thread, enough for the deepest search. Unused pages take no memory.
const STACK_BYTES: usize = 64 << 20;

/// When the answer to a search may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// When the search ends.
    WhenDone,
    /// Not before [`EngineHost::stop`] or [`EngineHost::release`], even if the search ends earlier: pondering
    /// and infinite analysis.
    WhenTold,
}

/// The result of a task.
pub(super) enum Finding<G: Game> {
    Best(Report<G>),
    /// The total of a count; `None` if it was stopped.
    Lines(Option<u64>),
}

/// A running search or count.
struct Task<D: Playable> {
    stop: StopFlag,
    ending: Ending,
    started: Instant,
    /// When to stop it.
    alarm: Option<Instant>,
    /// Whether its answer is discarded.
    is_unwanted: bool,
    finding: Option<Finding<D::Game>>,
}

/// The engine, its configuration and the output. One task runs at a time, on its own thread, which owns the
/// engine until the task ends.
pub struct EngineHost<'a, D: Playable> {
    config: LoadedConfig<D>,
    /// `None` while a task runs.
    analyst: Option<Box<dyn Analyst<D::Game>>>,
    units_per_point: i64,
    task: Option<Task<D>>,
    events: SyncSender<Event<D>>,
    output: &'a mut dyn Write,
    /// The end of input: when the last search must end.
    last_moment: Option<Instant>,
}

impl<'a, D: Playable> EngineHost<'a, D> {
    pub(super) fn new(
        config: LoadedConfig<D>,
        events: SyncSender<Event<D>>,
        output: &'a mut dyn Write,
    ) -> Result<Self, ConfigProblem> {
        let analyst = D::engine(&config)?;
        Ok(EngineHost {
            config,
            units_per_point: analyst.units_per_point(),
            analyst: Some(analyst),
            task: None,
            events,
            output,
            last_moment: None,
        })
    }

    /// Writes a line and flushes it.
    pub fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    /// The current configuration.
    pub fn config(&self) -> &LoadedConfig<D> {
        &self.config
    }

    /// Score units per point.
    pub fn units_per_point(&self) -> i64 {
        self.units_per_point
    }

    /// Whether a task is running.
    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// Changes the configuration and creates the engine again; on an error nothing changes.
    pub fn reconfigure(
        &mut self,
        change: impl FnOnce(&mut D::Config),
    ) -> Result<(), ConfigProblem> {
        if self.is_busy() {
            return Err(ConfigProblem::new(
                "search",
                "a running search",
                "changes before or after",
            ));
        }
        let mut config = self.config.clone();
        change(&mut config.config);
        D::check(&config)?;
        // Frees the old table before the new one is allocated.
        self.analyst = None;
        let (analyst, result) = match D::engine(&config) {
            Ok(analyst) => {
                self.config = config;
                (analyst, Ok(()))
            }
            Err(problem) => (D::engine(&self.config)?, Err(problem)),
        };
        self.units_per_point = analyst.units_per_point();
        self.analyst = Some(analyst);
        result
    }

    /// Clears what the engine knows from the last game.
    pub fn new_game(&mut self) {
        if let Some(analyst) = &mut self.analyst {
            analyst.new_game();
        }
    }

    /// Reports a finished game to the engine: see [`Analyst::game_over`]. Does nothing while a task runs.
    pub fn game_over(
        &mut self,
        start: &D::Game,
        moves: &[<D::Game as Game>::Move],
        outcome: Outcome,
    ) {
        if let Some(analyst) = &mut self.analyst {
            analyst.game_over(start, moves, outcome);
        }
    }

    /// Starts a search; its iterations and its result go to the [`Language`](super::Language).
    ///
    /// # Errors
    /// If the engine is busy, or no thread can be created.
    pub fn search(&mut self, request: Request<D::Game>, ending: Ending) -> io::Result<()> {
        let stop = request.stop.clone();
        self.launch(stop, ending, move |analyst, events| {
            let report = analyst.search(&request, &mut |iteration| {
                // Fails only after the session has ended.
                let _ = events.send(Event::Iteration(iteration.clone()));
            });
            Finding::Best(report)
        })
    }

    /// Starts a count of the leaf nodes at `depth` (perft), by root move.
    ///
    /// # Errors
    /// As for [`search`](EngineHost::search).
    pub fn count(&mut self, position: D::Game, depth: u32) -> io::Result<()> {
        let stop = StopFlag::new();
        self.launch(stop.clone(), Ending::WhenDone, move |_, events| {
            let lines = divide_until(&position, depth, &stop, |mv, lines| {
                let _ = events.send(Event::Share(mv, lines));
            });
            Finding::Lines(lines)
        })
    }

    fn launch(
        &mut self,
        stop: StopFlag,
        ending: Ending,
        work: impl FnOnce(&mut dyn Analyst<D::Game>, &SyncSender<Event<D>>) -> Finding<D::Game>
        + Send
        + 'static,
    ) -> io::Result<()> {
        let busy = || io::Error::other("the engine is busy");
        let mut analyst = self.analyst.take().ok_or_else(busy)?;
        let events = self.events.clone();
        thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            let done = catch_unwind(AssertUnwindSafe(|| work(&mut *analyst, &events)));
            let _ = events.send(match done {
                Ok(finding) => Event::Done(analyst, finding),
                Err(_) => Event::Crashed,
            });
        })?;
        let is_late = self.last_moment.is_some_and(|moment| moment <= Instant::now());
        if is_late || self.last_moment.is_some() && ending == Ending::WhenTold {
            stop.stop();
        }
        let ending = if stop.is_stopped() { Ending::WhenDone } else { ending };
        let started = Instant::now();
        let task = Task { stop, ending, started, alarm: None, is_unwanted: false, finding: None };
        self.task = Some(task);
        Ok(())
    }

    /// Stops the search; its answer follows within 10 ms. Does nothing without a search.
    pub fn stop(&mut self) {
        if let Some(task) = &mut self.task {
            task.stop.stop();
            task.ending = Ending::WhenDone;
        }
    }

    /// The expected move was played: turns pondering into a search that ends by itself, or at `time` after its
    /// start, or else `from_now`.
    pub fn release(&mut self, time: Option<Duration>, from_now: Option<Duration>) {
        if let Some(task) = &mut self.task {
            task.ending = Ending::WhenDone;
            let since_start = time.map(|time| task.started + time);
            task.alarm = since_start.or(from_now.map(|time| Instant::now() + time));
        }
    }

    /// Time until the running search must be stopped.
    pub(super) fn patience(&self) -> Option<Duration> {
        let task = self.task.as_ref().filter(|task| !task.stop.is_stopped())?;
        let moment = task.alarm.into_iter().chain(self.last_moment).min()?;
        Some(moment.saturating_duration_since(Instant::now()))
    }

    /// No line can follow: a search without end is stopped, and all others must end within `grace`.
    pub(super) fn input_ended(&mut self, grace: Duration) {
        self.last_moment = Some(Instant::now() + grace);
        self.end_endless();
    }

    /// Stops a search that would not end by itself.
    pub(super) fn end_endless(&mut self) {
        if self.task.as_ref().is_some_and(|task| task.ending == Ending::WhenTold) {
            self.stop();
        }
    }

    /// Stops the search and discards its answer.
    pub(super) fn drop_search(&mut self) {
        self.stop();
        if let Some(task) = &mut self.task {
            task.is_unwanted = true;
        }
    }

    /// Whether the answer of the running task is discarded.
    pub(super) fn is_unwanted(&self) -> bool {
        self.task.as_ref().is_some_and(|task| task.is_unwanted)
    }

    /// Takes the engine back from a task that has ended.
    pub(super) fn take_back(
        &mut self,
        analyst: Box<dyn Analyst<D::Game>>,
        finding: Finding<D::Game>,
    ) {
        self.analyst = Some(analyst);
        if let Some(task) = &mut self.task {
            task.finding = Some(finding);
        }
    }

    /// The result that can be answered now.
    pub(super) fn answer(&mut self) -> Option<Finding<D::Game>> {
        let ready = |task: &mut Task<D>| task.ending == Ending::WhenDone && task.finding.is_some();
        let task = self.task.take_if(ready)?;
        task.finding.filter(|_| !task.is_unwanted)
    }
}

/// A session that ends early leaves no search running.
impl<D: Playable> Drop for EngineHost<'_, D> {
    fn drop(&mut self) {
        self.stop();
    }
}
