//! Breadth-first search: see [`breadth_first`].

use super::arena::{Arena, Arrival, Place, START, Successors};
use super::limits::Meter;
use super::{GraphAlgorithm, GraphLimits, GraphReport, INFINITE, Solution, StateSpace, Unsolved};

/// Breadth-first search (Moore 1959): all states one action away, then all two actions away, and so
/// on.
///
/// # Problem
/// The path of fewest actions from a start to any goal. Where every action costs the same that is
/// also the cheapest path, found without a priority queue.
///
/// # Arguments
/// - `space`: the states and their successors. Costs are added up for the report but do not guide the
///   search (except that an [`INFINITE`] edge does not exist).
/// - `start`: where to begin.
/// - `limits`: when to give up.
///
/// # Result
/// A path of fewest actions with its cost, or why no path was found. A goal is recognised when it is
/// generated, which saves expanding most of the last layer.
///
/// # Example
/// The jugs of three and five litres: how to measure four.
/// ```
/// use search::graph::{Cost, GraphLimits, StateSpace, breadth_first};
///
/// struct Jugs;
///
/// impl StateSpace for Jugs {
///     type State = (u32, u32);
///     type Action = &'static str;
///
///     fn successors(&self, &(a, b): &(u32, u32), out: &mut Vec<(&'static str, (u32, u32), Cost)>) {
///         let (to_b, to_a) = (a.min(5 - b), b.min(3 - a));
///         out.extend([
///             ("fill 3", (3, b), 1),
///             ("fill 5", (a, 5), 1),
///             ("empty 3", (0, b), 1),
///             ("empty 5", (a, 0), 1),
///             ("3 into 5", (a - to_b, b + to_b), 1),
///             ("5 into 3", (a + to_a, b - to_a), 1),
///         ]);
///     }
///
///     fn is_goal(&self, &(a, b): &(u32, u32)) -> bool {
///         a == 4 || b == 4
///     }
/// }
///
/// let path = breadth_first(&Jugs, (0, 0), &GraphLimits::default()).solution.unwrap();
/// assert_eq!(path.actions.len(), 6);
/// assert_eq!(path.states.last(), Some(&(3, 4)));
/// ```
pub fn breadth_first<P: StateSpace>(
    space: &P,
    start: P::State,
    limits: &GraphLimits,
) -> GraphReport<P::State, P::Action> {
    let mut meter = Meter::new(limits);
    let solution = search(space, start, &mut meter);
    meter.finish(GraphAlgorithm::BreadthFirst, solution)
}

fn search<P: StateSpace>(
    space: &P,
    start: P::State,
    meter: &mut Meter<'_>,
) -> Result<Solution<P::State, P::Action>, Unsolved> {
    let mut arena: Arena<P::State, P::Action> = Arena::new(start, meter)?;
    meter.open(1);
    if space.is_goal(arena.state(START)) {
        return Ok(arena.solution(START));
    }
    let mut successors: Successors<P> = Vec::new();
    // States are expanded in the order of their discovery, so that the arena is the queue.
    for parent in 0.. {
        if parent as usize == arena.len() {
            break;
        }
        meter.expand()?;
        let parent_g = arena.node(parent).g;
        space.successors(arena.state(parent), &mut successors);
        meter.stats.generated += successors.len() as u64;

        for (action, state, step) in successors.drain(..) {
            let g = parent_g.saturating_add(step);
            if g == INFINITE {
                continue;
            }
            if let Place::Free(slot) = arena.place(&state) {
                let is_goal = space.is_goal(&state);
                let id = arena.insert(slot, state, Arrival { g, parent, action, step }, meter)?;
                if is_goal {
                    return Ok(arena.solution(id));
                }
            }
        }
        meter.open(arena.len() - parent as usize - 1);
    }
    Err(Unsolved::Exhausted)
}
