//! The pattern evaluator, [`Pattern`]: trained weights, in discs, for the configurations of edges,
//! corners, lines and diagonals, by game phase.
//!
//! The value of a position is the sum of the weights of its patterns and of weights for the number of
//! moves of each side and of discs (Buro 1997). The verbs of [`train`](crate::program::train) fit the
//! weights; see [`Weights`] for their file.
//!
//! - `shapes`: the squares of each pattern. `indices`: the current configuration of each pattern.

mod indices;
mod shapes;
mod weights;

pub(crate) use indices::Indices;
#[cfg(feature = "program")]
pub(crate) use shapes::PLACES;
pub(crate) use weights::PER_DISC;
#[cfg(any(test, feature = "program"))]
pub(crate) use weights::{PHASES, classes};
pub use weights::{Weights, WeightsError};
#[cfg(feature = "program")]
pub(crate) use weights::{add_to_all, features, phase};

use crate::evaluators::mobility::{Mobility, disc_score};
use crate::rules::board::{Board, Size};
use crate::rules::game::Othello;
use crate::rules::square::Move;
use search::{Evaluator, Game, Outcome, Score, Side, Term};
use std::sync::Arc;

/// Weight units per score unit; both are fractions of a disc.
const WEIGHTS_PER_UNIT: i32 = PER_DISC / Mobility::UNITS_PER_POINT as i32;

/// The evaluator. It updates the pattern indices with every move of the search.
///
/// Finished games score their disc difference as in [`Mobility`]. Boards smaller than 8x8 have no
/// weights and are evaluated by [`Mobility`].
#[derive(Clone, Debug)]
pub struct Pattern {
    weights: Arc<Weights>,
    /// The indices from black's view, one per ply from the root.
    line: Vec<Indices>,
    /// The board before the current move.
    before: Board,
}

impl Pattern {
    /// An evaluator with these weights.
    pub fn new(weights: Arc<Weights>) -> Pattern {
        let start = Board::START;
        let line = vec![Indices::of(start.own, start.opp)];
        Pattern { weights, line, before: start }
    }
}

/// The sum of weights as a score.
#[inline(always)]
fn units(sum: i32) -> i32 {
    const MOST: i32 = 64 * Mobility::UNITS_PER_POINT as i32;
    sum.div_euclid(WEIGHTS_PER_UNIT).clamp(-MOST, MOST)
}

/// The lookup keys of a position: its indices, the moves of both sides, and whether they are from the
/// opponent's view. If the side to move must pass, the position is evaluated from the opponent's view.
#[inline(always)]
fn seen(indices: &Indices, own: bool, moves: [u64; 2]) -> ([u16; shapes::LANES], [u64; 2], bool) {
    let passes = moves[0] == 0;
    let moves = if passes { [moves[1], 0] } else { moves };
    (indices.seen_by(own != passes), moves, passes)
}

/// The value of an unfinished game for the side to move, in score units, given its indices (from that
/// side's view if `own`), the moves of both sides and the number of discs.
#[inline(always)]
pub(crate) fn value(
    weights: &Weights,
    indices: &Indices,
    own: bool,
    moves: [u64; 2],
    discs: u32,
) -> i32 {
    let (seen, moves, passes) = seen(indices, own, moves);
    let value = units(weights.sum(&seen, moves, discs));
    if passes { -value } else { value }
}

impl Evaluator<Othello> for Pattern {
    const UNITS_PER_POINT: i64 = Mobility::UNITS_PER_POINT;

    #[inline]
    fn evaluate(&mut self, position: &Othello) -> Score {
        if position.size() != Size::Eight {
            return Mobility.evaluate(position);
        }
        let Some(indices) = self.line.last() else { return Score::ZERO };
        let is_black = position.side() == Side::First;
        let moves = [position.moves(), position.opponent_moves()];
        let discs = 64 - position.empty().count_ones();
        Score::new(value(&self.weights, indices, is_black, moves, discs).into())
    }

    fn outcome_score(&mut self, position: &Othello, _outcome: Outcome, _ply: usize) -> Score {
        disc_score(position.final_score())
    }

    fn reset(&mut self, position: &Othello) {
        self.line.clear();
        let [black, white] = [Side::First, Side::Second].map(|side| position.discs(side));
        self.line.push(Indices::of(black, white));
    }

