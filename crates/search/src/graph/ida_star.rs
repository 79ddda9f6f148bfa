//! IDA\* without a table: see [`ida_star`].

use super::deepening::{Below, Memory, Visit, deepen};
use super::limits::Meter;
use super::{Cost, GraphAlgorithm, GraphLimits, GraphReport, Heuristic, StateSpace};

/// Iterative-deepening A\* (Korf 1985): depth-first search within a bound on `f = g + h`, repeated
/// with the least `f` beyond it until a goal is found.
///
/// # Problem
/// The cheapest path from a start to any goal in a space too large to store. Memory is the current path
/// and its untried actions, nothing else.
///
/// # Arguments
/// - `space`: the states and their successors.
/// - `heuristic`: the estimate; must never exceed the true cost for the path to be optimal.
/// - `start`: where to begin.
/// - `limits`: when to give up. Set an expansion limit: see below.
///
/// # Result
/// An optimal path, or why no path was found. A state is never entered twice on one path, so that cycles
/// end and, in a finite space, an unreachable goal is noticed. But a state that many paths lead to
/// is searched once for each of them: on open grids the work grows exponentially with the distance.
/// [`ida_star_table`](super::ida_star_table()) is for those.
///
/// Actions are tried in the order in which the space lists them.
///
/// # Example
/// The smallest sliding puzzle: three tiles on a board of two by two.
/// ```
/// use search::graph::{Cost, GraphLimits, StateSpace, ida_star};
///
/// struct Puzzle;
///
/// impl StateSpace for Puzzle {
///     type State = [u8; 4];
///     type Action = u8; // the tile that slides
///
///     fn successors(&self, board: &[u8; 4], out: &mut Vec<(u8, [u8; 4], Cost)>) {
///         let gap = board.iter().position(|&tile| tile == 0).unwrap();
///         for neighbour in [gap ^ 1, gap ^ 2] {
///             let mut next = *board;
///             next.swap(gap, neighbour);
///             out.push((board[neighbour], next, 1));
///         }
///     }
///
///     fn is_goal(&self, board: &[u8; 4]) -> bool {
///         *board == [1, 2, 3, 0]
///     }
/// }
///
/// // Tiles out of place: each has to move at least once.
/// let misplaced = |board: &[u8; 4]| {
///     (0..3).filter(|&cell| board[cell] != cell as u8 + 1).count() as Cost
/// };
///
/// let report = ida_star(&Puzzle, &misplaced, [0, 1, 3, 2], &GraphLimits::default());
/// assert_eq!(report.cost(), Some(2));
///
/// // Half of the boards cannot be solved, and that is found out.
/// let unsolvable = ida_star(&Puzzle, &misplaced, [2, 1, 3, 0], &GraphLimits::default());
/// assert_eq!(
///     unsolvable.solution.unwrap_err().to_string(),
///     "no path: no goal can be reached from the start"
/// );
/// ```
pub fn ida_star<P: StateSpace, H: Heuristic<P::State>>(
    space: &P,
    heuristic: &H,
    start: P::State,
    limits: &GraphLimits,
) -> GraphReport<P::State, P::Action> {
    let mut meter = Meter::new(limits);
    let solution = deepen(space, heuristic, &start, Forgetful, &mut meter);
    meter.finish(GraphAlgorithm::IdaStar, solution)
}

/// Remembers nothing.
struct Forgetful;

impl<S> Memory<S> for Forgetful {
    const RECORDS: bool = false;

    fn next_iteration(&mut self) {}

    #[inline]
    fn beyond(&mut self, _state: S, _g: Cost, f: Cost) -> Below {
        Below { next: f, certain: true }
    }

    #[inline]
    fn enter(&mut self, _state: &S, _g: Cost, _bound: Cost) -> Visit {
        Visit::Expand
    }

    #[inline]
    fn leave(&mut self, _state: S, _g: Cost, _below: Below) {}
}
