//! The last ply before the horizon without table and almost without ordering: `light-frontier`.
//!
//! Where an evaluation costs less than a table probe, most of a node's overhead is at this ply.
//! The value is the same; only the number of leaves and the time change.

use super::observer::Observer;
use super::worker::{Stopped, Worker};
use crate::table::NO_CODE;
use crate::{Evaluator, Game, Hooks, Score, Side};

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> Worker<G, E, H, O> {
    /// The fail-soft value of the current position one ply deep: the killer, where killers are wanted,
    /// then the other moves as they come.
    /// `AT_ONCE` is [`evaluates_at_once`](Worker::evaluates_at_once), known to the compiler.
    #[inline(never)]
    pub(super) fn frontier<const PV: bool, const AT_ONCE: bool>(
        &mut self,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.enter(1, ply, alpha, beta)?;
        if PV {
            self.stack[ply].pv.clear();
        }
        if let Some(score) = self.path_score(ply) {
            return self.leave(score);
        }
        let side = self.game.side();
        let start = self.lists.len();
        let mut best = -Score::INFINITY;
        let mut tried = NO_CODE;
        if AT_ONCE && self.killers_come_first {
            if let Some(score) = self.finished(ply) {
                return self.leave(score);
            }
            if let Some(killer) = self.leading_killer(ply) {
                tried = G::code(killer);
                best = self.last_move::<AT_ONCE>(killer, side, ply, alpha, beta)?;
                if best > alpha {
                    alpha = best;
                    if PV {
                        self.stack[ply].pv.push(killer);
                    }
                    if best >= beta {
                        return self.leave(best);
                    }
                }
            }
            self.list_moves();
        } else if let Some(score) = self.generate(ply) {
            return self.leave(score);
        }
        if !AT_ONCE {
            // Quiescence orders its moves, and needs lists of equal length.
            self.lists.scores.resize(self.lists.len(), 0);
        }
        for place in start..self.lists.len() {
            let mv = self.lists.moves[place];
            if AT_ONCE && G::code(mv) == tried {
                continue;
            }
            let value = self.last_move::<AT_ONCE>(mv, side, ply, alpha, beta)?;
            best = best.max(value);
            if value > alpha {
                alpha = value;
                if PV {
                    self.stack[ply].pv.clear();
                    self.stack[ply].pv.push(mv);
                }
                if value >= beta {
                    if AT_ONCE && self.killers_come_first {
                        self.stack[ply].killers.add(G::code(mv));
                    }
                    break;
                }
            }
        }
        self.lists.moves.truncate(start);
        if !AT_ONCE {
            self.lists.scores.truncate(start);
        }
        self.leave(best)
    }

    /// The value of the position after `mv`, which leads to the horizon, from the view of `side`.
    #[inline(always)]
    fn last_move<const AT_ONCE: bool>(
        &mut self,
        mv: G::Move,
        side: Side,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let token = if AT_ONCE { self.play_to_horizon(mv, ply) } else { self.play(mv, ply) };
        let again = self.still_moves(side);
        let (low, high) = if again { (alpha, beta) } else { (-beta, -alpha) };
        let searched =
            if AT_ONCE { self.leaf(ply + 1, low, high) } else { self.horizon(ply + 1, low, high) };
        self.undo(mv, token);
        let value = searched?;
        Ok(if again { value } else { -value })
    }
}