    #[inline]
    fn before_play(&mut self, position: &Othello, _mv: Move) {
        self.before = position.board();
    }

    #[inline]
    fn after_play(&mut self, position: &Othello, mv: Move) {
        let Some(last) = self.line.last() else { return };
        let next = match mv.square() {
            Some(square) => {
                // The flipped discs: they belong to the mover, who is no longer the side to move.
                let flipped = self.before.opp & position.board().opp;
                last.after(position.side() == Side::Second, square, flipped)
            }
            None => *last,
        };
        self.line.push(next);
    }

    #[inline]
    fn after_undo(&mut self, _position: &Othello, _mv: Move) {
        self.line.pop();
    }

    fn terms(&mut self, position: &Othello) -> Vec<Term> {
        if position.outcome().is_some() || position.size() != Size::Eight {
            return Mobility.terms(position);
        }
        let Some(indices) = self.line.last() else { return Vec::new() };
        let is_black = position.side() == Side::First;
        let moves = [position.moves(), position.opponent_moves()];
        let (seen, moves, passes) = seen(indices, is_black, moves);
        let discs = 64 - position.empty().count_ones();
        let parts = self.weights.parts(&seen, moves, discs);
        let sign = if is_black != passes { 1.0 } else { -1.0 };
        let name = |part| if part < shapes::SHAPE_COUNT { shapes::name(part) } else { "moves" };
        let term = |(part, &sum): (usize, &i32)| Term {
            name: name(part).into(),
            points: sign * f64::from(sum) / f64::from(PER_DISC),
        };
        parts.iter().enumerate().map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::transcript::tests::random_game;
    use proptest::prelude::*;

    /// An evaluator with arbitrary weights, so that mistakes show.
    fn some() -> Pattern {
        let mut rng = search::rng::Rng::new(5);
        let all: Vec<f64> =
            (0..PHASES * classes()).map(|_| rng.below(200) as f64 / 64.0 - 1.5).collect();
        Pattern::new(Arc::new(Weights::from_fit(&all)))
    }

    /// The value computed from scratch.
    fn from_scratch(pattern: &mut Pattern, position: &Othello) -> Score {
        pattern.reset(position);
        pattern.evaluate(position)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        #[test]
        fn values_follow_play_and_undo_and_are_symmetric(seed: u64) {
            let line = random_game(Size::Eight, seed);
            let (mut pattern, mut fresh) = (some(), some());
            let mut position = Othello::start(Size::Eight);
            pattern.reset(&position);
            let mut tokens = Vec::new();
            for mv in line.moves() {
                pattern.before_play(&position, mv);
                let token = position.play(mv);
                pattern.after_play(&position, mv);
                tokens.push((mv, token));
                if position.outcome().is_some() { break; }
                let value = pattern.evaluate(&position);
                for board in position.board().symmetries() {
                    let turned = Othello::new(board, position.side(), Size::Eight);
                    prop_assert_eq!(from_scratch(&mut fresh, &turned), value);
                    let exchanged = Othello::new(board, !position.side(), Size::Eight);
                    prop_assert_eq!(from_scratch(&mut fresh, &exchanged), value);
                }
            }
            for (mv, token) in tokens.into_iter().rev() {
                position.undo(mv, token);
                pattern.after_undo(&position, mv);
                prop_assert_eq!(pattern.evaluate(&position), from_scratch(&mut fresh, &position));
            }
        }
    }

    #[test]
    fn terms_add_up_to_the_value_for_the_first_player() {
        let mut pattern = some();
        let line = random_game(Size::Eight, 7);
        let mut position = Othello::start(Size::Eight);
        for mv in line.moves() {
            position.play(mv);
            if position.outcome().is_none() {
                let value = from_scratch(&mut pattern, &position).points(Pattern::UNITS_PER_POINT);
                let sum: f64 = pattern.terms(&position).iter().map(|term| term.points).sum();
                let sign = if position.side() == Side::First { 1.0 } else { -1.0 };
                // The sum of the terms is neither rounded nor clamped to 64.
                assert!((sum - sign * value).abs() < 0.07 || sum.abs() > 63.9, "{sum} {value}");
            }
        }
    }
}
