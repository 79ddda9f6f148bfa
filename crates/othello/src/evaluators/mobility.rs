//! A simple evaluator in discs: mobility, potential mobility and corners ([`Mobility`]).

use crate::endgame::judge;
use crate::rules::game::Othello;
use search::{Evaluator, Game, Outcome, Score, Side, Term};

/// Legal moves, empty squares next to the opponent's discs, corners and border discs next to them.
///
/// A finished game scores its disc difference, with the empty squares for the winner, on the same
/// scale. Corners are the only squares with a value of their own. Tuned for 8x8 boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility;

/// The score of a finished or solved game for the side to move: discs in units of [`Mobility`].
pub(crate) fn disc_score(discs: i32) -> Score {
    Score::new(i64::from(discs) * Mobility::UNITS_PER_POINT)
}

impl Evaluator<Othello> for Mobility {
    /// One more move than the opponent is worth about a disc.
    const UNITS_PER_POINT: i64 = 16;

    #[inline]
    fn evaluate(&mut self, position: &Othello) -> Score {
        let moves = [position.moves(), position.opponent_moves()];
        Score::new(judge::value(&judge::parts::<{ u64::MAX }>(position.board(), moves)).into())
    }

    fn outcome_score(&mut self, position: &Othello, _outcome: Outcome, _ply: usize) -> Score {
        disc_score(position.final_score())
    }

    fn terms(&mut self, position: &Othello) -> Vec<Term> {
        let sign = if position.side() == Side::First { 1.0 } else { -1.0 };
        if position.outcome().is_some() {
            let points = sign * f64::from(position.final_score());
            return vec![Term { name: "discs".into(), points }];
        }
        let moves = [position.moves(), position.opponent_moves()];
        let parts = judge::parts::<{ u64::MAX }>(position.board(), moves);
        let names = ["mobility", "potential mobility", "corners"];
        let term = |(name, part): (&str, i32)| Term {
            name: name.into(),
            points: sign * f64::from(part) / Self::UNITS_PER_POINT as f64,
        };
        names.into_iter().zip(parts).map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use search::Notation;

    #[test]
    fn terms_add_up_to_the_value_for_the_first_player() {
        let mut position = Othello::start(Size::Eight);
        for text in ["f5", "d6", "c3", "d3", "c4"] {
            let mv = position.parse_move(text).unwrap();
            position.play(mv);
            let value = Mobility.evaluate(&position).points(Mobility::UNITS_PER_POINT);
            let sum: f64 = Mobility.terms(&position).iter().map(|term| term.points).sum();
            let sign = if position.side() == Side::First { 1.0 } else { -1.0 };
            assert!((sum - sign * value).abs() < 1e-9, "{text}: {sum} {value}");
        }
    }

    #[test]
    fn a_finished_game_scores_its_disc_difference() {
        let over = Othello::parse_position("XXXX------------ O").unwrap();
        let score = Mobility.horizon_score(&over, 3);
        assert_eq!(score.points(Mobility::UNITS_PER_POINT), -16.0);
    }
}
