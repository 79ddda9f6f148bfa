//! Uniform-cost search: see [`uniform_cost`].

use super::astar::best_first;
use super::limits::Meter;
use super::{GraphAlgorithm, GraphLimits, GraphReport, StateSpace, Zero};

/// Uniform-cost search (Dijkstra 1959, on a graph generated as it goes): expands the cheapest state
/// first.
///
/// # Problem
/// The cheapest path from a start to any goal when nothing is known about the distance to it: what
/// [`astar`](super::astar()) is measured against.
///
/// # Arguments
/// - `space`: the states and their successors.
/// - `start`: where to begin.
/// - `limits`: when to give up.
///
/// # Result
/// An optimal path, or why no path was found. It is A\* with the heuristic [`Zero`], to the last
/// expansion; no state is ever reopened.
///
/// # Example
/// Changing a coin amount: each coin costs its weight, and the lightest change wins over the fewest
/// coins.
/// ```
/// use search::graph::{Cost, GraphLimits, StateSpace, uniform_cost};
///
/// /// The state is the amount still to pay.
/// struct Change;
///
/// impl StateSpace for Change {
///     type State = u32;
///     type Action = u32;
///
///     fn successors(&self, &rest: &u32, out: &mut Vec<(u32, u32, Cost)>) {
///         for (coin, weight) in [(50, 9), (20, 3), (10, 2)] {
///             if coin <= rest {
///                 out.push((coin, rest - coin, weight));
///             }
///         }
///     }
///
///     fn is_goal(&self, &rest: &u32) -> bool {
///         rest == 0
///     }
/// }
///
/// let path = uniform_cost(&Change, 60, &GraphLimits::default()).solution.unwrap();
/// assert_eq!(path.actions, [20, 20, 20]); // weighs 9; 50 + 10 would weigh 11
/// assert_eq!(path.cost, 9);
/// ```
pub fn uniform_cost<P: StateSpace>(
    space: &P,
    start: P::State,
    limits: &GraphLimits,
) -> GraphReport<P::State, P::Action> {
    let mut meter = Meter::new(limits);
    let solution = best_first(space, &Zero, start, &mut meter);
    meter.finish(GraphAlgorithm::UniformCost, solution)
}
