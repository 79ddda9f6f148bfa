//! The search itself: alpha-beta with two values, which is a search for one winning move.
//!
//! Every move of a position is looked at before any is searched. One Voronoi division per move (see
//! [`territory`](crate::territory())), four moves at a time, tells at once which squares can still
//! be reached, whether the knights can still meet and which move to try first; it is most of the
//! work. Squares out of reach of both are dropped, which makes more positions the same. In four
//! positions of ten all moves but one lose at once: these are played through without a look
//! (4 % more nodes, 20 % less time). The first plies are searched in rounds, so that one hard move
//! does not keep the others waiting.
//!
//! Whatever runs at a node is compiled for the best instructions of the processor, see
//! [`search::arch`](mod@search::arch).

use super::grid::{Cell, Grid};
use super::lanes::LANES;
use super::mirror::{Key, Mirrors};
use super::paths::Apart;
use super::table::Table;
use super::{Stopped, Techniques};
use search::arch::{Arch, Task, dispatch};

/// How many nodes lie between two looks at the stop flag.
const POLL_NODES: u64 = 4096;
/// Weights of the order: squares reached first, own moves next time, moves of the other side.
const TERRITORY: i32 = 2;
const OWN_MOVES: i32 = 2;
const OTHER_MOVES: i32 = -8;

/// So many plies are searched in rounds, see [`Search::wins_in_rounds`].
const PLIES_IN_ROUNDS: u8 = 2;

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

/// The question of [`Search::has_winning_move`].
struct Node<'s, 'a, G> {
    search: &'s mut Search<'a, G>,
    free: G,
    mover: Cell,
    waiter: Cell,
    /// So many plies from here on are searched in rounds.
    rounds: u8,
}

