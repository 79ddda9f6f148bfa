//! Othello's search hooks: move ordering, Multi-ProbCut and the exact solver near the end.

use super::EndgameConfig;
use crate::endgame::{Goal, Solver, Unsolved};
use crate::evaluators::mobility::disc_score;
use crate::evaluators::pattern::{self, Indices, Weights};
use crate::hooks::probcut::ProbCut;
use crate::rules::arch::{Arch, Task, dispatch};
use crate::rules::board::{Board, Size};
use crate::rules::game::Othello;
use crate::rules::square::Move;
use search::hooks::Priority;
use search::{Bound, Hooks, Line, RootSolution, Score, ShallowCheck, Solved, StopSignal};
use std::sync::Arc;

/// The scale of solved scores; matches the evaluator in use.
#[derive(Clone, Copy, Debug)]
pub enum Scale {
    /// The disc difference, in units of [`Mobility`](crate::Mobility).
    Discs,
    /// The disc difference plus a bonus for the winner, as in [`linear`](crate::evaluators::linear).
    Linear {
        /// The bonus for a win.
        win: i64,
    },
}

impl Scale {
    fn score(self, discs: i32) -> Score {
        match self {
            Scale::Discs => disc_score(discs),
            Scale::Linear { win } => Score::new(i64::from(discs) + win * i64::from(discs.signum())),
        }
    }
}

/// The hooks, with a shared solver.
#[derive(Clone)]
pub struct OthelloHooks {
    solver: Option<Arc<Solver>>,
    endgame: EndgameConfig,
    scale: Scale,
    patterns: Option<Patterns>,
}

/// Pattern weights for move ordering, and Multi-ProbCut.
#[derive(Clone)]
struct Patterns {
    weights: Arc<Weights>,
    probcut: Arc<ProbCut>,
}

impl OthelloHooks {
    /// Hooks that order moves and, if there is a solver, solve endgames.
    pub fn new(solver: Option<Arc<Solver>>, endgame: EndgameConfig, scale: Scale) -> OthelloHooks {
        OthelloHooks { solver, endgame, scale, patterns: None }
    }

    /// Adds the hooks for the pattern evaluator: better move ordering, and Multi-ProbCut.
    pub fn with_patterns(self, weights: Arc<Weights>, probcut: Arc<ProbCut>) -> OthelloHooks {
        OthelloHooks { patterns: Some(Patterns { weights, probcut }), ..self }
    }

    /// The solver, if the position has few enough empty squares for it.
    fn solver_for(&self, position: &Othello, empties: u32) -> Option<&Solver> {
        self.solver.as_deref().filter(|_| position.empty().count_ones() <= empties)
    }
}

impl OthelloHooks {
    /// Moves that leave the opponent few replies and a low value come first. Only where the subtree
    /// is large enough to pay for it.
    #[inline]
    fn priority(&mut self, position: &Othello, mv: Move, depth: u32) -> i32 {
        let Some(square) = mv.square().filter(|_| depth >= 3) else { return 0 };
        let after = position.board().play(square);
        let patterns = self.patterns.as_ref().filter(|_| position.size() == Size::Eight);
        let weights = patterns.map(|patterns| &*patterns.weights).filter(|_| depth >= 4);
        dispatch(Replies { after, weights })
    }
}

impl Hooks<Othello> for OthelloHooks {
    const PRIORITY: Option<Priority<Self, Othello>> = Some(Self::priority);
    const ROOT_SOLVER_IS_PARALLEL: bool = true;

    #[inline]
    fn shallow_check(
        &mut self,
        position: &Othello,
        depth: u32,
        index: usize,
    ) -> Option<ShallowCheck> {
        let patterns = self.patterns.as_ref().filter(|_| index == 0)?;
        if position.size() != Size::Eight {
            return None;
        }
        patterns.probcut.check(64 - position.empty().count_ones(), depth)
    }

    fn solve(
        &mut self,
        position: &mut Othello,
        _depth: u32,
        _alpha: Score,
        _beta: Score,
        stop: &StopSignal,
    ) -> Option<Solved> {
        let solver = self.solver_for(position, self.endgame.inside)?;
        let solution =
            solver.solve_on(position.size(), position.board(), Goal::Exact, stop).ok()?;
        let score = self.scale.score(solution.score);
        Some(Solved { score, bound: Bound::Exact })
    }

    /// Not started if half of the time or of the nodes is unlikely to be enough, and abandoned if it was
    /// not, so that there is always a move to play.
    fn solve_root(
        &mut self,
        position: &Othello,
        lines: usize,
        stop: &StopSignal,
    ) -> Option<RootSolution<Move>> {
        let empties = position.empty().count_ones();
        let solver = self.solver_for(position, self.endgame.root)?;
        let stop = stop.within(0.5);
        if !is_in_reach(empties, &stop) {
            return None;
        }
        match self.score_root(solver, position, lines, &stop) {
            Ok((lines, nodes)) => {
                let limit = self.endgame.root;
                let why = format!("{empties} empty squares, endgame.root = {limit}");
                Some(RootSolution { lines, depth: empties, nodes, why })
            }
            Err(unsolved) => Some(RootSolution::gave_up(unsolved.nodes)),
        }
    }
}

