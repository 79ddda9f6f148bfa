//! The search of one node with a null window: [`Node`].

use super::last::{self, final_score, odd_quarters};
use super::order::{Child, LookAhead, MAX_MOVES, View, fastest_first};
use super::split::Abort;
use super::stability::stable;
use super::table::{NO_SQUARE, Table};
use super::{Counter, tuning};
use crate::evaluators::pattern::Weights;
use crate::rules::arch::{Arch, Task};

/// The state of a thread in its part of the tree.
pub(crate) struct Search<'a> {
    pub(super) table: &'a Table,
    pub(super) weights: Option<&'a Weights>,
    pub(super) abort: &'a Abort<'a>,
    pub(super) counter: Counter,
    /// Whether other threads may help.
    pub(super) splits: bool,
    /// The search was stopped; its result is meaningless.
    pub(super) stopped: bool,
    /// The nodes already added to the total of all threads.
    reported: u64,
    /// At this many nodes they are reported, and compared with the limit.
    next_report: u64,
}

/// With a node limit, nodes are reported after at most this many.
const REPORT_EVERY: u64 = 256;

impl<'a> Search<'a> {
    pub(super) fn new(
        table: &'a Table,
        weights: Option<&'a Weights>,
        abort: &'a Abort<'a>,
        splits: bool,
    ) -> Search<'a> {
        let counter = Counter::default();
        let next_report = abort.spend(0).map_or(u64::MAX, |left| left.min(REPORT_EVERY));
        Search { table, weights, abort, counter, splits, stopped: false, reported: 0, next_report }
    }

    /// Reports the nodes since the last report; at the limit the search is stopped.
    #[cold]
    pub(super) fn report(&mut self) {
        let nodes = self.counter.nodes();
        if let Some(left) = self.abort.spend(nodes - self.reported) {
            self.reported = nodes;
            self.next_report = nodes + left.min(REPORT_EVERY);
        }
    }

    /// Adds the nodes of other threads, which have reported them.
    pub(super) fn add_reported(&mut self, nodes: u64) {
        self.counter.add(nodes);
        self.reported += nodes;
        self.next_report = self.next_report.saturating_add(nodes);
    }
}

/// A null-window search at `alpha`. A result above `alpha` is a lower bound of the score, any other
/// result an upper bound.
///
/// `MASK` is the set of squares of the board.
pub(crate) struct Node<'s, 'a, const MASK: u64> {
    pub(super) search: &'s mut Search<'a>,
    pub(super) own: u64,
    pub(super) opp: u64,
    pub(super) alpha: i32,
}

impl<const MASK: u64> Task for Node<'_, '_, MASK> {
    type Output = i32;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> i32 {
        let Node { search, own, opp, alpha } = self;
        let empty = MASK & !(own | opp);
        let empties = empty.count_ones() as usize;
        if empties <= tuning::SHALLOW {
            return match empties {
                0 => final_score::<MASK>(own, opp),
                1 => {
                    search.counter.add(1);
                    last::last1::<MASK>(own, empty.trailing_zeros() as usize, alpha)
                }
                2..=4 => few::<A, MASK>(arch, &mut search.counter, own, opp, alpha),
                _ => arch.enter(Shallow::<MASK> { counter: &mut search.counter, own, opp, alpha }),
            };
        }
        if search.counter.nodes() >= search.next_report {
            search.report();
            search.stopped |= search.counter.nodes() >= search.next_report;
        }
        search.counter.add(1);
        if empties >= tuning::POLL && search.abort.is_raised() {
            search.stopped = true;
        }
        if search.stopped {
            return alpha;
        }
        if let Some(upper) = stability_bound::<MASK>(own, opp, alpha, empties) {
            return upper;
        }
        let moves = MASK & arch.moves(own, opp);
        if moves == 0 {
            if MASK & arch.moves(opp, own) == 0 {
                return final_score::<MASK>(own, opp);
            }
            return -arch.enter(Node::<MASK> { search, own: opp, opp: own, alpha: -alpha - 1 });
        }
        let key = Table::key::<MASK>(own, opp);
        let mut hints = [NO_SQUARE; 2];
        if let Some(known) = search.table.probe(key) {
            if i32::from(known.lower) > alpha {
                return known.lower.into();
            }
            if i32::from(known.upper) <= alpha {
                return known.upper.into();
            }
            hints = known.best;
        }
        // There are at most as many moves as empty squares; a short list is faster to initialise.
        let position = Expanded { own, opp, empty, empties, moves, key, hints, alpha };
        if empties <= SHORT_LIST {
            position.search::<A, MASK, SHORT_LIST>(arch, search)
        } else {
            position.search::<A, MASK, MAX_MOVES>(arch, search)
        }
    }
}

