//! The engine's evaluator, which scores each point by the four lines that cross there:
//! [`Crossings`].

use super::crossing_weights::{CrossingWeights, LEVELS, kind_name, kinds, kinds_by_code};
use super::patterns::decided;
use super::sign;
use crate::rules::gomoku::Gomoku;
use crate::rules::point::Point;
use crate::rules::threat::Threat;
use search::{Evaluator, Game, Score, Side, Term};
use std::sync::Arc;

/// Weights are in tenths of a point.
pub(crate) const UNITS: i64 = 10;

/// The value of points to a side: in the upper half if it is to move, in the lower half if the opponent is.
/// Both halves are added with one addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Worth(i64);

impl Worth {
    fn new([own, other]: [i16; 2]) -> Worth {
        Worth((i64::from(own) << 32) + i64::from(other))
    }

    #[inline]
    const fn not_to_move(self) -> i64 {
        self.0 as i32 as i64
    }

    #[inline]
    const fn to_move(self) -> i64 {
        (self.0 - self.not_to_move()) >> 32
    }
}

/// Sums, over all empty points and for both sides, the value of a stone there. The value is not a sum over
/// lines, but depends on the shapes in all four lines through the point. A bonus for the side to move
/// depends on the strongest threats of both sides: it says who threatens first.
///
/// A stone changes the shapes of about fifteen points. The sums are updated incrementally, so an evaluation
/// is one subtraction and a table lookup.
#[derive(Clone)]
pub struct Crossings {
    weights: Arc<CrossingWeights>,
    kinds: &'static [u8; 1 << 16],
    /// The value of a point, indexed by kind.
    worth: [Worth; 256],
    /// The value of all points to each side.
    sums: [Worth; 2],
    /// The sums before each stone of the current line, for undo.
    before: Vec<[Worth; 2]>,
}

impl Crossings {
    /// An evaluator with these weights.
    pub fn new(weights: Arc<CrossingWeights>) -> Crossings {
        let mut worth = [Worth::default(); 256];
        for (worth, &pair) in worth.iter_mut().zip(&weights.points) {
            *worth = Worth::new(pair);
        }
        Crossings {
            weights,
            kinds: kinds_by_code(),
            worth,
            sums: Default::default(),
            before: Vec::new(),
        }
    }

    /// The value of a point to a side that would make these shapes and this threat there.
    #[inline]
    fn point(&self, code: u16, made: Threat) -> i64 {
        match made {
            Threat::Forbidden => 0,
            _ => self.worth[usize::from(self.kinds[usize::from(code)])].0,
        }
    }
}

/// The index in [`LEVELS`] of the strongest threat that a side could make with one stone.
#[inline]
pub(crate) fn level(game: &Gomoku, side: Side) -> usize {
    LEVELS.iter().rposition(|&(threat, _)| game.points_with(threat, side) > 0).unwrap_or_default()
}

/// The number of empty points of each kind for a side.
pub(crate) fn counts(game: &Gomoku, side: Side) -> Vec<i64> {
    let mut counts = vec![0; kinds()];
    for point in game.size().iter().filter(|&point| game.is_empty(point)) {
        if game.threat(point, side) != Threat::Forbidden {
            let code = usize::from(game.shapes_code(point, side));
            counts[usize::from(kinds_by_code()[code])] += 1;
        }
    }
    counts
}

impl Evaluator<Gomoku> for Crossings {
    const UNITS_PER_POINT: i64 = UNITS;

    #[inline]
    fn evaluate(&mut self, game: &Gomoku) -> Score {
        let (own, enemy) = (game.side(), !game.side());
        let points = self.sums[own.index()].to_move() - self.sums[enemy.index()].not_to_move();
        let first = self.weights.first[level(game, own)][level(game, enemy)];
        Score::new(points + i64::from(first))
    }

    #[inline]
    fn decided_score(&mut self, game: &Gomoku, ply: usize) -> Option<Score> {
        if game.outcome().is_some() { None } else { decided(game, ply) }
    }

    fn reset(&mut self, game: &Gomoku) {
        self.before.clear();
        self.sums = Default::default();
        for point in game.size().iter().filter(|&point| game.is_empty(point)) {
            for side in [Side::First, Side::Second] {
                self.sums[side.index()].0 +=
                    self.point(game.shapes_code(point, side), game.threat(point, side));
            }
        }
    }

