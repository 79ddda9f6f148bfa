//! A\*: see [`astar`].

use super::arena::{Arena, Arrival, NodeId, Place, START, Successors};
use super::limits::Meter;
use super::{
    Cost, GraphAlgorithm, GraphLimits, GraphReport, Heuristic, INFINITE, Solution, StateSpace,
    Unsolved,
};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::Hash;

/// A\* (Hart, Nilsson and Raphael 1968): expands the state with the least `f = g + h` first, where
/// `g` is the cost of the best known path to it and `h` its estimate.
///
/// # Problem
/// The cheapest path from a start to any goal, when memory for every state on the way is at hand. With
/// a consistent heuristic no algorithm that knows as much expands fewer states, up to ties.
///
/// # Arguments
/// - `space`: the states and their successors.
/// - `heuristic`: the estimate; must never exceed the true cost for the path to be optimal.
///   [`Zero`](super::Zero) makes this [`uniform_cost`](super::uniform_cost).
/// - `start`: where to begin.
/// - `limits`: when to give up.
///
/// # Result
/// An optimal path, or why no path was found. An inconsistent heuristic may lead to a state by an
/// expensive path first; the state is then *reopened* when the cheaper one is found, so that the
/// result is optimal all the same. In contrived graphs this can happen exponentially often (Martelli
/// 1977); the expansion limit holds then too.
///
/// Among equal `f` the larger `g` comes first: such a state is closer to the goal by its own
/// estimate, so that the last and largest layer is crossed depth first instead of being expanded
/// whole. Among equal `f` and `g` the state discovered last comes first.
///
/// # Example
/// A robot on a grid with a wall, and the same search with and without the heuristic.
/// ```
/// use search::graph::{Cost, GraphLimits, StateSpace, Zero, astar};
///
/// struct Grid(&'static [&'static str]);
///
/// impl StateSpace for Grid {
///     type State = (usize, usize);
///     type Action = char;
///
///     fn successors(&self, &(row, column): &Self::State, out: &mut Vec<(char, Self::State, Cost)>) {
///         for (action, row, column) in [
///             ('U', row.wrapping_sub(1), column),
///             ('D', row + 1, column),
///             ('L', row, column.wrapping_sub(1)),
///             ('R', row, column + 1),
///         ] {
///             let cell = self.0.get(row).and_then(|line| line.as_bytes().get(column));
///             if cell.is_some_and(|&cell| cell != b'#') {
///                 out.push((action, (row, column), 1));
///             }
///         }
///     }
///
///     fn is_goal(&self, state: &Self::State) -> bool {
///         *state == (2, 5)
///     }
/// }
///
/// let grid = Grid(&["......",
///                   ".####.",
///                   ".#...."]);
/// let manhattan = |&(row, column): &(usize, usize)| {
///     (row.abs_diff(2) + column.abs_diff(5)) as Cost
/// };
///
/// let report = astar(&grid, &manhattan, (0, 2), &GraphLimits::default());
/// let blind = astar(&grid, &Zero, (0, 2), &GraphLimits::default());
///
/// let path = report.solution.unwrap();
/// assert_eq!(path.cost, 5);
/// assert_eq!(String::from_iter(path.actions), "RRRDD");
/// assert!(report.stats.expanded < blind.stats.expanded);
/// assert_eq!(blind.cost(), Some(5));
/// ```
pub fn astar<P: StateSpace, H: Heuristic<P::State>>(
    space: &P,
    heuristic: &H,
    start: P::State,
    limits: &GraphLimits,
) -> GraphReport<P::State, P::Action> {
    let mut meter = Meter::new(limits);
    let solution = best_first(space, heuristic, start, &mut meter);
    meter.finish(GraphAlgorithm::Astar, solution)
}

/// An entry of the open list. It is stale, and skipped, once its node has been expanded or has found
/// a path cheaper than `g`: cheaper than searching the heap for it. Ordered by the promise: the
/// greatest is expanded first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    f: Reverse<Cost>,
    g: Cost,
    id: NodeId,
}

