//! The root: one pass over the root moves with a given window.

use super::abdada::Work;
use super::alpha_beta::AlphaBeta;
use super::node::ChildSearch;
use super::observer::{Entered, Observer};
use super::pvs::Pvs;
use super::worker::{Stopped, Worker};
use crate::recording::Kind;
use crate::table::NO_CODE;
use crate::{Algorithm, Evaluator, Game, Hooks, LateMove, Score};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The position and moves of a pass.
pub(super) struct RootNode<'a, G: Game> {
    pub(super) position: &'a G,
    pub(super) moves: &'a [G::Move],
    pub(super) depth: u32,
    /// Whether late moves may be reduced: not if several lines are wanted, which are to be compared.
    pub(super) may_reduce: bool,
}

/// What a pass over the root moves found.
#[derive(Clone, Debug)]
pub(super) struct Pass<M> {
    /// The fail-soft value; if the pass was stopped, the best so far.
    pub(super) score: Score,
    /// The variation of the best move, if one raised alpha.
    pub(super) pv: Vec<M>,
    /// Whether every root move was searched (or one cut off).
    pub(super) is_finished: bool,
    /// The nodes that each move took, in the order of the moves; empty if they were not counted.
    pub(super) effort: Vec<u64>,
}

impl<M: Copy> Pass<M> {
    pub(super) fn new() -> Self {
        Pass { score: -Score::INFINITY, pv: Vec::new(), is_finished: false, effort: Vec::new() }
    }

    /// Adds the value of a move. Its variation, `mv` and then `below`, is kept only if the value is
    /// greater than `raised`, so that of equal moves the first wins.
    fn add(&mut self, mv: M, below: &[M], value: Score, raised: Score) {
        self.score = self.score.max(value);
        if value > raised {
            self.pv.clear();
            self.pv.push(mv);
            self.pv.extend_from_slice(below);
        }
    }
}

/// The results of a pass so far, shared by its threads: a move that one thread has searched is not
/// searched again, its score raises alpha for all, and nothing is lost when time runs out.
pub(super) struct Findings<M> {
    alpha: Score,
    known: Mutex<Known<M>>,
}

struct Known<M> {
    pass: Pass<M>,
    is_searched: Vec<bool>,
}

impl<M: Copy> Findings<M> {
    /// Before the first of this many moves.
    pub(super) fn new(moves: usize, alpha: Score) -> Self {
        let pass = Pass { effort: vec![0; moves], ..Pass::new() };
        let known = Known { pass, is_searched: vec![false; moves] };
        Findings { alpha, known: Mutex::new(known) }
    }

    /// Alpha for the move with this number; `None` if it has been searched.
    fn to_beat(&self, number: usize) -> Option<Score> {
        let known = self.lock();
        (!known.is_searched[number]).then(|| self.alpha.max(known.pass.score))
    }

    /// Adds the value of a move. If two threads have searched it, the first result counts: the greater
    /// of two would favour it over moves that were searched once.
    fn add(&self, number: usize, mv: M, below: &[M], value: Score, nodes: u64) {
        let mut known = self.lock();
        known.pass.effort[number] += nodes;
        if std::mem::replace(&mut known.is_searched[number], true) {
            return;
        }
        let raised = self.alpha.max(known.pass.score);
        known.pass.add(mv, below, value, raised);
    }

    /// The result of the pass.
    pub(super) fn into_pass(self, is_finished: bool) -> Pass<M> {
        let known = self.known.into_inner().unwrap_or_else(PoisonError::into_inner);
        Pass { is_finished, ..known.pass }
    }

