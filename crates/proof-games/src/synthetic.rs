//! Random trees: every node is generated from a hash, so there is no structure to exploit.
//!
//! Moves are numbers. A node is identified by the moves that each side has made, in any order, so there
//! are many transpositions for a table to find. The number of moves of a node and the end of the game
//! follow from its hash. [`Noise`] gives a node a static value, and [`oracle`] computes the value of the
//! tree.
//!
//! Position text: `seed=7 moves=2..5 length=8 ends=10 ply=0 node=0 X`, the [`Shape`] first, then the
//! place in the tree, then the side to move. A move is its number. Also accepted: any amount of white
//! space.
//!
//! [`Noise`]: crate::Noise
//! [`oracle`]: crate::oracle

use crate::text;
use search::rng::mix;
use search::{Game, Notation, NotationError, Outcome, Side};

/// The maximum number of moves of a node.
pub const MAX_MOVES: u16 = 400;
/// The maximum length of a game, in plies.
pub const MAX_LENGTH: u16 = 1000;

/// The shape of a random tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The seed: another seed gives another tree.
    pub seed: u64,
    /// The minimum number of moves of a node, at least 1.
    pub min_moves: u16,
    /// The maximum number of moves of a node, at most [`MAX_MOVES`].
    pub max_moves: u16,
    /// The number of plies after which the game is over, at most [`MAX_LENGTH`].
    pub length: u16,
    /// The percentage of nodes where the game is over earlier. The root is never one of them.
    pub ends: u8,
}

/// A node of a random tree. With `ALTERNATES` the sides move in turn. Without it, a side moves again
/// after about every fourth move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Synthetic<const ALTERNATES: bool = true> {
    shape: Shape,
    ply: u16,
    /// The sum of the random numbers of all moves made.
    node: u64,
    side: Side,
}

/// The properties that a node derives from its hash.
#[derive(Clone, Copy)]
enum Property {
    Moves,
    Ends,
    Outcome,
    Again,
}

/// What is needed to undo a move, besides the move itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parent {
    node: u64,
    side: Side,
}

impl<const ALTERNATES: bool> Synthetic<ALTERNATES> {
    /// The root of the tree, the first player to move.
    ///
    /// # Panics
    /// If the shape exceeds the limits documented at its fields.
    pub fn new(shape: Shape) -> Self {
        assert!((1..=shape.max_moves).contains(&shape.min_moves), "1 <= min_moves <= max_moves");
        assert!(shape.max_moves <= MAX_MOVES, "at most {MAX_MOVES} moves");
        assert!(shape.length <= MAX_LENGTH, "at most {MAX_LENGTH} plies");
        assert!(shape.ends <= 100, "ends are a percentage");
        Synthetic { shape, ply: 0, node: 0, side: Side::First }
    }

    /// A random number below `bound`, always the same for this node and property.
    fn random(&self, property: Property, bound: u64) -> u64 {
        mix(self.key() ^ mix(property as u64)) % bound
    }

    fn move_count(&self) -> u16 {
        let spread = self.shape.max_moves - self.shape.min_moves;
        self.shape.min_moves + self.random(Property::Moves, u64::from(spread) + 1) as u16
    }
}

impl<const ALTERNATES: bool> Game for Synthetic<ALTERNATES> {
    type Move = u16;
    type Undo = Parent;
    const MOVE_CODES: usize = MAX_MOVES as usize;
    const ALTERNATES: bool = ALTERNATES;

    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let early =
            || self.ply > 0 && self.random(Property::Ends, 100) < u64::from(self.shape.ends);
        if self.ply < self.shape.length && !early() {
            return None;
        }
        Some(match self.random(Property::Outcome, 3) {
            0 => Outcome::Win(Side::First),
            1 => Outcome::Win(Side::Second),
            _ => Outcome::Draw,
        })
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend(0..self.move_count());
    }

    fn play(&mut self, mv: u16) -> Parent {
        let parent = Parent { node: self.node, side: self.side };
        let word = mix(self.shape.seed ^ mix(u64::from(mv) << 1 | self.side.index() as u64));
        self.node = self.node.wrapping_add(word);
        self.ply += 1;
        let again = !ALTERNATES && self.random(Property::Again, 4) == 0;
        self.side = if again { self.side } else { !self.side };
        parent
    }

    fn undo(&mut self, _mv: u16, parent: Parent) {
        self.ply -= 1;
        self.node = parent.node;
        self.side = parent.side;
    }

    fn key(&self) -> u64 {
        let place = u64::from(self.ply) << 1 | self.side.index() as u64;
        mix(self.shape.seed ^ mix(self.node ^ mix(place)))
    }

    fn code(mv: u16) -> u16 {
        mv
    }

    fn decode(&self, code: u16) -> Option<u16> {
        (code < self.move_count()).then_some(code)
    }
}