/// The open list: a heap with stale entries, and the number of those that are not.
struct OpenList {
    heap: BinaryHeap<Waiting>,
    live: usize,
}

/// Stale entries are swept out when they outnumber the live ones by this many: the heap's memory
/// is then bounded by the number of states, not of edges, at a constant cost per entry.
const SWEEP_SLACK: usize = 1024;

impl OpenList {
    /// Adds an entry for a node that has just got a (better) path; `is_new` unless it was waiting
    /// already.
    fn push<S, A>(&mut self, arena: &Arena<S, A>, entry: Waiting, is_new: bool)
    where
        S: Clone + Eq + Hash,
        A: Copy,
    {
        self.heap.push(entry);
        self.live += usize::from(is_new);
        if self.heap.len() > 2 * self.live + SWEEP_SLACK {
            self.heap.retain(|entry| entry.is_live(arena));
        }
    }

    /// The most promising entry.
    fn pop<S, A>(&mut self, arena: &Arena<S, A>) -> Option<Waiting>
    where
        S: Clone + Eq + Hash,
        A: Copy,
    {
        loop {
            let entry = self.heap.pop()?;
            if entry.is_live(arena) {
                self.live -= 1;
                return Some(entry);
            }
        }
    }
}

impl Waiting {
    /// The estimate of its node.
    fn h(&self) -> Cost {
        self.f.0 - self.g
    }

    fn is_live<S, A>(&self, arena: &Arena<S, A>) -> bool
    where
        S: Clone + Eq + Hash,
        A: Copy,
    {
        let node = arena.node(self.id);
        node.g == self.g && !node.closed
    }
}

/// The search itself, shared with uniform cost.
pub(super) fn best_first<P: StateSpace, H: Heuristic<P::State>>(
    space: &P,
    heuristic: &H,
    start: P::State,
    meter: &mut Meter<'_>,
) -> Result<Solution<P::State, P::Action>, Unsolved> {
    let f = heuristic.estimate(&start);
    if f == INFINITE {
        return Err(Unsolved::Exhausted);
    }
    let mut arena: Arena<P::State, P::Action> = Arena::new(start, meter)?;
    let mut open = OpenList { heap: BinaryHeap::new(), live: 0 };
    open.push(&arena, Waiting { f: Reverse(f), g: 0, id: START }, true);
    meter.open(open.live);
    let mut successors: Successors<P> = Vec::new();

    while let Some(entry) = open.pop(&arena) {
        let parent = entry.id;
        if space.is_goal(arena.state(parent)) {
            return Ok(arena.solution(parent));
        }
        meter.expand()?;
        arena.node_mut(parent).closed = true;
        space.successors(arena.state(parent), &mut successors);
        meter.stats.generated += successors.len() as u64;

        for (action, state, step) in successors.drain(..) {
            let g = entry.g.saturating_add(step);
            let arrival = Arrival { g, parent, action, step };
            let f = |arena: &Arena<P::State, P::Action>| {
                g.saturating_add(heuristic.estimate_after(arena.state(parent), entry.h(), &state))
            };
            match arena.place(&state) {
                Place::Known(id) => {
                    if g >= arena.node(id).g {
                        continue;
                    }
                    let f = Reverse(f(&arena));
                    let node = arena.node_mut(id);
                    let was_closed = node.closed;
                    node.reroute(arrival);
                    meter.stats.reopened += u64::from(was_closed);
                    open.push(&arena, Waiting { f, g, id }, was_closed);
                }
                Place::Free(slot) => {
                    let f = f(&arena);
                    if f == INFINITE {
                        continue;
                    }
                    let id = arena.insert(slot, state, arrival, meter)?;
                    open.push(&arena, Waiting { f: Reverse(f), g, id }, true);
                }
            }
        }
        meter.open(open.live);
    }
    Err(Unsolved::Exhausted)
}
