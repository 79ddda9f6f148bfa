//! A small mancala: three pits and a store for each side. A sowing that ends in the player's own store
//! gives another turn.
//!
//! Seeds are sown one by one into the following pits and the player's own store, but not into the
//! opponent's store. A side whose pits are empty passes. The game ends when all pits are empty, and the
//! side with more seeds in its store wins.
//!
//! Position text: pits and store of the first player, a slash, those of the second, then the side to
//! move: `2 2 2 0/2 2 2 0 X`. A move is the letter of a pit, `a` to `c`, or `pass`. Also accepted: any
//! amount of white space.

use crate::text;
use search::rng::mix;
use search::{Evaluator, Game, Notation, NotationError, Outcome, Score, Side};

/// The number of pits of one side.
const PITS: usize = 3;
/// The pits and the store of one side.
const HALF: usize = PITS + 1;
/// The maximum number of seeds on the board.
const MAX_SEEDS: u8 = 60;

/// The move of a side whose pits are empty, and its code.
pub const PASS: u8 = PITS as u8;

/// A position of the small mancala.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mancala {
    /// The first side's pits and store, then the second's.
    seeds: [u8; 2 * HALF],
    side: Side,
}

impl Mancala {
    /// The same number of seeds in every pit, the first player to move.
    ///
    /// # Panics
    /// If there are more than 10 seeds per pit.
    pub const fn new(seeds: u8) -> Self {
        assert!(seeds <= 10, "at most 10 seeds per pit");
        Mancala { seeds: [seeds, seeds, seeds, 0, seeds, seeds, seeds, 0], side: Side::First }
    }

    /// The seeds in a side's store.
    pub const fn store(&self, side: Side) -> u8 {
        self.seeds[side.index() * HALF + PITS]
    }

    /// The seeds in a side's pits.
    pub fn pits(&self, side: Side) -> &[u8] {
        &self.seeds[side.index() * HALF..][..PITS]
    }

    fn has_seeds(&self, side: Side) -> bool {
        self.pits(side).iter().any(|&seeds| seeds > 0)
    }

    /// Sows a pit. Returns whether the last seed fell into the player's own store.
    fn sow(&mut self, pit: usize) -> bool {
        let own_store = self.side.index() * HALF + PITS;
        let other_store = (!self.side).index() * HALF + PITS;
        let mut place = self.side.index() * HALF + pit;
        for _ in 0..std::mem::take(&mut self.seeds[place]) {
            place = (place + 1) % self.seeds.len();
            if place == other_store {
                place = (place + 1) % self.seeds.len();
            }
            self.seeds[place] += 1;
        }
        place == own_store
    }
}

impl Game for Mancala {
    /// A pit of the side to move, or [`PASS`].
    type Move = u8;
    type Undo = Self;
    const MOVE_CODES: usize = PITS + 1;

    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        if self.has_seeds(Side::First) || self.has_seeds(Side::Second) {
            return None;
        }
        Some(match self.store(Side::First).cmp(&self.store(Side::Second)) {
            Greater => Outcome::Win(Side::First),
            Less => Outcome::Win(Side::Second),
            Equal => Outcome::Draw,
        })
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        if self.has_seeds(self.side) {
            let pits = (0..).zip(self.pits(self.side));
            moves.extend(pits.filter(|&(_, &seeds)| seeds > 0).map(|(pit, _)| pit));
        } else {
            moves.push(PASS);
        }
    }

    fn play(&mut self, mv: u8) -> Self {
        let before = *self;
        if mv == PASS || !self.sow(usize::from(mv)) {
            self.side = !self.side;
        }
        before
    }

    fn undo(&mut self, _mv: u8, before: Self) {
        *self = before;
    }

    fn key(&self) -> u64 {
        mix(u64::from_le_bytes(self.seeds) ^ (self.side.index() as u64) << 63)
    }

    fn code(mv: u8) -> u16 {
        u16::from(mv)
    }
}

