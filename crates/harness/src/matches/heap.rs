//! The smallest game that can be played in unit tests of the match runner.

use search::{Game, Notation, NotationError, Outcome, Side};

/// Take one or two of the remaining stones; whoever takes the last one wins. Written `7 A`: the
/// stones and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Heap {
    stones: u8,
    side: Side,
}

impl Heap {
    pub(crate) fn of(stones: u8) -> Heap {
        Heap { stones, side: Side::First }
    }

    pub(crate) fn stones(&self) -> u8 {
        self.stones
    }
}

impl Game for Heap {
    type Move = u8;
    type Undo = Heap;
    const MOVE_CODES: usize = 3;
    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.stones == 0).then_some(Outcome::Win(!self.side))
    }
    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(1..=self.stones.min(2));
    }
    fn play(&mut self, take: u8) -> Heap {
        let before = *self;
        *self = Heap { stones: self.stones - take, side: !self.side };
        before
    }
    fn undo(&mut self, _take: u8, before: Heap) {
        *self = before;
    }
    fn key(&self) -> u64 {
        search::rng::mix(u64::from(self.stones) << 1 | self.side.index() as u64)
    }
    fn code(take: u8) -> u16 {
        u16::from(take)
    }
}

impl Notation for Heap {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        let refuse = || NotationError::new("heap", text, "stones and side: 7 A");
        let (stones, side) = text.split_once(' ').ok_or_else(refuse)?;
        let side = match side {
            "A" => Side::First,
            "B" => Side::Second,
            _ => return Err(refuse()),
        };
        Ok(Heap { stones: stones.parse().map_err(|_| refuse())?, side })
    }
    fn position_text(&self) -> String {
        format!("{} {}", self.stones, ["A", "B"][self.side.index()])
    }
    fn parse_move(&self, text: &str) -> Result<u8, NotationError> {
        text.parse()
            .ok()
            .filter(|&take| self.is_legal(take))
            .ok_or_else(|| NotationError::new("move", text, "1 or 2, at most what is left"))
    }
    fn move_text(&self, take: u8) -> String {
        take.to_string()
    }
}
