//! The lab's "blind" opponent, a greedy player: it chooses the move with the best evaluation after
//! one ply and searches no further.

use crate::evaluators::Inertia;
use crate::rules::duel::Duel;
use crate::rules::squares::Square;
use search::{Evaluator, Game, Score};

/// The move with the best evaluation after one ply, the first among equals; `None` if the game is
/// over.
pub fn choose(evaluator: &mut Inertia, duel: &Duel) -> Option<Square> {
    let mut moves = Vec::new();
    duel.expand(&mut moves);
    evaluator.reset(duel);
    let mut position = *duel;
    let mut best: Option<(Score, Square)> = None;
    for to in moves {
        let before = position.play(to);
        evaluator.after_play(&position, to);
        let value = -evaluator.horizon_score(&position, 1);
        position.undo(to, before);
        evaluator.after_undo(&position, to);
        if best.is_none_or(|(score, _)| value > score) {
            best = Some((value, to));
        }
    }
    best.map(|(_, to)| to)
}
