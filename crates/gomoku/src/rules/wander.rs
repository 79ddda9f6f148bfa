//! For tests: stones put anywhere and taken back again.

use crate::{Gomoku, Point, Rule, Size};
use search::Game;
use search::rng::Rng;

/// What has just been done to a position.
pub(crate) enum Step {
    Played(Point),
    TakenBack(Point),
}

/// Sixty steps from an empty board, each of them shown. Three of four put a stone.
pub(crate) fn wander(size: Size, rule: Rule, seed: u64, mut show: impl FnMut(&mut Gomoku, Step)) {
    let mut game = Gomoku::new(size, rule);
    let mut rng = Rng::new(seed);
    let mut line = Vec::new();
    for _ in 0..60 {
        let mut moves = Vec::new();
        let over = game.expand(&mut moves).is_some();
        // Near the top left corner the stones meet each other and the edges.
        moves.retain(|mv| mv.row() < 9 && mv.column() < 9);
        let step = match rng.choose(&moves).filter(|_| !over && rng.below(4) > 0) {
            Some(mv) => {
                game.play(mv);
                line.push(mv);
                Step::Played(mv)
            }
            None => {
                let Some(mv) = line.pop() else { break };
                game.undo(mv, ());
                Step::TakenBack(mv)
            }
        };
        show(&mut game, step);
    }
}
