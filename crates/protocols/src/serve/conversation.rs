//! The loop of a conversation, and what a language brings to it.

use super::host::{EngineHost, Finding};
use crate::{LoadedConfig, Playable};
use config::ConfigProblem;
use files::read_line;
use search::{Analyst, Game, Iteration, Report};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use thiserror::Error;

/// Events on their way; then whoever sends has to wait.
const QUEUE: usize = 256;
/// Lines that wait for the end of a search; whoever sends more wants no answer to it.
const WAITING_LINES: usize = 1024;

type Move<D> = <<D as Playable>::Game as Game>::Move;

/// When a line that comes during a search is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At once: `stop`, `isready`.
    Now,
    /// When the search is over.
    AfterSearch,
    /// Like [`AfterSearch`](When::AfterSearch), and a search that would only end when told ends
    /// now, because it would never be told: `go`.
    EndsAnalysis,
    /// Like [`AfterSearch`](When::AfterSearch), and the search ends now, whatever it was asked for;
    /// no more is heard of it, because its answer is no longer wanted: `ping` of NBoard.
    DropsSearch,
}

/// Whether a conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    On,
    /// The engine was told to quit.
    Quit,
}

/// What lines mean and how answers are written. All methods are called from one thread, one at a
/// time; an error ends the conversation, for it means that nobody reads the answers.
pub trait Language<D: Playable> {
    /// When to serve a line that comes during a search, or came before it began and still waits.
    fn when(&self, line: &str) -> When;

    /// Does what a line asks for. It may [start a search](EngineHost::search), unless the host is
    /// [busy](EngineHost::is_busy), which it only is for a line that is served [now](When::Now).
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

    /// The search is over and its answer due.
    fn answer(&mut self, host: &mut EngineHost<'_, D>, report: &Report<D::Game>) -> io::Result<()>;

    /// The conversation is over.
    fn farewell(&mut self, host: &mut EngineHost<'_, D>) -> io::Result<()> {
        let _ = host;
        Ok(())
    }

    /// A [count](EngineHost::count) has come to this below a root move.
    fn share(&mut self, host: &mut EngineHost<'_, D>, mv: Move<D>, lines: u64) -> io::Result<()> {
        let _ = (host, mv, lines);
        Ok(())
    }

    /// A [count](EngineHost::count) is over; `None` if it was stopped.
    fn total(&mut self, host: &mut EngineHost<'_, D>, lines: Option<u64>) -> io::Result<()> {
        let _ = (host, lines);
        Ok(())
    }
}

/// What happens in a conversation.
pub(super) enum Event<D: Playable> {
    Line(String),
    EndOfInput,
    Iteration(Iteration<Move<D>>),
    Share(Move<D>, u64),
    Done(Box<dyn Analyst<D::Game>>, Finding<D::Game>),
    Crashed,
}

/// Why a conversation could not be started or ended early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The engine cannot be made from its configuration.
    #[error("config: {0}")]
    Config(#[from] ConfigProblem),
    /// The answers cannot be written.
    #[error("output: {0}")]
    Output(#[source] io::Error),
    /// The search panicked.
    #[error("the search has crashed")]
    Crashed,
}

/// Speaks a language until it is told to quit or the input ends. At the end of input a search with
/// limits may still finish, so that a script of commands can simply be piped in; one without ends.
pub fn converse<D: Playable>(
    mut language: impl Language<D>,
    config: impl Into<LoadedConfig<D>>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> Result<(), ServeError> {
    let (sender, events) = sync_channel(QUEUE);
    let mut host = EngineHost::new(config.into(), sender.clone(), output)?;
    // Not joined: it may sit in a read that never returns.
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
                        // What waits came after this line, and speaks to the search it began.
                        waiting.iter().for_each(|line| urge(&mut host, language.when(line)));
                    }
                    heard
                }
            },
            Event::EndOfInput => {
                input_ended = true;
                host.desert();
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
            // Whoever asked for a move gets it, even now.
            quitting = true;
            host.stop();
        }
    }
}

/// Does to a running search what a line that has to wait for its end asks for.
fn urge<D: Playable>(host: &mut EngineHost<'_, D>, when: When) {
    match when {
        When::EndsAnalysis => host.end_endless(),
        When::DropsSearch => host.drop_search(),
        When::Now | When::AfterSearch => {}
    }
}

/// Waits for what happens next; raises the alarm of a running search when it is due.
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
