//! The match itself: [`run_match`].

use crate::game::{Played, play};
use crate::records::Counted;
use crate::schedule::Slot;
use crate::seats::Pair;
use crate::setup::{MatchError, MatchSetup};
use crate::standing::{MatchReport, Standing};
use record::GameRecord;
use search::{Notation, StopFlag};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How often the stop flag is looked at.
const POLL: Duration = Duration::from_millis(5);

/// What is told after every game.
#[derive(Clone, Copy, Debug)]
pub struct MatchProgress<'a> {
    /// The game that has just ended; `None` once at the beginning.
    pub game: Option<&'a GameRecord>,
    /// The standing.
    pub report: &'a MatchReport,
    /// How many games the match has at most.
    pub total: usize,
}

/// Plays a match: all its games, or until the sequential test decides or `stop` is raised. In the
/// last case the report says that it is not complete, and with a record it can be resumed.
///
/// `progress` is called on the calling thread, once before the first game and after each. With
/// limits that do not depend on time the result does not depend on the concurrency, nor on how
/// often the match was interrupted.
pub fn run_match<G: Notation>(
    setup: &MatchSetup<G>,
    progress: &mut dyn FnMut(&MatchProgress<'_>),
    stop: &StopFlag,
) -> Result<MatchReport, MatchError> {
    setup.validate()?;
    let names = [setup.first.name.clone(), setup.second.name.clone()];
    let mut standing = Standing::new(names, setup.games, setup.sprt);
    let mut journal = setup.journal(&mut standing)?;
    let total = setup.games;
    progress(&MatchProgress { game: None, report: &standing.report(), total });

    let slots: Vec<Slot> = (0..setup.games)
        .filter(|&game| !standing.is_played(game))
        .map(|game| Slot::new(game, setup.openings.len()))
        .collect();
    if slots.is_empty() || standing.is_decided() {
        return Ok(standing.report());
    }
    let mut pairs = (0..setup.concurrency.min(slots.len()))
        .map(|_| Pair::new(setup))
        .collect::<Result<Vec<_>, _>>()?;
    pairs[0].prepare(setup)?;

    let halt = StopFlag::new();
    let queue = Queue { setup, slots: &slots, next: AtomicUsize::new(0), halt: &halt };
    std::thread::scope(|scope| {
        let (send, finished) = channel();
        for pair in pairs {
            let (queue, send) = (&queue, send.clone());
            scope.spawn(move || queue.work(pair, &send));
        }
        drop(send);
        let result = loop {
            match finished.recv_timeout(POLL) {
                Ok(record) => {
                    if let Some(journal) = &mut journal
                        && let Err(error) = journal.append(std::slice::from_ref(&record))
                    {
                        break Err(error.into());
                    }
                    if !standing.is_decided()
                        && let Ok(counted) = Counted::read(&record, setup.openings.len())
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

/// What the threads share: the games still to be played.
struct Queue<'a, G: Notation> {
    setup: &'a MatchSetup<G>,
    slots: &'a [Slot],
    next: AtomicUsize,
    halt: &'a StopFlag,
}

impl<G: Notation> Queue<'_, G> {
    /// Plays games until there are none left or the match ends.
    fn work(&self, mut pair: Pair<G>, finished: &Sender<GameRecord>) {
        while !self.halt.is_stopped()
            && let Some(&slot) = self.slots.get(self.next.fetch_add(1, Ordering::Relaxed))
            && let Some(record) = self.play(slot, &mut pair)
            && finished.send(record).is_ok()
        {}
    }

    fn play(&self, slot: Slot, pair: &mut Pair<G>) -> Option<GameRecord> {
        let setup = self.setup;
        let players = [pair.first.player(&setup.first), pair.second.player(&setup.second)];
        let Played { game, broken } = play(setup, slot, slot.seated(players), self.halt)?;
        match broken {
            Some(side) if side == slot.first_side() => pair.first.vacate(),
            Some(_) => pair.second.vacate(),
            None => {}
        }
        Some(GameRecord { number: Some(slot.game + 1), ..game.record(&setup.game) })
    }
}