impl<const ALTERNATES: bool> Notation for Synthetic<ALTERNATES> {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        let (words, side) = text::split_side(text)?;
        let [seed, moves, length, ends, ply, node] =
            text::fields(words, ["seed", "moves", "length", "ends", "ply", "node"])?;
        let (least, most) = moves.split_once("..").ok_or_else(|| {
            NotationError::new(
                "moves",
                search::notation::quote(moves),
                "two numbers with .. between them",
            )
        })?;
        let max_moves = text::number("moves", most, 1..=MAX_MOVES)?;
        let shape = Shape {
            seed: text::number("seed", seed, 0..=u64::MAX)?,
            min_moves: text::number("moves", least, 1..=max_moves)?,
            max_moves,
            length: text::number("length", length, 0..=MAX_LENGTH)?,
            ends: text::number("ends", ends, 0..=100)?,
        };
        Ok(Synthetic {
            shape,
            ply: text::number("ply", ply, 0..=shape.length)?,
            node: text::number("node", node, 0..=u64::MAX)?,
            side,
        })
    }

    fn position_text(&self) -> String {
        let Shape { seed, min_moves, max_moves, length, ends } = self.shape;
        let (ply, node, side) = (self.ply, self.node, text::letter(self.side));
        format!(
            "seed={seed} moves={min_moves}..{max_moves} length={length} ends={ends} \
             ply={ply} node={node} {side}"
        )
    }

    fn parse_move(&self, text: &str) -> Result<u16, NotationError> {
        let named = text.trim().parse().ok();
        named.filter(|&mv| self.is_legal(mv)).ok_or_else(|| text::refused_move(self, text))
    }

    fn move_text(&self, mv: u16) -> String {
        mv.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    const SHAPE: Shape = Shape { seed: 5, min_moves: 2, max_moves: 4, length: 6, ends: 10 };

    fn walk<const A: bool>(game: &Synthetic<A>, visit: &mut dyn FnMut(&Synthetic<A>)) {
        visit(game);
        let mut moves = Vec::new();
        let _ = game.expand(&mut moves);
        for mv in moves {
            let mut child = *game;
            child.play(mv);
            walk(&child, visit);
        }
    }

    #[test]
    fn there_are_many_transpositions() {
        let (mut lines, mut nodes) = (0, HashSet::new());
        walk(&Synthetic::<true>::new(SHAPE), &mut |game| {
            lines += 1;
            nodes.insert(game.key());
        });
        assert!(nodes.len() * 2 < lines, "{} nodes on {lines} lines", nodes.len());
    }

    #[test]
    fn a_tree_has_every_outcome_and_every_number_of_moves() {
        let (mut outcomes, mut counts) = (HashSet::new(), HashSet::new());
        walk(&Synthetic::<true>::new(SHAPE), &mut |game| {
            match game.outcome() {
                Some(outcome) => outcomes.insert((outcome, game.ply < SHAPE.length)),
                None => counts.insert(game.count_moves()),
            };
        });
        assert_eq!(outcomes.len(), 6, "three outcomes, early and at the end");
        assert_eq!(counts, HashSet::from([2, 3, 4]));
    }

    #[test]
    fn a_side_moves_twice_only_where_the_type_allows_it() {
        let repeats = |repeated: &mut usize, side: Side, next: Side| {
            *repeated += usize::from(side == next);
        };
        let (mut in_turn, mut freely) = (0, 0);
        let mut game = Synthetic::<true>::new(Shape { length: 100, ends: 0, ..SHAPE });
        let mut free = Synthetic::<false>::new(Shape { length: 100, ends: 0, ..SHAPE });
        for _ in 0..100 {
            let sides = (game.side(), free.side());
            game.play(0);
            free.play(0);
            repeats(&mut in_turn, sides.0, game.side());
            repeats(&mut freely, sides.1, free.side());
        }
        assert_eq!(in_turn, 0);
        assert!((10..50).contains(&freely), "{freely} of 100");
    }

    #[test]
    fn wrong_words_are_refused_with_their_name() {
        let refused = |text: &str| Synthetic::<true>::parse_position(text).unwrap_err().to_string();
        assert_eq!(
            refused("seed=7 moves=2..500 length=8 ends=10 ply=0 node=0 X"),
            "moves: found `500`, allowed: a number from 1 to 400"
        );
        assert_eq!(
            refused("seed=7 moves=2..5 length=8 ends=10 node=0 X"),
            "word 5: found `node=0`, allowed: ply=..."
        );
        assert_eq!(
            refused("seed=7 moves=2 length=8 ends=10 ply=0 node=0 X"),
            "moves: found `2`, allowed: two numbers with .. between them"
        );
    }

    proptest! {
        #[test]
        fn parsing_never_panics(
            text in "seed=[0-9]{1,30} moves=[0-9.]{1,9} length=[0-9]{1,5} ends=[0-9]{1,3} ply=[0-9]{1,3} node=[0-9]{1,22} [XO]|\\PC{0,40}",
        ) {
            let _ = Synthetic::<true>::parse_position(&text);
            let _ = Synthetic::<false>::new(SHAPE).parse_move(&text);
        }
    }
}
