//! A token on a ring of cells: positions repeat, and a repetition is a draw.
//!
//! The players take turns to push the token one cell left or right, or two cells right. The player who
//! brings it to cell 0 wins. On most of the ring neither side can afford to come near cell 0. Such a
//! game ends only by a rule about the path to the position, which is [`Repetition`].
//!
//! Position text: the cell, a slash, the size of the ring and the side to move: `5/12 X`. A move is
//! `left`, `right` or `jump`. Also accepted: white space around the text and more than one space before
//! the side.

use crate::text;
use search::hooks::RuleOf;
use search::rng::mix;
use search::{
    Evaluator, Game, Hooks, Notation, NotationError, Outcome, PathRule, PathVerdict, Score, Side,
    Step,
};

/// The minimum size, so that every move leads to a different cell.
const MIN_SIZE: u8 = 4;

/// A position of the game on a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ring {
    size: u8,
    cell: u8,
    side: Side,
}

/// A way to push the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Push {
    /// One cell down.
    Left,
    /// One cell up.
    Right,
    /// Two cells up.
    Jump,
}

/// The moves with their names, in the order of generation.
const PUSHES: [(Push, &str); 3] =
    [(Push::Left, "left"), (Push::Right, "right"), (Push::Jump, "jump")];

impl Ring {
    /// The token on a cell of a ring of this size, with the first player to move.
    ///
    /// # Panics
    /// If the ring has fewer than 4 cells, or the cell is not on it.
    pub const fn new(cell: u8, size: u8) -> Self {
        assert!(size >= MIN_SIZE && cell < size, "at least 4 cells, with the token on one of them");
        Ring { size, cell, side: Side::First }
    }

    /// The cell of the token.
    pub const fn cell(&self) -> u8 {
        self.cell
    }

    fn pushed(&self, push: Push, sign: i32) -> u8 {
        let distance = match push {
            Push::Left => -1,
            Push::Right => 1,
            Push::Jump => 2,
        };
        (i32::from(self.cell) + sign * distance).rem_euclid(i32::from(self.size)) as u8
    }
}

impl Game for Ring {
    type Move = Push;
    type Undo = ();
    const MOVE_CODES: usize = PUSHES.len();
    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.cell == 0).then_some(Outcome::Win(!self.side))
    }

    fn legal_moves(&self, moves: &mut Vec<Push>) {
        moves.extend(PUSHES.map(|(push, _)| push));
    }

    fn play(&mut self, push: Push) {
        self.cell = self.pushed(push, 1);
        self.side = !self.side;
    }

    fn undo(&mut self, push: Push, (): ()) {
        self.cell = self.pushed(push, -1);
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        let [cell, size] = [self.cell, self.size].map(u64::from);
        mix(size << 16 | cell << 8 | self.side.index() as u64)
    }

    fn code(push: Push) -> u16 {
        push as u16
    }
}

impl Notation for Ring {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        let (board, side) = text::split_side(text)?;
        let (cell, size) = board.split_once('/').ok_or_else(|| {
            NotationError::new(
                "board",
                search::notation::quote(board),
                "the cell, a / and the size",
            )
        })?;
        let size = text::number("size", size, MIN_SIZE..=u8::MAX)?;
        let cell = text::number("cell", cell, 0..=size - 1)?;
        Ok(Ring { size, cell, side })
    }

    fn position_text(&self) -> String {
        format!("{}/{} {}", self.cell, self.size, text::letter(self.side))
    }

    fn parse_move(&self, text: &str) -> Result<Push, NotationError> {
        let named = PUSHES.into_iter().find(|&(_, name)| name == text.trim());
        named
            .map(|(push, _)| push)
            .filter(|&push| self.is_legal(push))
            .ok_or_else(|| text::refused_move(self, text))
    }

    fn move_text(&self, push: Push) -> String {
        PUSHES[push as usize].1.to_owned()
    }
}

/// Declares a draw when a position has occurred this often on the path, including the current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The number of occurrences: 2 makes the first repetition a draw, 3 is the rule of most board games.
    pub occurrences: usize,
}

impl<G: Game> PathRule<G> for Repetition {
    fn verdict(&self, game: &G, path: &[Step<G::Move>]) -> Option<PathVerdict> {
        let key = game.key();
        let earlier = path.iter().filter(|step| step.key == key).count();
        let draw = PathVerdict { outcome: Outcome::Draw, rule: "repetition" };
        (earlier + 1 >= self.occurrences).then_some(draw)
    }
}

impl<G: Game> Hooks<G> for Repetition {
    const PATH_RULE: Option<RuleOf<Self, G>> = Some(|rule| rule);
}

/// Evaluates the distance of the token from cell 0: the closer, the better for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nearness;

impl Evaluator<Ring> for Nearness {
    fn evaluate(&mut self, game: &Ring) -> Score {
        let distance = game.cell.min(game.size - game.cell);
        Score::new(i64::from(game.size / 2) - i64::from(distance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Flat, oracle};
    use proptest::prelude::*;
    use search::NoHooks;

    #[test]
    fn only_the_repetition_rule_makes_a_draw() {
        let start = Ring::new(3, 6);
        let mut twice = Repetition { occurrences: 2 };
        let mut far = Constant(1000);
        assert_eq!(oracle::minimax(&start, &mut far, &mut twice, 14), Score::ZERO);
        assert_ne!(oracle::minimax(&start, &mut far, &mut NoHooks, 10), Score::ZERO);
    }

    /// The same value for every unfinished game, so that a draw differs from the horizon.
    #[derive(Clone, Copy)]
    struct Constant(i64);

    impl Evaluator<Ring> for Constant {
        fn evaluate(&mut self, _game: &Ring) -> Score {
            Score::new(self.0)
        }
    }

    #[test]
    fn the_cells_next_to_cell_0_are_won_in_one_ply() {
        for (cell, size) in [(1, 9), (8, 9), (7, 9)] {
            let value = oracle::minimax(&Ring::new(cell, size), &mut Flat, &mut NoHooks, 3);
            assert_eq!(value, Score::win_in(1));
        }
    }

    #[test]
    fn a_third_occurrence_needs_two_earlier_ones() {
        let game = Ring::new(3, 8);
        let step = |key| Step { key, mv: Push::Left };
        let rule = Repetition { occurrences: 3 };
        assert_eq!(rule.verdict(&game, &[step(game.key()), step(1)]), None);
        let twice = [step(game.key()), step(1), step(game.key()), step(2)];
        assert_eq!(rule.verdict_in_search(&game, &twice, 0), Some(Outcome::Draw));
    }

    #[test]
    fn impossible_rings_are_refused_with_the_place() {
        let refused = |text: &str| Ring::parse_position(text).unwrap_err().to_string();
        assert_eq!(refused("5/5 X"), "cell: found `5`, allowed: a number from 0 to 4");
        assert_eq!(refused("1/3 X"), "size: found `3`, allowed: a number from 4 to 255");
        assert_eq!(refused("5 X"), "board: found `5`, allowed: the cell, a / and the size");
        assert_eq!(
            Ring::new(3, 8).parse_move("up").unwrap_err().to_string(),
            "move: found `up`, allowed: left, right, jump"
        );
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in "[0-9/ XO]{0,10}|\\PC{0,20}") {
            let _ = Ring::parse_position(&text);
            let _ = Ring::new(1, 4).parse_move(&text);
        }
    }
}
