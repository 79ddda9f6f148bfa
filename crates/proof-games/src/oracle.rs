//! The value that a search must find: minimax by plain recursion, written to be obviously correct.
//!
//! It shares only the traits with the search core: copies instead of undo, no window, no table, no
//! ordering.

use search::{Evaluator, Game, Hooks, Score, Step};

/// The minimax value of a position for the side to move, `depth` plies deep.
///
/// Of the hooks only [`PATH_RULE`](Hooks::PATH_RULE) is used; the path starts at `game`.
/// Evaluators that keep state are reset at every leaf.
pub fn minimax<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    game: &G,
    evaluator: &mut E,
    hooks: &mut H,
    depth: u32,
) -> Score {
    Recursion { evaluator, hooks, path: Vec::new() }.value(game, depth)
}

struct Recursion<'a, G: Game, E, H> {
    evaluator: &'a mut E,
    hooks: &'a mut H,
    path: Vec<Step<G::Move>>,
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Recursion<'_, G, E, H> {
    fn value(&mut self, game: &G, depth: u32) -> Score {
        let verdict = match H::PATH_RULE {
            Some(rule) if !self.path.is_empty() => {
                rule(self.hooks).verdict_in_search(game, &self.path, 0)
            }
            _ => None,
        };
        if let Some(outcome) = game.outcome().or(verdict) {
            return self.evaluator.outcome_score(game, outcome, self.path.len());
        }
        if depth == 0 {
            self.evaluator.reset(game);
            return self.evaluator.evaluate(game);
        }
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let mut best = -Score::INFINITY;
        for mv in moves {
            let mut child = game.clone();
            child.play(mv);
            self.path.push(Step { key: game.key(), mv });
            let value = self.value(&child, depth - 1);
            self.path.pop();
            best = best.max(if child.side() == game.side() { value } else { -value });
        }
        best
    }
}
