//! Who plays whom: [`Kind`] and the schedule of a tournament.

use crate::schedule::Slot;
use serde::{Deserialize, Serialize};

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Everyone plays everyone else.
    #[default]
    RoundRobin,
    /// The first player plays everyone else.
    Gauntlet,
}

/// The games of a tournament: rounds in which every pairing plays the same opening with both colours.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    /// The numbers of the players of each pairing.
    pub(super) pairings: Vec<[usize; 2]>,
    /// Pairs of games of each pairing.
    rounds: usize,
}

impl Schedule {
    pub(super) fn new(kind: Kind, players: usize, rounds: usize) -> Schedule {
        let first = match kind {
            Kind::RoundRobin => 0..players,
            Kind::Gauntlet => 0..players.min(1),
        };
        let pairings = first.flat_map(|one| (one + 1..players).map(move |other| [one, other]));
        Schedule { pairings: pairings.collect(), rounds }
    }

    /// Number of games.
    pub(super) fn games(&self) -> usize {
        2 * self.rounds * self.pairings.len()
    }

    /// A game by its number, from 0. It does not depend on the number of rounds.
    pub(super) fn slot(&self, game: usize) -> Slot {
        let pair = game / 2;
        Slot {
            game,
            opening: pair / self.pairings.len(),
            players: self.pairings[pair % self.pairings.len()],
            swapped: game % 2 == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn every_pairing_plays_every_opening_with_both_colours() {
        let schedule = Schedule::new(Kind::RoundRobin, 4, 3);
        assert_eq!((schedule.pairings.len(), schedule.games()), (6, 36));
        let mut games: HashMap<([usize; 2], usize), Vec<bool>> = HashMap::new();
        for slot in (0..schedule.games()).map(|game| schedule.slot(game)) {
            games.entry((slot.players, slot.opening)).or_default().push(slot.swapped);
        }
        assert_eq!(games.len(), 18);
        assert!(games.values().all(|colours| *colours == [false, true]));
    }

    #[test]
    fn in_a_gauntlet_only_the_first_player_meets_the_others() {
        assert_eq!(Schedule::new(Kind::Gauntlet, 4, 1).pairings, [[0, 1], [0, 2], [0, 3]]);
    }

    #[test]
    fn more_rounds_leave_the_earlier_games_as_they_are() {
        let [short, long] = [2, 5].map(|rounds| Schedule::new(Kind::RoundRobin, 3, rounds));
        assert!((0..short.games()).all(|game| short.slot(game) == long.slot(game)));
    }
}
