//! A simple evaluator with fourteen weights: [`Patterns`].

use super::sign;
use crate::rules::gomoku::Gomoku;
use crate::rules::rule::Rule;
use crate::rules::shapes::Shape;
use crate::rules::threat::Threat;
use search::{Evaluator, Game, Score, Side, Term};
use serde::{Deserialize, Serialize};

/// Points for the shapes and threats that a side could make with one stone. Each pair is for the
/// side to move and for the opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PatternWeights {
    /// For each empty point and line where a stone would make a [`Two`](Shape::Two).
    pub two: [i64; 2],
    /// For each empty point and line where a stone would make a
    /// [`SleepingTwo`](Shape::SleepingTwo).
    pub sleeping_two: [i64; 2],
    /// For each empty point and line where a stone would make a [`One`](Shape::One).
    pub one: [i64; 2],
    /// For each empty point and line where a stone would make a
    /// [`SleepingThree`](Shape::SleepingThree).
    pub sleeping_three: [i64; 2],
    /// For each empty point and line where a stone would make a [`Three`](Shape::Three).
    pub three: [i64; 2],
    /// For each empty point and line where a stone would make a [`Four`](Shape::Four).
    pub four: [i64; 2],
    /// For each empty point where a stone would make two or more twos and sleeping threes.
    pub twos: [i64; 2],
    /// For each empty point where a stone would make a three with a two or sleeping three.
    pub three_plus: [i64; 2],
    /// For each empty point where a stone would make two threes.
    pub threes: [i64; 2],
    /// For each empty point where a stone would make a four with a two or sleeping three.
    pub four_plus: [i64; 2],
    /// For each empty point where a stone would make a four and a three.
    pub four_three: [i64; 2],
    /// For each empty point where a stone would make an open four or two fours.
    pub open_four: [i64; 2],
    /// For each empty point where a stone would make five.
    pub five: [i64; 2],
    /// A constant for the side to move.
    pub turn: i64,
}

impl PatternWeights {
    /// The weights that are pairs, with their names.
    pub fn pairs(&self) -> [(&'static str, [i64; 2]); 13] {
        [
            ("one", self.one),
            ("sleeping-two", self.sleeping_two),
            ("two", self.two),
            ("sleeping-three", self.sleeping_three),
            ("three", self.three),
            ("four", self.four),
            ("twos", self.twos),
            ("three-plus", self.three_plus),
            ("threes", self.threes),
            ("four-plus", self.four_plus),
            ("four-three", self.four_three),
            ("open-four", self.open_four),
            ("five", self.five),
        ]
    }
}

/// The features: numbers of lines by shape, then numbers of points by threat.
const SHAPES: [Shape; 6] =
    [Shape::One, Shape::SleepingTwo, Shape::Two, Shape::SleepingThree, Shape::Three, Shape::Four];
const THREATS: [Threat; 7] = [
    Threat::Twos,
    Threat::ThreePlus,
    Threat::Threes,
    Threat::FourPlus,
    Threat::FourThree,
    Threat::OpenFour,
    Threat::Five,
];

/// Counts the shapes and threats that both sides could make with one stone on every empty point. The
/// position updates all counts incrementally, so an evaluation is a sum of thirteen products per side.
///
/// With `decided-leaves` it also recognises decided positions: a five or an open four to make, or two
/// fives of the opponent to stop.
#[derive(Clone, Debug)]
pub struct Patterns {
    weights: PatternWeights,
    pairs: [[i64; 2]; 13],
}

impl Patterns {
    /// An evaluator with these weights.
    pub fn new(weights: PatternWeights) -> Patterns {
        let pairs = weights.pairs().map(|(_, pair)| pair);
        Patterns { weights, pairs }
    }

    /// The feature counts of a side, in the order of [`PatternWeights::pairs`].
    #[inline]
    pub fn counts(game: &Gomoku, side: Side) -> [i64; 13] {
        std::array::from_fn(|index| match index.checked_sub(SHAPES.len()) {
            None => game.lines_with(SHAPES[index], side) as i64,
            Some(threat) => game.points_with(THREATS[threat], side) as i64,
        })
    }

    /// The points of the side to move (`turn` 0) or of the opponent (`turn` 1).
    #[inline]
    fn points(&self, game: &Gomoku, turn: usize) -> i64 {
        let side = if turn == 0 { game.side() } else { !game.side() };
        let counts = Patterns::counts(game, side);
        self.pairs.iter().zip(counts).map(|(pair, count)| pair[turn] * count).sum()
    }
}

impl Evaluator<Gomoku> for Patterns {
    #[inline]
    fn evaluate(&mut self, game: &Gomoku) -> Score {
        Score::new(self.points(game, 0) - self.points(game, 1) + self.weights.turn)
    }

    #[inline]
    fn decided_score(&mut self, game: &Gomoku, ply: usize) -> Option<Score> {
        if game.outcome().is_some() { None } else { decided(game, ply) }
    }

    fn terms(&mut self, game: &Gomoku) -> Vec<Term> {
        let mut terms = Vec::new();
        let sides = [Side::First, Side::Second].map(|side| {
            let turn = usize::from(side != game.side());
            (sign(side), turn, Patterns::counts(game, side))
        });
        for (index, (name, pair)) in self.weights.pairs().into_iter().enumerate() {
            let [(_, _, black), (_, _, white)] = sides;
            let points = sides.map(|(sign, turn, counts)| sign * pair[turn] * counts[index]);
            terms.push(Term {
                name: format!("{name} {}:{}", black[index], white[index]),
                points: (points[0] + points[1]) as f64,
            });
        }
        let turn = sign(game.side()) * self.weights.turn;
        terms.push(Term { name: "turn".into(), points: turn as f64 });
        terms
    }
}

/// The score of an unfinished game whose end is certain without a search, `ply` plies from the root.
#[inline]
pub(crate) fn decided(game: &Gomoku, ply: usize) -> Option<Score> {
    let (own, enemy) = (game.side(), !game.side());
    if game.points_with(Threat::Five, own) > 0 {
        return Some(Score::win_in(ply + 1));
    }
    // Under caro one stone may stop more than one five.
    if game.rule() == Rule::Caro {
        return None;
    }
    match game.points_with(Threat::Five, enemy) {
        0 if game.points_with(Threat::OpenFour, own) > 0 => Some(Score::win_in(ply + 3)),
        2.. => Some(Score::loss_in(ply + 2)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Notation;

    #[test]
    fn a_five_to_make_two_to_stop_and_an_open_four_are_decided() {
        let decided = |moves: &str| decided(&Gomoku::parse_position(moves).unwrap(), 0);
        assert_eq!(decided("h8a1i8a3j8a5k8c1"), Some(Score::win_in(1)));
        assert_eq!(decided("h8a1i8a3j8a5k8"), Some(Score::loss_in(2)));
        assert_eq!(decided("h8a1i8a3j8a5"), Some(Score::win_in(3)));
        assert_eq!(decided("h8a1i8a3"), None);
    }
}
