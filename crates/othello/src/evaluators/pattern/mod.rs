//! The pattern evaluator: [`Pattern`], what the configurations of edges, corners, lines and diagonals
//! are worth, by phase of the game, in discs.
//!
//! A position's value is the sum of the weights of all its patterns, and of what the number of moves
//! of either side and of discs adds (Buro 1997). The weights are fitted by the verbs of
//! [`train`](crate::program::train) and come in a file of their own, see [`Weights`].
//!
//! - `shapes`: which squares belong together. `indices`: which configuration each of them has.

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

/// Units of a score for one weight: both divide a disc.
const WEIGHTS_PER_UNIT: i32 = PER_DISC / Mobility::UNITS_PER_POINT as i32;

/// The evaluator. It keeps the configurations of the line that is searched, and changes them with
/// every move.
///
/// Finished games count the difference in discs like [`Mobility`], which also judges boards smaller
/// than 8x8: they have no weights.
#[derive(Clone, Debug)]
pub struct Pattern {
    weights: Arc<Weights>,
    /// Seen by black, from the root on.
    line: Vec<Indices>,
    /// The board before the move that is being played.
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

/// What is looked up for a position: its configurations, the moves of both sides, and whether they are
/// those of the other side, which is judged in place of one that must pass.
#[inline(always)]
fn seen(indices: &Indices, own: bool, moves: [u64; 2]) -> ([u16; shapes::LANES], [u64; 2], bool) {
    let passes = moves[0] == 0;
    let moves = if passes { [moves[1], 0] } else { moves };
    (indices.seen_by(own != passes), moves, passes)
}

/// The value of an unfinished game for the side to move, in score units, given its configurations
/// (seen by that side if `own`), the moves of both sides and how many discs there are.
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
                // The opponent's discs that are now the mover's, who is no longer to move.
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

    /// Any weights, so that a mistake shows.
    fn some() -> Pattern {
        let mut rng = search::rng::Rng::new(5);
        let all: Vec<f64> =
            (0..PHASES * classes()).map(|_| rng.below(200) as f64 / 64.0 - 1.5).collect();
        Pattern::new(Arc::new(Weights::from_fit(&all)))
    }

    /// The value counted afresh.
    fn afresh(pattern: &mut Pattern, position: &Othello) -> Score {
        pattern.reset(position);
        pattern.evaluate(position)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        #[test]
        fn values_follow_play_and_undo_and_do_not_depend_on_how_the_board_lies(seed: u64) {
            let line = random_game(Size::Eight, seed);
            let (mut pattern, mut fresh) = (some(), some());
            let mut position = Othello::start(Size::Eight);
            pattern.reset(&position);
            let mut tokens = Vec::new();
            for &mv in line.moves() {
                pattern.before_play(&position, mv);
                let token = position.play(mv);
                pattern.after_play(&position, mv);
                tokens.push((mv, token));
                if position.outcome().is_some() { break; }
                let value = pattern.evaluate(&position);
                for board in position.board().symmetries() {
                    let turned = Othello::new(board, position.side(), Size::Eight);
                    prop_assert_eq!(afresh(&mut fresh, &turned), value);
                    let exchanged = Othello::new(board, !position.side(), Size::Eight);
                    prop_assert_eq!(afresh(&mut fresh, &exchanged), value);
                }
            }
            for (mv, token) in tokens.into_iter().rev() {
                position.undo(mv, token);
                pattern.after_undo(&position, mv);
                prop_assert_eq!(pattern.evaluate(&position), afresh(&mut fresh, &position));
            }
        }
    }

    #[test]
    fn terms_add_up_to_the_value_for_the_first_player() {
        let mut pattern = some();
        let line = random_game(Size::Eight, 7);
        let mut position = Othello::start(Size::Eight);
        for &mv in line.moves() {
            position.play(mv);
            if position.outcome().is_none() {
                let value = afresh(&mut pattern, &position).points(Pattern::UNITS_PER_POINT);
                let sum: f64 = pattern.terms(&position).iter().map(|term| term.points).sum();
                let sign = if position.side() == Side::First { 1.0 } else { -1.0 };
                // A sum of parts is not rounded, and not cut off at 64.
                assert!((sum - sign * value).abs() < 0.07 || sum.abs() > 63.9, "{sum} {value}");
            }
        }
    }
}