    fn lock(&self) -> MutexGuard<'_, Known<M>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The share of the node limit that may be spent before the first iteration: one in this many.
const LOOK_AHEAD_SHARE: u64 = 4;

/// Moves `first` to the front; the other moves keep their order.
pub(super) fn bring_to_front<M: Copy + PartialEq>(moves: &mut [M], first: M) {
    if let Some(place) = moves.iter().position(|&mv| mv == first) {
        moves[..=place].rotate_right(1);
    }
}

/// Sorts the moves of a pass by the nodes they took, most first: a move that is hard to refute is the
/// likeliest to become best. Of equal moves the order stays.
pub(super) fn sort_by_effort<M: Copy>(moves: &mut [M], effort: &[u64]) {
    let mut sorted: Vec<(u64, M)> = effort.iter().copied().zip(moves.iter().copied()).collect();
    sorted.sort_by_key(|&(nodes, _)| std::cmp::Reverse(nodes));
    for (place, (_, mv)) in moves.iter_mut().zip(sorted) {
        *place = mv;
    }
}

/// Whether a pass continues after a root move.
pub(super) enum Next {
    /// Yes, with the next move.
    GoOn,
    /// No: the value has reached beta.
    CutOff,
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> Worker<G, E, H, O> {
    /// The root moves worth searching.
    pub(super) fn root_moves(&mut self, root: &G) -> Vec<G::Move> {
        self.return_to(root, 1);
        match self.config.algorithm {
            Algorithm::Minimax => self.list_candidates(),
            _ => self.list_moves(),
        }
        self.lists.moves.drain(..).collect()
    }

    /// Searches the root moves that no thread has searched yet. Moves that another thread is searching
    /// are deferred. Returns whether the pass was finished.
    pub(super) fn root_pass<A: ChildSearch, const PV: bool>(
        &mut self,
        node: &RootNode<'_, G>,
        beta: Score,
        findings: &Findings<G::Move>,
    ) -> bool {
        self.return_to(node.position, node.depth);
        self.watch_pass(node.depth, findings.alpha, beta);
        if self.config.improving {
            let is_calm = self.hooks.is_calm(&self.game);
            self.stack[0].static_score = is_calm.then(|| self.static_score());
        }
        let shares_moves = self.shares_moves(node.depth);
        let key = node.position.key();
        let mut queue: Vec<usize> = (0..node.moves.len()).collect();
        let mut next = 0;
        let mut is_finished = true;
        while let Some(&number) = queue.get(next) {
            next += 1;
            let code = G::code(node.moves[number]);
            let work = shares_moves.then(|| Work::new(key, code, node.depth));
            let is_first_round = next <= node.moves.len();
            if number > 0
                && is_first_round
                && work.is_some_and(|work| self.is_searched_elsewhere(work))
            {
                queue.push(number);
                continue;
            }
            self.begin_work(work);
            let searched = self.root_move::<A, PV>(node, number, beta, findings);
            self.end_work(work);
            match searched {
                Ok(Next::GoOn) => (),
                Ok(Next::CutOff) => break,
                Err(Stopped) => {
                    is_finished = false;
                    break;
                }
            }
        }
        self.report_nodes();
        if O::WATCHES && is_finished {
            let value = findings.lock().pass.score;
            if self.observer.is_cut_off(value) {
                self.observer.moves_of_cut_off(node.moves);
            }
            self.observer.left(value);
        }
        is_finished
    }

    /// Tells the observer of a pass.
    fn watch_pass(&mut self, depth: u32, alpha: Score, beta: Score) {
        let kind = match self.config.algorithm {
            Algorithm::Mtdf => Kind::MtdfPass,
            _ => Kind::Iteration,
        };
        let side = self.game.side();
        self.observer.begin_pass(kind, Entered { side, ply: 0, depth, alpha, beta });
    }

    /// Searches the root move with this number unless a thread has done so; the position is the root
    /// before and after.
    pub(super) fn root_move<A: ChildSearch, const PV: bool>(
        &mut self,
        node: &RootNode<'_, G>,
        number: usize,
        beta: Score,
        findings: &Findings<G::Move>,
    ) -> Result<Next, Stopped> {
        let Some(alpha) = findings.to_beat(number) else { return Ok(Next::GoOn) };
        if alpha >= beta {
            return Ok(Next::CutOff);
        }
        let mv = node.moves[number];
        let side = self.game.side();
        let (is_first, depth) = (number == 0, node.depth - 1);
        let nodes = self.nodes;
        self.stack[1].cut_node = !is_first;
        let reduces = self.config.root_reductions && self.selects_moves && node.may_reduce;
        let searched = if reduces {
            self.search_selectively::<A, PV>(
                mv,
                side,
                &self.late_root_move(node, number),
                0,
                alpha,
                beta,
            )
        } else {
            let token = self.play(mv, 0);
            let searched = A::child::<G, E, H, O, PV>(self, side, is_first, depth, 1, alpha, beta);
            self.undo(mv, token);
            searched
        };
        let value = searched?;
        findings.add(number, mv, &self.stack[1].pv, value, self.nodes - nodes);
        Ok(if value >= beta { Next::CutOff } else { Next::GoOn })
    }

    /// What reductions need to know about a root move.
    fn late_root_move(&self, node: &RootNode<'_, G>, number: usize) -> LateMove {
        LateMove {
            depth: node.depth,
            ply: 0,
            index: number,
            order: 0,
            history: self.learned(node.moves[number], 0),
            pv: true,
            cut_node: false,
            improving: true,
            standard: 0,
        }
    }

    /// Fills the table by iterative deepening up to the depth of `node`, until it is stopped or has used
    /// up its share of the nodes.
    pub(super) fn look_ahead(&mut self, node: &RootNode<'_, G>) {
        let node_limit = self.limit_nodes(|limit| limit / LOOK_AHEAD_SHARE);
        let mut moves = node.moves.to_vec();
        for depth in 1..=node.depth {
            let node = RootNode { moves: &moves, depth, ..*node };
            let findings = Findings::new(moves.len(), -Score::INFINITY);
            let is_finished = match self.config.algorithm {
                Algorithm::Pvs => {
                    self.root_pass::<Pvs<true>, true>(&node, Score::INFINITY, &findings)
                }
                _ => self.root_pass::<AlphaBeta<true>, true>(&node, Score::INFINITY, &findings),
            };
            match findings.into_pass(is_finished).pv.first() {
                Some(&best) if is_finished => bring_to_front(&mut moves, best),
                _ => break,
            }
        }
        self.limit_nodes(|_| node_limit);
    }

    /// [`root_pass`](Worker::root_pass) for plain minimax.
    pub(super) fn minimax_pass(
        &mut self,
        root: &G,
        moves: &[G::Move],
        depth: u32,
    ) -> Pass<G::Move> {
        self.return_to(root, depth);
        self.watch_pass(depth, -Score::INFINITY, Score::INFINITY);
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
            pass.add(mv, &self.stack[1].pv, value, raised);
        }
        pass.is_finished = true;
        self.report_nodes();
        self.observer.left(pass.score);
        pass
    }

