//! The exact solver: a search to the end of the game for win or loss only.
//!
//! - [`search`](self) is alpha-beta with two values. It is fast because of its move ordering (most
//!   territory first) and because it decides two kinds of positions without a search: knights that can
//!   no longer meet, by counting moves, and symmetric positions, by the [mirror theorem](is_mirrored).
//! - Solved positions are stored in a table. Entries hold the complete position, so a hit is a proof. Only
//!   large positions are stored, see [`Techniques::table_from`].
//! - Nothing is allocated at a node. Up to 8x8 the board is one word, above that four.
//!
//! # The two end rules have the same winner
//! In every position the lab's rule and the plain rule have the same winner. So the solver does not
//! need to know the rule, and a table of starts is valid for both.
//!
//! *Proof.* While both knights have a move, the game continues under both rules with the same moves.
//! Consider the first position in which a knight is stuck, and let S be the side to move. If S is
//! stuck, it loses under the plain rule. It also loses under the lab's rule: either S alone is stuck,
//! or both are and the opponent moved last (or would have). If only the opponent is stuck, S wins under
//! the lab's rule. Under the plain rule S moves, the opponent is still stuck because free squares only
//! disappear, and loses. ∎ The rules differ only in the length of a game, by one move at most.

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

/// The solver was stopped or reached its node limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The techniques of the solver. All are on by default, and none changes a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// The mirror theorem.
    pub mirror: bool,
    /// Count moves once the knights can no longer meet.
    pub regions: bool,
    /// The minimum number of reachable squares for a position to be looked up and stored in the table.
    pub table_from: u32,
    /// The nodes that a reply to one of the first moves may cost before other moves are tried.
    pub patience: u64,
}

impl Default for Techniques {
    /// Small positions are not stored: searching them again is cheaper than a memory access. The
    /// patience is 1.5 times what replies were measured to cost on 8x8 when the first move tried wins.
    fn default() -> Self {
        Techniques { mirror: true, regions: true, table_from: 40, patience: 64 << 20 }
    }
}

/// Solves positions, and stores the results in a table.
///
/// ```
/// use knight_duel::{Duel, solver::Solver};
/// use search::{Notation, StopFlag};
///
/// let duel = Duel::parse_position("A+++++/++++++/++++++/++++++/++++++/+++++B A").unwrap();
/// // B wins by copying every move of A on the opposite side of the board.
/// assert_eq!(Solver::new(1).wins(&duel, &StopFlag::new()), Ok(false));
/// ```
pub struct Solver {
    table_mib: usize,
    techniques: Techniques,
    small: Option<Memory<u64>>,
    large: Option<Memory<Squares>>,
    nodes: u64,
}

/// The data of a solver for one kind of board (one word or four), created on first use.
struct Memory<G> {
    table: Table<G>,
    mirrors: Mirrors,
}

/// When to stop.
#[derive(Clone, Copy)]
struct Bounds<'a> {
    nodes: u64,
    halt: &'a dyn Fn() -> bool,
}

/// A clone has the same settings and an empty table.
impl Clone for Solver {
    fn clone(&self) -> Self {
        Solver::with(self.table_mib, self.techniques)
    }
}

impl Solver {
    /// A solver with a table of at most this many MiB for each kind of board.
    pub fn new(table_mib: usize) -> Solver {
        Solver::with(table_mib, Techniques::default())
    }

    /// A solver that uses only these techniques. Tests use it to verify the others.
    pub fn with(table_mib: usize, techniques: Techniques) -> Solver {
        Solver { table_mib, techniques, small: None, large: None, nodes: 0 }
    }

    /// The number of positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Clears the table, so that the node count of the next search does not depend on earlier ones.
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

    /// Like [`wins`](Solver::wins), with a maximum number of nodes. Stops when `halt`, which is polled
    /// regularly, returns true.
    pub fn wins_within(
        &mut self,
        duel: &Duel,
        nodes: u64,
        halt: &dyn Fn() -> bool,
    ) -> Result<bool, Stopped> {
        let bounds = Bounds { nodes, halt };
        let Solver { table_mib, techniques, small, large, nodes } = self;
        if grid::fits_one_word(duel.size()) {
            solve(memory(small, *table_mib, duel.size()), *techniques, duel, bounds, nodes)
        } else {
            solve(memory(large, *table_mib, duel.size()), *techniques, duel, bounds, nodes)
        }
    }

    /// A winning move, if there is one. `nodes` is the maximum for all moves together.
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

/// The data for boards of this size, created or adapted if necessary.
fn memory<G: Grid>(memory: &mut Option<Memory<G>>, table_mib: usize, size: Size) -> &mut Memory<G> {
    let memory = memory.get_or_insert_with(|| Memory {
        table: Table::new(table_mib),
        mirrors: Mirrors::new::<G>(size),
    });
    // The table stays valid: an entry does not depend on the size of the board.
    if memory.mirrors.size() != size {
        memory.mirrors = Mirrors::new::<G>(size);
    }
    memory
}

fn solve<G: Grid>(
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
