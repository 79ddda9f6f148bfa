//! The search: alpha-beta with two values, which is a search for one winning move.
//!
//! All moves of a position are classified before any is searched. One Voronoi division per move (see
//! [`territory`](crate::evaluators())), four moves at a time, shows which squares can still be reached,
//! whether the knights can still meet, and which move to try first. It is most of the work. Squares out
//! of reach of both knights are removed, which makes more positions equal. In four positions of ten all
//! moves but one lose immediately. The remaining move is played without classification (4 % more nodes,
//! 20 % less time). The first plies are searched differently, see [`rounds`](super::rounds).
//!
//! All code that runs at a node is compiled for the best instruction set of the processor, see
//! [`search::arch`](mod@search::arch).

use super::grid::{Cell, Grid};
use super::lanes::LANES;
use super::mirror::{Key, Mirrors};
use super::paths::Apart;
use super::rounds::NearRoot;
use super::table::Table;
use super::{Stopped, Techniques};
use search::arch::{Arch, Task, dispatch};

/// The number of nodes between two checks of the stop flag.
const POLL_NODES: u64 = 4096;
/// Move ordering weights: squares reached first, own mobility, mobility of the opponent.
const TERRITORY: i32 = 2;
const OWN_MOVES: i32 = 2;
const OPPONENT_MOVES: i32 = -8;

/// One run of the solver.
pub(crate) struct Search<'a, G> {
    table: &'a mut Table<G>,
    mirrors: &'a Mirrors,
    pub(super) techniques: Techniques,
    nodes: u64,
    /// The maximum number of nodes.
    node_limit: u64,
    /// The node count of the next check of the limits.
    next_check: u64,
    halt: &'a dyn Fn() -> bool,
}

/// A move whose result is not known without a search.
#[derive(Clone, Copy, Default)]
pub(crate) struct Open<G> {
    order: i32,
    pub(super) to: Cell,
    /// The squares that can be reached after it.
    pub(super) free: G,
}

/// The result of playing out forced moves.
pub(crate) enum Forced<G> {
    /// Whether the side that was to move initially wins.
    Decided(bool),
    Choice(Choice<G>),
}

/// A position in which several moves do not lose immediately.
#[derive(Clone, Copy)]
pub(crate) struct Choice<G> {
    free: G,
    pub(super) mover: Cell,
    pub(super) waiter: Cell,
    /// The moves that do not lose immediately.
    moves: G,
    /// The moves of the opponent.
    others: G,
    /// Whether the side to move is the one that was to move before the forced moves.
    pub(super) is_initial_side: bool,
}

/// The arguments of [`Search::has_winning_move`].
pub(crate) struct Node<'s, 'a, G> {
    pub(super) search: &'s mut Search<'a, G>,
    pub(super) free: G,
    pub(super) mover: Cell,
    pub(super) waiter: Cell,
}

impl<G: Grid> Task for Node<'_, '_, G> {
    type Output = Result<bool, Stopped>;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> Result<bool, Stopped> {
        let Node { search, free, mover, waiter } = self;
        search.has_winning_move(arch, free, mover, waiter)
    }
}

impl<'a, G: Grid> Search<'a, G> {
    pub(crate) fn new(
        table: &'a mut Table<G>,
        mirrors: &'a Mirrors,
        techniques: Techniques,
        node_limit: u64,
        halt: &'a dyn Fn() -> bool,
    ) -> Self {
        Search { table, mirrors, techniques, nodes: 0, node_limit, next_check: 0, halt }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    #[inline(always)]
    pub(crate) fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_check { self.check_limits() } else { Ok(()) }
    }

    #[cold]
    pub(crate) fn check_limits(&mut self) -> Result<(), Stopped> {
        if self.nodes > self.node_limit || (self.halt)() {
            return Err(Stopped);
        }
        self.next_check = (self.nodes + POLL_NODES).min(self.node_limit.saturating_add(1));
        Ok(())
    }

    /// Whether the side to move wins, in any position.
    pub(crate) fn wins(&mut self, free: G, mover: Cell, waiter: Cell) -> Result<bool, Stopped> {
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
        dispatch(NearRoot { search: self, free, mover, waiter, ply: 0, patience: u64::MAX })
    }

