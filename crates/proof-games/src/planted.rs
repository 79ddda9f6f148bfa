//! Trees generated from a given ("planted") minimax value, so that the value is known without a search
//! at any depth and width.
//!
//! Every node stores its value for the side to move. One of its moves preserves the value, all others
//! lose something. The static value of a node is the stored value, so the minimax value of the root is
//! the planted one at every depth, and the move that preserves it is the only best move.
//!
//! Position text: `seed=7 moves=40 spread=100 value=12 node=7 X`. A move is its number. Also accepted:
//! any amount of white space.

use crate::text;
use search::rng::mix;
use search::{Evaluator, Game, Notation, NotationError, Outcome, Score, Side};

/// The maximum number of moves of a node.
pub const MAX_MOVES: u16 = 400;
/// The maximum spread, and the maximum absolute value at the root.
pub const MAX_VALUE: i64 = 1_000_000;

/// A node of a tree with a planted value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Planted {
    seed: u64,
    moves: u16,
    spread: i64,
    value: i64,
    node: u64,
    side: Side,
}

impl Planted {
    /// A tree with `moves` moves in every node and the value `value` for the first player, who is
    /// to move. A wrong move loses between 1 and `spread` points.
    ///
    /// # Panics
    /// If `moves` is not between 1 and [`MAX_MOVES`], `spread` not between 1 and [`MAX_VALUE`] or
    /// `value` beyond ±[`MAX_VALUE`].
    pub const fn new(seed: u64, moves: u16, spread: i64, value: i64) -> Self {
        assert!(moves >= 1 && moves <= MAX_MOVES, "1 to 400 moves");
        assert!(spread >= 1 && spread <= MAX_VALUE, "a spread of 1 to a million");
        assert!(value.abs() <= MAX_VALUE, "a value within a million");
        Planted { seed, moves, spread, value, node: 0, side: Side::First }
    }

    /// The value for the side to move, at any depth.
    pub const fn value(&self) -> Score {
        Score::new(self.value)
    }

    /// The only best move.
    pub const fn best_move(&self) -> u16 {
        (self.hash() % self.moves as u64) as u16
    }

    /// The line that a search of this depth must find.
    pub fn best_line(&self, depth: usize) -> Vec<u16> {
        let mut game = *self;
        let keep = |_| {
            let best = game.best_move();
            game.play(best);
            best
        };
        (0..depth).map(keep).collect()
    }

    const fn hash(&self) -> u64 {
        mix(self.seed ^ mix(self.node ^ self.side as u64))
    }
}

impl Game for Planted {
    type Move = u16;
    type Undo = Self;
    const MOVE_CODES: usize = MAX_MOVES as usize;
    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    /// Always `None`: the tree is infinite.
    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend(0..self.moves);
    }

    fn play(&mut self, mv: u16) -> Self {
        let before = *self;
        self.node = mix(before.node ^ mix(u64::from(mv) + 1));
        let lost = match mv == before.best_move() {
            true => 0,
            false => 1 + (mix(self.node) % self.spread as u64) as i64,
        };
        self.value = lost - before.value;
        self.side = !before.side;
        before
    }

    fn undo(&mut self, _mv: u16, before: Self) {
        *self = before;
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn code(mv: u16) -> u16 {
        mv
    }

    fn decode(&self, code: u16) -> Option<u16> {
        (code < self.moves).then_some(code)
    }
}

impl Notation for Planted {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        let (words, side) = text::split_side(text)?;
        let [seed, moves, spread, value, node] =
            text::fields(words, ["seed", "moves", "spread", "value", "node"])?;
        Ok(Planted {
            seed: text::number("seed", seed, 0..=u64::MAX)?,
            moves: text::number("moves", moves, 1..=MAX_MOVES)?,
            spread: text::number("spread", spread, 1..=MAX_VALUE)?,
            value: text::number("value", value, -Score::STATIC_MAX..=Score::STATIC_MAX)?,
            node: text::number("node", node, 0..=u64::MAX)?,
            side,
        })
    }

    fn position_text(&self) -> String {
        let Planted { seed, moves, spread, value, node, side } = self;
        let side = text::letter(*side);
        format!("seed={seed} moves={moves} spread={spread} value={value} node={node} {side}")
    }

    fn parse_move(&self, text: &str) -> Result<u16, NotationError> {
        let named = text.trim().parse().ok();
        named.filter(|&mv| mv < self.moves).ok_or_else(|| text::refused_move(self, text))
    }

    fn move_text(&self, mv: u16) -> String {
        mv.to_string()
    }
}

/// Evaluates a node with its planted value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlantedValue;

impl Evaluator<Planted> for PlantedValue {
    fn evaluate(&mut self, game: &Planted) -> Score {
        game.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use proptest::prelude::*;
    use search::NoHooks;

    proptest! {
        #[test]
        fn minimax_finds_the_planted_value_at_every_depth(
            seed: u64, moves in 1u16..7, spread in 1i64..9, value in -50i64..50, depth in 0u32..5,
        ) {
            let root = Planted::new(seed, moves, spread, value);
            let found = oracle::minimax(&root, &mut PlantedValue, &mut NoHooks, depth);
            prop_assert_eq!(found, Score::new(value));
        }

        #[test]
        fn every_other_move_loses_something(seed: u64, moves in 2u16..400) {
            let root = Planted::new(seed, moves, 5, 0);
            for mv in 0..moves {
                let mut child = root;
                child.play(mv);
                prop_assert_eq!(child.value > 0, mv != root.best_move());
            }
        }

        #[test]
        fn parsing_never_panics(
            text in "seed=[0-9]{1,30} moves=[0-9]{1,3} spread=[0-9]{1,8} value=-?[0-9]{1,20} node=[0-9]{1,22} [XO]|\\PC{0,40}",
        ) {
            let root = Planted::parse_position(&text).unwrap_or(Planted::new(1, 2, 3, 4));
            let _ = root.parse_move(&text);
        }
    }

    #[test]
    fn the_best_line_preserves_the_value() {
        let mut game = Planted::new(3, 30, 100, 7);
        for mv in game.best_line(6) {
            let value = game.value();
            game.play(mv);
            assert_eq!(game.value(), -value);
        }
    }
}
