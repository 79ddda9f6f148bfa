//! The exact endgame solver: [`Solver`].
//!
//! A score is the disc difference after perfect play, for the side to move, with the empty squares for
//! the winner. A few null-window searches converge on it from a first guess (MTD(f), Plaat 1996). All
//! scores are even, so only odd windows are searched.
//!
//! - `node`: one node. Cutoffs by stable discs (`stability`), by the hash table (`table`) for the node
//!   and its children; move ordering (`order`).
//! - `last`: specialised search of the last four empty squares.
//! - `split`: parallel search. `judge`: a rough evaluation. `tuning`: the parameters.

pub(crate) mod judge;
mod last;
mod node;
mod order;
mod split;
mod stability;
mod table;
mod tuning;

use crate::evaluators::pattern::Weights;
use crate::rules::arch::{Arch, Task, dispatch};
use crate::rules::board::{Board, Size};
use crate::rules::square::{Move, Square, squares};
use node::Search;
use order::{Child, LookAhead, View};
use search::StopSignal;
use split::Abort;
use std::sync::Arc;
use table::Table;
use thiserror::Error;

/// Counts nodes: every position reached by a move, or by a pass above the last squares, except full
/// boards.
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

/// The goal of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The exact score.
    Exact,
    /// The winner: the sign of the score is exact, its size is only a bound.
    Winner,
}

/// A solved position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The disc difference for the side to move; for [`Goal::Winner`] a bound with the right sign.
    pub score: i32,
    /// A best move; `None` if the game is over.
    pub best: Option<Move>,
    /// The number of nodes.
    pub nodes: u64,
}

/// A position that was not solved: the stop signal was raised, or its node limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped after {nodes} nodes")]
pub struct Unsolved {
    /// The number of nodes.
    pub nodes: u64,
}

/// Why a solver could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolverError {
    /// There is no memory for a table of this many MiB.
    #[error("a table of {0} MiB does not fit into memory")]
    Memory(usize),
    /// This many threads could not be started.
    #[error("{0} threads could not be started: {1}")]
    Threads(usize, #[source] rayon::ThreadPoolBuildError),
}

/// The endgame solver. Keeps its hash table between calls.
pub struct Solver {
    table: Table,
    pool: Option<rayon::ThreadPool>,
    weights: Option<Arc<Weights>>,
}

