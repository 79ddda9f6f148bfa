//! All games in progress: [`Sessions`].

use crate::session::Session;
use crate::settings;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The games by their identifiers.
pub struct Sessions {
    limits: settings::Sessions,
    all: Mutex<HashMap<String, Arc<Session>>>,
}

/// There is no room for another game.
#[derive(Debug)]
pub struct Full;

impl Sessions {
    /// No games yet.
    pub fn new(limits: settings::Sessions) -> Sessions {
        Sessions { limits, all: Mutex::default() }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Session>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room for one more game: ends the one that was idle longest if there are too many.
    pub fn make_room(&self) -> Result<(), Full> {
        let mut all = self.all();
        while all.len() >= self.limits.limit {
            let oldest = all.iter().max_by_key(|(_, session)| session.idle());
            let id = oldest
                .filter(|(_, session)| session.idle() > self.limits.grace())
                .map(|(id, _)| id.clone())
                .ok_or(Full)?;
            all.remove(&id);
        }
        Ok(())
    }

    /// Adds a game and returns its identifier, which cannot be guessed.
    pub fn add(&self, session: Session) -> Result<(String, Arc<Session>), Full> {
        self.make_room()?;
        let id = random_id().ok_or(Full)?;
        let session = Arc::new(session);
        self.all().insert(id.clone(), Arc::clone(&session));
        Ok((id, session))
    }

    /// The game of this identifier.
    pub fn find(&self, id: &str) -> Option<Arc<Session>> {
        let session = self.all().get(id).cloned()?;
        session.touch();
        Some(session)
    }

    /// Ends a game; `false` if no game has this identifier.
    pub fn remove(&self, id: &str) -> bool {
        let removed = self.all().remove(id);
        if let Some(session) = &removed {
            session.interrupt();
        }
        removed.is_some()
    }

    /// Ends the games that were not used for too long.
    pub fn end_idle(&self) {
        self.all().retain(|_, session| session.idle() <= self.limits.idle());
    }

    /// Ends all games.
    pub fn end_all(&self) {
        for (_, session) in self.all().drain() {
            session.interrupt();
        }
    }

    /// How many games there are.
    pub fn count(&self) -> usize {
        self.all().len()
    }
}

/// 128 bits from the system's random source; `None` if it has none to give.
fn random_id() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().fold(String::with_capacity(32), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use harness::facade::{AnyDomain, GameOf, Opening};
    use std::collections::HashSet;

    const GAME: GameOf<proof_games::domain::ConnectFourDomain> = GameOf::NEW;

    fn session() -> Session {
        let sets = vec!["search.table-mib=0".to_owned()];
        Session::new(
            "connect-four",
            GAME.open(&Opening { sets, ..Opening::default() }).expect("opens"),
        )
    }

    fn sessions(limit: usize, grace_seconds: f64) -> Sessions {
        Sessions::new(settings::Sessions { limit, idle_minutes: 0.001, grace_seconds })
    }

    #[test]
    fn identifiers_are_long_and_differ() {
        let ids: HashSet<String> = (0..1000).filter_map(|_| random_id()).collect();
        assert!(ids.len() == 1000 && ids.iter().all(|id| id.len() == 32));
    }

    #[test]
    fn the_game_idle_longest_makes_room_unless_it_was_just_used() {
        let sessions = sessions(2, 0.0);
        let first = sessions.add(session()).expect("room").0;
        let second = sessions.add(session()).expect("room").0;
        assert!(sessions.find(&first).is_some(), "used again");
        sessions.add(session()).expect("room is made");
        assert_eq!((sessions.count(), sessions.find(&second).is_some()), (2, false));
        let sessions = self::sessions(1, 1000.0);
        sessions.add(session()).expect("room");
        assert!(sessions.add(session()).is_err());
    }

    #[test]
    fn a_game_that_searches_is_not_idle() {
        let sessions = sessions(8, 0.0);
        let (id, searching) = sessions.add(session()).expect("room");
        sessions.add(session()).expect("room");
        let search = searching.begin();
        std::thread::sleep(std::time::Duration::from_millis(70));
        sessions.end_idle();
        assert!(sessions.count() == 1 && sessions.find(&id).is_some());
        searching.end(&search);
        std::thread::sleep(std::time::Duration::from_millis(70));
        sessions.end_idle();
        assert_eq!(sessions.count(), 0);
    }
}
