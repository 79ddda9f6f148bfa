//! Plays the games of a schedule on several threads: [`Pool`].

use crate::conditions::Conditions;
use crate::game::{Played, play};
use crate::schedule::Slot;
use crate::seats::Seats;
use crate::setup::{Entrant, MatchError};
use record::GameRecord;
use search::{Notation, StopFlag};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How often the stop flag is checked.
const POLL: Duration = Duration::from_millis(5);

/// The games of a schedule, and who plays them.
pub(crate) struct Pool<'a, G: Notation> {
    pub(crate) conditions: &'a Conditions<G>,
    pub(crate) entrants: Vec<&'a Entrant<G>>,
    /// Number of games of the schedule.
    pub(crate) games: usize,
    /// The schedule.
    pub(crate) slot: &'a (dyn Fn(usize) -> Slot + Sync),
    /// Whether a game is to be played.
    pub(crate) is_left: &'a (dyn Fn(usize) -> bool + Sync),
}

impl<G: Notation> Pool<'_, G> {
    /// Plays the games that are left until `stop` is raised or `finished`, which gets each game on the calling
    /// thread, returns `false`.
    pub(crate) fn play(
        &self,
        finished: &mut dyn FnMut(Slot, GameRecord) -> Result<bool, MatchError>,
        stop: &StopFlag,
    ) -> Result<(), MatchError> {
        let left = (0..self.games).filter(|&game| (self.is_left)(game));
        let threads = left.take(self.conditions.concurrency).count();
        if threads == 0 || stop.is_stopped() {
            return Ok(());
        }
        let mut seats =
            (0..threads).map(|_| Seats::new(&self.entrants)).collect::<Result<Vec<_>, _>>()?;
        seats[0].prepare(&self.entrants, stop)?;
        if stop.is_stopped() {
            return Ok(());
        }
        let halt = StopFlag::new();
        let queue = Queue { pool: self, next: AtomicUsize::new(0), halt: &halt };
        std::thread::scope(|scope| {
            let (send, results) = channel();
            for seats in seats {
                let (queue, send) = (&queue, send.clone());
                scope.spawn(move || queue.work(seats, &send));
            }
            drop(send);
            let result = loop {
                match results.recv_timeout(POLL) {
                    Ok(Err(error)) => break Err(error),
                    Ok(Ok((slot, record))) => match finished(slot, record) {
                        Ok(true) => {}
                        Ok(false) => halt.stop(),
                        Err(error) => break Err(error),
                    },
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                }
                if stop.is_stopped() {
                    halt.stop();
                }
            };
            halt.stop();
            result
        })
    }
}

/// What the threads share: the games that are left.
struct Queue<'a, G: Notation> {
    pool: &'a Pool<'a, G>,
    next: AtomicUsize,
    halt: &'a StopFlag,
}

/// A game that has ended, or why it could not be played.
type Finished = Result<(Slot, GameRecord), MatchError>;

impl<G: Notation> Queue<'_, G> {
    /// Plays games until none is left or the match ends.
    fn work(&self, mut seats: Seats<G>, finished: &Sender<Finished>) {
        while !self.halt.is_stopped()
            && let Some(slot) = self.next()
            && let Some(record) = self.play(slot, &mut seats).transpose()
            && finished.send(record.map(|record| (slot, record))).is_ok()
        {}
    }

    fn next(&self) -> Option<Slot> {
        loop {
            let game = self.next.fetch_add(1, Ordering::Relaxed);
            if game >= self.pool.games {
                return None;
            }
            if (self.pool.is_left)(game) {
                return Some((self.pool.slot)(game));
            }
        }
    }

    /// Plays a game; `None` if it was stopped.
    fn play(&self, slot: Slot, seats: &mut Seats<G>) -> Result<Option<GameRecord>, MatchError> {
        let Pool { conditions, entrants, .. } = self.pool;
        let Some(opening) = conditions.openings.get(slot.opening, self.halt)? else {
            return Ok(None);
        };
        let seated = slot.seated(slot.players);
        let sides = seated.map(|player| entrants[player]);
        let players = seats.players(entrants, seated);
        let Some(played) = play(conditions, sides, slot, opening, players, self.halt) else {
            return Ok(None);
        };
        let Played { game, broken } = played;
        if let Some(side) = broken {
            seats.vacate(seated[side.index()]);
        }
        Ok(Some(GameRecord { number: Some(slot.game + 1), ..game.record(&conditions.game) }))
    }
}