impl Solver {
    /// A solver with a table of at most `table_mib` MiB (at least 1) and this many threads (at least
    /// 1). With one thread, runs are deterministic: the same calls visit the same nodes.
    pub fn new(table_mib: usize, threads: usize) -> Result<Solver, SolverError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let refused = |error| SolverError::Threads(threads, error);
        let pool = if threads > 1 { Some(pool.build().map_err(refused)?) } else { None };
        let table = Table::new(table_mib).map_err(|_| SolverError::Memory(table_mib))?;
        Ok(Solver { table, pool, weights: None })
    }

    /// The same solver with moves ordered by the pattern evaluator: the same scores, fewer nodes.
    #[must_use]
    pub fn ordered_by(self, weights: Arc<Weights>) -> Solver {
        Solver { weights: Some(weights), ..self }
    }

    /// Clears the table, for example before an unrelated position.
    pub fn clear(&self) {
        self.table.clear();
    }

    /// Solves a position of the 8x8 board: its score and a best move. With a node limit
    /// ([`StopSignal::with_node_limit`]) and one thread, it visits at most the nodes of one position with
    /// seven empty squares more than that.
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
    pub fn solve(&self, board: Board, goal: Goal, stop: &StopSignal) -> Result<Solution, Unsolved> {
        self.solve_on(Size::Eight, board, goal, stop)
    }

    /// [`solve`](Solver::solve) for a board of any size.
    pub fn solve_on(
        &self,
        size: Size,
        board: Board,
        goal: Goal,
        stop: &StopSignal,
    ) -> Result<Solution, Unsolved> {
        match size {
            Size::Four => self.solve_inside::<{ Size::Four.mask() }>(board, goal, stop),
            Size::Six => self.solve_inside::<{ Size::Six.mask() }>(board, goal, stop),
            Size::Eight => self.solve_inside::<{ Size::Eight.mask() }>(board, goal, stop),
        }
    }

    /// [`solve`](Solver::solve) for the board with the squares `MASK`.
    fn solve_inside<const MASK: u64>(
        &self,
        board: Board,
        goal: Goal,
        stop: &StopSignal,
    ) -> Result<Solution, Unsolved> {
        self.table.new_generation();
        let weights = self.weights_on::<MASK>();
        let mut roots = dispatch(Roots::<MASK> { board, weights });
        if roots.is_empty() {
            let passed = board.pass();
            if passed.moves() & MASK == 0 {
                let score = last::final_score::<MASK>(board.own, board.opp);
                return Ok(Solution { score, best: None, nodes: 0 });
            }
            let solution = self.solve_inside::<MASK>(passed, goal, stop)?;
            let (score, nodes) = (-solution.score, solution.nodes + 1);
            return Ok(Solution { score, best: Some(Move::PASS), nodes });
        }
        let guess = match goal {
            // About fifteen units of the look-ahead search make a disc.
            Goal::Exact => (roots[0].order / 15).clamp(-40, 40) / 2 * 2,
            Goal::Winner => 0,
        };
        self.close_in::<MASK>(&mut roots, guess, goal, stop)
    }

    /// The score of every move on the 8x8 board, best first, with its node count. Empty if there is no
    /// move except a pass.
    pub fn score_moves(
        &self,
        board: Board,
        stop: &StopSignal,
    ) -> Result<Vec<(Move, i32, u64)>, Unsolved> {
        self.score_moves_on(Size::Eight, board, stop)
    }

    /// [`score_moves`](Solver::score_moves) for a board of any size.
    pub fn score_moves_on(
        &self,
        size: Size,
        board: Board,
        stop: &StopSignal,
    ) -> Result<Vec<(Move, i32, u64)>, Unsolved> {
        let mut scored = Vec::new();
        let mut spent = 0;
        for square in squares(board.moves() & size.mask()) {
            let child = board.play(square);
            let left = stop.node_limit().map(|limit| limit.saturating_sub(spent));
            let solution = self
                .solve_on(size, child, Goal::Exact, &stop.with_node_limit(left))
                .map_err(|unsolved| Unsolved { nodes: spent + unsolved.nodes })?;
            spent += solution.nodes;
            scored.push((Move::at(square), -solution.score, solution.nodes));
        }
        scored.sort_by_key(|&(mv, score, _)| (-score, mv));
        Ok(scored)
    }

    /// Repeats null-window searches until the lower and the upper bound meet.
    fn close_in<const MASK: u64>(
        &self,
        roots: &mut [Child],
        guess: i32,
        goal: Goal,
        stop: &StopSignal,
    ) -> Result<Solution, Unsolved> {
        let abort = Abort::root(stop);
        let all = MASK.count_ones() as i32;
        let (mut lower, mut upper) = (-all, all);
        let mut guess = guess.clamp(lower, upper);
        let mut nodes = 0;
        while lower < upper {
            // Odd, and strictly between the bounds, so that either result narrows them.
            let alpha = if guess <= lower { lower + 1 } else { guess - 1 };
            let answer = self.ask::<MASK>(roots, alpha, &abort);
            nodes += answer.nodes;
            if answer.stopped {
                return Err(Unsolved { nodes });
            }
            if answer.score > alpha {
                lower = answer.score;
                // The move with the lower bound is searched first from now on. If no move ever has
                // one, all lose every disc, and the first is as good as any.
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
        Ok(Solution { score, best, nodes })
    }

    /// The weights of the pattern evaluator, which supports only the 8x8 board.
    fn weights_on<const MASK: u64>(&self) -> Option<&Weights> {
        self.weights.as_deref().filter(|_| MASK == Size::Eight.mask())
    }

    /// One null-window search of these moves, on all threads.
    fn ask<const MASK: u64>(&self, roots: &[Child], alpha: i32, abort: &Abort<'_>) -> Answer {
        let (table, weights) = (&self.table, self.weights_on::<MASK>());
        let splits = self.pool.is_some();
        let task = Ask::<MASK> { roots, alpha, table, weights, abort, splits };
        match &self.pool {
            Some(pool) => pool.install(|| dispatch(task)),
            None => dispatch(task),
        }
    }
}

/// The result of a null-window search: a bound, and its move. Both are meaningless if it was stopped.
struct Answer {
    score: i32,
    square: u8,
    nodes: u64,
    stopped: bool,
}

struct Ask<'a, const MASK: u64> {
    roots: &'a [Child],
    alpha: i32,
    table: &'a Table,
    weights: Option<&'a Weights>,
    abort: &'a Abort<'a>,
    splits: bool,
}

impl<const MASK: u64> Task for Ask<'_, MASK> {
    type Output = Answer;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> Answer {
        let Ask { roots, alpha, table, weights, abort, splits } = self;
        let mut search = Search::new(table, weights, abort, splits);
        let (score, square) = search.best_of::<A, MASK>(arch, roots, alpha);
        search.report();
        Answer { score, square, nodes: search.counter.nodes(), stopped: search.stopped }
    }
}

/// The positions after each move with their look-ahead values, the most promising first. Of moves that
/// are symmetric to each other only one is listed.
struct Roots<'a, const MASK: u64> {
    board: Board,
    weights: Option<&'a Weights>,
}

impl<const MASK: u64> Task for Roots<'_, MASK> {
    type Output = Vec<Child>;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> Vec<Child> {
        let mut roots: Vec<Child> = Vec::new();
        let mut seen = Vec::new();
        for square in squares(MASK & self.board.moves()) {
            let after = self.board.play(square);
            let canonical = after.canonical();
            if seen.contains(&canonical) {
                continue;
            }
            seen.push(canonical);
            let Board { own, opp } = after;
            let (alpha, beta) = (-i32::MAX, i32::MAX);
            let view = self.weights.map(|weights| View::new(weights, own, opp));
            let depth = tuning::ROOT_LOOK_AHEAD;
            let look = LookAhead::<MASK> { own, opp, depth, alpha, beta, view };
            let (value, _) = arch.enter(look);
            roots.push(Child { own, opp, square: square.index() as u8, order: -value });
        }
        roots.sort_by_key(|child| -child.order);
        roots
    }
}

#[cfg(test)]
mod tests;