/// Up to this many empty squares the short move list is used.
const SHORT_LIST: usize = 14;

/// A node without a cutoff, whose moves are searched.
struct Expanded {
    own: u64,
    opp: u64,
    empty: u64,
    empties: usize,
    moves: u64,
    key: u64,
    hints: [u8; 2],
    alpha: i32,
}

impl Expanded {
    /// Searches the moves, at most `N`.
    #[inline(always)]
    fn search<A: Arch, const MASK: u64, const N: usize>(
        self,
        arch: A,
        search: &mut Search<'_>,
    ) -> i32 {
        let Expanded { own, opp, empty, empties, moves, key, hints, alpha } = self;
        let mut children = [Child::NONE; N];
        let mut count = 0;
        let mut rest = moves;
        while rest != 0 && count < N {
            let square = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let flipped = arch.flips(own, opp, square);
            if flipped == opp {
                return MASK.count_ones() as i32;
            }
            let (next_own, next_opp) = (opp ^ flipped, own | flipped | 1 << square);
            children[count] =
                Child { own: next_own, opp: next_opp, square: square as u8, order: 0 };
            count += 1;
        }
        let children = &mut children[..count];
        if empties >= tuning::TRANSPOSITION_CUTOFF
            && let Some(score) = transposition_cutoff::<MASK>(search.table, children, alpha)
        {
            return score;
        }
        let before = search.counter.nodes();
        if count > 1 {
            order::<A, MASK>(arch, search, children, empty, empties, hints);
        }
        let (best, best_square) = search.best_of::<A, MASK>(arch, children, alpha);
        if !search.stopped {
            let cost = search.counter.nodes() - before;
            search.table.store(key, alpha, best, best_square, cost);
        }
        best
    }
}

impl Search<'_> {
    /// The best score of the children and its move. Stops at the first score above `alpha`. The
    /// children after the first may be searched by other threads.
    #[inline(always)]
    pub(crate) fn best_of<A: Arch, const MASK: u64>(
        &mut self,
        arch: A,
        children: &[Child],
        alpha: i32,
    ) -> (i32, u8) {
        let (mut best, mut best_square) = (-127, NO_SQUARE);
        let mut index = 0;
        while index < children.len() {
            let child = children[index];
            let (own, opp) = (child.own, child.opp);
            if index > 0 && self.splits && children.len() - index > 1 {
                let empties = (MASK & !(own | opp)).count_ones() as usize;
                if empties >= tuning::SPLIT {
                    let (score, square) = self.split::<A, MASK>(arch, &children[index..], alpha);
                    return if score > best { (score, square) } else { (best, best_square) };
                }
            }
            let score = -arch.enter(Node::<MASK> { search: self, own, opp, alpha: -alpha - 1 });
            if score > best {
                (best, best_square) = (score, child.square);
                if best > alpha {
                    break;
                }
            }
            index += 1;
        }
        (best, best_square)
    }
}

/// The upper bound by stable discs, if it causes a cutoff.
#[inline(always)]
fn stability_bound<const MASK: u64>(own: u64, opp: u64, alpha: i32, empties: usize) -> Option<i32> {
    let all = MASK.count_ones() as i32;
    if alpha < tuning::stability_alpha(empties) || all - 2 * opp.count_ones() as i32 > alpha {
        return None;
    }
    let upper = all - 2 * stable::<MASK>(own, opp) as i32;
    (upper <= alpha).then_some(upper)
}

