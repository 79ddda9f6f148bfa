//! Iterative deepening by cost, the loop that IDA\* with and without a table share.
//!
//! An iteration explores, depth first, every path whose `f = g + h` is within a bound. When no goal is
//! among them the next bound is the least `f` beyond the current one. What may be remembered between
//! states and iterations is a [`Memory`].
//!
//! Two stacks take the place of recursion: the path, and the untried actions of all its states.
//!
//! A state that is on the path already is not entered again. That needs an index of the states on the
//! path, one insertion and removal per expansion: comparing with the parent alone (which is done
//! first, being cheap) would follow a longer cycle until the bound ends it, and a cycle of cost zero
//! for ever.

use super::arena::Successors;
use super::limits::Meter;
use super::path::{Frame, Path};
use super::{Cost, Heuristic, INFINITE, Solution, StateSpace, Unsolved};

/// What an iteration learned about the paths below a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Below {
    /// The least `f` beyond the bound: what the next bound must be for anything new to be seen here.
    pub(super) next: Cost,
    /// Whether `next` also holds when the state is reached by another path of the same cost. Not so
    /// when a cycle of cost zero was cut: what lies beyond the cut is explored, but not from here.
    pub(super) certain: bool,
}

impl Below {
    /// Nothing new, whatever the bound.
    pub(super) const NOTHING: Below = Below { next: INFINITE, certain: true };

    pub(super) fn absorb(&mut self, other: Below) {
        self.next = self.next.min(other.next);
        self.certain &= other.certain;
    }
}

/// What to do with a state within the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    /// Look below it.
    Expand,
    /// Look below it, though it was done before: this path is cheaper.
    Reopen,
    /// It is known what lies below.
    Skip(Below),
}

/// What iterative deepening remembers besides its path.
pub(super) trait Memory<S> {
    /// Whether [`Memory::beyond`] does anything.
    const RECORDS: bool;

    /// A new iteration begins.
    fn next_iteration(&mut self);

    /// A state was generated with `f` beyond the bound; returns what that means for the next bound.
    fn beyond(&mut self, state: S, g: Cost, f: Cost) -> Below;

    /// A state within the bound is about to be entered.
    fn enter(&mut self, state: &S, g: Cost, bound: Cost) -> Visit;

    /// A state was explored.
    fn leave(&mut self, state: S, g: Cost, below: Below);
}

/// An action not yet followed.
struct Untried<S, A> {
    action: A,
    state: S,
    g: Cost,
    h: Cost,
}

/// A depth-first search in progress, its buffers kept from iteration to iteration.
struct Descent<'a, P: StateSpace, H, M> {
    space: &'a P,
    heuristic: &'a H,
    memory: M,
    bound: Cost,
    path: Path<P::State, P::Action>,
    untried: Vec<Untried<P::State, P::Action>>,
    successors: Successors<P>,
}

/// How an iteration ended.
enum Ended<S, A> {
    Found(Solution<S, A>),
    /// Without a goal; the next bound.
    Next(Cost),
}

/// Deepens until a goal is found or nothing is left beyond the bound.
///
/// The first goal found is optimal: every bound is the `f` of a state on an optimal path or less (see
/// the module of the table for why that is so when states are skipped), and a goal within the bound
/// costs no more than the bound.
pub(super) fn deepen<P: StateSpace, H: Heuristic<P::State>, M: Memory<P::State>>(
    space: &P,
    heuristic: &H,
    start: &P::State,
    memory: M,
    meter: &mut Meter<'_>,
) -> Result<Solution<P::State, P::Action>, Unsolved> {
    let estimate = heuristic.estimate(start);
    let mut descent = Descent {
        space,
        heuristic,
        memory,
        bound: estimate,
        path: Path::new(),
        untried: Vec::new(),
        successors: Vec::new(),
    };
    while descent.bound != INFINITE {
        meter.iterate(descent.bound);
        descent.memory.next_iteration();
        match descent.iteration(start, estimate, meter)? {
            Ended::Found(solution) => return Ok(solution),
            Ended::Next(bound) => descent.bound = bound,
        }
    }
    Err(Unsolved::Exhausted)
}

