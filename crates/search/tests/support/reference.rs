//! Minimax by plain recursion over a tree that a test describes.

use search::{Evaluator, Game, Score};

/// What is searched, given by closures instead of hooks.
pub(crate) struct Tree<'a, G: Game, E> {
    /// Values finished games.
    pub evaluator: E,
    /// The moves to search in an unfinished position, the given number of plies below the root.
    pub moves: &'a dyn Fn(&G, usize) -> Vec<G::Move>,
    /// By how much to extend a move to this position, one of this many at that ply.
    pub extension: &'a dyn Fn(&G, usize, usize) -> u32,
    /// The value of an unfinished position at the horizon.
    pub horizon: &'a dyn Fn(&G, usize) -> Score,
}

impl<G: Game, E: Evaluator<G>> Tree<'_, G, E> {
    /// The value for the side to move.
    pub(crate) fn value(&self, game: &G, depth: u32, ply: usize) -> Score {
        if let Some(outcome) = game.outcome() {
            return self.evaluator.clone().outcome_score(game, outcome, ply);
        }
        if depth == 0 {
            return (self.horizon)(game, ply);
        }
        let moves = (self.moves)(game, ply);
        let values = moves.iter().map(|&mv| {
            let mut child = game.clone();
            child.play(mv);
            let depth = depth - 1 + (self.extension)(&child, moves.len(), ply);
            let value = self.value(&child, depth, ply + 1);
            if child.side() == game.side() { value } else { -value }
        });
        values.max().expect("a position at which there is something to search")
    }
}

/// All legal moves.
pub(crate) fn legal_moves<G: Game>(game: &G, _ply: usize) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves
}
