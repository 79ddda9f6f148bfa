//! What a domain provides: [`StateSpace`], and a [`Heuristic`] if it has one.

use std::hash::Hash;

/// The cost of an edge, of a path, or of the estimated rest of a path.
///
/// Whole numbers, because iterative deepening and duplicate detection compare sums for equality:
/// with floating point, the same cost summed in another order differs in the last bit, and IDA\*
/// runs an iteration for every such difference. A domain with real costs scales them (diagonal steps
/// as `1_414_214` against `1_000_000`). One 64-bit type serves edges and totals alike, so that nothing
/// is converted; sums saturate at [`INFINITE`] and never wrap.
pub type Cost = u64;

/// No way: an edge of this cost does not exist, an estimate of this size says that no goal can be
/// reached, and a path whose total would reach it is not followed.
pub const INFINITE: Cost = Cost::MAX;

/// The world: states, the actions between them, and the goals.
///
/// States are generated on demand, so a space may be infinite. Edges are directed; they may cost
/// nothing, and there may be several between two states. Any number of states may be goals.
///
/// Laws: the same state always has the same successors in the same order, and is always a goal or
/// never.
pub trait StateSpace {
    /// Everything that decides what can happen next, and nothing else: two states that compare equal
    /// are searched once. Small is fast: states are hashed, compared and stored by the million.
    type State: Clone + Eq + Hash;

    /// What leads from a state to the next, as the solution lists it.
    type Action: Copy;

    /// Appends the actions possible in `state`, each with the state it leads to and its cost.
    ///
    /// `out` is empty and keeps its capacity, so that nothing is allocated per state. Every algorithm
    /// calls this exactly once per expansion, in the order of the expansions: a wrapper that records
    /// the calls sees how the search spread. Earlier actions are preferred only where that cannot
    /// make the path more expensive.
    fn successors(&self, state: &Self::State, out: &mut Vec<(Self::Action, Self::State, Cost)>);

    /// Whether the search may end in `state`.
    fn is_goal(&self, state: &Self::State) -> bool;
}

/// An estimate of the cost from a state to the nearest goal.
///
/// *Admissible*: never more than the true cost, hence 0 at every goal. The algorithms then return
/// an optimal path, also when the estimate is not *consistent* (falls by more than the cost of an
/// edge along it). With an estimate that is too high they still return a path and its exact cost,
/// which need not be the cheapest.
///
/// [`INFINITE`] marks a dead end, which is never expanded. Any `Fn(&State) -> Cost` is a heuristic; a
/// domain that names its heuristics in a configuration implements this trait on that enum.
///
/// ```
/// use search::graph::{Cost, Heuristic, Zero};
///
/// fn estimate<H: Heuristic<(i32, i32)>>(heuristic: &H) -> Cost {
///     heuristic.estimate(&(3, -4))
/// }
///
/// assert_eq!(estimate(&|&(x, y): &(i32, i32)| Cost::from(x.abs_diff(0) + y.abs_diff(0))), 7);
/// assert_eq!(estimate(&Zero), 0);
/// ```
pub trait Heuristic<S> {
    /// The estimate for `state`; always the same for the same state.
    fn estimate(&self, state: &S) -> Cost;

    /// The estimate for `next`, a successor of `state`, whose own estimate is known. A heuristic
    /// that is a sum over parts, of which an action changes few, corrects that sum here; the searches
    /// call this for every successor, and [`estimate`](Heuristic::estimate) only for the start.
    ///
    /// Law: the same as `estimate(next)`.
    ///
    /// ```
    /// use search::graph::{Cost, Heuristic};
    ///
    /// /// Lights that are still on; an action switches one of them.
    /// struct LightsOn;
    ///
    /// impl Heuristic<u64> for LightsOn {
    ///     fn estimate(&self, lights: &u64) -> Cost {
    ///         lights.count_ones().into()
    ///     }
    ///
    ///     fn estimate_after(&self, lights: &u64, estimate: Cost, next: &u64) -> Cost {
    ///         if next < lights { estimate - 1 } else { estimate + 1 }
    ///     }
    /// }
    ///
    /// assert_eq!(LightsOn.estimate(&0b1011), 3);
    /// assert_eq!(LightsOn.estimate_after(&0b1011, 3, &0b0011), LightsOn.estimate(&0b0011));
    /// ```
    #[inline]
    fn estimate_after(&self, state: &S, estimate: Cost, next: &S) -> Cost {
        let _ = (state, estimate);
        self.estimate(next)
    }
}

impl<S, F: Fn(&S) -> Cost> Heuristic<S> for F {
    #[inline]
    fn estimate(&self, state: &S) -> Cost {
        self(state)
    }
}

/// The heuristic that knows nothing. A\* with it is uniform-cost search: the "without heuristic" of
/// a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zero;

impl<S> Heuristic<S> for Zero {
    #[inline]
    fn estimate(&self, _state: &S) -> Cost {
        0
    }
}