impl<P: StateSpace, H: Heuristic<P::State>, M: Memory<P::State>> Descent<'_, P, H, M> {
    fn iteration(
        &mut self,
        start: &P::State,
        estimate: Cost,
        meter: &mut Meter<'_>,
    ) -> Result<Ended<P::State, P::Action>, Unsolved> {
        if self.space.is_goal(start) {
            return Ok(Ended::Found(self.solution(start.clone(), None, 0)));
        }
        self.descend(start.clone(), None, 0, estimate, meter)?;
        let mut left = Below::NOTHING;
        while let Some(frame) = self.path.last_mut() {
            let has_untried = self.untried.len() > frame.untried_from;
            let Some(Untried { action, state, g, h }) = self.untried.pop_if(|_| has_untried) else {
                left = self.ascend();
                continue;
            };
            match self.memory.enter(&state, g, self.bound) {
                Visit::Skip(below) => {
                    frame.below.absorb(below);
                    continue;
                }
                Visit::Reopen => meter.stats.reopened += 1,
                Visit::Expand => {}
            }
            if self.space.is_goal(&state) {
                return Ok(Ended::Found(self.solution(state, Some(action), g)));
            }
            self.descend(state, Some(action), g, h, meter)?;
        }
        Ok(Ended::Next(left.next))
    }

    /// Expands a state and makes it the end of the path.
    fn descend(
        &mut self,
        state: P::State,
        action: Option<P::Action>,
        g: Cost,
        estimate: Cost,
        meter: &mut Meter<'_>,
    ) -> Result<(), Unsolved> {
        meter.expand()?;
        self.space.successors(&state, &mut self.successors);
        meter.stats.generated += self.successors.len() as u64;
        let untried_from = self.untried.len();
        self.path.push(Frame { state, action, g, below: Below::NOTHING, untried_from });
        let below = self.sort_successors(g, estimate);
        if let Some(frame) = self.path.last_mut() {
            frame.below = below;
        }
        meter.open(self.untried.len());
        meter.hold(self.path.len() + self.untried.len())
    }

    /// Puts the successors of the last state within the bound among the untried; what is known of the
    /// others.
    #[inline]
    fn sort_successors(&mut self, g: Cost, estimate: Cost) -> Below {
        let mut below = Below::NOTHING;
        let [parent, Some(from)] = self.path.last_two() else { return below };
        // In reverse, because the last one in is the first one tried.
        for (action, state, step) in self.successors.drain(..).rev() {
            if step > 0 && parent == Some(&state) {
                continue;
            }
            let g = g.saturating_add(step);
            let h = self.heuristic.estimate_after(from, estimate, &state);
            let f = g.saturating_add(h);
            if f <= self.bound {
                match self.path.find(&state) {
                    None => self.untried.push(Untried { action, state, g, h }),
                    Some(earlier) => below.certain &= earlier.g < g,
                }
            } else if (f < below.next || (M::RECORDS && f != INFINITE))
                && self.path.find(&state).is_none()
            {
                below.absorb(self.memory.beyond(state, g, f));
            }
        }
        below
    }

    /// Leaves the end of the path and tells the state before what was learned; the last to be left
    /// is the start.
    fn ascend(&mut self) -> Below {
        let Some(Frame { state, g, below, .. }) = self.path.pop() else { return Below::NOTHING };
        self.memory.leave(state, g, below);
        if let Some(before) = self.path.last_mut() {
            before.below.absorb(below);
        }
        below
    }

    /// The path, then `action` to `goal` (no action if the goal is the start).
    fn solution(
        &mut self,
        goal: P::State,
        action: Option<P::Action>,
        cost: Cost,
    ) -> Solution<P::State, P::Action> {
        let path = self.path.take();
        let actions = path.iter().filter_map(|frame| frame.action).chain(action).collect();
        let states = path.into_iter().map(|frame| frame.state).chain([goal]).collect();
        Solution { cost, states, actions }
    }
}