impl OthelloHooks {
    /// The best move, or every move if more than one line is wanted, and the nodes that it took.
    fn score_root(
        &self,
        solver: &Solver,
        position: &Othello,
        lines: usize,
        stop: &StopSignal,
    ) -> Result<(Vec<Line<Move>>, u64), Unsolved> {
        let (size, board) = (position.size(), position.board());
        let line = |mv, discs| Line { score: self.scale.score(discs), pv: vec![mv] };
        let scored = if lines > 1 { solver.score_moves_on(size, board, stop)? } else { Vec::new() };
        if scored.is_empty() {
            // One line, or a pass.
            let solution = solver.solve_on(size, board, Goal::Exact, stop)?;
            let line = solution.best.map(|best| line(best, solution.score));
            return Ok((line.into_iter().collect(), solution.nodes));
        }
        let nodes = scored.iter().map(|&(.., nodes)| nodes).sum();
        Ok((scored.iter().map(|&(mv, discs, _)| line(mv, discs)).collect(), nodes))
    }
}

/// Whether the time and the nodes are likely to be enough to solve a position.
fn is_in_reach(empties: u32, stop: &StopSignal) -> bool {
    let nodes = expected_nodes(empties);
    stop.remaining().is_none_or(|left| left.as_secs_f64() >= nodes / NODES_PER_SECOND)
        && stop.node_limit().is_none_or(|limit| limit as f64 >= nodes.max(LAST_SQUARES))
}

/// The estimated nodes to solve a position: the mean of `hard-20.obf`, doubled for each further empty
/// square.
fn expected_nodes(empties: u32) -> f64 {
    5e6 * f64::powi(2.0, empties as i32 - 20)
}

/// More nodes than a position with seven empty squares has. The solver may exceed its limit by these.
const LAST_SQUARES: f64 = 14_000.0;

/// The speed of the solver.
const NODES_PER_SECOND: f64 = 1e7;

/// The ordering score of a move, by the opponent's replies to it.
struct Replies<'a> {
    after: Board,
    weights: Option<&'a Weights>,
}

impl Task for Replies<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> i32 {
        const CORNERS: u64 = 0x8100_0000_0000_0081;
        let Board { own, opp } = self.after;
        let moves = arch.moves(own, opp);
        // At most half of the history score.
        let mobility = 256 * (moves.count_ones() + (moves & CORNERS).count_ones()) as i32;
        let value = match self.weights {
            Some(weights) => {
                let indices = Indices::of(own, opp);
                let moves = [moves, arch.moves(opp, own)];
                PER_UNIT * pattern::value(weights, &indices, true, moves, (own | opp).count_ones())
            }
            None => 0,
        };
        -mobility - value
    }
}

/// The weight of an evaluator unit in move ordering: four discs equal the largest history score.
const PER_UNIT: i32 = 256;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mobility;
    use search::rng::Rng;
    use search::{Analyst, Engine, Game, Limits, Request, SearchConfig, StopReason};

    fn hooks() -> OthelloHooks {
        let hooks = OthelloHooks::new(None, EndgameConfig::default(), Scale::Discs);
        hooks.with_patterns(Weights::shipped(), Arc::new(ProbCut::shipped()))
    }

    /// A position after this many random moves.
    fn late(seed: u64, empties: u32) -> Othello {
        let mut rng = Rng::new(seed);
        let mut position = Othello::start(Size::Eight);
        let mut moves = Vec::new();
        while position.empty().count_ones() > empties && position.expand(&mut moves).is_none() {
            position.play(rng.choose(&moves).unwrap());
            moves.clear();
        }
        position
    }

    #[test]
    fn a_node_limit_holds_where_the_root_is_solved() {
        let solver = Arc::new(Solver::new(1, 1).unwrap());
        let config = SearchConfig { solver: Some(1), ..SearchConfig::default() };
        let endgame = EndgameConfig { root: 14, ..EndgameConfig::default() };
        let hooks = OthelloHooks::new(Some(solver), endgame, Scale::Discs);
        let mut engine = Engine::new(config, Mobility, hooks).unwrap();
        let mut solved = [0; 2];
        for seed in 0..12 {
            for (few, nodes) in [1, 100, 20_000, 200_000, 20_000_000].into_iter().enumerate() {
                let request = Request::new(late(seed, 13), Limits::nodes(nodes));
                let report = engine.search(&request, &mut |_| ());
                assert!(report.nodes <= nodes, "{} of {nodes}", report.nodes);
                let is_solved = report.reason == StopReason::Solved;
                assert_eq!(report.solver.is_some(), is_solved);
                solved[usize::from(few > 2)] += usize::from(is_solved);
            }
        }
        assert!(solved[0] == 0 && solved[1] > 12, "{solved:?}");
    }

    search::hook_law_tests!(hooks_obey, Othello::start(Size::Eight), hooks());
    search::hook_law_tests!(hooks_obey_on_a_small_board, Othello::start(Size::Six), hooks());
}
