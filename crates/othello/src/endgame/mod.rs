//! The exact endgame solver: [`Solver`].
//!
//! A score is the difference in discs at the end of perfect play, for the side to move, with the
//! empty squares given to the winner. It is found by a few questions of the form "is it above
//! this?", each a null-window search, that close in on it from a guess (Plaat 1996, MTD(f)); all
//! scores are even, so that only odd windows are asked.
//!
//! - `node`: one node. Bounds by stable discs (`stability`), by what is remembered (`table`), by
//!   what is remembered of its children; moves in a good order (`order`).
//! - `last`: the last four empty squares, written out.
//! - `split`: several threads. `judge`: a rough value. `tuning`: the numbers.

pub(crate) mod judge;
mod last;
mod node;
mod order;
mod split;
mod stability;
mod table;
mod tuning;

use crate::arch::{Arch, Task, dispatch};
use crate::board::Board;
use crate::pattern::Weights;
use crate::square::{Move, Square, squares};
use node::Search;
use order::{Child, LookAhead, View};
use search::StopSignal;
use split::Abort;
use std::sync::Arc;
use table::Table;

/// Counts visited positions: every one that a move, or a pass above the last squares, leads to,
/// full boards excepted.
#[derive(Clone, Copy, Debug, Default)]
struct Counter(u64);

impl Counter {
    #[inline(always)]
    fn add(&mut self, nodes: u64) {
        self.0 += nodes;
    }

    #[inline(always)]
    fn nodes(self) -> u64 {
        self.0
    }
}

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The score.
    Exact,
    /// Who wins: the sign of the score is right, its size only a bound.
    Winner,
}

/// A solved position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The difference in discs for the side to move; for [`Goal::Winner`] a bound with its sign.
    pub score: i32,
    /// A best move; `None` if the game is over.
    pub best: Option<Move>,
    /// Positions visited.
    pub nodes: u64,
}

/// Solves positions of the 8x8 board, and remembers what it found out.
pub struct Solver {
    table: Table,
    pool: Option<rayon::ThreadPool>,
    weights: Option<Arc<Weights>>,
}

