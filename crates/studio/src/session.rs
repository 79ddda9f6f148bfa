//! One game and its engine: [`Session`]; a search of it: [`Search`].
//!
//! A session runs one search at a time. Any command ends the search that runs, so that the engine always
//! works on the position that the page shows.

use harness::facade::{AnyGame, FacadeError, Opening};
use search::StopFlag;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// A game in progress.
pub struct Session {
    /// The name of the game.
    pub kind: &'static str,
    game: Mutex<Box<dyn AnyGame>>,
    running: Mutex<Option<Arc<Search>>>,
    used: Mutex<Instant>,
}

/// A search that is waiting or running.
#[derive(Default)]
pub struct Search {
    stop: StopFlag,
    abandoned: AtomicBool,
    ended: Notify,
}

impl Search {
    /// The flag that the engine polls.
    pub fn flag(&self) -> StopFlag {
        self.stop.clone()
    }

    /// Ends the search; its result counts.
    pub fn stop(&self) {
        self.stop.stop();
        self.ended.notify_one();
    }

    /// Ends the search; its result is of no use, because the game has changed or the client has left.
    pub fn abandon(&self) {
        self.abandoned.store(true, Relaxed);
        self.stop();
    }

    /// Whether the result is of no use.
    pub fn is_abandoned(&self) -> bool {
        self.abandoned.load(Relaxed)
    }

    /// Waits until the search is stopped.
    pub async fn stopped(&self) {
        if !self.stop.is_stopped() {
            self.ended.notified().await;
        }
    }
}

/// A lock whose data is valid even if a thread panicked while it held it: the game checks its own moves.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    /// A session of a game.
    pub fn new(kind: &'static str, game: Box<dyn AnyGame>) -> Session {
        let (running, used) = (Mutex::new(None), Mutex::new(Instant::now()));
        Session { kind, game: Mutex::new(game), running, used }
    }

    /// The game, as soon as no search uses it. Blocks: not for the threads that answer requests.
    pub fn game(&self) -> MutexGuard<'_, Box<dyn AnyGame>> {
        lock(&self.game)
    }

    /// Begins a search in place of the one that runs.
    pub fn begin(&self) -> Arc<Search> {
        let search = Arc::new(Search::default());
        if let Some(before) = lock(&self.running).replace(Arc::clone(&search)) {
            before.abandon();
        }
        search
    }

    /// Forgets a search that has ended.
    pub fn end(&self, search: &Arc<Search>) {
        let mut running = lock(&self.running);
        if running.as_ref().is_some_and(|own| Arc::ptr_eq(own, search)) {
            *running = None;
        }
        drop(running);
        self.touch();
    }

    /// The search that runs or waits.
    pub fn running(&self) -> Option<Arc<Search>> {
        lock(&self.running).clone()
    }

    /// Ends the search that runs, because the game changes.
    pub fn interrupt(&self) {
        if let Some(search) = self.running() {
            search.abandon();
        }
    }

    /// Notes that the session was used.
    pub fn touch(&self) {
        *lock(&self.used) = Instant::now();
    }

    /// How long it has not been used; zero while it searches.
    pub fn idle(&self) -> Duration {
        if self.running().is_some() { Duration::ZERO } else { lock(&self.used).elapsed() }
    }
}

/// Makes the moves of a game these: takes back what differs and plays the rest. If one is refused, the game
/// is as before.
pub(crate) fn set_line(game: &mut dyn AnyGame, moves: &[String]) -> Result<(), FacadeError> {
    let before = game.moves();
    let common = before.iter().zip(moves).take_while(|(own, asked)| own == asked).count();
    let back_to = |game: &mut dyn AnyGame, plies: usize| {
        while game.moves().len() > plies && game.undo().is_some() {}
    };
    back_to(game, common);
    let played = moves[common..].iter().try_for_each(|text| game.play(text));
    if played.is_err() {
        back_to(game, common);
        // These moves were accepted before.
        before[common..].iter().try_for_each(|text| game.play(text))?;
    }
    played
}

/// The opening that continues a game under another configuration.
pub(crate) fn same_start(game: &dyn AnyGame, opening: Opening) -> Opening {
    Opening { position: Some(game.start()), ..opening }
}
