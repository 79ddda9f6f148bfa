//! A heap of stones: the smallest game with a notation, for tests of the crates built on the core.

use search::{Game, Notation, NotationError, Outcome, Side};

/// A heap of stones. A move takes one to `MOST` stones, and the player who takes the last one wins.
/// Position text: the stones and the side to move, `7 A`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heap<const MOST: u8> {
    /// The stones left.
    pub stones: u8,
    /// The side to move.
    pub side: Side,
}

impl<const MOST: u8> Heap<MOST> {
    /// The maximum number of stones in a position text.
    const LARGEST: u8 = 40;

    /// A heap with the first player to move.
    pub fn of(stones: u8) -> Self {
        Heap { stones, side: Side::First }
    }
}

impl<const MOST: u8> Game for Heap<MOST> {
    type Move = u8;
    type Undo = Self;
    const MOVE_CODES: usize = MOST as usize + 1;
    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.stones == 0).then_some(Outcome::Win(!self.side))
    }
    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(1..=self.stones.min(MOST));
    }
    fn play(&mut self, take: u8) -> Self {
        let before = *self;
        *self = Heap { stones: self.stones - take, side: !self.side };
        before
    }
    fn undo(&mut self, _take: u8, before: Self) {
        *self = before;
    }
    fn key(&self) -> u64 {
        search::rng::mix(u64::from(self.stones) << 1 | self.side.index() as u64)
    }
    fn code(take: u8) -> u16 {
        u16::from(take)
    }
}

impl<const MOST: u8> Notation for Heap<MOST> {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        let refuse = || NotationError::new("heap", text, "stones and side: 12 A");
        let (stones, side) = text.split_once(' ').ok_or_else(refuse)?;
        let side = match side {
            "A" => Side::First,
            "B" => Side::Second,
            _ => return Err(refuse()),
        };
        let stones = stones.parse().ok().filter(|&stones| stones <= Self::LARGEST);
        Ok(Heap { stones: stones.ok_or_else(refuse)?, side })
    }
    fn position_text(&self) -> String {
        format!("{} {}", self.stones, ["A", "B"][self.side.index()])
    }
    fn parse_move(&self, text: &str) -> Result<u8, NotationError> {
        text.parse().ok().filter(|&take| self.is_legal(take)).ok_or_else(|| {
            NotationError::new("move", text, format!("1 to {MOST}, if as many are left"))
        })
    }
    fn move_text(&self, take: u8) -> String {
        take.to_string()
    }
}
