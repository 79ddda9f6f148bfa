//! Iterations: depth 1, 2, 3, ... with aspiration windows, around any algorithm.

use super::observer::Observer;
use super::root::{Pass, RootNode, bring_to_front, sort_by_effort};
use super::threads::SearchThreads;
use crate::config::MAX_DEPTH;
use crate::{
    Evaluator, Game, Hooks, Iteration, Line, Report, Request, RootSolution, Score, SearchConfig,
    StopReason, StopSignal,
};
use std::time::Instant;

/// Each failure of an aspiration window widens it by this factor on the side that failed.
const WIDENING: i64 = 4;

/// A stopped iteration, with the best move it had already found, if that is safe to play.
struct Interrupted<M>(Option<Line<M>>);

/// One search from the first iteration to the report.
pub(crate) struct Deepening<'a, G: Game, E, H, O = ()> {
    pub(crate) threads: &'a mut SearchThreads<G, E, H, O>,
    pub(crate) config: &'a SearchConfig,
    pub(crate) request: &'a Request<G>,
    pub(crate) started: Instant,
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> Deepening<'_, G, E, H, O> {
    /// Runs until a limit is reached, the stop flag is raised or the result is decided.
    pub(crate) fn run(mut self, on_iteration: &mut dyn FnMut(&Iteration<G::Move>)) -> Report<G> {
        let root = &self.request.position;
        let limits = &self.request.limits;
        let deadline = limits.time.and_then(|time| self.started.checked_add(time));
        let stop = StopSignal::new(self.request.stop.clone(), deadline);
        self.threads.prepare(root, &self.request.history, limits.nodes, &stop);
        if let Some(outcome) = root.outcome() {
            self.threads.evaluator.reset(root);
            let score = self.threads.evaluator.outcome_score(root, outcome, 0);
            return self.report(None, score, 0, Vec::new(), StopReason::GameOver);
        }
        let mut moves = self.root_moves();
        if moves.is_empty() {
            // Hooks that break their contract and propose nothing: better no move than a panic.
            return self.report(None, Score::ZERO, 0, Vec::new(), StopReason::GameOver);
        }
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        if let Some(solution) = self.solution(&moves, deepest, &stop) {
            return self.solved(solution);
        }
        let first_depth = if self.config.iterative || limits.depth.is_none() { 1 } else { deepest };
        let mut lines: Vec<Line<G::Move>> = Vec::new();
        let mut finished = 0;
        let mut reason = StopReason::Depth;
        for depth in first_depth..=deepest {
            match self.iteration(&mut moves, depth, &lines) {
                Ok(found) => lines = found,
                Err(Interrupted(partial)) => {
                    reason = self.stop_reason();
                    if let Some(line) = partial {
                        lines = vec![line];
                    }
                    break;
                }
            }
            finished = depth;
            on_iteration(&Iteration {
                depth,
                lines: lines.clone(),
                nodes: self.threads.shared.nodes(),
                counted: self.threads.counted(),
                time: self.started.elapsed(),
                table_permille: self.table_permille(),
            });
            if depth < deepest && self.is_settled(&lines, depth) {
                reason = StopReason::Decided;
                break;
            }
            let is_late = limits.soft_time.is_some_and(|soft| self.started.elapsed() >= soft);
            if depth < deepest && is_late {
                reason = StopReason::Time;
                break;
            }
        }
        let best = lines.first().and_then(|line| line.pv.first()).or(moves.first()).copied();
        let score = match lines.first() {
            Some(line) => line.score,
            None => {
                self.threads.evaluator.reset(root);
                self.threads.evaluator.evaluate(root)
            }
        };
        self.report(best, score, finished, lines, reason)
    }

    /// The domain solver's answer for the root, if it is asked and has as many lines of legal moves
    /// as the request wants.
    fn solution(
        &mut self,
        moves: &[G::Move],
        deepest: u32,
        stop: &StopSignal,
    ) -> Option<RootSolution<G::Move>> {
        let request = self.request;
        if self.config.solver.is_none() || !request.root_moves.is_empty() {
            return None;
        }
        let lines = request.lines.max(1);
        let may_reduce = lines == 1;
        let node = RootNode { position: &request.position, moves, depth: deepest, may_reduce };
        let stop = stop.with_node_limit(request.limits.nodes);
        let mut solution = self.threads.solve_root(&node, lines, &stop)?;
        self.threads.count_solver(solution.nodes);
        solution.lines.truncate(lines);
        let is_legal =
            |line: &Line<G::Move>| line.pv.first().is_some_and(|&mv| request.position.is_legal(mv));
        let is_complete = solution.lines.len() >= lines.min(moves.len());
        (is_complete && solution.lines.iter().all(is_legal)).then_some(solution)
    }

    /// The report of a root that the domain's solver has answered for.
    fn solved(&self, solution: RootSolution<G::Move>) -> Report<G> {
        let RootSolution { lines, depth, why, .. } = solution;
        let best = lines.first().and_then(|line| line.pv.first()).copied();
        let score = lines.first().map_or(Score::ZERO, |line| line.score);
        let report = self.report(best, score, depth, lines, StopReason::Solved);
        Report { solver: Some(why), ..report }
    }

    /// The moves to search at the root, in their first order.
    fn root_moves(&mut self) -> Vec<G::Move> {
        let root = &self.request.position;
        let mut wanted = Vec::new();
        for &mv in &self.request.root_moves {
            if root.is_legal(mv) && !wanted.contains(&mv) {
                wanted.push(mv);
            }
        }
        if !wanted.is_empty() {
            return wanted;
        }
        let mut moves = self.threads.main_worker().root_moves(root);
        if let Some(handicap) = self.config.handicap {
            handicap.overlook(root, &mut moves);
        }
        moves
    }

    /// All lines of one depth; if stopped, what the unfinished iteration already knows to be best.
    fn iteration(
        &mut self,
        moves: &mut [G::Move],
        depth: u32,
        previous: &[Line<G::Move>],
    ) -> Result<Vec<Line<G::Move>>, Interrupted<G::Move>> {
        let mut lines = Vec::new();
        for number in 0..self.request.lines.clamp(1, moves.len()) {
            // The best moves of the earlier lines are at the front and are left out.
            let guess = previous.get(number).map(|line| line.score);
            let pass = self.aspire(&mut moves[number..], depth, guess);
            let Some(&best) = pass.pv.first() else { return Err(Interrupted(None)) };
            bring_to_front(&mut moves[number..], best);
            let mut line = Line { score: pass.score, pv: pass.pv };
            if !pass.is_finished {
                return Err(Interrupted((number == 0).then_some(line)));
            }
            self.threads.main_worker().extend_from_table(
                &self.request.position,
                &mut line.pv,
                depth,
            );
            lines.push(line);
        }
        Ok(lines)
    }

    /// One depth with a window around the guess, widened until the value lies inside. A move that is
    /// better than the window is tried first in the next, and played if that one is not finished.
    fn aspire(&mut self, moves: &mut [G::Move], depth: u32, guess: Option<Score>) -> Pass<G::Move> {
        let mut above_window = None;
        let (mut alpha, mut beta) = (-Score::INFINITY, Score::INFINITY);
        let centre = guess.unwrap_or(Score::ZERO);
        let (mut below, mut above) = (0, 0);
        if let (Some(width), Some(centre)) = (self.config.aspiration, guess)
            && !centre.is_decided()
        {
            (below, above) = (width, width);
            alpha = centre - below;
            beta = centre + above;
        }
        loop {
            let may_reduce = self.request.lines <= 1;
            let node = RootNode { position: &self.request.position, moves, depth, may_reduce };
            let pass = self.threads.search(&node, alpha, beta, centre);
            if !pass.is_finished {
                // A value outside the window is only a bound.
                let is_inside = pass.score > alpha && pass.score < beta;
                return if is_inside { pass } else { above_window.unwrap_or_else(Pass::new) };
            }
            if pass.score <= alpha {
                above_window = None;
                below = below.saturating_mul(WIDENING);
                alpha = if pass.score.is_decided() { -Score::INFINITY } else { centre - below };
            } else if pass.score >= beta {
                above = above.saturating_mul(WIDENING);
                beta = if pass.score.is_decided() { Score::INFINITY } else { centre + above };
                if let Some(&best) = pass.pv.first() {
                    bring_to_front(moves, best);
                    above_window = Some(Pass { is_finished: false, ..pass });
                }
            } else {
                if self.config.ordering.effort {
                    sort_by_effort(moves, &pass.effort);
                }
                return pass;
            }
        }
    }

    /// Whether no deeper iteration can change the result: every line is decided within the depth
    /// just searched. A loss found by a selective search may yet be avoided.
    fn is_settled(&self, lines: &[Line<G::Move>], depth: u32) -> bool {
        let selective = self.config.is_selective() || H::CANDIDATES.is_some();
        lines.iter().all(|line| {
            line.score.distance().is_some_and(|plies| plies <= depth as usize)
                && !(selective && line.score.is_loss())
        })
    }

    fn stop_reason(&self) -> StopReason {
        let limits = &self.request.limits;
        if limits.nodes.is_some_and(|limit| self.threads.shared.nodes() >= limit) {
            StopReason::Nodes
        } else if self.request.stop.is_stopped() {
            StopReason::Stopped
        } else {
            StopReason::Time
        }
    }

    fn table_permille(&self) -> u32 {
        self.threads.shared.table.as_ref().map_or(0, |table| table.permille_used())
    }

    fn report(
        &self,
        best: Option<G::Move>,
        score: Score,
        depth: u32,
        lines: Vec<Line<G::Move>>,
        reason: StopReason,
    ) -> Report<G> {
        Report {
            best,
            score,
            depth,
            lines,
            nodes: self.threads.shared.nodes(),
            counted: self.threads.counted(),
            time: self.started.elapsed(),
            table_permille: self.table_permille(),
            reason,
            solver: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_game::Tree;
    use super::*;
    use crate::{Algorithm, Analyst, Engine, Limits, NoHooks};

    /// The first move looks best; the replies show that the second is, by more than the window allows for.
    #[derive(Clone)]
    struct Surprise;

    impl Evaluator<Tree<3>> for Surprise {
        fn evaluate(&mut self, position: &Tree<3>) -> Score {
            match position.0[..] {
                [0] => Score::new(-10),
                [0, _] => Score::new(10),
                [1, _] => Score::new(60),
                _ => Score::ZERO,
            }
        }
    }

    fn search(limits: Limits) -> Report<Tree<3>> {
        let config = SearchConfig {
            algorithm: Algorithm::AlphaBeta,
            aspiration: Some(20),
            table_mib: 0,
            ..SearchConfig::default()
        };
        let mut engine = Engine::new(config, Surprise, NoHooks).expect("a valid configuration");
        engine.search(&Request::new(Tree::default(), limits), &mut |_| ())
    }

    #[test]
    fn a_move_above_the_window_is_played_before_its_value_is_known() {
        let one_ply = search(Limits::depth(1));
        let two_plies = search(Limits::depth(2));
        assert_eq!((one_ply.best, one_ply.score), (Some(0), Score::new(10)));
        assert_eq!((two_plies.best, two_plies.score), (Some(1), Score::new(60)));
        // The window of the second ply ends at 30: each of the first two moves and their replies.
        let first_window = one_ply.nodes + 2 * (1 + 3);
        for nodes in one_ply.nodes..two_plies.nodes {
            let expected = if nodes < first_window { 0 } else { 1 };
            assert_eq!(search(Limits::nodes(nodes)).best, Some(expected), "{nodes} nodes");
        }
    }
}
