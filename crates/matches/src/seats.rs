//! The players of one thread, replaced after a fault.

use crate::game::guarded;
use crate::setup::{Entrant, MatchError};
use protocols::{Choice, GameStart, GameState, Player, PlayerFault};
use search::{Notation, StopFlag};

/// The players of one thread, in the order of the entrants.
pub(crate) struct Seats<G: Notation>(Vec<Seat<G>>);

impl<G: Notation> Seats<G> {
    pub(crate) fn new(entrants: &[&Entrant<G>]) -> Result<Self, MatchError> {
        entrants.iter().map(|entrant| Seat::new(entrant)).collect::<Result<_, _>>().map(Seats)
    }

    /// Prepares all players; one that cannot start is an error, except after a stop.
    pub(crate) fn prepare(
        &mut self,
        entrants: &[&Entrant<G>],
        stop: &StopFlag,
    ) -> Result<(), MatchError> {
        for (seat, entrant) in self.0.iter_mut().zip(entrants) {
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

    /// The players of a game, given their numbers, which differ.
    pub(crate) fn players(
        &mut self,
        entrants: &[&Entrant<G>],
        [one, other]: [usize; 2],
    ) -> [&mut dyn Player<G>; 2] {
        let (low, high) = (one.min(other), one.max(other));
        let (below, above) = self.0.split_at_mut(high);
        let (low_seat, high_seat) = (&mut below[low], &mut above[0]);
        let players = [low_seat.player(entrants[low]), high_seat.player(entrants[high])];
        let [first, second] = players;
        if one < other { [first, second] } else { [second, first] }
    }

    /// Removes a player that failed.
    pub(crate) fn vacate(&mut self, player: usize) {
        self.0[player].0 = None;
    }
}

/// Holds a player; empty after a fault.
struct Seat<G: Notation>(Option<Box<dyn Player<G>>>);

impl<G: Notation> Seat<G> {
    fn new(entrant: &Entrant<G>) -> Result<Self, MatchError> {
        let player = guarded(|| (entrant.make)())
            .map_err(|fault| MatchError::Player { name: entrant.name.clone(), fault })?;
        Ok(Seat(Some(player)))
    }

    /// The player, created again if the last one failed.
    fn player(&mut self, entrant: &Entrant<G>) -> &mut dyn Player<G> {
        let player = self.0.get_or_insert_with(|| {
            guarded(|| (entrant.make)())
                .unwrap_or_else(|fault| Box::new(Absent { name: entrant.name.clone(), fault }))
        });
        &mut **player
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