    /// Whether the side to move wins. Both knights have a move, and the position is not decided by
    /// separation or by the mirror theorem.
    #[inline(always)]
    fn has_winning_move<A: Arch>(
        &mut self,
        arch: A,
        free: G,
        mover: Cell,
        waiter: Cell,
    ) -> Result<bool, Stopped> {
        let choice = match self.play_forced(free, mover, waiter)? {
            Forced::Decided(wins) => return Ok(wins),
            Forced::Choice(choice) => choice,
        };
        let started = self.nodes;
        let mut open = [Open::default(); 8];
        let won = match self.classify_moves(arch, &choice, &mut open)? {
            None => true,
            Some(count) => self.wins_by_one(arch, &open[..count], choice.waiter)?,
        };
        self.store(&choice, won, started);
        Ok(won == choice.is_initial_side)
    }

    /// Plays moves as long as all moves but one lose immediately.
    #[inline(always)]
    pub(crate) fn play_forced(
        &mut self,
        mut free: G,
        mut mover: Cell,
        mut waiter: Cell,
    ) -> Result<Forced<G>, Stopped> {
        let mut is_initial_side = true;
        loop {
            self.count_node()?;
            let others = G::jumps_from(waiter) & free;
            let moves = G::jumps_from(mover) & free;
            // The opponent has only one move left: occupy its square.
            if others.is_single() && !(others & moves).is_empty() {
                return Ok(Forced::Decided(is_initial_side));
            }
            let moves = playable(free, moves, others);
            if moves.is_empty() {
                return Ok(Forced::Decided(!is_initial_side));
            }
            let Some(to) = moves.only() else {
                return Ok(Forced::Choice(Choice {
                    free,
                    mover,
                    waiter,
                    moves,
                    others,
                    is_initial_side,
                }));
            };
            (free, mover, waiter, is_initial_side) =
                (free.without(to), waiter, to, !is_initial_side);
        }
    }

    /// Stores who wins, with the number of nodes since `started`.
    #[inline(always)]
    pub(crate) fn store(&mut self, choice: &Choice<G>, won: bool, started: u64) {
        if let Some(key) = self.key(choice.free, choice.mover, choice.waiter) {
            self.table.put(key, won, self.nodes - started);
        }
    }

    /// Whether one of these moves wins.
    #[inline(always)]
    pub(crate) fn wins_by_one<A: Arch>(
        &mut self,
        arch: A,
        open: &[Open<G>],
        waiter: Cell,
    ) -> Result<bool, Stopped> {
        for child in open {
            let (free, to) = (child.free, child.to);
            if !arch.enter(Node { search: self, free, mover: waiter, waiter: to })? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Runs `work` with at most this many nodes.
    pub(crate) fn with_node_limit<T>(
        &mut self,
        nodes: u64,
        work: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let limit = self.node_limit;
        self.set_node_limit(limit.min(self.nodes.saturating_add(nodes)));
        let result = work(self);
        self.set_node_limit(limit);
        result
    }

    fn set_node_limit(&mut self, limit: u64) {
        self.node_limit = limit;
        self.next_check = 0;
    }

    /// The table key of a position, if it is large enough to be stored.
    #[inline(always)]
    fn key(&self, free: G, mover: Cell, waiter: Cell) -> Option<Key<G>> {
        let count = free.count();
        if count < self.techniques.table_from {
            return None;
        }
        Some(match self.mirrors.is_early(count) {
            true => self.mirrors.canonical(free, mover, waiter),
            false => (free, mover, waiter),
        })
    }

    /// Collects the moves that need a search, best first; `None` if a move is known to win.
    #[inline(always)]
    pub(crate) fn classify_moves<A: Arch>(
        &mut self,
        arch: A,
        choice: &Choice<G>,
        open: &mut [Open<G>; 8],
    ) -> Result<Option<usize>, Stopped> {
        let &Choice { free, waiter, moves, others, .. } = choice;
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
                        let value = TERRITORY * squares + OWN_MOVES * own + OPPONENT_MOVES * other;
                        open[found] = Open { order: -value, to, free: left };
                        found += 1;
                    }
                }
            }
        }
        open[..found].sort_unstable_by_key(|child| child.order);
        Ok(Some(found))
    }
}

/// The moves that do not lose immediately: the knight must not be stuck afterwards, and the opponent
/// must not be able to occupy its only onward square.
#[inline(always)]
fn playable<G: Grid>(free: G, moves: G, others: G) -> G {
    moves.cells().fold(moves, |playable, to| {
        let next = G::jumps_from(to) & free;
        let loses = next.is_empty() || (next.is_single() && !(next & others).is_empty());
        if loses { playable.without(to) } else { playable }
    })
}
