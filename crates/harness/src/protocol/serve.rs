//! The loop of a conversation, and what a language brings to it.

use super::desk::{Desk, Finding};
use super::lines::read_line;
use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use search::{Analyst, Game, Iteration, Report};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;

/// Events on their way; then whoever sends has to wait.
const QUEUE: usize = 256;
/// Lines that wait for the end of a search; whoever sends more wants no answer to it.
const WAITING_LINES: usize = 1024;

type Move<D> = <<D as Domain>::Game as Game>::Move;

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
pub trait Language<D: Domain> {
    /// When to serve a line that comes during a search, or came before it began and still waits.
    fn when(&self, line: &str) -> When;

    /// Does what a line asks for. It may [start a search](Desk::search), unless the desk is
    /// [busy](Desk::is_busy), which it only is for a line that is served [now](When::Now).
    fn hear(&mut self, desk: &mut Desk<'_, D>, line: &str) -> io::Result<Flow>;

    /// An iteration of the search is finished.
    fn iteration(
        &mut self,
        desk: &mut Desk<'_, D>,
        iteration: &Iteration<Move<D>>,
    ) -> io::Result<()> {
        let _ = (desk, iteration);
        Ok(())
    }

    /// The search is over and its answer due.
    fn answer(&mut self, desk: &mut Desk<'_, D>, report: &Report<D::Game>) -> io::Result<()>;

    /// The conversation is over.
    fn farewell(&mut self, desk: &mut Desk<'_, D>) -> io::Result<()> {
        let _ = desk;
        Ok(())
    }

    /// A [count](Desk::count) has come to this below a root move.
    fn share(&mut self, desk: &mut Desk<'_, D>, mv: Move<D>, lines: u64) -> io::Result<()> {
        let _ = (desk, mv, lines);
        Ok(())
    }

    /// A [count](Desk::count) is over; `None` if it was stopped.
    fn total(&mut self, desk: &mut Desk<'_, D>, lines: Option<u64>) -> io::Result<()> {
        let _ = (desk, lines);
        Ok(())
    }
}

/// What happens in a conversation.
pub(super) enum Event<D: Domain> {
    Line(String),
    EndOfInput,
    Iteration(Iteration<Move<D>>),
    Share(Move<D>, u64),
    Done(Box<dyn Analyst<D::Game>>, Finding<D::Game>),
    Crashed,
}

/// Speaks a language on standard input and output: the whole of a protocol's verb.
pub fn converse_on_stdio<D: Domain>(
    context: &Context<D>,
    language: impl Language<D>,
) -> Result<Finish, HarnessError> {
    let input = io::BufReader::new(io::stdin());
    converse(language, context.config().clone(), input, &mut io::stdout())?;
    Ok(Finish::Done)
}

/// Speaks a language until it is told to quit or the input ends. At the end of input a search with
/// limits may still finish, so that a script of commands can simply be piped in; one without ends.
pub fn converse<D: Domain>(
    mut language: impl Language<D>,
    config: D::Config,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> Result<(), HarnessError> {
    let (sender, events) = sync_channel(QUEUE);
    let mut desk = Desk::new(config, sender.clone(), output)
        .map_err(|problem| HarnessError::input("config", problem))?;
    // Not joined: it may sit in a read that never returns.
    thread::spawn(move || read_all(input, &sender));
    let mut waiting = VecDeque::new();
    let (mut input_ended, mut quitting) = (false, false);
    loop {
        match desk.answer() {
            Some(Finding::Best(report)) => language.answer(&mut desk, &report),
            Some(Finding::Lines(lines)) => language.total(&mut desk, lines),
            None => Ok(()),
        }
        .map_err(HarnessError::Output)?;
        let event = match (desk.is_busy(), waiting.pop_front()) {
            (false, Some(line)) if !quitting => Event::Line(line),
            (false, _) if quitting || input_ended => {
                return language.farewell(&mut desk).map_err(HarnessError::Output);
            }
            (_, line) => {
                line.into_iter().for_each(|line| waiting.push_front(line));
                next_event(&events, &mut desk)
            }
        };
        let heard = match event {
            Event::Line(_) if quitting => Ok(Flow::On),
            Event::Line(line) => match language.when(&line) {
                when if desk.is_busy() && when != When::Now => {
                    urge(&mut desk, when);
                    waiting.push_back(line);
                    if waiting.len() > WAITING_LINES {
                        desk.stop();
                    }
                    Ok(Flow::On)
                }
                _ => {
                    let was_busy = desk.is_busy();
                    let heard = language.hear(&mut desk, &line);
                    if !was_busy {
                        // What waits came after this line, and speaks to the search it began.
                        waiting.iter().for_each(|line| urge(&mut desk, language.when(line)));
                    }
                    heard
                }
            },
            Event::EndOfInput => {
                input_ended = true;
                desk.desert();
                Ok(Flow::On)
            }
            Event::Iteration(_) if desk.is_unwanted() => Ok(Flow::On),
            Event::Iteration(news) => language.iteration(&mut desk, &news).map(|()| Flow::On),
            Event::Share(mv, lines) => language.share(&mut desk, mv, lines).map(|()| Flow::On),
            Event::Done(analyst, finding) => {
                desk.take_back(analyst, finding);
                Ok(Flow::On)
            }
            Event::Crashed => {
                return Err(HarnessError::other(io::Error::other("the search has crashed")));
            }
        };
        if heard.map_err(HarnessError::Output)? == Flow::Quit {
            // Whoever asked for a move gets it, even now.
            quitting = true;
            desk.stop();
        }
    }
}

/// Does to a running search what a line that has to wait for its end asks for.
fn urge<D: Domain>(desk: &mut Desk<'_, D>, when: When) {
    match when {
        When::EndsAnalysis => desk.end_endless(),
        When::DropsSearch => desk.drop_search(),
        When::Now | When::AfterSearch => {}
    }
}

/// Waits for what happens next; raises the alarm of a running search when it is due.
fn next_event<D: Domain>(events: &Receiver<Event<D>>, desk: &mut Desk<'_, D>) -> Event<D> {
    loop {
        match desk.patience() {
            None => return events.recv().unwrap_or(Event::EndOfInput),
            Some(patience) => match events.recv_timeout(patience) {
                Ok(event) => return event,
                Err(RecvTimeoutError::Timeout) => desk.stop(),
                Err(RecvTimeoutError::Disconnected) => return Event::EndOfInput,
            },
        }
    }
}

fn read_all<D: Domain>(mut input: impl BufRead, events: &SyncSender<Event<D>>) {
    while let Some(line) = read_line(&mut input) {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::EndOfInput);
}
