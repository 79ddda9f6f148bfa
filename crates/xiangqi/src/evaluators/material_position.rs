//! The lab's evaluator: [`MaterialPosition`].

use super::{PieceTables, RunningSum};
use crate::rules::moves::Move;
use crate::rules::piece::{Kind, Piece};
use crate::rules::position::Position;
use search::{Evaluator, Game, Score, Side, Term};
use std::sync::Arc;

/// Piece values and piece-square tables, red's minus black's.
#[derive(Clone, Debug)]
pub struct MaterialPosition {
    tables: Arc<PieceTables>,
    sum: RunningSum,
}

impl MaterialPosition {
    /// An evaluator with these tables.
    pub fn new(tables: Arc<PieceTables>) -> Self {
        MaterialPosition { sum: RunningSum::new(tables.signed()), tables }
    }
}

impl Evaluator<Position> for MaterialPosition {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        let red = self.sum.get();
        Score::new(if position.side() == Side::First { red } else { -red })
    }

    fn reset(&mut self, position: &Position) {
        self.sum.reset(position);
    }

    #[inline]
    fn before_play(&mut self, position: &Position, mv: Move) {
        self.sum.play(position, mv);
    }

    #[inline]
    fn after_undo(&mut self, position: &Position, mv: Move) {
        self.sum.undo(position, mv);
    }

    fn terms(&mut self, position: &Position) -> Vec<Term> {
        let mut terms = Vec::new();
        for (side, name, sign) in [(Side::First, "red", 1), (Side::Second, "black", -1)] {
            let (mut material, mut squares) = (0, 0);
            for kind in Kind::ALL {
                for square in position.pieces(side, kind) {
                    let value = *self.tables.values.get(kind);
                    material += value;
                    squares += self.tables.worth(Piece::new(side, kind), square) - value;
                }
            }
            for (what, points) in [("pieces", material), ("squares", squares)] {
                let points = f64::from(sign * points);
                terms.push(Term { name: format!("{name}'s {what}"), points });
            }
        }
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Notation;
    use search::rng::Rng;

    #[test]
    fn the_incremental_sum_equals_the_sum_from_scratch_and_of_the_terms() {
        let mut rng = Rng::new(3);
        let mut evaluator = MaterialPosition::new(Arc::new(PieceTables::lab()));
        let mut position = Position::start();
        evaluator.reset(&position);
        for _ in 0..300 {
            let mut moves = Vec::new();
            if position.expand(&mut moves).is_some() {
                break;
            }
            for mv in moves.iter().copied().chain([Move::NULL]) {
                evaluator.before_play(&position, mv);
                let undo = position.play(mv);
                assert_eq!(evaluator.sum.get(), evaluator.sum.of(&position));
                position.undo(mv, undo);
                evaluator.after_undo(&position, mv);
                assert_eq!(evaluator.sum.get(), evaluator.sum.of(&position));
            }
            let points: f64 = evaluator.terms(&position).iter().map(|term| term.points).sum();
            assert_eq!(points, evaluator.sum.get() as f64);
            let mv = rng.choose(&moves).unwrap();
            evaluator.before_play(&position, mv);
            position.play(mv);
        }
    }

    #[test]
    fn the_start_is_even_and_a_missing_rook_counts_for_the_opponent() {
        let mut evaluator = MaterialPosition::new(Arc::new(PieceTables::lab()));
        let mut value = |text: &str| {
            let position = Position::parse_position(text).unwrap();
            evaluator.reset(&position);
            evaluator.evaluate(&position)
        };
        assert_eq!(value(crate::notation::fen::START), Score::ZERO);
        let rookless = "rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
        assert_eq!(value(&format!("{rookless} w")), Score::new(494));
        assert_eq!(value(&format!("{rookless} b")), Score::new(-494));
    }
}
