//! IDA\* with a table: see [`ida_star_table`].
//!
//! # Why skipping states keeps the path optimal
//! Let C be the cost of an optimal path. An entry says of a state: it was reached at cost `g`, and
//! exploring it at that cost within the bound of iteration `i` showed nothing below `next`. It is
//! used in two ways.
//!
//! - *Dominance*: a visit at a cost above `g` is cut. A cheaper path to the state exists, so that no
//!   optimal path makes this visit.
//! - *Resumption*: a visit at cost `g` is cut while `next` is beyond the bound, or when it was already
//!   explored in this iteration; `next` then counts for the next bound.
//!
//! By induction over time, a stored `next` of a state that an optimal path passes at cost `g` is at
//! most C: it is a minimum over the successors, and the one on the optimal path contributes its `f`
//! (at most C, the heuristic being admissible), or its own stored `next`, or the minimum below it. The
//! only other way to cut it is that it is on the current path at the same cost, in a cycle of cost
//! zero; whatever was learned below such a cut is marked uncertain and not stored as `next`.
//!
//! So in an iteration with a bound below C, take the last state of an optimal path that is expanded at
//! its optimal cost: its successor on that path was cut, by `f` or by a `next` beyond the bound, and
//! either is at most C. The next bound is therefore at most C. In the iteration with bound C the same
//! argument leaves no state to be cut, and the goal is found. An entry that was replaced is only
//! missing: its state is explored again.

use super::deepening::{Below, Memory, Visit, deepen};
use super::hash::WordHash;
use super::limits::Meter;
use super::{Cost, GraphAlgorithm, GraphLimits, GraphReport, Heuristic, StateSpace};
use std::cmp::Reverse;
use std::hash::{BuildHasher, Hash};

/// IDA\* with a transposition table of fixed size (after Reinefeld and Marsland 1994).
///
/// # Problem
/// The cheapest path from a start to any goal in a space too large to store, where many paths lead to
/// the same states. [`ida_star`](super::ida_star()) searches such a state once per path and all
/// states again in each iteration; the table cuts both.
///
/// # Arguments
/// - `space`: the states and their successors.
/// - `heuristic`: the estimate; must never exceed the true cost for the path to be optimal.
/// - `start`: where to begin.
/// - `table_entries`: how many states are remembered at most (0 is taken as 1). The memory is taken
///   as the table fills.
/// - `limits`: when to give up.
///
/// # Result
/// An optimal path, whatever the size of the table, or why no path was found. For each state the table
/// holds the least cost at which it was reached and the bound at which something new will be seen
/// below it: a dearer path to it is cut, and so is a state below which nothing has come within the
/// bound. When the table is full, entries that the current iteration has not used make room first, then
/// those far from the start. [`GraphStats::reopened`](super::GraphStats::reopened) counts states that
/// were found again at a lower cost.
///
/// # Example
/// On an open grid the table makes the difference between all paths and all cells.
/// ```
/// use search::graph::{Cost, GraphLimits, StateSpace, ida_star, ida_star_table};
///
/// /// To the far corner of an open square, but its last row can be entered only at the left.
/// struct Square(u32);
///
/// impl StateSpace for Square {
///     type State = (u32, u32);
///     type Action = ();
///
///     fn successors(&self, &(x, y): &(u32, u32), out: &mut Vec<((), (u32, u32), Cost)>) {
///         let last = self.0 - 1;
///         let steps = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
///         out.extend(
///             steps
///                 .into_iter()
///                 .filter(|&(to_x, to_y)| to_x <= last && to_y <= last)
///                 .filter(|&(_, to_y)| x == 0 || (to_y == last) == (y == last))
///                 .map(|to| ((), to, 1)),
///         );
///     }
///
///     fn is_goal(&self, &(x, y): &(u32, u32)) -> bool {
///         x == self.0 - 1 && y == self.0 - 1
///     }
/// }
///
/// let square = Square(7);
/// let manhattan = |&(x, y): &(u32, u32)| Cost::from(6 - x + 6 - y);
/// let limits = GraphLimits::default();
/// let plain = ida_star(&square, &manhattan, (0, 0), &limits);
/// let table = ida_star_table(&square, &manhattan, (0, 0), 1000, &limits);
/// let tiny = ida_star_table(&square, &manhattan, (0, 0), 1, &limits);
///
/// assert_eq!(plain.cost(), Some(12));
/// assert_eq!(table.cost(), Some(12));
/// assert_eq!(tiny.cost(), Some(12));
/// assert!(table.stats.expanded * 10 < plain.stats.expanded);
/// ```
pub fn ida_star_table<P: StateSpace, H: Heuristic<P::State>>(
    space: &P,
    heuristic: &H,
    start: P::State,
    table_entries: usize,
    limits: &GraphLimits,
) -> GraphReport<P::State, P::Action> {
    let mut meter = Meter::new(limits);
    let table = Table::new(table_entries);
    let solution = deepen(space, heuristic, &start, table, &mut meter);
    meter.finish(GraphAlgorithm::IdaStarTable, solution)
}

