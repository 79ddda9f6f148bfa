//! The event loop of a session, and the [`Language`] that interprets it.

use super::host::{EngineHost, Finding};
use crate::{LoadedConfig, Playable};
use config::ConfigProblem;
use files::read_line;
use search::{Analyst, Game, Iteration, Report};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// The maximum number of queued events; beyond it senders block.
const QUEUE: usize = 256;
/// The maximum number of lines that wait for a search to end; beyond it the search is stopped.
const WAITING_LINES: usize = 1024;

/// Time that searches have after the end of input, so that commands can be piped in; the engine then ends
/// within a second.
const GRACE: Duration = Duration::from_millis(800);

type Move<D> = <<D as Playable>::Game as Game>::Move;

/// When a line that arrives during a search is handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Immediately: `stop`, `isready`.
    Now,
    /// When the search is over.
    AfterSearch,
    /// After the search; a search without end (`infinite`, pondering) is stopped now: `go`.
    EndsAnalysis,
    /// After the search, which is stopped now and gives no answer: `ping` of NBoard.
    DropsSearch,
}

/// Whether a session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It continues.
    On,
    /// It ends.
    Quit,
}

/// Interprets lines and writes answers. All methods are called from one thread. An error means that the
/// output is closed, and ends the session.
pub trait Language<D: Playable> {
    /// When to handle a line that arrives during a search or waits for its turn.
    fn when(&self, line: &str) -> When;

    /// Handles a line. It may [start a search](EngineHost::search), unless the host is
    /// [busy](EngineHost::is_busy), which happens only for lines that are handled [now](When::Now).
    fn hear(&mut self, host: &mut EngineHost<'_, D>, line: &str) -> io::Result<Flow>;

    /// An iteration of the search is finished.
    fn iteration(
        &mut self,
        host: &mut EngineHost<'_, D>,
        iteration: &Iteration<Move<D>>,
    ) -> io::Result<()> {
        let _ = (host, iteration);
        Ok(())
    }

    /// The search is over and its answer is due.
    fn answer(&mut self, host: &mut EngineHost<'_, D>, report: &Report<D::Game>) -> io::Result<()>;

    /// The session ends.
    fn farewell(&mut self, host: &mut EngineHost<'_, D>) -> io::Result<()> {
        let _ = host;
        Ok(())
    }

    /// The [count](EngineHost::count) below one root move.
    fn share(&mut self, host: &mut EngineHost<'_, D>, mv: Move<D>, lines: u64) -> io::Result<()> {
        let _ = (host, mv, lines);
        Ok(())
    }

    /// The total of a [count](EngineHost::count); `None` if it was stopped.
    fn total(&mut self, host: &mut EngineHost<'_, D>, lines: Option<u64>) -> io::Result<()> {
        let _ = (host, lines);
        Ok(())
    }
}

/// An event of a session.
pub(super) enum Event<D: Playable> {
    Line(String),
    EndOfInput,
    Iteration(Iteration<Move<D>>),
    Share(Move<D>, u64),
    Done(Box<dyn Analyst<D::Game>>, Finding<D::Game>),
    Crashed,
}

/// Why a session could not start or ended early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The engine cannot be created from its configuration.
    #[error("config: {0}")]
    Config(#[from] ConfigProblem),
    /// The answers cannot be written.
    #[error("output: {0}")]
    Output(#[source] io::Error),
    /// The search panicked.
    #[error("the search has crashed")]
    Crashed,
}

/// Runs a session until a quit command or the end of input. After the end of input, searches with limits
/// have a short time to finish, so that a script of commands can be piped in; searches without end are
/// stopped immediately.
pub fn converse<D: Playable>(
    mut language: impl Language<D>,
    config: impl Into<LoadedConfig<D>>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> Result<(), ServeError> {
    let (sender, events) = sync_channel(QUEUE);
    let mut host = EngineHost::new(config.into(), sender.clone(), output)?;
    // Not joined: it may block in a read that never returns.
    thread::spawn(move || read_all(input, &sender));
    let mut waiting = VecDeque::new();
    let (mut input_ended, mut quitting) = (false, false);
    loop {
        match host.answer() {
            Some(Finding::Best(report)) => language.answer(&mut host, &report),
            Some(Finding::Lines(lines)) => language.total(&mut host, lines),
            None => Ok(()),
        }
        .map_err(ServeError::Output)?;
        let event = match (host.is_busy(), waiting.pop_front()) {
            (false, Some(line)) if !quitting => Event::Line(line),
            (false, _) if quitting || input_ended => {
                return language.farewell(&mut host).map_err(ServeError::Output);
            }
            (_, line) => {
                line.into_iter().for_each(|line| waiting.push_front(line));
                next_event(&events, &mut host)
            }
        };
        let heard = match event {
            Event::Line(_) if quitting => Ok(Flow::On),
            Event::Line(line) => match language.when(&line) {
                when if host.is_busy() && when != When::Now => {
                    urge(&mut host, when);
                    waiting.push_back(line);
                    if waiting.len() > WAITING_LINES {
                        host.stop();
                    }
                    Ok(Flow::On)
                }
                _ => {
                    let was_busy = host.is_busy();
                    let heard = language.hear(&mut host, &line);
                    if !was_busy {
                        // Lines that wait arrived later, so they apply to the search of this line.
                        waiting.iter().for_each(|line| urge(&mut host, language.when(line)));
                    }
                    heard
                }
            },
            Event::EndOfInput => {
                input_ended = true;
                host.input_ended(GRACE);
                Ok(Flow::On)
            }
            Event::Iteration(_) if host.is_unwanted() => Ok(Flow::On),
            Event::Iteration(news) => language.iteration(&mut host, &news).map(|()| Flow::On),
            Event::Share(mv, lines) => language.share(&mut host, mv, lines).map(|()| Flow::On),
            Event::Done(analyst, finding) => {
                host.take_back(analyst, finding);
                Ok(Flow::On)
            }
            Event::Crashed => {
                return Err(ServeError::Crashed);
            }
        };
        if heard.map_err(ServeError::Output)? == Flow::Quit {
            // A search that was requested is still answered.
            quitting = true;
            host.stop();
        }
    }
}

/// Stops the running search if a waiting line requires it.
fn urge<D: Playable>(host: &mut EngineHost<'_, D>, when: When) {
    match when {
        When::EndsAnalysis => host.end_endless(),
        When::DropsSearch => host.drop_search(),
        When::Now | When::AfterSearch => {}
    }
}

/// Waits for the next event; stops the running search when its deadline passes.
fn next_event<D: Playable>(events: &Receiver<Event<D>>, host: &mut EngineHost<'_, D>) -> Event<D> {
    loop {
        match host.patience() {
            None => return events.recv().unwrap_or(Event::EndOfInput),
            Some(patience) => match events.recv_timeout(patience) {
                Ok(event) => return event,
                Err(RecvTimeoutError::Timeout) => host.stop(),
                Err(RecvTimeoutError::Disconnected) => return Event::EndOfInput,
            },
        }
    }
}

fn read_all<D: Playable>(mut input: impl BufRead, events: &SyncSender<Event<D>>) {
    while let Some(line) = read_line(&mut input) {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::EndOfInput);
}
