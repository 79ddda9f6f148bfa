//! The mate solver: proofs of forced mates ([`Solver`]).
//!
//! The attacker needs one move that mates; the defender must have no reply that escapes. This is an
//! AND/OR search with iterative deepening over the number of attacker's moves. First the attacker may
//! only give check, which is narrow and reaches far; then also play quiet moves that threaten a mate by
//! checks; finally any move. The result is a proof: a tree of attacker's moves that answers every legal
//! reply. A side without a legal move has lost, so a stalemate counts as a mate.
//!
//! The shortest mate never needs to repeat a position, but the defender may try to. A reply that loses
//! by the repetition rules (because the defender can only keep giving check) counts as mated.

mod guide;
mod proof;
mod table;

pub use proof::Proof;

use crate::rules::attacks;
use crate::rules::moves::Move;
use crate::rules::position::Position;
use crate::rules::repetition::{MAX_QUIET_PLIES, Repetition};
use search::{Analyst, Game, Outcome, Side, Step, StopFlag, StopSignal};
use std::time::Instant;
use table::Table;

/// The moves that the attacker may try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// Checks only.
    Checks,
    /// Checks, and quiet moves after which the attacker would mate by checks if the defender passed.
    Threats,
    /// All moves.
    All,
}

/// The search was stopped by the flag or the deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The largest number of attacker's moves that can be requested.
pub const MAX_MOVES: u8 = 50;

/// The number of nodes between two checks of the clock.
const POLL: u64 = 1024;

/// The result of a search for a mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a mate.
    Mate {
        /// An answer to every reply.
        proof: Proof,
        /// Whether no shorter mate exists.
        shortest: bool,
    },
    /// There is no mate in the requested number of moves.
    NoMate,
    /// Stopped before either was proved.
    Unknown,
}

/// The result for the defender, who is to reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Some reply escapes.
    Escapes,
    /// Every reply is mated.
    Mated,
    /// Every reply is mated or loses by the repetition rules.
    Forbidden,
}

/// A move that mates.
#[derive(Clone, Copy, Debug)]
struct Found {
    mv: Move,
    /// Whether the mate is independent of the path to the position. If not, it relies on a repetition.
    always: bool,
}

/// The mate solver. Keeps its table between calls for positions of the same game.
pub struct Solver {
    table: Table,
    /// The current line.
    path: Vec<Step<Move>>,
    nodes: u64,
    flag: StopFlag,
    deadline: Option<Instant>,
    stop: StopSignal,
}

impl Solver {
    /// A solver with a table of `table_mib` MiB (at least 1). It stops when the flag is raised or the
    /// deadline passes.
    pub fn new(table_mib: usize, flag: StopFlag, deadline: Option<Instant>) -> Self {
        let stop = StopSignal::new(flag.clone(), deadline);
        let (table, path) = (Table::new(table_mib), Vec::new());
        Solver { table, path, nodes: 0, flag, deadline, stop }
    }

    /// Runs `work` within a share of the remaining time.
    fn within<T>(&mut self, share: f64, work: impl FnOnce(&mut Solver) -> T) -> T {
        let (deadline, now) = (self.deadline, Instant::now());
        let part = |at: Instant| now + at.saturating_duration_since(now).mul_f64(share);
        self.set_deadline(deadline.map(part));
        let done = work(self);
        self.set_deadline(deadline);
        done
    }

    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
        self.stop = StopSignal::new(self.flag.clone(), deadline);
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches for a mate in at most `most` moves of the side to move. With `shortest`, continues
    /// until no shorter mate can exist. An `engine` helps to find mates with many quiet moves.
    pub fn solve(
        &mut self,
        position: &Position,
        most: u8,
        shortest: bool,
        mut engine: Option<&mut dyn Analyst<Position>>,
    ) -> Answer {
        // The game is drawn by the move rule before a longer mate.
        let left = MAX_QUIET_PLIES.saturating_sub(position.quiet_plies());
        let most = most.min(MAX_MOVES).min(u8::try_from(left.div_ceil(2)).unwrap_or(u8::MAX));
        let mut found: Option<Proof> = None;
        let mut excluded = None;
        for width in [Width::Checks, Width::Threats, Width::All] {
            let limit = found.as_ref().map_or(most, |proof| proof.moves - 1);
            // Another width may find the mate sooner, so each gets only a share of the time.
            let share = match width {
                Width::Checks => 0.12,
                Width::Threats => 0.5,
                Width::All => 1.0,
            };
            let looked = self.within(share, |solver| solver.deepen(position, limit, width));
            let moves = looked.unwrap_or(None);
            found = moves.and_then(|moves| self.proof(position, moves, width)).or(found);
            if width == Width::Checks
                && found.is_none()
                && let Some(engine) = engine.take()
            {
                found = self.within(0.7, |solver| solver.follow(engine, position, most));
            }
            if width == Width::All && looked.is_ok() {
                excluded = Some(moves.map_or(limit, |moves| moves - 1));
            }
            if found.is_some() && !shortest {
                break;
            }
        }
        match (found.filter(|proof| proof.holds(position)), excluded) {
            (Some(proof), _) => {
                let shortest = proof.moves == 1 || excluded == Some(proof.moves - 1);
                Answer::Mate { proof, shortest }
            }
            (None, Some(excluded)) if excluded == most => Answer::NoMate,
            (None, _) => Answer::Unknown,
        }
    }

