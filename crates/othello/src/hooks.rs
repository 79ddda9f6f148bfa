//! What othello adds to the search: an order of moves, and the exact solver near the end.

use crate::arch::{Arch, Task, dispatch};
use crate::board::{Board, Size};
use crate::config::EndgameConfig;
use crate::endgame::{Goal, Solver};
use crate::game::Othello;
use crate::mobility::disc_score;
use crate::probcut::ProbCut;
use crate::square::Move;
use search::{Bound, Hooks, Line, Score, ShallowCheck, Solved, StopSignal};
use std::sync::Arc;

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
    probcut: Option<Arc<ProbCut>>,
}

impl OthelloHooks {
    /// Hooks that order moves, and solve if there is a solver.
    pub(crate) fn new(
        solver: Option<Arc<Solver>>,
        endgame: EndgameConfig,
        scale: Scale,
    ) -> OthelloHooks {
        OthelloHooks { solver, endgame, scale, probcut: None }
    }

    /// The same with parameters for Multi-ProbCut.
    pub(crate) fn with_probcut(self, probcut: Arc<ProbCut>) -> OthelloHooks {
        OthelloHooks { probcut: Some(probcut), ..self }
    }

    /// The solver, if the position is near enough to the end for it.
    fn solver_for(&self, position: &Othello, empties: u32) -> Option<&Solver> {
        let near = position.size() == Size::Eight && position.empty().count_ones() <= empties;
        self.solver.as_deref().filter(|_| near)
    }
}

impl Hooks<Othello> for OthelloHooks {
    /// Moves that leave the opponent little to choose from come first, where a search below them is
    /// dear enough to pay for looking.
    #[inline]
    fn priority(&mut self, position: &Othello, mv: Move, depth: u32) -> i32 {
        let Some(square) = mv.square().filter(|_| depth >= 3) else { return 0 };
        dispatch(Replies { after: position.board().play(square) })
    }

    #[inline]
    fn shallow_check(
        &mut self,
        position: &Othello,
        depth: u32,
        index: usize,
    ) -> Option<ShallowCheck> {
        let probcut = self.probcut.as_ref().filter(|_| index == 0)?;
        if position.size() != Size::Eight {
            return None;
        }
        probcut.check(64 - position.empty().count_ones(), depth)
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
        let solution = solver.solve(position.board(), Goal::Exact, stop)?;
        let score = self.scale.score(solution.score);
        Some(Solved { score, bound: Bound::Exact })
    }

    /// Half of the time at most, so that there is always a move to play.
    fn solve_root(&mut self, position: &Othello, stop: &StopSignal) -> Option<Line<Move>> {
        let solver = self.solver_for(position, self.endgame.root)?;
        let solution = solver.solve(position.board(), Goal::Exact, &stop.within(0.5))?;
        let score = self.scale.score(solution.score);
        Some(Line { score, pv: vec![solution.best?] })
    }
}

/// How good it is that the opponent has only these replies.
struct Replies {
    after: Board,
}

impl Task for Replies {
    type Output = i32;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> i32 {
        const CORNERS: u64 = 0x8100_0000_0000_0081;
        let moves = arch.moves(self.after.own, self.after.opp);
        // Up to half of what history can say.
        -256 * (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
    }
}
