//! An evaluator with weights from the configuration, updated incrementally.

use super::Board;
use search::{Evaluator, Game, Score, Side, Term};

/// Every stone is worth the weight of its column. The sum is updated with each move, as in the evaluators
/// of large boards.
#[derive(Clone, Debug)]
pub struct Columns {
    weights: Vec<i32>,
    /// The value for the first player.
    sum: i64,
}

impl Columns {
    /// An evaluator with one weight per column from the left; missing weights are 0.
    pub fn new(weights: Vec<i32>) -> Self {
        Columns { weights, sum: 0 }
    }

    fn weight(&self, side: Side, column: u8) -> i64 {
        let weight = self.weights.get(usize::from(column)).copied().unwrap_or_default();
        if side == Side::First { weight.into() } else { -i64::from(weight) }
    }

    /// The value of the stones of a column for the first player.
    fn column(&self, board: &Board, column: u8) -> i64 {
        let stones = (0..board.size().rows).filter_map(|row| board.stone(column, row));
        stones.map(|side| self.weight(side, column)).sum()
    }
}

impl Evaluator<Board> for Columns {
    fn evaluate(&mut self, board: &Board) -> Score {
        Score::new(if board.side() == Side::First { self.sum } else { -self.sum })
    }

    fn reset(&mut self, board: &Board) {
        let columns = 0..board.size().columns;
        self.sum = columns.map(|column| self.column(board, column)).sum();
    }

    fn before_play(&mut self, board: &Board, column: u8) {
        self.sum += self.weight(board.side(), column);
    }

    fn after_undo(&mut self, board: &Board, column: u8) {
        self.sum -= self.weight(board.side(), column);
    }

    fn terms(&mut self, board: &Board) -> Vec<Term> {
        let term = |column: u8| Term {
            name: format!("column {}", char::from(b'a' + column)),
            points: self.column(board, column) as f64,
        };
        (0..board.size().columns).map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Size;

    #[test]
    fn the_running_sum_equals_the_sum_from_scratch() {
        let mut evaluator = Columns::new(vec![0, 1, 2, 5, 2, 1, -3]);
        let mut board = Board::new(Size::default());
        evaluator.reset(&board);
        let mut line = Vec::new();
        for column in [3, 3, 6, 2, 0, 3, 6] {
            evaluator.before_play(&board, column);
            line.push((column, board.play(column)));
            let mut fresh = evaluator.clone();
            fresh.reset(&board);
            assert_eq!(evaluator.evaluate(&board), fresh.evaluate(&board));
        }
        for (column, before) in line.into_iter().rev() {
            board.undo(column, before);
            evaluator.after_undo(&board, column);
        }
        assert_eq!(evaluator.evaluate(&board), Score::ZERO);
    }
}
