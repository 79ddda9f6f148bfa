//! The opening, colours and seeds of each game. They depend only on the number of the game, not on the
//! thread that plays it or on the order of games.

use search::Side;
use search::rng::mix;

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    /// Its number, from 0.
    pub(crate) game: usize,
    /// The number of its opening, from 0.
    pub(crate) opening: usize,
    /// The numbers of the two players; those of a match are 0 and 1.
    pub(crate) players: [usize; 2],
    /// Whether the first of them plays the game's second side.
    pub(crate) swapped: bool,
}

impl Slot {
    /// Game number `game` of a match: two games for each opening, with colours swapped.
    pub(crate) fn new(game: usize) -> Slot {
        Slot { game, opening: game / 2, players: [0, 1], swapped: game % 2 == 1 }
    }

    /// The side that the first of the two players plays.
    pub(crate) fn first_side(self) -> Side {
        if self.swapped { Side::Second } else { Side::First }
    }

    /// Values of the two players, in the order of the game's sides.
    pub(crate) fn seated<T>(self, [first, second]: [T; 2]) -> [T; 2] {
        if self.swapped { [second, first] } else { [first, second] }
    }

    /// The seeds of the game's two sides.
    pub(crate) fn seeds(self, seed: u64) -> [u64; 2] {
        let of = |side: u64| mix(mix(seed) ^ (2 * self.game as u64 + side));
        [of(0), of(1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_opening_is_played_with_both_colours_before_the_next() {
        let order: Vec<_> =
            (0..8).map(Slot::new).map(|slot| (slot.opening, slot.swapped)).collect();
        let expected = [0, 1, 2, 3].map(|opening| [(opening, false), (opening, true)]).concat();
        assert_eq!(order, expected);
    }

    #[test]
    fn no_two_games_or_sides_share_a_seed() {
        let seeds: HashSet<u64> = (0..500).flat_map(|game| Slot::new(game).seeds(7)).collect();
        assert_eq!(seeds.len(), 1000);
    }
}
