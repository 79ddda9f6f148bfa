//! The root: one pass over the root moves with a given window.

use super::busy::Work;
use super::node::ChildSearch;
use super::worker::{Stopped, Worker};
use crate::table::NO_CODE;
use crate::{Algorithm, Evaluator, Game, Hooks, Score};

/// What a pass over the root moves found.
#[derive(Clone, Debug)]
pub(super) struct Pass<M> {
    /// The fail-soft value; if the pass was stopped, the best so far.
    pub(super) score: Score,
    /// The variation of the best move, if one raised alpha.
    pub(super) pv: Vec<M>,
    /// Whether every root move was searched (or one cut off).
    pub(super) is_finished: bool,
}

impl<M> Pass<M> {
    pub(super) fn new() -> Self {
        Pass { score: -Score::INFINITY, pv: Vec::new(), is_finished: false }
    }
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Worker<G, E, H> {
    /// The root moves worth searching.
    pub(super) fn root_moves(&mut self, root: &G) -> Vec<G::Move> {
        self.return_to(root, 1);
        match self.config.algorithm {
            Algorithm::Minimax => self.hooks.candidates(&self.game, &mut self.moves),
            _ => self.list_moves(),
        }
        self.moves.drain(..).collect()
    }

    /// Searches the given root moves in order.
    pub(super) fn root_pass<A: ChildSearch, const PV: bool>(
        &mut self,
        root: &G,
        moves: &[G::Move],
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Pass<G::Move> {
        self.return_to(root, depth);
        let shares_work = self.shares_work(depth);
        let key = root.key();
        let mut pass = Pass::new();
        let mut queue = moves.to_vec();
        let mut next = 0;
        while next < queue.len() {
            let mv = queue[next];
            let is_first = next == 0;
            next += 1;
            let work = shares_work.then(|| Work::new(key, G::code(mv), depth));
            let is_first_round = next <= moves.len();
            if !is_first && is_first_round && work.is_some_and(|work| self.is_busy(work)) {
                queue.push(mv);
                continue;
            }
            self.begin_work(work);
            let raised = alpha.max(pass.score);
            let searched = self.root_move::<A, PV>(mv, is_first, depth, raised, beta);
            self.end_work(work);
            let Ok(value) = searched else {
                self.report_nodes();
                return pass;
            };
            self.keep_better(&mut pass, mv, value, raised);
            if value >= beta {
                break;
            }
        }
        pass.is_finished = true;
        self.report_nodes();
        pass
    }

    /// Searches one root move; the position is the root before and after.
    pub(super) fn root_move<A: ChildSearch, const PV: bool>(
        &mut self,
        mv: G::Move,
        is_first: bool,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let side = self.game.side();
        let token = self.play(mv, 0);
        let searched = A::child::<G, E, H, PV>(self, side, is_first, depth - 1, 1, alpha, beta);
        self.undo(mv, token);
        searched
    }

    /// Takes over the value of a root move; its variation only if it is really better than `raised`,
    /// so that of equal moves the first is kept.
    pub(super) fn keep_better(
        &self,
        pass: &mut Pass<G::Move>,
        mv: G::Move,
        value: Score,
        raised: Score,
    ) {
        pass.score = pass.score.max(value);
        if value > raised {
            pass.pv.clear();
            pass.pv.push(mv);
            pass.pv.extend_from_slice(&self.pv[1]);
        }
    }

    /// [`root_pass`](Worker::root_pass) for plain minimax.
    pub(super) fn minimax_pass(
        &mut self,
        root: &G,
        moves: &[G::Move],
        depth: u32,
    ) -> Pass<G::Move> {
        self.return_to(root, depth);
        let mut pass = Pass::new();
        for &mv in moves {
            let side = self.game.side();
            let token = self.play(mv, 0);
            let Ok(value) = self.minimax(depth - 1, 1) else {
                self.report_nodes();
                return pass;
            };
            let value = if self.still_moves(side) { value } else { -value };
            self.undo(mv, token);
            let raised = pass.score;
            self.keep_better(&mut pass, mv, value, raised);
        }
        pass.is_finished = true;
        self.report_nodes();
        pass
    }

    /// Continues a variation with what the table remembers, up to `depth` moves. Null-window
    /// searches have no variation of their own, and an exact table entry cuts one short.
    pub(super) fn extend_from_table(&mut self, root: &G, pv: &mut Vec<G::Move>, depth: u32) {
        let mut position = root.clone();
        let mut seen = vec![position.key()];
        for &mv in pv.iter() {
            let _ = position.play(mv);
            seen.push(position.key());
        }
        let mut legal = Vec::new();
        while pv.len() < depth as usize {
            let Some(entry) = self.probe(position.key()).filter(|e| e.code != NO_CODE) else {
                break;
            };
            legal.clear();
            if position.expand(&mut legal).is_some() {
                break;
            }
            let Some(&mv) = legal.iter().find(|&&mv| G::code(mv) == entry.code) else { break };
            let _ = position.play(mv);
            if seen.contains(&position.key()) {
                break;
            }
            seen.push(position.key());
            pv.push(mv);
        }
    }
}
