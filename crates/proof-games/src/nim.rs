//! Nim: a move takes any number of stones from one heap. The player who cannot move loses.
//!
//! The winner is known from theory (Bouton 1901): the side to move wins unless the nim sum (exclusive
//! or) of the heap sizes is zero.
//!
//! Position text: the heap sizes separated by spaces, then the side to move: `3 4 5 X`. A move is
//! the letter of the heap and the number of stones taken: `b2`. Also accepted: any amount of white space
//! and empty heaps at the end.

use crate::text;
use search::rng::mix;
use search::{Game, Notation, NotationError, Outcome, Side};

/// The maximum number of heaps.
pub const MAX_HEAPS: usize = 8;
/// The maximum number of stones in all heaps together, and so of moves in a position.
pub const MAX_STONES: u16 = 400;

const SECOND_TO_MOVE: u64 = mix(u64::MAX);

/// A position of nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nim {
    heaps: [u16; MAX_HEAPS],
    side: Side,
    key: u64,
}

/// A move: the stones taken from one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    /// The heap, numbered from 0.
    pub heap: u8,
    /// The number of stones, at least 1.
    pub stones: u16,
}

impl Nim {
    /// Heaps of these sizes, the first player to move.
    ///
    /// # Panics
    /// If there are more than [`MAX_HEAPS`] heaps or [`MAX_STONES`] stones.
    pub fn new(sizes: &[u16]) -> Self {
        assert!(sizes.len() <= MAX_HEAPS, "at most {MAX_HEAPS} heaps");
        assert!(stones(sizes) <= u32::from(MAX_STONES), "at most {MAX_STONES} stones");
        Self::with_side(sizes, Side::First)
    }

    fn with_side(sizes: &[u16], side: Side) -> Self {
        let mut heaps = [0; MAX_HEAPS];
        heaps[..sizes.len()].copy_from_slice(sizes);
        let mut position = Nim { heaps, side, key: 0 };
        position.key = position.key_from_scratch();
        position
    }

    /// The nim sum (exclusive or) of the heap sizes. It is zero exactly if the side to move loses.
    pub fn nim_sum(&self) -> u16 {
        self.heaps.iter().fold(0, |sum, heap| sum ^ heap)
    }

    /// Changes the size of one heap, and updates the key.
    fn set_heap(&mut self, heap: u8, size: u16) {
        let cell = &mut self.heaps[usize::from(heap)];
        self.key ^= heap_key(heap, *cell) ^ heap_key(heap, size);
        *cell = size;
    }

    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= SECOND_TO_MOVE;
    }
}

fn stones(heaps: &[u16]) -> u32 {
    heaps.iter().map(|&size| u32::from(size)).sum()
}

fn heap_key(heap: u8, size: u16) -> u64 {
    mix(u64::from(heap) << 16 | u64::from(size))
}

impl Game for Nim {
    type Move = Take;
    type Undo = ();
    const MOVE_CODES: usize = MAX_HEAPS * MAX_STONES as usize;
    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.heaps == [0; MAX_HEAPS]).then_some(Outcome::Win(!self.side))
    }

    fn legal_moves(&self, moves: &mut Vec<Take>) {
        for (heap, &size) in (0..).zip(&self.heaps) {
            moves.extend((1..=size).map(|stones| Take { heap, stones }));
        }
    }

    fn count_moves(&self) -> usize {
        stones(&self.heaps) as usize
    }

    fn is_legal(&self, take: Take) -> bool {
        let size = self.heaps.get(usize::from(take.heap)).copied().unwrap_or(0);
        (1..=size).contains(&take.stones)
    }

    fn play(&mut self, take: Take) {
        self.set_heap(take.heap, self.heaps[usize::from(take.heap)] - take.stones);
        self.pass_turn();
    }

    fn undo(&mut self, take: Take, (): ()) {
        self.pass_turn();
        self.set_heap(take.heap, self.heaps[usize::from(take.heap)] + take.stones);
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let side = if self.side == Side::Second { SECOND_TO_MOVE } else { 0 };
        (0..).zip(&self.heaps).fold(side, |key, (heap, &size)| key ^ heap_key(heap, size))
    }

    fn code(take: Take) -> u16 {
        u16::from(take.heap) * MAX_STONES + take.stones - 1
    }

    fn decode(&self, code: u16) -> Option<Take> {
        let take = Take { heap: (code / MAX_STONES) as u8, stones: code % MAX_STONES + 1 };
        self.is_legal(take).then_some(take)
    }
}

