//! Random play and undo, for tests of incremental updates.

use crate::{Gomoku, Point, Rule, Size};
use search::Game;
use search::rng::Rng;

/// The last change to a position.
pub(crate) enum Step {
    Played(Point),
    Undone(Point),
}

/// Makes sixty random steps from an empty board and calls `visit` after each. About three in four
/// place a stone.
pub(crate) fn random_walk(
    size: Size,
    rule: Rule,
    seed: u64,
    mut visit: impl FnMut(&mut Gomoku, Step),
) {
    let mut game = Gomoku::new(size, rule);
    let mut rng = Rng::new(seed);
    let mut line = Vec::new();
    for _ in 0..60 {
        let mut moves = Vec::new();
        let over = game.expand(&mut moves).is_some();
        // Near the top left corner stones interact with each other and with the edges.
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
                Step::Undone(mv)
            }
        };
        visit(&mut game, step);
    }
}
