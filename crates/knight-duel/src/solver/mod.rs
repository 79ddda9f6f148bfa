//! Who wins, exactly: a search to the end of the game that asks only for win or loss.
//!
//! - [`search`](self) is alpha-beta with two values. What makes it fast is the order of the moves
//!   (most territory first), and what it decides at a glance: knights that can no longer meet, by
//!   counting moves; positions that can be copied, by the [mirror theorem](is_mirrored).
//! - Positions that were decided are kept in a table. It holds whole positions, so an answer is a
//!   proof, and only large ones, see [`Techniques::table_from`].
//! - Nothing is allocated at a node. Up to 8x8 the board is one word, above that four.
//!
//! # The two end rules have the same winner
//! In every position the lab's rule and the plain one name the same winner, so the solver does not
//! ask for the rule, and a table of starts holds for both.
//!
//! *Proof.* While both knights have a move, both rules let the game go on with the same moves. So
//! look at the first position in which a knight is stuck; let S be to move. If S is stuck, it has
//! lost under the plain rule; under the lab's too, for either S alone is stuck, or both are and the
//! other side moved last (or would have). If only the other side is stuck, S has won under the lab's
//! rule; under the plain one S moves, the other side is stuck for good, because free squares only
//! disappear, and has lost. ∎ The rules differ only in the length of a game, by one move at most.

mod grid;
mod lanes;
mod mirror;
mod paths;
mod rounds;
mod search;
mod table;

pub(crate) use mirror::Symmetry;
pub use mirror::is_mirrored;

use crate::evaluators::territory;
use crate::rules::duel::{Duel, Size};
use crate::rules::squares::{Square, Squares};
use ::search::{Game, StopFlag};
use grid::Grid;
use mirror::Mirrors;
use search::Search;
use table::Table;

/// The solver was told to stop, or had no nodes left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// What the solver may use. All of it by default; none of it changes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// The mirror theorem.
    pub mirror: bool,
    /// Counting moves once the knights cannot meet.
    pub regions: bool,
    /// Positions with at least so many squares in reach are looked up and kept.
    pub table_from: u32,
    /// What a reply to one of the first moves may cost, in nodes, before other moves get their turn.
    pub patience: u64,
}

impl Default for Techniques {
    /// Small positions are left out of the table: searching them again spares a look into memory. The
    /// patience is half as much again as replies were seen to cost on 8x8 where the move tried first
    /// wins.
    fn default() -> Self {
        Techniques { mirror: true, regions: true, table_from: 40, patience: 64 << 20 }
    }
}

/// Decides positions, and remembers what it decided.
///
/// ```
/// use knight_duel::{Duel, solver::Solver};
/// use search::{Notation, StopFlag};
///
/// let duel = Duel::parse_position("A+++++/++++++/++++++/++++++/++++++/+++++B A").unwrap();
/// // B copies every move of A on the other side of the board.
/// assert_eq!(Solver::new(1).wins(&duel, &StopFlag::new()), Ok(false));
/// ```
pub struct Solver {
    table_mib: usize,
    techniques: Techniques,
    small: Option<Memory<u64>>,
    large: Option<Memory<Squares>>,
    nodes: u64,
}

/// What a solver keeps for one form of board, once it has met one.
struct Memory<G> {
    table: Table<G>,
    mirrors: Mirrors,
}

/// When to give up.
#[derive(Clone, Copy)]
struct Bounds<'a> {
    nodes: u64,
    halt: &'a dyn Fn() -> bool,
}

/// The same settings with nothing remembered.
impl Clone for Solver {
    fn clone(&self) -> Self {
        Solver::with(self.table_mib, self.techniques)
    }
}

impl Solver {
    /// A solver with a table of at most this many MiB for each form of board.
    pub fn new(table_mib: usize) -> Solver {
        Solver::with(table_mib, Techniques::default())
    }

    /// A solver that uses these techniques only, to check the others.
    pub fn with(table_mib: usize, techniques: Techniques) -> Solver {
        Solver { table_mib, techniques, small: None, large: None, nodes: 0 }
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets every position, so that the next answer takes the same nodes whatever came before.
    pub fn forget(&mut self) {
        if let Some(memory) = &mut self.small {
            memory.table.clear();
        }
        if let Some(memory) = &mut self.large {
            memory.table.clear();
        }
    }

    /// Whether the side to move wins.
    pub fn wins(&mut self, duel: &Duel, stop: &StopFlag) -> Result<bool, Stopped> {
        self.wins_within(duel, u64::MAX, &|| stop.is_stopped())
    }

    /// The same with at most so many nodes, and until `halt` says so (it is asked now and then).
    pub fn wins_within(
        &mut self,
        duel: &Duel,
        nodes: u64,
        halt: &dyn Fn() -> bool,
    ) -> Result<bool, Stopped> {
        let bounds = Bounds { nodes, halt };
        let Solver { table_mib, techniques, small, large, nodes } = self;
        if grid::fits_one_word(duel.size()) {
            ask(memory(small, *table_mib, duel.size()), *techniques, duel, bounds, nodes)
        } else {
            ask(memory(large, *table_mib, duel.size()), *techniques, duel, bounds, nodes)
        }
    }

    /// A move that wins, if there is one; the nodes are those of all moves together.
    pub fn winning_move(
        &mut self,
        duel: &Duel,
        nodes: u64,
        halt: &dyn Fn() -> bool,
    ) -> Result<Option<Square>, Stopped> {
        let mut moves = Vec::new();
        if duel.expand(&mut moves).is_some() {
            return Ok(None);
        }
        moves.sort_by_key(|&to| -territory::after(duel, to));
        let before = self.nodes;
        for to in moves {
            let mut child = *duel;
            child.play(to);
            let left = nodes.saturating_sub(self.nodes - before);
            if !self.wins_within(&child, left, halt)? {
                return Ok(Some(to));
            }
        }
        Ok(None)
    }
}

/// The memory for boards of this size, made or changed where it does not fit.
fn memory<G: Grid>(memory: &mut Option<Memory<G>>, table_mib: usize, size: Size) -> &mut Memory<G> {
    let memory = memory.get_or_insert_with(|| Memory {
        table: Table::new(table_mib),
        mirrors: Mirrors::new::<G>(size),
    });
    // The table may stay: a position says everything, whatever the board around it.
    if memory.mirrors.size() != size {
        memory.mirrors = Mirrors::new::<G>(size);
    }
    memory
}

fn ask<G: Grid>(
    memory: &mut Memory<G>,
    techniques: Techniques,
    duel: &Duel,
    bounds: Bounds<'_>,
    nodes: &mut u64,
) -> Result<bool, Stopped> {
    let Memory { table, mirrors } = memory;
    let mut search = Search::new(table, mirrors, techniques, bounds.nodes, bounds.halt);
    let [mover, waiter] = [duel.side(), !duel.side()].map(|side| G::cell(duel.knight(side)));
    let wins = search.wins(G::from_squares(duel.free()), mover, waiter);
    *nodes += search.nodes();
    wins
}

#[cfg(test)]
mod tests;