    #[inline]
    fn after_play(&mut self, game: &Gomoku, stone: Point) {
        self.before.push(self.sums);
        let mut sums = self.sums;
        for side in [Side::First, Side::Second] {
            // A stone does not change the shapes of its own point.
            sums[side.index()].0 -=
                self.point(game.shapes_code(stone, side), game.threat(stone, side));
        }
        game.changes_by_last_stone(|side, [before, after]| {
            let change = self.point(after.0, after.1) - self.point(before.0, before.1);
            sums[side.index()].0 += change;
        });
        self.sums = sums;
    }

    #[inline]
    fn after_undo(&mut self, _: &Gomoku, _: Point) {
        if let Some(sums) = self.before.pop() {
            self.sums = sums;
        }
    }

    fn terms(&mut self, game: &Gomoku) -> Vec<Term> {
        let sides = [Side::First, Side::Second].map(|side| {
            let turn = usize::from(side != game.side());
            (sign(side), turn, counts(game, side))
        });
        let mut terms = Vec::new();
        for (kind, pair) in self.weights.points.iter().enumerate() {
            let points = sides
                .each_ref()
                .map(|(sign, turn, counts)| sign * i64::from(pair[*turn]) * counts[kind]);
            let [(_, _, black), (_, _, white)] = &sides;
            if points != [0, 0] {
                let name = format!("{} {}:{}", kind_name(kind), black[kind], white[kind]);
                terms.push(Term { name, points: (points[0] + points[1]) as f64 / UNITS as f64 });
            }
        }
        terms.sort_by(|a, b| b.points.abs().total_cmp(&a.points.abs()));
        let [own, enemy] = [game.side(), !game.side()].map(|side| level(game, side));
        terms.push(Term {
            name: format!("to move with {} against {}", LEVELS[own].1, LEVELS[enemy].1),
            points: (sign(game.side()) * i64::from(self.weights.first[own][enemy])) as f64
                / UNITS as f64,
        });
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::random_walk::{Step, random_walk};
    use crate::{Rule, Size};
    use proptest::prelude::*;
    use search::Notation;

    fn evaluator() -> Crossings {
        Crossings::new(Arc::new(CrossingWeights::built_in()))
    }

    fn value(moves: &str) -> i64 {
        let game = Gomoku::parse_position(moves).unwrap();
        let mut evaluator = evaluator();
        evaluator.reset(&game);
        evaluator.evaluate(&game).units()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn incremental_sums_equal_sums_from_scratch(
            rows in 5u8..=20, columns in 5u8..=20, rule in 0usize..4, seed: u64,
        ) {
            let (mut incremental, mut fresh) = (evaluator(), evaluator());
            incremental.reset(&Gomoku::new(Size { rows, columns }, Rule::ALL[rule]));
            random_walk(Size { rows, columns }, Rule::ALL[rule], seed, |game, step| {
                match step {
                    Step::Played(mv) => incremental.after_play(game, mv),
                    Step::Undone(mv) => incremental.after_undo(game, mv),
                }
                fresh.reset(game);
                assert_eq!(incremental.evaluate(game), fresh.evaluate(game), "{game:?}");
            });
        }
    }

    #[test]
    fn the_terms_add_up_to_the_value() {
        for moves in ["h8", "h8i9g9h10", "h8a1i8a3j9c1", "h8h9i9g7j10k11i8j8g10f11i7i10"] {
            let game = Gomoku::parse_position(moves).unwrap();
            let mut evaluator = evaluator();
            evaluator.reset(&game);
            let sum: f64 = evaluator.terms(&game).iter().map(|term| term.points).sum();
            let value = sign(game.side()) * evaluator.evaluate(&game).units();
            assert!((sum * UNITS as f64 - value as f64).abs() < 1e-6, "{moves}: {sum} and {value}");
        }
    }

    #[test]
    fn rotated_and_mirrored_boards_have_the_same_value() {
        assert_eq!(value("h8i9g9h10"), value("h8g9i9h10"));
        assert_eq!(value("h8i9g9h10"), value("h8g7i7h6"));
        assert_eq!(value("c4e4d6"), value("d3d5f4"));
    }

    #[test]
    fn crossing_lines_are_worth_more_than_the_same_lines_apart() {
        // White to move. Black has two open twos, with and without a point where both become threes.
        let crossing = value("h8a1i8a15j9o1j10");
        let apart = value("h8a1i8a15d3o1d4");
        assert!(crossing < apart, "{crossing} and {apart}");
    }
}