/// Enhanced transposition cutoff (Plaat 1996): a child whose table entry already refutes the node.
#[inline(always)]
fn transposition_cutoff<const MASK: u64>(
    table: &Table,
    children: &[Child],
    alpha: i32,
) -> Option<i32> {
    for child in children {
        if let Some(known) = table.probe(Table::key::<MASK>(child.own, child.opp)) {
            let score = -i32::from(known.upper);
            if score > alpha {
                return Some(score);
            }
        }
    }
    None
}

/// Sorts the moves, those from the table first.
#[inline(always)]
fn order<A: Arch, const MASK: u64>(
    arch: A,
    search: &mut Search<'_>,
    children: &mut [Child],
    empty: u64,
    empties: usize,
    hints: [u8; 2],
) {
    let ahead = tuning::look_ahead(empties);
    for child in children.iter_mut() {
        child.order = if child.square == hints[0] {
            i32::MAX
        } else if child.square == hints[1] {
            i32::MAX - 1
        } else if let Some(depth) = ahead {
            let (alpha, beta) = (-i32::MAX, i32::MAX);
            let Child { own, opp, .. } = *child;
            let view = search.weights.map(|weights| View::new(weights, own, opp));
            let look = LookAhead::<MASK> { own, opp, depth, alpha, beta, view };
            let (value, nodes) = arch.enter(look);
            search.counter.add(nodes);
            -value
        } else {
            fastest_first::<A, MASK>(arch, child, empty)
        };
    }
    // Insertion sort: the list is short, and the order is stable and so deterministic.
    let mut sorted = 1;
    while sorted < children.len() {
        let child = children[sorted];
        let mut place = sorted;
        while place > 0 && children[place - 1].order < child.order {
            children[place] = children[place - 1];
            place -= 1;
        }
        children[place] = child;
        sorted += 1;
    }
}

/// Two to four empty squares.
#[inline(always)]
fn few<A: Arch, const MASK: u64>(
    arch: A,
    counter: &mut Counter,
    own: u64,
    opp: u64,
    alpha: i32,
) -> i32 {
    let empty = MASK & !(own | opp);
    let first = empty.trailing_zeros() as usize;
    let rest = empty & (empty - 1);
    let second = rest.trailing_zeros() as usize;
    match empty.count_ones() {
        2 => last::last2::<A, MASK>(arch, counter, own, opp, [first, second], alpha),
        3 => {
            let third = (rest & (rest - 1)).trailing_zeros() as usize;
            last::last3::<A, MASK>(arch, counter, own, opp, [first, second, third], alpha)
        }
        _ => last::last4::<A, MASK>(arch, counter, own, opp, alpha),
    }
}

/// A few more than four empty squares: no table, moves in odd quarters first.
struct Shallow<'s, const MASK: u64> {
    counter: &'s mut Counter,
    own: u64,
    opp: u64,
    alpha: i32,
}

impl<const MASK: u64> Task for Shallow<'_, MASK> {
    type Output = i32;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> i32 {
        let Shallow { counter, own, opp, alpha } = self;
        counter.add(1);
        let empty = MASK & !(own | opp);
        let empties = empty.count_ones() as usize;
        if let Some(upper) = stability_bound::<MASK>(own, opp, alpha, empties) {
            return upper;
        }
        let moves = MASK & arch.moves(own, opp);
        if moves == 0 {
            if MASK & arch.moves(opp, own) == 0 {
                return final_score::<MASK>(own, opp);
            }
            return -arch.enter(Shallow::<MASK> { counter, own: opp, opp: own, alpha: -alpha - 1 });
        }
        let odd = moves & odd_quarters(empty);
        let mut best = -127;
        let mut sets = [odd, moves & !odd];
        let mut set = 0;
        while set < 2 {
            while sets[set] != 0 {
                let square = sets[set].trailing_zeros() as usize;
                sets[set] &= sets[set] - 1;
                let flipped = arch.flips(own, opp, square);
                let (own, opp) = (opp ^ flipped, own | flipped | 1 << square);
                let score = if empties == 5 {
                    -last::last4::<A, MASK>(arch, counter, own, opp, -alpha - 1)
                } else {
                    -arch.enter(Shallow::<MASK> { counter, own, opp, alpha: -alpha - 1 })
                };
                if score > best {
                    best = score;
                    if best > alpha {
                        return best;
                    }
                }
            }
            set += 1;
        }
        best
    }
}
