//! Wins by fours and threes: [`Vct`].
//!
//! A three threatens an open four, which the defender must prevent or answer with a four. Quiet moves
//! count too if they threaten to win by continuous fours. They leave the defender more replies, so they
//! are tried later. The tree is searched with proof numbers (Allis 1994), depth first within thresholds
//! (df-pn, Nagai 2002): always towards the position that seems the easiest to prove. At every position of
//! the attacker continuous fours are tried first, and an attack that has refuted one reply is tried
//! against the others.

mod expand;
mod prove;
mod replay;
mod tree;

use super::{Proof, Unknown, Vcf, check};
use crate::rules::gomoku::Gomoku;
use search::{Game, Side, StopSignal};
use std::collections::HashMap;
use tree::{INFINITY, Id, Numbers, Tree};

/// The search, with the positions it has visited.
#[derive(Clone)]
pub struct Vct {
    tree: Tree,
    /// The continuous fours that quiet moves threaten, by the key of the position after the move.
    chains: HashMap<u64, Proof>,
    vcf: Vcf,
    attacker: Side,
    /// Whether a search for continuous fours has reached its node limit. Then failures are not proven.
    has_given_up: bool,
    nodes: u64,
    limit: u64,
}

impl Vct {
    /// A search with a table of 2^`bits` positions without continuous fours. The size of its tree is
    /// bounded by the node limit of a search.
    pub fn new(bits: u32) -> Vct {
        Vct {
            tree: Tree::default(),
            chains: HashMap::new(),
            vcf: Vcf::new(bits),
            attacker: Side::First,
            has_given_up: false,
            nodes: 0,
            limit: u64::MAX,
        }
    }

    /// The nodes of the last search, including those of its searches for continuous fours.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches for a win of the side to move by fours and threes, and returns its proof, verified by
    /// [`check`]. `limit` is the maximum number of nodes.
    pub fn solve(
        &mut self,
        game: &mut Gomoku,
        limit: u64,
        stop: &StopSignal,
    ) -> Result<Option<Proof>, Unknown> {
        // The replies to a chain of fours are chosen by reasoning, not exhaustively, so check the proof.
        match self.search(game, limit, stop)? {
            Some(proof) if check::check_until(game, &proof, stop).is_err() => Err(Unknown),
            proof => Ok(proof),
        }
    }

    /// Like [`solve`](Vct::solve), but without the check, which takes longer than a small search.
    pub(crate) fn search(
        &mut self,
        game: &mut Gomoku,
        limit: u64,
        stop: &StopSignal,
    ) -> Result<Option<Proof>, Unknown> {
        self.attacker = game.side();
        self.nodes = 0;
        self.limit = limit;
        self.has_given_up = false;
        self.tree.clear();
        self.chains.clear();
        let root = self.enter_attack(game, stop)?;
        self.attack(game, root, Numbers { proof: INFINITY, disproof: INFINITY }, stop)?;
        if !self.is_won(root) {
            return if self.has_given_up { Err(Unknown) } else { Ok(None) };
        }
        self.prove(game, stop)?.map_or(Err(Unknown), |proof| Ok(Some(proof)))
    }

    fn is_won(&self, id: Id) -> bool {
        self.tree.numbers(id).is_won()
    }

    fn step(&mut self, stop: &StopSignal) -> Result<(), Unknown> {
        self.nodes += 1;
        // A check of the stop signal costs little compared to a node.
        if self.nodes > self.limit || stop.is_raised() { Err(Unknown) } else { Ok(()) }
    }

    /// Searches a position with the attacker to move until a number reaches its threshold.
    fn attack(
        &mut self,
        game: &mut Gomoku,
        id: Id,
        most: Numbers,
        stop: &StopSignal,
    ) -> Result<(), Unknown> {
        if self.tree.numbers(id).is_decided() {
            return Ok(());
        }
        loop {
            let Some((best, mv, most)) = self.tree.best_attack(id, most) else { return Ok(()) };
            game.play(mv);
            let searched = self.enter_defence(game, stop).and_then(|child| {
                self.tree.link(id, best, child);
                self.defend(game, child, most, stop)
            });
            game.undo(mv, ());
            searched?;
        }
    }

    /// Searches a position with the defender to move until a number reaches its threshold.
    fn defend(
        &mut self,
        game: &mut Gomoku,
        id: Id,
        most: Numbers,
        stop: &StopSignal,
    ) -> Result<(), Unknown> {
        if self.tree.numbers(id).is_decided() {
            return Ok(());
        }
        loop {
            let Some((best, mv, most)) = self.tree.best_defence(id, most) else { return Ok(()) };
            game.play(mv);
            let searched = self.enter_attack(game, stop).and_then(|child| {
                self.tree.link(id, best, child);
                self.attack(game, child, most, stop)?;
                Ok(child)
            });
            game.undo(mv, ());
            let child = searched?;
            if self.is_won(child) {
                self.replay(game, id, child, stop)?;
            }
        }
    }

    /// Tries the attack that has refuted one reply against the other replies.
    fn replay(
        &mut self,
        game: &mut Gomoku,
        id: Id,
        model: Id,
        stop: &StopSignal,
    ) -> Result<(), Unknown> {
        for step in 0..self.tree.steps(id).len() {
            if self.tree.after(id, step).is_some_and(|to| self.tree.numbers(to).is_decided()) {
                continue;
            }
            let mv = self.tree.steps(id)[step].mv;
            game.play(mv);
            let tried = self.enter_attack(game, stop).and_then(|child| {
                self.tree.link(id, step, child);
                self.replay_attack(game, child, model, stop)
            });
            game.undo(mv, ());
            tried?;
        }
        Ok(())
    }
}
