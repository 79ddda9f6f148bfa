//! The engine at work in a conversation: [`EngineHost`].

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

/// Room for the deepest search; only what is used is ever touched.
const STACK_BYTES: usize = 64 << 20;

/// When the answer to a search may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As soon as it is found.
    WhenDone,
    /// Not before [`EngineHost::stop`] or [`EngineHost::release`], however early it is found: the search is
    /// asked to ponder, or to analyse without end.
    WhenTold,
}

/// What work came to.
pub(super) enum Finding<G: Game> {
    Best(Report<G>),
    /// Of a count; `None` if it was stopped.
    Lines(Option<u64>),
}

/// Work under way.
struct Task<D: Playable> {
    stop: StopFlag,
    ending: Ending,
    started: Instant,
    /// When to raise the flag.
    alarm: Option<Instant>,
    /// Nobody waits for the answer any more.
    is_unwanted: bool,
    finding: Option<Finding<D::Game>>,
}

/// The engine, its configuration and the way to the listener. One thing is done at a time: while a
/// search runs the engine is away, and comes back with its answer.
pub struct EngineHost<'a, D: Playable> {
    config: LoadedConfig<D>,
    /// Absent while it works.
    analyst: Option<Box<dyn Analyst<D::Game>>>,
    units_per_point: i64,
    task: Option<Task<D>>,
    events: SyncSender<Event<D>>,
    output: &'a mut dyn Write,
    /// Whether nobody will ever tell an endless search to end.
    is_deserted: bool,
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
            is_deserted: false,
        })
    }

    /// Writes a line, at once.
    pub fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    /// The configuration in force.
    pub fn config(&self) -> &LoadedConfig<D> {
        &self.config
    }

    /// How many units of the engine's scores make a point.
    pub fn units_per_point(&self) -> i64 {
        self.units_per_point
    }

    /// Whether the engine is away.
    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// Changes the configuration and makes the engine anew, or leaves everything as it was.
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
        // The old table goes before the new one comes.
        self.analyst = None;
        let made = fits_memory(D::search(&config).table_mib).and_then(|()| D::engine(&config));
        let (analyst, result) = match made {
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

    /// Forgets what was learned in the last game.
    pub fn new_game(&mut self) {
        if let Some(analyst) = &mut self.analyst {
            analyst.new_game();
        }
    }

    /// Tells the engine of a game that is over: see [`Analyst::game_over`]. Nothing happens while it
    /// is away.
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

    /// Starts a search; its news and its end are told to the [`Language`](super::Language).
    ///
    /// # Errors
    /// If the engine is busy, or the system gives no thread.
    pub fn search(&mut self, request: Request<D::Game>, ending: Ending) -> io::Result<()> {
        let stop = request.stop.clone();
        self.launch(stop, ending, move |analyst, events| {
            let report = analyst.search(&request, &mut |iteration| {
                // If nobody listens any more, the end will notice.
                let _ = events.send(Event::Iteration(iteration.clone()));
            });
            Finding::Best(report)
        })
    }

    /// Starts to count the lines of `depth` plies, root move by root move.
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
        let away = || io::Error::other("the engine is not at its host");
        let mut analyst = self.analyst.take().ok_or_else(away)?;
        let events = self.events.clone();
        thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            let done = catch_unwind(AssertUnwindSafe(|| work(&mut *analyst, &events)));
            let _ = events.send(match done {
                Ok(finding) => Event::Done(analyst, finding),
                Err(_) => Event::Crashed,
            });
        })?;
        if self.is_deserted && ending == Ending::WhenTold {
            stop.stop();
        }
        let ending = if stop.is_stopped() { Ending::WhenDone } else { ending };
        let started = Instant::now();
        let task = Task { stop, ending, started, alarm: None, is_unwanted: false, finding: None };
        self.task = Some(task);
        Ok(())
    }

    /// Ends the search; its answer follows within 10 ms. Nothing happens without one.
    pub fn stop(&mut self) {
        if let Some(task) = &mut self.task {
            task.stop.stop();
            task.ending = Ending::WhenDone;
        }
    }

    /// Turns a search that was to end when told into one that ends when done, or once it has taken
    /// `time` since it began, or `from_now`, whichever there is: the move that was pondered on has
    /// been played.
    pub fn release(&mut self, time: Option<Duration>, from_now: Option<Duration>) {
        if let Some(task) = &mut self.task {
            task.ending = Ending::WhenDone;
            let since_start = time.map(|time| task.started + time);
            task.alarm = since_start.or(from_now.map(|time| Instant::now() + time));
        }
    }

    /// How long the loop may wait for an event.
    pub(super) fn patience(&self) -> Option<Duration> {
        let task = self.task.as_ref().filter(|task| !task.stop.is_stopped())?;
        task.alarm.map(|alarm| alarm.saturating_duration_since(Instant::now()))
    }

    /// Nobody will speak any more.
    pub(super) fn desert(&mut self) {
        self.is_deserted = true;
        self.end_endless();
    }

    /// Ends a search that only ends when told.
    pub(super) fn end_endless(&mut self) {
        if self.task.as_ref().is_some_and(|task| task.ending == Ending::WhenTold) {
            self.stop();
        }
    }

    /// Ends the search, and keeps its answer from the language.
    pub(super) fn drop_search(&mut self) {
        self.stop();
        if let Some(task) = &mut self.task {
            task.is_unwanted = true;
        }
    }

    /// Whether nobody waits for the answer of what is under way.
    pub(super) fn is_unwanted(&self) -> bool {
        self.task.as_ref().is_some_and(|task| task.is_unwanted)
    }

    /// The engine is back.
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

    /// What is to be answered now.
    pub(super) fn answer(&mut self) -> Option<Finding<D::Game>> {
        let ready = |task: &mut Task<D>| task.ending == Ending::WhenDone && task.finding.is_some();
        let task = self.task.take_if(ready)?;
        task.finding.filter(|_| !task.is_unwanted)
    }
}

/// Whoever leaves the conversation early leaves no search behind.
impl<D: Playable> Drop for EngineHost<'_, D> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Refuses a table that the system would not give; to ask for it in earnest would end the program.
fn fits_memory(table_mib: usize) -> Result<(), ConfigProblem> {
    let bytes = table_mib.saturating_mul(1 << 20);
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
        ConfigProblem::new("search.table-mib", table_mib.to_string(), "what fits into memory")
    })
}
