//! What othello adds to the search: an order of moves, and the exact solver near the end.

use crate::arch::{Arch, Task, dispatch};
use crate::board::{Board, Size};
use crate::config::EndgameConfig;
use crate::endgame::{Goal, Solver};
use crate::game::Othello;
use crate::mobility::disc_score;
use crate::pattern::{self, Indices, Weights};
use crate::probcut::ProbCut;
use crate::square::Move;
use search::hooks::Priority;
use search::{Bound, Hooks, Line, RootSolution, Score, ShallowCheck, Solved, StopSignal};
use std::sync::Arc;
use std::time::Duration;

/// What a solved game is worth on the scale of the evaluator in use.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scale {
    /// The difference in discs, in units of [`Mobility`](crate::Mobility).
    Discs,
    /// The difference in discs, and so much more for the winner: [`linear`](crate::linear).
    Linear {
        /// What a won game is worth.
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

/// The additions, with their share of the solver.
#[derive(Clone)]
pub struct OthelloHooks {
    solver: Option<Arc<Solver>>,
    endgame: EndgameConfig,
    scale: Scale,
    patterns: Option<Patterns>,
}

/// What patterns can do for a search beside judging its leaves.
#[derive(Clone)]
struct Patterns {
    weights: Arc<Weights>,
    probcut: Arc<ProbCut>,
}

impl OthelloHooks {
    /// Hooks that order moves, and solve if there is a solver.
    pub(crate) fn new(
        solver: Option<Arc<Solver>>,
        endgame: EndgameConfig,
        scale: Scale,
    ) -> OthelloHooks {
        OthelloHooks { solver, endgame, scale, patterns: None }
    }

    /// The same for a search with the pattern evaluator: better order, and Multi-ProbCut.
    pub(crate) fn with_patterns(
        self,
        weights: Arc<Weights>,
        probcut: Arc<ProbCut>,
    ) -> OthelloHooks {
        OthelloHooks { patterns: Some(Patterns { weights, probcut }), ..self }
    }

    /// The solver, if the position is near enough to the end for it.
    fn solver_for(&self, position: &Othello, empties: u32) -> Option<&Solver> {
        self.solver.as_deref().filter(|_| position.empty().count_ones() <= empties)
    }
}

impl OthelloHooks {
    /// Moves that leave the opponent little to choose from, and little hope, come first, where a search
    /// below them is dear enough to pay for looking.
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
        position: &Othello,
        _depth: u32,
        _alpha: Score,
        _beta: Score,
        stop: &StopSignal,
    ) -> Option<Solved> {
        let solver = self.solver_for(position, self.endgame.inside)?;
        let solution = solver.solve_on(position.size(), position.board(), Goal::Exact, stop)?;
        let score = self.scale.score(solution.score);
        Some(Solved { score, bound: Bound::Exact })
    }

    /// Not begun where half of the time is unlikely to be enough, and given up when it was not, so that
    /// there is always a move to play.
    fn solve_root(
        &mut self,
        position: &Othello,
        lines: usize,
        stop: &StopSignal,
    ) -> Option<RootSolution<Move>> {
        let empties = position.empty().count_ones();
        let solver = self.solver_for(position, self.endgame.root)?;
        let half = |left: Duration| 0.5 * left.as_secs_f64();
        if stop.remaining().is_some_and(|left| half(left) < expected_seconds(empties)) {
            return None;
        }
        let stop = stop.within(0.5);
        let scored = match lines {
            0 | 1 => Vec::new(),
            _ => solver.score_moves_on(position.size(), position.board(), &stop)?,
        };
        let line = |mv, discs| Line { score: self.scale.score(discs), pv: vec![mv] };
        let (lines, nodes) = if scored.is_empty() {
            // One line, or a pass.
            let solution =
                solver.solve_on(position.size(), position.board(), Goal::Exact, &stop)?;
            (vec![line(solution.best?, solution.score)], solution.nodes)
        } else {
            let nodes = scored.iter().map(|&(.., nodes)| nodes).sum();
            (scored.iter().map(|&(mv, discs, _)| line(mv, discs)).collect(), nodes)
        };
        Some(RootSolution { lines, depth: empties, nodes })
    }
}

/// How long a position takes to solve, roughly: the mean of `hard-20.obf` at ten million positions a
/// second, and for each empty square more as much again.
fn expected_seconds(empties: u32) -> f64 {
    0.5 * f64::powi(2.0, empties as i32 - 20)
}

/// How good it is that the opponent has only these replies.
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
        // Up to half of what history can say.
        let freedom = 256 * (moves.count_ones() + (moves & CORNERS).count_ones()) as i32;
        let hope = match self.weights {
            Some(weights) => {
                let indices = Indices::of(own, opp);
                let moves = [moves, arch.moves(opp, own)];
                PER_UNIT * pattern::value(weights, &indices, true, moves, (own | opp).count_ones())
            }
            None => 0,
        };
        -freedom - hope
    }
}

/// What a unit of the evaluator counts in the order of moves: four discs are as much as all that
/// history can say.
const PER_UNIT: i32 = 256;

#[cfg(test)]
mod tests {
    use super::*;

    fn hooks() -> OthelloHooks {
        let hooks = OthelloHooks::new(None, EndgameConfig::default(), Scale::Discs);
        hooks.with_patterns(Weights::shipped(), Arc::new(ProbCut::shipped()))
    }

    search::hook_law_tests!(hooks_obey, Othello::start(Size::Eight), hooks());
    search::hook_law_tests!(hooks_obey_on_a_small_board, Othello::start(Size::Six), hooks());
}
