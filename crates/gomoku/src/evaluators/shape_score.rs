//! The evaluator of the 11x11 lab: [`ShapeScore`].

use super::sign;
use crate::rules::gomoku::Gomoku;
use crate::rules::lines::{REACH, cell};
use crate::rules::point::{Direction, Point};
use search::{Evaluator, Game, Score, Side, Term};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One line of the lab's table: a shape and its score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoredShape {
    /// Five or six cells: `1` is an own stone, `0` an empty point or one beyond the edge.
    pub cells: String,
    /// The points it scores.
    pub score: i64,
}

/// A shape as bit masks: the cells that hold a stone, and all cells.
#[derive(Clone, Copy, Debug)]
struct Pattern {
    stones: u32,
    cells: u32,
    score: i64,
}

/// The number of cells that a recorded shape covers, whatever its length.
const COVERED: i32 = 5;
/// The margin around the board for shapes that reach beyond its edges.
const MARGIN: i32 = REACH as i32;
const STRIDE: i32 = 20 + 2 * MARGIN;
const PADDED: usize = (STRIDE * STRIDE) as usize;

/// The recorded shapes of a side that cover a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Cover {
    /// The number of shapes.
    shapes: i64,
    /// The sum of their scores.
    score: i64,
    /// Their directions, one bit each.
    directions: u8,
}

/// The lab's evaluation. For every stone, row by row, and every direction, the best shape through the
/// stone scores, unless a shape already recorded in that direction covers the stone. Where a new shape
/// crosses recorded ones, both score once more for every point they share. The sums of black and white
/// are each multiplied by a factor. The lab uses 0.1 for the computer, so that it prefers to defend.
///
/// The lab visits its stones in hash table order, and the value can depend on that order. Row by row
/// reproduces every value that its report prints.
#[derive(Clone, Debug)]
pub struct ShapeScore {
    patterns: Arc<[Pattern]>,
    factors: [f64; 2],
    covers: Box<[Cover]>,
    recorded: Vec<usize>,
}

/// The directions in the lab's order, with the lab's step. Its fourth direction goes up and right.
const DIRECTIONS: [(Direction, i32, i32); 4] = [
    (Direction::Row, 0, 1),
    (Direction::Column, 1, 0),
    (Direction::Falling, 1, 1),
    (Direction::Rising, -1, 1),
];

impl ShapeScore {
    /// An evaluator with these shapes, and the factors for the sums of black and of white.
    pub fn new(shapes: &[ScoredShape], factors: [f64; 2]) -> ShapeScore {
        let pattern = |shape: &ScoredShape| {
            let stones = shape.cells.bytes().enumerate().filter(|&(_, byte)| byte == b'1');
            Pattern {
                stones: stones.map(|(place, _)| 1 << place).sum(),
                cells: (1 << shape.cells.len()) - 1,
                score: shape.score,
            }
        };
        ShapeScore {
            patterns: shapes.iter().map(pattern).collect(),
            factors,
            covers: vec![Cover::default(); PADDED].into(),
            recorded: Vec::with_capacity(256),
        }
    }

    /// The best shape through a stone in a direction: its score, and its first cell in steps from the
    /// stone.
    fn best(&self, game: &Gomoku, stone: Point, side: Side, direction: usize) -> (i64, i32) {
        let (line, own, enemy) = (DIRECTIONS[direction].0, cell::stone(side), cell::stone(!side));
        let window = game.lines().window(stone, line);
        let [mut stones, mut enemies] = [1u32 << REACH, 0];
        for slot in 0..2 * REACH {
            // The window does not include the stone itself.
            let place = slot + usize::from(slot >= REACH);
            // The lab reads lines that run down-left as up-right.
            let place = if line == Direction::Rising { 2 * REACH - place } else { place };
            let found = window >> (2 * slot) & cell::WALL;
            stones |= u32::from(found == own) << place;
            enemies |= u32::from(found == enemy) << place;
        }
        let mut best = (0, 0);
        for start in 0..=REACH as i32 {
            for pattern in self.patterns.iter() {
                let fits = stones >> start & pattern.cells == pattern.stones
                    && enemies >> start & pattern.cells == 0;
                if fits && pattern.score > best.0 {
                    best = (pattern.score, start - MARGIN);
                }
            }
        }
        best
    }

