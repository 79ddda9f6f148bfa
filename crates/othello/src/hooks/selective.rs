//! Othello's search hooks: move ordering, Multi-ProbCut and the exact solver near the end.

use super::EndgameConfig;
use crate::endgame::{Goal, Solver};
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
use std::time::Duration;

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
        let solution = solver.solve_on(position.size(), position.board(), Goal::Exact, stop)?;
        let score = self.scale.score(solution.score);
        Some(Solved { score, bound: Bound::Exact })
    }

    /// Not started if half of the time is unlikely to be enough, and abandoned if it was not, so that
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

/// The estimated time to solve a position: the mean of `hard-20.obf` at ten million positions per
/// second, doubled for each further empty square.
fn expected_seconds(empties: u32) -> f64 {
    0.5 * f64::powi(2.0, empties as i32 - 20)
}

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

    fn hooks() -> OthelloHooks {
        let hooks = OthelloHooks::new(None, EndgameConfig::default(), Scale::Discs);
        hooks.with_patterns(Weights::shipped(), Arc::new(ProbCut::shipped()))
    }

    search::hook_law_tests!(hooks_obey, Othello::start(Size::Eight), hooks());
    search::hook_law_tests!(hooks_obey_on_a_small_board, Othello::start(Size::Six), hooks());
}
