//! The last ply before the horizon without table and ordering: `light-frontier`.
//!
//! Where an evaluation costs less than a table probe, most of a node's overhead is at this ply.
//! The value is the same; only the number of leaves and the time change.

use super::worker::{Stopped, Worker};
use crate::{Evaluator, Game, Hooks, Score};

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Worker<G, E, H> {
    /// The fail-soft value of the current position one ply deep, its moves tried as they come.
    /// `AT_ONCE` is [`evaluates_at_once`](Worker::evaluates_at_once), known to the compiler.
    #[inline]
    pub(super) fn frontier<const PV: bool, const AT_ONCE: bool>(
        &mut self,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.enter()?;
        if PV {
            self.pv[ply].clear();
        }
        if let Some(score) = self.path_score(ply) {
            return Ok(score);
        }
        let start = self.moves.len();
        if let Some(score) = self.generate(ply) {
            return Ok(score);
        }
        if !AT_ONCE {
            // Quiescence orders its moves, and finds them by their place in both lists.
            self.order.resize(self.moves.len(), 0);
        }
        let side = self.game.side();
        let mut best = -Score::INFINITY;
        for index in start..self.moves.len() {
            let mv = self.moves[index];
            let token = if AT_ONCE { self.play_to_horizon(mv, ply) } else { self.play(mv, ply) };
            let value = if AT_ONCE {
                let value = self.leaf(ply + 1)?;
                if self.still_moves(side) { value } else { -value }
            } else if self.still_moves(side) {
                self.horizon(ply + 1, alpha, beta)?
            } else {
                -self.horizon(ply + 1, -beta, -alpha)?
            };
            self.undo(mv, token);
            best = best.max(value);
            if value > alpha {
                alpha = value;
                if PV {
                    self.pv[ply].clear();
                    self.pv[ply].push(mv);
                }
                if value >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(start);
        if !AT_ONCE {
            self.order.truncate(start);
        }
        Ok(best)
    }
}
