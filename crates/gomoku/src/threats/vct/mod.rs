//! Wins by fours and threes: [`Vct`].
//!
//! A three threatens an open four, which the defender must take away, or answer with a four of his
//! own. Quiet moves count too if they threaten to win by continuous fours; they leave him more replies,
//! so they come later. The tree of threats and answers is searched by proof numbers (Allis 1994), depth
//! first within thresholds (Nagai 2002): always on towards the position that seems to need the fewest
//! answers. At every position of the attacker continuous fours are tried first, and what has refuted
//! one reply is tried on the others.

mod expand;
mod prove;
mod replay;
mod tree;

use super::{Proof, Unknown, Vcf, check};
use crate::rules::gomoku::Gomoku;
use search::{Game, Side, StopSignal};
use std::collections::HashMap;
use tree::{INFINITY, Id, Numbers, Tree};

/// The search, with what it knows of the positions it has met.
#[derive(Clone)]
pub struct Vct {
    tree: Tree,
    /// The continuous fours that quiet moves threaten, by the position after the move.
    chains: HashMap<u64, Proof>,
    vcf: Vcf,
    attacker: Side,
    /// Whether a search for continuous fours has used up its nodes: then nothing is known to fail.
    has_given_up: bool,
    nodes: u64,
    limit: u64,
}

impl Vct {
    /// A search with a memory for two to the power of `bits` positions without continuous fours; what
    /// it knows of others is bounded by the limit of a search.
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

    /// Nodes of the last search, those of its searches for continuous fours included.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins by fours and threes, and the proof, which has stood before the
    /// judge. `limit` is the greatest number of nodes.
    pub fn solve(
        &mut self,
        game: &mut Gomoku,
        limit: u64,
        stop: &StopSignal,
    ) -> Result<Option<Proof>, Unknown> {
        // Which replies matter to a chain of fours is reasoned, not tried: so the judge decides.
        match self.search(game, limit, stop)? {
            Some(proof) if check::check_until(game, &proof, stop).is_err() => Err(Unknown),
            proof => Ok(proof),
        }
    }

    /// Likewise without the judge, who takes longer than a small search.
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
        // A look at the clock is nothing beside a node.
        if self.nodes > self.limit || stop.is_raised() { Err(Unknown) } else { Ok(()) }
    }

    /// Searches a position of the attacker until a number reaches its threshold.
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

    /// Searches a position of the defender until a number reaches its threshold.
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

    /// Tries on the other replies what has refuted one of them.
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
