//! The search itself: alpha-beta with two values, which is a search for one winning move.
//!
//! Every move of a position is looked at before any is searched. One Voronoi division per move (see
//! [`territory`](crate::territory())), four moves at a time, tells at once which squares can still
//! be reached, whether the knights can still meet and which move to try first; it is most of the
//! work. Squares out of reach of both are dropped, which makes more positions the same.

use super::grid::{Cell, Grid};
use super::mirror::Mirrors;
use super::table::Table;
use super::{Stopped, Techniques};

/// How many nodes lie between two looks at the stop flag.
const POLL_NODES: u64 = 4096;
/// Moves whose territories are divided side by side.
const LANES: usize = 4;
/// Weights of the order: squares reached first, own moves next time, moves of the other side.
const TERRITORY: i32 = 2;
const OWN_MOVES: i32 = 2;
const OTHER_MOVES: i32 = -8;

/// One run of the solver.
pub(super) struct Search<'a, G> {
    table: &'a mut Table<G>,
    mirrors: &'a Mirrors,
    techniques: Techniques,
    nodes: u64,
    /// Stop when there are so many.
    most: u64,
    /// Look at the flag when there are so many.
    next_look: u64,
    halt: &'a dyn Fn() -> bool,
}

/// A move that could not be decided at a glance.
#[derive(Clone, Copy, Default)]
struct Open<G> {
    order: i32,
    to: Cell,
    /// What can be reached after it.
    free: G,
}

/// The free squares that each side reaches first.
struct Division<G> {
    spreader: [G; LANES],
    others: [G; LANES],
}

/// Divides several boards at once: the same knight spreads first on each, against another one.
#[inline]
fn divide<G: Grid>(mut open: [G; LANES], spreader: Cell, others: [Cell; LANES]) -> Division<G> {
    let mut fronts = [[G::of(spreader); LANES], others.map(G::of)];
    let mut owned = [[G::default(); LANES]; 2];
    loop {
        let mut spread = G::default();
        for lane in 0..LANES {
            for (front, owned) in fronts.iter_mut().zip(&mut owned) {
                front[lane] = front[lane].jumps() & open[lane];
                open[lane] = open[lane] & !front[lane];
                owned[lane] = owned[lane] | front[lane];
                spread = spread | front[lane];
            }
        }
        if spread.is_empty() {
            let [spreader, others] = owned;
            return Division { spreader, others };
        }
    }
}

impl<'a, G: Grid> Search<'a, G> {
    pub(super) fn new(
        table: &'a mut Table<G>,
        mirrors: &'a Mirrors,
        techniques: Techniques,
        most: u64,
        halt: &'a dyn Fn() -> bool,
    ) -> Self {
        Search { table, mirrors, techniques, nodes: 0, most, next_look: 0, halt }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_look { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        if self.nodes > self.most || (self.halt)() {
            return Err(Stopped);
        }
        self.next_look = (self.nodes + POLL_NODES).min(self.most.saturating_add(1));
        Ok(())
    }

    /// Whether the side to move wins, in any position.
    pub(super) fn wins(&mut self, free: G, mover: Cell, waiter: Cell) -> Result<bool, Stopped> {
        self.count_node()?;
        let [its, others] = [mover, waiter].map(|knight| G::jumps_from(knight) & free);
        if its.is_empty() || others.is_empty() {
            return Ok(!its.is_empty());
        }
        let [mine, theirs] = [its, others].map(|moves| free.flood(moves));
        if self.techniques.regions && (mine & theirs).is_empty() {
            return self.wins_apart((mover, mine), (waiter, theirs));
        }
        let free = mine | theirs;
        if self.techniques.mirror && self.mirrors.apply(free, mover, waiter) {
            return Ok(false);
        }
        self.has_winning_move(free, mover, waiter)
    }

    /// The same where both knights have a move, all free squares can be reached, and no rule says
    /// at a glance who wins.
    fn has_winning_move(&mut self, free: G, mover: Cell, waiter: Cell) -> Result<bool, Stopped> {
        self.count_node()?;
        let started = self.nodes;
        let others = G::jumps_from(waiter) & free;
        let moves = G::jumps_from(mover) & free;
        // The other side has one move left: take it away.
        if others.is_single() && !(others & moves).is_empty() {
            return Ok(true);
        }
        let mut open = [Open::default(); 8];
        let won = match self.look_at_moves((free, moves, others), waiter, &mut open)? {
            None => true,
            Some(count) => {
                let open = &mut open[..count];
                open.sort_unstable_by_key(|child| child.order);
                let mut won = false;
                for child in open {
                    if !self.has_winning_move(child.free, waiter, child.to)? {
                        won = true;
                        break;
                    }
                }
                won
            }
        };
        if self.is_remembered(free) {
            self.table.put(free, mover, waiter, won, self.nodes - started);
        }
        Ok(won)
    }

    /// Whether a position is worth a place in the table.
    #[inline]
    fn is_remembered(&self, free: G) -> bool {
        free.count() >= self.techniques.table_from
    }

    /// Collects the moves that need a search; `None` if one of the others wins.
    #[inline]
    fn look_at_moves(
        &mut self,
        (free, moves, others): (G, G, G),
        waiter: Cell,
        open: &mut [Open<G>; 8],
    ) -> Result<Option<usize>, Stopped> {
        let mut boards = [G::default(); 8];
        let mut squares = [0; 8];
        let mut count = 0;
        for to in moves.cells() {
            let left = free.without(to);
            let next = G::jumps_from(to) & left;
            // Stuck there, or the other side takes the only way on: lost.
            if next.is_empty() || (next.is_single() && !(next & others).is_empty()) {
                continue;
            }
            (boards[count], squares[count]) = (left, to);
            count += 1;
        }
        let mut found = 0;
        for first in (0..count).step_by(LANES) {
            let lanes = |lane: usize| first + lane;
            let division = divide(
                std::array::from_fn(|lane| boards[lanes(lane)]),
                waiter,
                std::array::from_fn(|lane| squares[lanes(lane)]),
            );
            for lane in 0..LANES.min(count - first) {
                let to = squares[lanes(lane)];
                let (theirs, mine) = (division.spreader[lane], division.others[lane]);
                let meets = !(theirs.jumps() & mine).is_empty()
                    || !(G::jumps_from(waiter) & mine).is_empty()
                    || !(G::jumps_from(to) & theirs).is_empty();
                let left = theirs | mine;
                let verdict = if self.techniques.regions && !meets {
                    Some(self.wins_apart((waiter, theirs), (to, mine))?)
                } else if self.techniques.mirror && self.mirrors.apply(left, waiter, to) {
                    Some(false)
                } else if self.is_remembered(left) {
                    self.table.get(left, waiter, to)
                } else {
                    None
                };
                match verdict {
                    Some(false) => return Ok(None),
                    Some(true) => {}
                    None => {
                        let squares = mine.count() as i32 - theirs.count() as i32;
                        let own = (G::jumps_from(to) & left).count() as i32;
                        let other = (others & left).count() as i32;
                        let value = TERRITORY * squares + OWN_MOVES * own + OTHER_MOVES * other;
                        open[found] = Open { order: -value, to, free: left };
                        found += 1;
                    }
                }
            }
        }
        Ok(Some(found))
    }
}
