//! Plays a match: [`run_match`].

use crate::game::{Played, play};
use crate::records::Counted;
use crate::schedule::Slot;
use crate::seats::Pair;
use crate::setup::{MatchError, MatchSetup};
use crate::standing::{MatchReport, Standing};
use record::GameRecord;
use search::{Notation, StopFlag};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How often the stop flag is checked.
const POLL: Duration = Duration::from_millis(5);

/// The state of a match after a game.
#[derive(Clone, Copy, Debug)]
pub struct MatchProgress<'a> {
    /// The game that has just ended; `None` before the first game.
    pub game: Option<&'a GameRecord>,
    /// The result so far.
    pub report: &'a MatchReport,
    /// The number of games if nothing ends the match early.
    pub total: usize,
}

/// Plays a match until all games are played, the sequential test decides or `stop` is raised. A stopped
/// match is reported as incomplete; with a record file it can be resumed.
///
/// `progress` is called on the calling thread, before the first game and after each game. With limits
/// in nodes or depth the result depends neither on the concurrency nor on interruptions.
pub fn run_match<G: Notation>(
    setup: &MatchSetup<G>,
    progress: &mut dyn FnMut(&MatchProgress<'_>),
    stop: &StopFlag,
) -> Result<MatchReport, MatchError> {
    setup.validate()?;
    let names = [setup.first.name.clone(), setup.second.name.clone()];
    let mut standing = Standing::new(names, setup.games, setup.sprt);
    // An opening that cannot be made is an error before the first game, not after hours of play.
    for number in 0..setup.openings.bases().min(setup.games.div_ceil(2)) {
        if setup.openings.get(number, stop)?.is_none() {
            return Ok(standing.report());
        }
    }
    let (mut journal, recorded) = setup.journal(&mut standing, stop)?;
    let total = setup.games;
    progress(&MatchProgress { game: None, report: &standing.report(), total });

    let left = setup.games - recorded.iter().filter(|&&game| game < setup.games).count();
    if left == 0 || standing.is_decided() || stop.is_stopped() {
        return Ok(standing.report());
    }
    let mut pairs = (0..setup.concurrency.min(left))
        .map(|_| Pair::new(setup))
        .collect::<Result<Vec<_>, _>>()?;
    pairs[0].prepare(setup, stop)?;
    if stop.is_stopped() {
        return Ok(standing.report());
    }

    let halt = StopFlag::new();
    let queue = Queue { setup, recorded: &recorded, next: AtomicUsize::new(0), halt: &halt };
    std::thread::scope(|scope| {
        let (send, finished) = channel();
        for pair in pairs {
            let (queue, send) = (&queue, send.clone());
            scope.spawn(move || queue.work(pair, &send));
        }
        drop(send);
        let result = loop {
            match finished.recv_timeout(POLL) {
                Ok(Err(error)) => break Err(error),
                Ok(Ok(record)) => {
                    if let Some(journal) = &mut journal
                        && let Err(error) = journal.append(std::slice::from_ref(&record))
                    {
                        break Err(error.into());
                    }
                    if !standing.is_decided()
                        && let Ok(counted) = Counted::read(&record)
                    {
                        let Counted { slot, result, reason } = counted;
                        standing.add(slot.game, result, reason);
                        let report = standing.report();
                        progress(&MatchProgress { game: Some(&record), report: &report, total });
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(standing.report()),
            }
            if stop.is_stopped() || standing.is_decided() {
                halt.stop();
            }
        };
        halt.stop();
        result
    })
}

/// What the threads share: the games that are left.
struct Queue<'a, G: Notation> {
    setup: &'a MatchSetup<G>,
    /// Games of the record file, which are not played again.
    recorded: &'a HashSet<usize>,
    next: AtomicUsize,
    halt: &'a StopFlag,
}

impl<G: Notation> Queue<'_, G> {
    /// Plays games until none is left or the match ends.
    fn work(&self, mut pair: Pair<G>, finished: &Sender<Result<GameRecord, MatchError>>) {
        while !self.halt.is_stopped()
            && let Some(slot) = self.next()
            && let Some(record) = self.play(slot, &mut pair).transpose()
            && finished.send(record).is_ok()
        {}
    }

    fn next(&self) -> Option<Slot> {
        loop {
            let game = self.next.fetch_add(1, Ordering::Relaxed);
            if game >= self.setup.games {
                return None;
            }
            if !self.recorded.contains(&game) {
                return Some(Slot::new(game));
            }
        }
    }

    /// Plays a game; `None` if it was stopped.
    fn play(&self, slot: Slot, pair: &mut Pair<G>) -> Result<Option<GameRecord>, MatchError> {
        let setup = self.setup;
        let Some(opening) = setup.openings.get(slot.opening, self.halt)? else { return Ok(None) };
        let players = [pair.first.player(&setup.first), pair.second.player(&setup.second)];
        let Some(played) = play(setup, slot, opening, slot.seated(players), self.halt) else {
            return Ok(None);
        };
        let Played { game, broken } = played;
        match broken {
            Some(side) if side == slot.first_side() => pair.first.vacate(),
            Some(_) => pair.second.vacate(),
            None => {}
        }
        Ok(Some(GameRecord { number: Some(slot.game + 1), ..game.record(&setup.game) }))
    }
}
