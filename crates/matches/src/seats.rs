//! The players of one thread, replaced after a fault.

use crate::game::guarded;
use crate::setup::{Entrant, MatchError, MatchSetup};
use protocols::{Choice, GameStart, GameState, Player, PlayerFault};
use search::{Notation, StopFlag};

/// The two players of one thread.
pub(crate) struct Pair<G: Notation> {
    pub(crate) first: Seat<G>,
    pub(crate) second: Seat<G>,
}

impl<G: Notation> Pair<G> {
    pub(crate) fn new(setup: &MatchSetup<G>) -> Result<Self, MatchError> {
        Ok(Pair { first: Seat::new(&setup.first)?, second: Seat::new(&setup.second)? })
    }

    /// Prepares both players; one that cannot start is an error, except after a stop.
    pub(crate) fn prepare(
        &mut self,
        setup: &MatchSetup<G>,
        stop: &StopFlag,
    ) -> Result<(), MatchError> {
        for (seat, entrant) in [(&mut self.first, &setup.first), (&mut self.second, &setup.second)]
        {
            let player = seat.player(entrant);
            match guarded(|| player.prepare(stop)) {
                Ok(()) | Err(PlayerFault::Stopped) => {}
                Err(fault) => {
                    return Err(MatchError::Player { name: entrant.name.clone(), fault });
                }
            }
        }
        Ok(())
    }
}

/// Holds a player; empty after a fault.
pub(crate) struct Seat<G: Notation>(Option<Box<dyn Player<G>>>);

impl<G: Notation> Seat<G> {
    fn new(entrant: &Entrant<G>) -> Result<Self, MatchError> {
        let player = guarded(|| (entrant.make)())
            .map_err(|fault| MatchError::Player { name: entrant.name.clone(), fault })?;
        Ok(Seat(Some(player)))
    }

    /// The player, created again if the last one failed.
    pub(crate) fn player(&mut self, entrant: &Entrant<G>) -> &mut dyn Player<G> {
        let player = self.0.get_or_insert_with(|| {
            guarded(|| (entrant.make)())
                .unwrap_or_else(|fault| Box::new(Absent { name: entrant.name.clone(), fault }))
        });
        &mut **player
    }

    pub(crate) fn vacate(&mut self) {
        self.0 = None;
    }
}

/// Replaces a player that could not be created again: forfeits its game.
struct Absent {
    name: String,
    fault: PlayerFault,
}

impl<G: Notation> Player<G> for Absent {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _: &GameStart<'_, G>) -> Result<(), PlayerFault> {
        Err(self.fault.clone())
    }

    fn choose(&mut self, _: &GameState<'_, G>) -> Result<Choice<G::Move>, PlayerFault> {
        Err(self.fault.clone())
    }
}