impl<G: Grid> Task for Node<'_, '_, G> {
    type Output = Result<bool, Stopped>;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> Result<bool, Stopped> {
        let Node { search, free, mover, waiter, rounds } = self;
        search.has_winning_move(arch, free, mover, waiter, rounds)
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

    #[inline(always)]
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
            let (mover, waiter) = ((mover, mine), (waiter, theirs));
            return dispatch(Apart { search: self, mover, waiter });
        }
        let free = mine | theirs;
        if self.techniques.mirror && self.mirrors.apply(free, mover, waiter) {
            return Ok(false);
        }
        dispatch(Node { search: self, free, mover, waiter, rounds: PLIES_IN_ROUNDS })
    }

    /// The same where both knights have a move and no rule says at a glance who wins.
    #[inline(always)]
    fn has_winning_move<A: Arch>(
        &mut self,
        arch: A,
        mut free: G,
        mut mover: Cell,
        mut waiter: Cell,
        rounds: u8,
    ) -> Result<bool, Stopped> {
        // Whether the side to move is the one that was asked about.
        let mut is_asked = true;
        let (moves, others) = loop {
            self.count_node()?;
            let others = G::jumps_from(waiter) & free;
            let moves = G::jumps_from(mover) & free;
            // The other side has one move left: take it away.
            if others.is_single() && !(others & moves).is_empty() {
                return Ok(is_asked);
            }
            let moves = playable(free, moves, others);
            if moves.is_empty() {
                return Ok(!is_asked);
            }
            let Some(to) = moves.only() else { break (moves, others) };
            (free, mover, waiter, is_asked) = (free.without(to), waiter, to, !is_asked);
        };
        let started = self.nodes;
        let mut open = [Open::default(); 8];
        let won = match self.look_at_moves(arch, (free, moves, others), waiter, &mut open)? {
            None => true,
            Some(count) => {
                let open = &mut open[..count];
                open.sort_unstable_by_key(|child| child.order);
                if rounds > 0 {
                    self.wins_in_rounds(arch, open, waiter, rounds - 1)?
                } else {
                    self.wins_by_one(arch, open, waiter)?
                }
            }
        };
        if let Some(key) = self.key(free, mover, waiter) {
            self.table.put(key, won, self.nodes - started);
        }
        Ok(won == is_asked)
    }

    /// Whether one of these moves wins.
    #[inline(always)]
    fn wins_by_one<A: Arch>(
        &mut self,
        arch: A,
        open: &[Open<G>],
        waiter: Cell,
    ) -> Result<bool, Stopped> {
        for child in open {
            let (free, to) = (child.free, child.to);
            if !arch.enter(Node { search: self, free, mover: waiter, waiter: to, rounds: 0 })? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same near the root, in rounds: a move that costs too much waits until the others have had
    /// as much. The first move by the order of territory is nearly always a winning one where there is
    /// one, but in a few starts of 8x8 it is a hundred times as hard to decide as the others. What was
    /// found out before a move was given up is in the table when its turn comes again.
    #[cold]
    fn wins_in_rounds<A: Arch>(
        &mut self,
        arch: A,
        open: &mut [Open<G>],
        waiter: Cell,
        rounds: u8,
    ) -> Result<bool, Stopped> {
        // Twice as much at the second ply: there it is the right move nearly always that takes long.
        let plies = PLIES_IN_ROUNDS - 1 - rounds;
        let mut budget = self.techniques.budget.max(1).saturating_mul(1 << plies);
        let (started, mut left) = (self.nodes, open.len());
        while left > 0 {
            let mut kept = 0;
            for next in 0..left {
                let child = open[next];
                let is_last = kept == 0 && next + 1 == left;
                let most = self.most;
                if !is_last {
                    // The more was spent in vain, the less a larger try matters.
                    let more = budget.saturating_add((self.nodes - started) / 4);
                    self.allow(most.min(self.nodes.saturating_add(more)));
                }
                let (free, to) = (child.free, child.to);
                let node = Node { search: self, free, mover: waiter, waiter: to, rounds };
                let answer = arch.enter(node);
                self.allow(most);
                match answer {
                    Ok(false) => return Ok(true),
                    Ok(true) => {}
                    Err(Stopped) => {
                        // Unless everything is to stop, this one only waits.
                        self.look()?;
                        open[kept] = child;
                        kept += 1;
                    }
                }
            }
            left = kept;
            budget = budget.saturating_mul(2);
        }
        Ok(false)
    }

    /// Sets how many nodes there may be.
    fn allow(&mut self, most: u64) {
        self.most = most;
        self.next_look = 0;
    }

    /// How the table knows a position, if it is worth a place there.
    #[inline(always)]
    fn key(&self, free: G, mover: Cell, waiter: Cell) -> Option<Key<G>> {
        let count = free.count();
        if count < self.techniques.table_from {
            return None;
        }
        Some(match self.mirrors.is_early(count) {
            true => self.mirrors.first_image(free, mover, waiter),
            false => (free, mover, waiter),
        })
    }

    /// Collects those of these moves that need a search; `None` if one of the others wins.
    #[inline(always)]
    fn look_at_moves<A: Arch>(
        &mut self,
        arch: A,
        (free, moves, others): (G, G, G),
        waiter: Cell,
        open: &mut [Open<G>; 8],
    ) -> Result<Option<usize>, Stopped> {
        let mut boards = [G::default(); 8];
        let mut jumps = [G::default(); 8];
        let mut squares = [0; 8];
        let mut count = 0;
        for to in moves.cells() {
            let left = free.without(to);
            (boards[count], jumps[count], squares[count]) = (left, G::jumps_from(to) & left, to);
            count += 1;
        }
        let mut found = 0;
        for first in (0..count).step_by(LANES) {
            let boards = std::array::from_fn(|lane| boards[first + lane]);
            let jumps = std::array::from_fn(|lane| jumps[first + lane]);
            let division = G::divide(arch, boards, G::jumps_from(waiter), jumps);
            for lane in 0..LANES.min(count - first) {
                let to = squares[first + lane];
                let (theirs, mine) = (division.spreader[lane], division.others[lane]);
                let touched = (division.around[lane] | G::jumps_from(waiter)) & mine;
                let meets = !(touched | (G::jumps_from(to) & theirs)).is_empty();
                let left = theirs | mine;
                let verdict = if self.techniques.regions && !meets {
                    let (mover, waiter) = ((waiter, theirs), (to, mine));
                    Some(arch.enter(Apart { search: self, mover, waiter })?)
                } else if self.techniques.mirror && self.mirrors.apply(left, waiter, to) {
                    Some(false)
                } else {
                    self.key(left, waiter, to).and_then(|key| self.table.get(key))
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

/// The moves that do not lose at once: neither to where the knight is stuck, nor to where the other
/// side takes its only way on.
#[inline(always)]
fn playable<G: Grid>(free: G, moves: G, others: G) -> G {
    moves.cells().fold(moves, |playable, to| {
        let next = G::jumps_from(to) & free;
        let loses = next.is_empty() || (next.is_single() && !(next & others).is_empty());
        if loses { playable.without(to) } else { playable }
    })
}