    /// The smallest number of moves up to `most` in which the attacker mates.
    fn deepen(
        &mut self,
        position: &Position,
        most: u8,
        width: Width,
    ) -> Result<Option<u8>, Stopped> {
        let mut position = position.clone();
        self.path.clear();
        for moves in 1..=most {
            if self.attack(&mut position, moves, width)?.is_some() {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// A move with which the side to move mates in at most `moves`.
    fn attack(
        &mut self,
        position: &mut Position,
        moves: u8,
        width: Width,
    ) -> Result<Option<Found>, Stopped> {
        let key = position.key();
        let known = self.table.get(key);
        if let Some(mv) = known.mate_in(moves).and_then(|code| position.decode(code)) {
            return Ok(Some(Found { mv, always: true }));
        }
        if known.excludes(moves, width) {
            return Ok(None);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && self.stop.is_raised() {
            return Err(Stopped);
        }
        let mut list = Vec::new();
        position.legal_moves(&mut list);
        let (checks, mut quiet) = partition_checks(position, list);
        if width == Width::Checks {
            quiet.clear();
        }
        for (mv, is_check) in
            checks.into_iter().map(|mv| (mv, true)).chain(quiet.into_iter().map(|mv| (mv, false)))
        {
            let fate = self.after(position, mv, |solver, position| {
                if is_check || solver.threatens(position, moves - 1, width)? {
                    solver.defend(position, moves - 1, width)
                } else {
                    Ok(Fate::Escapes)
                }
            })?;
            match fate {
                Fate::Escapes => {}
                Fate::Mated => {
                    self.table.mate(key, moves, mv);
                    return Ok(Some(Found { mv, always: true }));
                }
                // Valid only for this path, so not stored in the table.
                Fate::Forbidden => return Ok(Some(Found { mv, always: false })),
            }
        }
        self.table.exclude(key, moves, width);
        Ok(None)
    }

    /// Calls `look` in the position after a move.
    fn after<T>(
        &mut self,
        position: &mut Position,
        mv: Move,
        look: impl FnOnce(&mut Solver, &mut Position) -> T,
    ) -> T {
        self.path.push(Step { key: position.key(), mv });
        let undo = position.play(mv);
        let seen = look(self, position);
        position.undo(mv, undo);
        self.path.pop();
        seen
    }

    /// Whether the quiet move just played is worth searching: it leaves no reply, or it threatens mate.
    fn threatens(
        &mut self,
        position: &mut Position,
        moves: u8,
        width: Width,
    ) -> Result<bool, Stopped> {
        if width == Width::All || position.outcome().is_some() {
            return Ok(true);
        }
        if moves == 0 {
            return Ok(false);
        }
        let threat = self.after(position, Move::NULL, |solver, position| {
            solver.attack(position, moves, Width::Checks)
        });
        Ok(threat?.is_some())
    }

    /// Whether every reply of the side to move is mated in at most `moves`.
    fn defend(
        &mut self,
        position: &mut Position,
        moves: u8,
        width: Width,
    ) -> Result<Fate, Stopped> {
        if wins_by_repetition(position, &self.path, !position.side()) {
            return Ok(Fate::Forbidden);
        }
        if moves == 0 {
            let mated = position.outcome().is_some();
            return Ok(if mated { Fate::Mated } else { Fate::Escapes });
        }
        let mut replies = Vec::new();
        position.legal_moves(&mut replies);
        // Captures first: they refute most attacks.
        replies.sort_by_key(|reply| position.piece_at(reply.to).is_none());
        let mut worst = Fate::Mated;
        for reply in replies {
            let fate = self.after(position, reply, |solver, position| {
                if wins_by_repetition(position, &solver.path, position.side()) {
                    return Ok(Fate::Forbidden);
                }
                Ok(match solver.attack(position, moves, width)? {
                    None => Fate::Escapes,
                    Some(found) if found.always => Fate::Mated,
                    Some(_) => Fate::Forbidden,
                })
            })?;
            match fate {
                Fate::Escapes => return Ok(Fate::Escapes),
                Fate::Forbidden => worst = Fate::Forbidden,
                Fate::Mated => {}
            }
        }
        Ok(worst)
    }
}

/// Splits moves into those that give check and the others.
fn partition_checks(position: &mut Position, moves: Vec<Move>) -> (Vec<Move>, Vec<Move>) {
    let Some(king) = position.king(!position.side()) else { return (Vec::new(), moves) };
    // A move gives check only if it enters the king's rank or file or a square from which a horse
    // attacks it, or if it leaves such a line or a horse's leg, which is diagonally beside the king.
    let lines = attacks::cross(king);
    let from = lines | attacks::horse_legs(king);
    let to = lines | attacks::horse_ring(king);
    moves.into_iter().partition(|&mv| {
        if !from.contains(mv.from) && !to.contains(mv.to) {
            return false;
        }
        let undo = position.play(mv);
        let is_check = position.in_check();
        position.undo(mv, undo);
        is_check
    })
}

/// Whether the attacker wins because this position repeats and the defender gave check or chased on
/// every move of the cycle.
fn wins_by_repetition(position: &Position, path: &[Step<Move>], attacker: Side) -> bool {
    Repetition::Axf
        .judge(position, path, 0)
        .is_some_and(|verdict| verdict.outcome == Outcome::Win(attacker))
}

#[cfg(test)]
mod tests;