impl Solver {
    /// A solver with a table of at most `table_mib` MiB (at least 1) and this many threads (at least
    /// 1). On one thread the same questions visit the same positions.
    pub fn new(table_mib: usize, threads: usize) -> Result<Solver, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = if threads > 1 { Some(pool.build()?) } else { None };
        Ok(Solver { table: Table::new(table_mib), pool, weights: None })
    }

    /// The same solver, its moves ordered by the pattern evaluator: the same scores, fewer positions.
    #[must_use]
    pub fn ordered_by(self, weights: Arc<Weights>) -> Solver {
        Solver { weights: Some(weights), ..self }
    }

    /// Forgets everything, as before an unrelated position.
    pub fn clear(&self) {
        self.table.clear();
    }

    /// The score and a best move of a position, or `None` if it was stopped.
    ///
    /// ```
    /// use othello::{Othello, endgame::{Goal, Solver}};
    /// use search::{Notation, StopSignal};
    /// let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    /// let position = Othello::parse_position(text).unwrap();
    /// let solver = Solver::new(8, 1).unwrap();
    /// let solution = solver.solve(position.board(), Goal::Exact, &StopSignal::never()).unwrap();
    /// assert_eq!(solution.score, 18);
    /// assert_eq!(position.move_text(solution.best.unwrap()), "g8");
    /// ```
    pub fn solve(&self, board: Board, goal: Goal, stop: &StopSignal) -> Option<Solution> {
        self.table.grow_old();
        let mut roots = dispatch(Roots { board, weights: self.weights.as_deref() });
        if roots.is_empty() {
            let passed = board.pass();
            if passed.moves() == 0 {
                let score = last::final_score(board.own, board.opp);
                return Some(Solution { score, best: None, nodes: 0 });
            }
            let solution = self.solve(passed, goal, stop)?;
            let (score, nodes) = (-solution.score, solution.nodes + 1);
            return Some(Solution { score, best: Some(Move::PASS), nodes });
        }
        let guess = match goal {
            // Roughly fifteen units of the look ahead make a disc.
            Goal::Exact => (roots[0].order / 15).clamp(-40, 40) / 2 * 2,
            Goal::Winner => 0,
        };
        self.close_in(&mut roots, guess, goal, stop)
    }

    /// The score of every move, the best first, or `None` if it was stopped. Empty where there is no
    /// move but a pass.
    pub fn score_moves(&self, board: Board, stop: &StopSignal) -> Option<Vec<(Move, i32, u64)>> {
        let mut scored = Vec::new();
        for square in squares(board.moves()) {
            self.table.grow_old();
            let child = board.play(square);
            let solution = self.solve(child, Goal::Exact, stop)?;
            scored.push((Move::at(square), -solution.score, solution.nodes));
        }
        scored.sort_by_key(|&(mv, score, _)| (-score, mv));
        Some(scored)
    }

    /// Asks until the lower and the upper bound meet.
    fn close_in(
        &self,
        roots: &mut [Child],
        guess: i32,
        goal: Goal,
        stop: &StopSignal,
    ) -> Option<Solution> {
        let abort = Abort::root(stop);
        let (mut lower, mut upper) = (-64, 64);
        let mut guess = guess;
        let mut nodes = 0;
        while lower < upper {
            // Odd, and such that either answer is news.
            let alpha = if guess <= lower { lower + 1 } else { guess - 1 };
            let answer = self.ask(roots, alpha, &abort)?;
            nodes += answer.nodes;
            if answer.score > alpha {
                lower = answer.score;
                // The move that holds the lower bound stands first from now on. If none ever does,
                // all lose everything, and the first is as good as any.
                let place = roots.iter().position(|child| child.square == answer.square);
                roots[..=place.unwrap_or(0)].rotate_right(1);
            } else {
                upper = answer.score;
            }
            guess = answer.score;
            if goal == Goal::Winner && (lower > 0 || upper < 0) {
                break;
            }
        }
        let score = if upper < 0 { upper } else { lower };
        let best = roots.first().map(|child| Move::at(Square::from_index(child.square.into())));
        Some(Solution { score, best, nodes })
    }

    /// One question about the best of these moves, on all threads; `None` if it was stopped.
    fn ask(&self, roots: &[Child], alpha: i32, abort: &Abort<'_>) -> Option<Answer> {
        let weights = self.weights.as_deref();
        let splits = self.pool.is_some();
        let task = Ask { roots, alpha, table: &self.table, weights, abort, splits };
        match &self.pool {
            Some(pool) => pool.install(|| dispatch(task)),
            None => dispatch(task),
        }
    }
}

/// The answer to one question: a bound, and the move that has it.
struct Answer {
    score: i32,
    square: u8,
    nodes: u64,
}

struct Ask<'a> {
    roots: &'a [Child],
    alpha: i32,
    table: &'a Table,
    weights: Option<&'a Weights>,
    abort: &'a Abort<'a>,
    splits: bool,
}

impl Task for Ask<'_> {
    type Output = Option<Answer>;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> Option<Answer> {
        let Ask { roots, alpha, table, weights, abort, splits } = self;
        let counter = Counter::default();
        let mut search = Search { table, weights, abort, counter, splits, stopped: false };
        let (score, square) = search.best_of(arch, roots, alpha);
        let nodes = search.counter.nodes();
        (!search.stopped).then_some(Answer { score, square, nodes })
    }
}

/// The positions after each move, the most promising first, each with what a look ahead says.
struct Roots<'a> {
    board: Board,
    weights: Option<&'a Weights>,
}

impl Task for Roots<'_> {
    type Output = Vec<Child>;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> Vec<Child> {
        let mut roots = Vec::new();
        for square in squares(self.board.moves()) {
            let Board { own, opp } = self.board.play(square);
            let (alpha, beta) = (-i32::MAX, i32::MAX);
            let view = self.weights.map(|weights| View::new(weights, own, opp));
            let depth = tuning::ROOT_LOOK_AHEAD;
            let (value, _) = arch.enter(LookAhead { own, opp, depth, alpha, beta, view });
            roots.push(Child { own, opp, square: square.index() as u8, order: -value });
        }
        roots.sort_by_key(|child| -child.order);
        roots
    }
}

#[cfg(test)]
mod tests;
