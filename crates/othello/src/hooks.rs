//! What othello adds to the search: an order of moves, and the exact solver near the end.

use crate::arch::{Arch, Task, dispatch};
use crate::board::Board;
use crate::config::EndgameConfig;
use crate::endgame::{Goal, Solver};
use crate::game::Othello;
use crate::mobility::disc_score;
use crate::square::Move;
use search::{Bound, Hooks, Line, RootSolution, Score, Solved, StopSignal};
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
}

impl OthelloHooks {
    /// Hooks that order moves, and solve if there is a solver.
    pub(crate) fn new(
        solver: Option<Arc<Solver>>,
        endgame: EndgameConfig,
        scale: Scale,
    ) -> OthelloHooks {
        OthelloHooks { solver, endgame, scale }
    }

    /// The solver, if the position is near enough to the end for it.
    fn solver_for(&self, position: &Othello, empties: u32) -> Option<&Solver> {
        self.solver.as_deref().filter(|_| position.empty().count_ones() <= empties)
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

    /// Half of the time at most, so that there is always a move to play.
    fn solve_lines(
        &mut self,
        position: &Othello,
        lines: usize,
        stop: &StopSignal,
    ) -> Option<RootSolution<Move>> {
        let empties = position.empty().count_ones();
        let solver = self.solver_for(position, self.endgame.root)?;
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