    /// The sum of one side.
    fn sum(&mut self, game: &Gomoku, side: Side) -> i64 {
        let mut sum = 0;
        let stones = game.size().iter().filter(|&point| game.stone(point) == Some(side));
        for stone in stones {
            let (row, column) = (i32::from(stone.row()), i32::from(stone.column()));
            let place = |down: i32, right: i32, steps: i32| {
                let row = row + MARGIN + steps * down;
                (row * STRIDE + column + MARGIN + steps * right) as usize
            };
            for (direction, &(_, down, right)) in DIRECTIONS.iter().enumerate() {
                if self.covers[place(0, 0, 0)].directions >> direction & 1 != 0 {
                    continue;
                }
                let (score, first) = self.best(game, stone, side, direction);
                if score == 0 {
                    continue;
                }
                sum += score;
                for steps in first..first + COVERED {
                    let cover = &mut self.covers[place(down, right, steps)];
                    sum += cover.score + cover.shapes * score;
                }
                for steps in first..first + COVERED {
                    let index = place(down, right, steps);
                    let cover = &mut self.covers[index];
                    cover.shapes += 1;
                    cover.score += score;
                    cover.directions |= 1 << direction;
                    self.recorded.push(index);
                }
            }
        }
        for index in self.recorded.drain(..) {
            self.covers[index] = Cover::default();
        }
        sum
    }

    /// The contribution of each side to the value for the first player, in units.
    fn both(&mut self, game: &Gomoku) -> [i64; 2] {
        [Side::First, Side::Second].map(|side| {
            let points = self.sum(game, side) as f64 * self.factors[side.index()];
            sign(side) * Score::from_points(points, Self::UNITS_PER_POINT).units()
        })
    }
}

impl Evaluator<Gomoku> for ShapeScore {
    /// The factors are fractions.
    const UNITS_PER_POINT: i64 = 1000;

    fn evaluate(&mut self, game: &Gomoku) -> Score {
        let [black, white] = self.both(game);
        Score::new(sign(game.side()) * (black + white))
    }

    fn terms(&mut self, game: &Gomoku) -> Vec<Term> {
        let both = self.both(game).map(|units| units as f64 / Self::UNITS_PER_POINT as f64);
        let term = |(name, points): (&str, f64)| Term { name: name.into(), points };
        ["black", "white"].into_iter().zip(both).map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rule, Size, notation};

    /// The value for black with only black's stones counted.
    fn black(shapes: &[(&str, i64)], moves: &str) -> i64 {
        let scored = |&(cells, score): &(&str, i64)| ScoredShape { cells: cells.into(), score };
        let shapes: Vec<ScoredShape> = shapes.iter().map(scored).collect();
        let game = notation::parse_position(moves, Size::square(11), Rule::Freestyle).unwrap();
        let score = ShapeScore::new(&shapes, [1.0, 0.0]).evaluate(&game);
        sign(game.side()) * score.units() / ShapeScore::UNITS_PER_POINT
    }

    #[test]
    fn a_shape_counts_once_and_not_once_per_stone() {
        assert_eq!(black(&[("01110", 5)], "e5a1f5c1g5k1"), 5);
    }

    #[test]
    fn crossing_shapes_count_again_for_every_point_they_share() {
        // A row and a column that share e5: 5 + 5, and both once more.
        assert_eq!(black(&[("01110", 5)], "e5a1f5c1g5k1e6k3e7k5"), 20);
    }

    #[test]
    fn beyond_the_edge_is_empty_and_an_enemy_stone_is_not() {
        assert_eq!(black(&[("01110", 5)], "a5k1b5k3c5k5"), 5);
        assert_eq!(black(&[("01110", 5)], "b5k1c5k3d5a5"), 0);
    }

    #[test]
    fn diagonals_are_read_upwards() {
        // b2 c3 e5 rises to the right: stones, gap, stone.
        assert_eq!(black(&[("11010", 7)], "b2k1c3k3e5k5"), 7);
        assert_eq!(black(&[("01011", 7)], "b2k1c3k3e5k5"), 0);
        // b10 c9 e7 falls to the right.
        assert_eq!(black(&[("11010", 7)], "b10k1c9k3e7k5"), 7);
    }
}