/// What is known of a state.
struct Entry<S> {
    state: S,
    /// The least cost at which it was reached.
    g: Cost,
    /// The least bound under which something new is seen below it, or [`UNKNOWN`].
    next: Cost,
    /// When it was last used.
    iteration: u64,
}

/// No bound is known; a known one is beyond some bound and therefore greater.
const UNKNOWN: Cost = 0;

impl<S> Entry<S> {
    /// Lower is replaced first: what this iteration has not used, then what is far from the start and
    /// has little below it.
    fn worth(&self) -> (u64, Reverse<Cost>) {
        (self.iteration, Reverse(self.g))
    }

    fn below(&self) -> Below {
        match self.next {
            UNKNOWN => Below { certain: false, ..Below::NOTHING },
            next => Below { next, certain: true },
        }
    }
}

/// How many places a state may take.
const WAYS: usize = 4;

/// How many buckets a table begins with.
const FIRST_BUCKETS: usize = 64;

/// A set-associative table: buckets of a few slots; a state lives in any slot of its bucket.
struct Table<S> {
    slots: Vec<Option<Entry<S>>>,
    ways: usize,
    /// Its present number of buckets, and the greatest.
    buckets: usize,
    max_buckets: usize,
    used: usize,
    iteration: u64,
    hash: WordHash,
}

impl<S: Eq + Hash> Table<S> {
    fn new(entries: usize) -> Self {
        let ways = entries.clamp(1, WAYS);
        let max_buckets = (entries / ways).max(1);
        let buckets = max_buckets.min(FIRST_BUCKETS);
        Table {
            slots: empty(buckets * ways),
            ways,
            buckets,
            max_buckets,
            used: 0,
            iteration: 0,
            hash: WordHash::default(),
        }
    }

    fn bucket(&mut self, state: &S) -> &mut [Option<Entry<S>>] {
        let hash = self.hash.hash_one(state);
        let bucket = ((u128::from(hash) * self.buckets as u128) >> 64) as usize;
        &mut self.slots[bucket * self.ways..][..self.ways]
    }

    fn find(&mut self, state: &S) -> Option<&mut Entry<S>> {
        self.bucket(state).iter_mut().flatten().find(|entry| entry.state == *state)
    }

    /// Writes what is known of a state, over its own entry or the least worthy one of its bucket. An
    /// entry less worthy than all of those is dropped.
    fn store(&mut self, entry: Entry<S>) {
        if self.used >= self.slots.len() / 4 * 3 && self.buckets < self.max_buckets {
            self.grow();
        }
        let worth = entry.worth();
        let bucket = self.bucket(&entry.state);
        let own =
            bucket.iter().position(|slot| slot.as_ref().is_some_and(|e| e.state == entry.state));
        if let Some(own) = own {
            bucket[own] = Some(entry);
            return;
        }
        // `None` is less than any worth: an empty slot goes first.
        let victim = bucket.iter_mut().min_by_key(|slot| slot.as_ref().map(Entry::worth));
        if let Some(victim) = victim
            && victim.as_ref().is_none_or(|victim| victim.worth() < worth)
        {
            let was_empty = victim.replace(entry).is_none();
            self.used += usize::from(was_empty);
        }
    }

    fn grow(&mut self) {
        self.buckets = (self.buckets * 2).min(self.max_buckets);
        let old = std::mem::replace(&mut self.slots, empty(self.buckets * self.ways));
        self.used = 0;
        for entry in old.into_iter().flatten() {
            self.store(entry);
        }
    }
}

fn empty<S>(slots: usize) -> Vec<Option<Entry<S>>> {
    std::iter::repeat_with(|| None).take(slots).collect()
}

impl<S: Eq + Hash> Memory<S> for Table<S> {
    const RECORDS: bool = true;

    fn next_iteration(&mut self) {
        self.iteration += 1;
    }

    fn beyond(&mut self, state: S, g: Cost, f: Cost) -> Below {
        let iteration = self.iteration;
        if let Some(entry) = self.find(&state)
            && entry.g <= g
        {
            if entry.g < g {
                return Below::NOTHING;
            }
            entry.iteration = iteration;
        } else {
            self.store(Entry { state, g, next: f, iteration });
        }
        Below { next: f, certain: true }
    }

    fn enter(&mut self, state: &S, g: Cost, bound: Cost) -> Visit {
        let iteration = self.iteration;
        match self.find(state) {
            None => Visit::Expand,
            Some(entry) if g < entry.g => Visit::Reopen,
            Some(entry) if g > entry.g => Visit::Skip(Below::NOTHING),
            Some(entry) if entry.next > bound || entry.iteration == iteration => {
                entry.iteration = iteration;
                Visit::Skip(entry.below())
            }
            Some(_) => Visit::Expand,
        }
    }

    fn leave(&mut self, state: S, g: Cost, below: Below) {
        let next = if below.certain { below.next } else { UNKNOWN };
        self.store(Entry { state, g, next, iteration: self.iteration });
    }
}