    /// Extends a variation with table moves, up to `depth` moves. Null-window searches have no variation
    /// of their own, and an exact table entry cuts one short.
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

#[cfg(test)]
mod tests {
    use super::super::test_game::Tree;
    use super::super::worker::Shared;
    use super::*;
    use crate::{NoHooks, SearchConfig, StopSignal};
    use std::sync::Arc;

    #[test]
    fn of_two_answers_for_a_move_the_first_counts() {
        let findings = Findings::new(2, Score::new(0));
        findings.add(0, 'a', &['x'], Score::new(10), 4);
        findings.add(0, 'a', &['y'], Score::new(30), 5);
        assert_eq!((findings.to_beat(0), findings.to_beat(1)), (None, Some(Score::new(10))));
        findings.add(1, 'b', &['z'], Score::new(20), 6);
        let pass = findings.into_pass(false);
        assert_eq!((pass.score, pass.pv), (Score::new(20), vec!['b', 'z']));
        assert_eq!(pass.effort, [9, 6]);
    }

    #[derive(Clone)]
    struct Even;

    impl Evaluator<Tree<4>> for Even {
        fn evaluate(&mut self, _: &Tree<4>) -> Score {
            Score::ZERO
        }
    }

    #[test]
    fn a_look_ahead_leaves_most_nodes_to_the_search() {
        let config = SearchConfig::default();
        let shared = Arc::new(Shared::new(&config, None));
        let root = Tree::default();
        let mut worker: Worker<_, _, _> = Worker::new(root.clone(), Even, NoHooks, config, shared);
        worker.prepare(&[], Some(4000), StopSignal::never());
        let node = RootNode { position: &root, moves: &[0, 1, 2, 3], depth: 40, may_reduce: true };
        worker.look_ahead(&node);
        assert_eq!(worker.nodes, 1000);
        let findings = Findings::new(4, -Score::INFINITY);
        assert!(!worker.root_pass::<Pvs<true>, true>(&node, Score::INFINITY, &findings));
        assert_eq!(worker.nodes, 4000);
    }
}