impl Notation for Nim {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        let (board, side) = text::split_side(text)?;
        let mut sizes = Vec::new();
        for (number, word) in (1..=MAX_HEAPS + 1).zip(board.split_whitespace()) {
            sizes.push(text::number(format!("heap {number}"), word, 0..=MAX_STONES)?);
        }
        if !(1..=MAX_HEAPS).contains(&sizes.len()) {
            let found = board.split_whitespace().count();
            let allowed = format!("1 to {MAX_HEAPS} heaps");
            return Err(NotationError::new("position", format!("{found} heaps"), allowed));
        }
        let found = stones(&sizes);
        if found > u32::from(MAX_STONES) {
            let allowed = format!("at most {MAX_STONES} in all");
            return Err(NotationError::new("position", format!("{found} stones"), allowed));
        }
        Ok(Self::with_side(&sizes, side))
    }

    fn position_text(&self) -> String {
        let last = self.heaps.iter().rposition(|&size| size > 0).unwrap_or(0);
        let sizes: Vec<_> = self.heaps[..=last].iter().map(u16::to_string).collect();
        format!("{} {}", sizes.join(" "), text::letter(self.side))
    }

    fn parse_move(&self, text: &str) -> Result<Take, NotationError> {
        let named = || {
            let mut chars = text.trim().chars();
            let heap = u8::try_from(chars.next()?).ok()?.checked_sub(b'a')?;
            Some(Take { heap, stones: chars.as_str().parse().ok()? })
        };
        named().filter(|&take| self.is_legal(take)).ok_or_else(|| text::refused_move(self, text))
    }

    fn move_text(&self, take: Take) -> String {
        format!("{}{}", char::from(b'a' + take.heap), take.stones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Flat, oracle};
    use proptest::prelude::*;
    use search::{NoHooks, Score};

    proptest! {
        #[test]
        fn minimax_agrees_with_the_nim_sum(sizes in prop::collection::vec(0u16..4, 1..4)) {
            let game = Nim::new(&sizes);
            let value = oracle::minimax(&game, &mut Flat, &mut NoHooks, 12);
            prop_assert_eq!(value > Score::ZERO, game.nim_sum() != 0);
            prop_assert!(value.is_decided());
        }

        #[test]
        fn parsing_never_panics(text in "[0-9 XO]{0,30}|\\PC{0,30}|[a-z][0-9+]{0,7}") {
            let _ = Nim::parse_position(&text);
            let _ = Nim::new(&[3, 4, 5]).parse_move(&text);
        }
    }

    #[test]
    fn a_heap_of_four_hundred_stones_has_four_hundred_moves() {
        let mut moves = Vec::new();
        assert_eq!(Nim::new(&[400]).expand(&mut moves), None);
        assert_eq!(moves.len(), 400);
        assert!(moves.iter().all(|&take| usize::from(Nim::code(take)) < Nim::MOVE_CODES));
    }

    #[test]
    fn impossible_heaps_are_refused_with_the_place() {
        let refused = |text: &str| Nim::parse_position(text).unwrap_err().to_string();
        assert_eq!(refused("3 x X"), "heap 2: found `x`, allowed: a number from 0 to 400");
        assert_eq!(refused("300 200 X"), "position: found 500 stones, allowed: at most 400 in all");
        assert_eq!(
            refused("1 1 1 1 1 1 1 1 1 1 O"),
            "position: found 10 heaps, allowed: 1 to 8 heaps"
        );
        assert_eq!(refused("3 4"), "side to move: found `4`, allowed: X or O");
        assert_eq!(
            Nim::new(&[1, 2]).parse_move("a2").unwrap_err().to_string(),
            "move: found `a2`, allowed: a1, b1, b2"
        );
    }
}
