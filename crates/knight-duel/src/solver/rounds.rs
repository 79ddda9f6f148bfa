//! The first plies of the search, where moves are tried in rounds so that one hard move does not delay
//! the others.
//!
//! In nearly all positions the side to move wins if both knights are on squares of the same colour (see
//! [`conjectures`](crate::program::conjectures)), so the likely result is known beforehand. If the side to
//! move should lose, every move has to be refuted, one after the other. If it should win, one winning move
//! is enough, and it is nearly always the first by territory. But in one of a hundred starts on 8x8 that
//! move has a reply that is far harder to refute than all others, while another move wins quickly. So the
//! moves are tried in rounds: a move is deferred as soon as a single reply to it costs more nodes than the
//! patience of the round. The results so far are in the table when its turn comes again.

use super::Stopped;
use super::grid::{Cell, Grid};
use super::search::{Choice, Forced, Node, Open, Search};
use search::arch::{Arch, Task};

/// The number of first plies that use rounds. Deeper, they cost more than they save.
const PLIES: u32 = 2;

/// The arguments of [`Search::wins_near_root`].
pub(crate) struct NearRoot<'s, 'a, G> {
    pub(super) search: &'s mut Search<'a, G>,
    pub(super) free: G,
    pub(super) mover: Cell,
    pub(super) waiter: Cell,
    pub(super) ply: u32,
    /// The maximum nodes of a single move; beyond that, the search of this position is stopped.
    pub(super) patience: u64,
}

impl<G: Grid> Task for NearRoot<'_, '_, G> {
    type Output = Result<bool, Stopped>;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> Result<bool, Stopped> {
        let NearRoot { search, free, mover, waiter, ply, patience } = self;
        search.wins_near_root(arch, (free, mover, waiter), ply, patience)
    }
}

/// Whether the side to move wins in most positions like this one: both knights on the same colour.
fn should_win<G: Grid>(choice: &Choice<G>) -> bool {
    G::dark().has(choice.mover) == G::dark().has(choice.waiter)
}

impl<G: Grid> Search<'_, G> {
    /// Whether the side to move wins. Both knights have a move, and the position is not decided by
    /// separation or by the mirror theorem.
    fn wins_near_root<A: Arch>(
        &mut self,
        arch: A,
        (free, mover, waiter): (G, Cell, Cell),
        ply: u32,
        patience: u64,
    ) -> Result<bool, Stopped> {
        // The replies in the last round are one ply further down.
        if ply > PLIES {
            return arch.enter(Node { search: self, free, mover, waiter });
        }
        let choice = match self.play_forced(free, mover, waiter)? {
            Forced::Decided(wins) => return Ok(wins),
            Forced::Choice(choice) => choice,
        };
        let started = self.nodes();
        let mut open = [Open::default(); 8];
        let won = match self.classify_moves(arch, &choice, &mut open)? {
            None => true,
            Some(count) => {
                let open = &mut open[..count];
                if !should_win(&choice) {
                    self.wins_in_turn(arch, open, &choice, ply, patience)?
                } else if ply < PLIES {
                    // If forced moves led here, the patience limits all moves of this position together.
                    self.with_node_limit(patience, |search| {
                        search.wins_in_rounds(arch, open, &choice, ply)
                    })?
                } else {
                    self.with_node_limit(patience, |search| {
                        search.wins_by_one(arch, open, choice.waiter)
                    })?
                }
            }
        };
        self.store(&choice, won, started);
        Ok(won == choice.is_initial_side)
    }

    /// Whether the opponent wins after a move.
    fn wins_after<A: Arch>(
        &mut self,
        arch: A,
        child: &Open<G>,
        choice: &Choice<G>,
        ply: u32,
        patience: u64,
    ) -> Result<bool, Stopped> {
        let (free, mover, waiter) = (child.free, choice.waiter, child.to);
        arch.enter(NearRoot { search: self, free, mover, waiter, ply: ply + 1, patience })
    }

    /// Whether one of these moves wins. Each is searched to the end, or stopped when it exceeds the
    /// patience.
    fn wins_in_turn<A: Arch>(
        &mut self,
        arch: A,
        open: &[Open<G>],
        choice: &Choice<G>,
        ply: u32,
        patience: u64,
    ) -> Result<bool, Stopped> {
        for child in open {
            let after = |search: &mut Self| search.wins_after(arch, child, choice, ply, u64::MAX);
            if !self.with_node_limit(patience, after)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether one of these moves wins, tried in rounds with growing patience.
    fn wins_in_rounds<A: Arch>(
        &mut self,
        arch: A,
        open: &mut [Open<G>],
        choice: &Choice<G>,
        ply: u32,
    ) -> Result<bool, Stopped> {
        let mut patience = self.techniques.patience.max(1);
        let (started, mut left) = (self.nodes(), open.len());
        while left > 0 {
            let mut deferred = 0;
            for next in 0..left {
                let child = open[next];
                let is_last = deferred == 0 && next + 1 == left;
                // The more nodes were spent without success, the less a larger attempt matters.
                let spent = self.nodes() - started;
                let nodes = if is_last { u64::MAX } else { patience.saturating_add(spent / 4) };
                match self.wins_after(arch, &child, choice, ply, nodes) {
                    Ok(false) => return Ok(true),
                    Ok(true) => {}
                    Err(Stopped) => {
                        // Unless the solver must stop, only this move is deferred.
                        self.check_limits()?;
                        open[deferred] = child;
                        deferred += 1;
                    }
                }
            }
            left = deferred;
            patience = patience.saturating_mul(2);
        }
        Ok(false)
    }
}