impl Notation for Mancala {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        let (board, side) = text::split_side(text)?;
        let (first, second) = board.split_once('/').ok_or_else(|| {
            NotationError::new(
                "board",
                search::notation::quote(board),
                "two halves with a / between them",
            )
        })?;
        let mut position = Mancala { seeds: [0; 2 * HALF], side };
        position.seeds[..HALF].copy_from_slice(&read_half("first player", first)?);
        position.seeds[HALF..].copy_from_slice(&read_half("second player", second)?);
        let found: u32 = position.seeds.iter().map(|&seeds| u32::from(seeds)).sum();
        if found > u32::from(MAX_SEEDS) {
            let allowed = format!("at most {MAX_SEEDS}");
            return Err(NotationError::new("board", format!("{found} seeds"), allowed));
        }
        Ok(position)
    }

    fn position_text(&self) -> String {
        let half = |side: Side| {
            let pits: String = self.pits(side).iter().map(|seeds| format!("{seeds} ")).collect();
            format!("{pits}{}", self.store(side))
        };
        format!("{}/{} {}", half(Side::First), half(Side::Second), text::letter(self.side))
    }

    fn parse_move(&self, text: &str) -> Result<u8, NotationError> {
        let named = match text.trim().as_bytes() {
            b"pass" => Some(PASS),
            &[pit @ b'a'..=b'c'] => Some(pit - b'a'),
            _ => None,
        };
        named.filter(|&mv| self.is_legal(mv)).ok_or_else(|| text::refused_move(self, text))
    }

    fn move_text(&self, mv: u8) -> String {
        match mv {
            PASS => "pass".to_owned(),
            pit => char::from(b'a' + pit).to_string(),
        }
    }
}

/// Reads the pits and the store of one side.
fn read_half(owner: &str, words: &str) -> Result<[u8; HALF], NotationError> {
    let mut half = [0; HALF];
    let found = words.split_whitespace().count();
    if found != HALF {
        return Err(NotationError::new(owner, format!("{found} numbers"), "3 pits and a store"));
    }
    for (place, (seeds, word)) in (1..).zip(half.iter_mut().zip(words.split_whitespace())) {
        *seeds = text::number(format!("{owner}, number {place}"), word, 0..=MAX_SEEDS)?;
    }
    Ok(half)
}

/// Evaluates the difference between the stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreLead;

impl Evaluator<Mancala> for StoreLead {
    fn evaluate(&mut self, game: &Mancala) -> Score {
        Score::new(i64::from(game.store(game.side)) - i64::from(game.store(!game.side)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn after(text: &str, mv: &str) -> String {
        let mut game = Mancala::parse_position(text).unwrap();
        game.play(game.parse_move(mv).unwrap());
        game.position_text()
    }

    #[test]
    fn a_sowing_that_ends_in_the_players_own_store_gives_another_turn() {
        assert_eq!(after("2 2 2 0/2 2 2 0 X", "b"), "2 0 3 1/2 2 2 0 X");
        assert_eq!(after("2 2 2 0/2 2 2 0 X", "a"), "0 3 3 0/2 2 2 0 O");
        assert_eq!(after("2 2 2 0/2 2 2 0 O", "b"), "2 2 2 0/2 0 3 1 O");
    }

    #[test]
    fn a_long_sowing_skips_the_opponents_store() {
        assert_eq!(after("0 0 8 0/0 0 0 5 X", "c"), "1 1 1 2/1 1 1 5 X");
    }

    #[test]
    fn a_side_without_seeds_passes_until_all_pits_are_empty() {
        assert_eq!(after("0 0 0 3/0 0 1 4 X", "pass"), "0 0 0 3/0 0 1 4 O");
        let over = Mancala::parse_position("0 0 0 3/0 0 0 5 O").unwrap();
        assert_eq!(over.outcome(), Some(Outcome::Win(Side::Second)));
        assert_eq!(StoreLead.evaluate(&over), Score::new(2));
    }

    #[test]
    fn impossible_boards_are_refused_with_the_place() {
        let refused = |text: &str| Mancala::parse_position(text).unwrap_err().to_string();
        assert_eq!(
            refused("1 2 3 4 X"),
            "board: found `1 2 3 4`, allowed: two halves with a / between them"
        );
        assert_eq!(
            refused("1 2 3 4/1 2 3 X"),
            "second player: found 3 numbers, allowed: 3 pits and a store"
        );
        assert_eq!(
            refused("1 2 300 4/1 2 3 4 X"),
            "first player, number 3: found `300`, allowed: a number from 0 to 60"
        );
        assert_eq!(refused("0 0 0 30/0 0 1 30 X"), "board: found 61 seeds, allowed: at most 60");
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in "[0-9 /XO]{0,24}|\\PC{0,24}") {
            let _ = Mancala::parse_position(&text);
            let _ = Mancala::new(2).parse_move(&text);
        }
    }
}
