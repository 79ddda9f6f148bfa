//! The first plies of the search, so that one hard move does not keep the others waiting.
//!
//! Nearly always the side to move wins where both knights stand on squares of one colour (see
//! [`conjectures`](crate::program::conjectures)), so it is known beforehand what to look for. Where the side to
//! move should lose, every move has to be refuted, one after the other. Where it should win, one move
//! is enough, and it is nearly always the first by territory; but in one start of 8x8 of a hundred
//! that move has a reply which is far harder to refute than all others, and another move wins soon.
//! So there the moves are tried in rounds: a move is given up for the time being as soon as a single
//! reply to it costs more than the patience of the round. What was found out until then is in the
//! table when its turn comes again.

use super::Stopped;
use super::grid::{Cell, Grid};
use super::search::{Choice, Forced, Node, Open, Search};
use search::arch::{Arch, Task};

/// Rounds begin at one of the first so many plies. Further down they cost more than they save.
const PLIES: u32 = 2;

/// The question of [`Search::wins_near_root`].
pub(crate) struct NearRoot<'s, 'a, G> {
    pub(super) search: &'s mut Search<'a, G>,
    pub(super) free: G,
    pub(super) mover: Cell,
    pub(super) waiter: Cell,
    pub(super) ply: u32,
    /// Nodes that each move may cost; then all of this is given up.
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

/// Whether the side to move wins in most positions like this.
fn should_win<G: Grid>(choice: &Choice<G>) -> bool {
    G::dark().has(choice.mover) == G::dark().has(choice.waiter)
}

impl<G: Grid> Search<'_, G> {
    /// Whether the side to move wins, where both knights have a move and no rule says so at a glance.
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
        let won = match self.look_at_moves(arch, &choice, &mut open)? {
            None => true,
            Some(count) => {
                let open = &mut open[..count];
                if !should_win(&choice) {
                    self.wins_in_turn(arch, open, &choice, ply, patience)?
                } else if ply < PLIES {
                    // If forced moves led here, what patience there is is meant for all of it.
                    self.within(patience, |search| search.wins_in_rounds(arch, open, &choice, ply))?
                } else {
                    self.within(patience, |search| search.wins_by_one(arch, open, choice.waiter))?
                }
            }
        };
        self.keep(&choice, won, started);
        Ok(won == choice.is_asked)
    }

    /// Whether the other side wins after a move.
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

    /// Whether one of these moves wins, each searched to the end or until it costs too much.
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
            if !self.within(patience, after)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether one of these moves wins, in rounds.
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
            let mut kept = 0;
            for next in 0..left {
                let child = open[next];
                let is_last = kept == 0 && next + 1 == left;
                // The more was spent in vain, the less a larger try matters.
                let spent = self.nodes() - started;
                let nodes = if is_last { u64::MAX } else { patience.saturating_add(spent / 4) };
                match self.wins_after(arch, &child, choice, ply, nodes) {
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
            patience = patience.saturating_mul(2);
        }
        Ok(false)
    }
}
