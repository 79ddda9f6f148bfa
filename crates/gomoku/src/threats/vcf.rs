//! Wins by continuous fours: [`Vcf`].
//!
//! Every move of the attacker is a four, so the defender has one reply (a few under caro), and the
//! search branches for the attacker only. It is exhaustive: without a limit it finds a win if there is
//! one. Positions without a win are stored by their key. The order in which fours are played does not
//! matter, so most positions of the tree are reached more than once.

use super::moves::{four_replies, only_stop, prove_four};
use super::{Proof, Unknown};
use crate::rules::gomoku::Gomoku;
use crate::rules::point::Point;
use crate::rules::threat::Threat;
use search::{Game, StopSignal};

/// The number of nodes between two checks of the stop signal. Under caro, where a four has many replies, a
/// node may take about ten microseconds.
const POLL: u64 = 64;

/// The search, with its table of positions without a win.
#[derive(Clone)]
pub struct Vcf {
    /// The keys of positions without a win, indexed by their low bits.
    failed: Box<[u64]>,
    moves: Vec<Point>,
    nodes: u64,
    limit: u64,
}

impl Vcf {
    /// A search with a table of 2^`bits` positions without a win.
    pub fn new(bits: u32) -> Vcf {
        let failed = vec![0; 1 << bits.min(30)].into();
        Vcf { failed, moves: Vec::with_capacity(256), nodes: 0, limit: u64::MAX }
    }

    /// The nodes of the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches for a win of the side to move by fours alone, and returns its proof. `limit` is the
    /// maximum number of nodes.
    pub fn solve(
        &mut self,
        game: &mut Gomoku,
        limit: u64,
        stop: &StopSignal,
    ) -> Result<Option<Proof>, Unknown> {
        self.nodes = 0;
        self.limit = limit;
        self.moves.clear();
        if game.outcome().is_some() {
            return Ok(None);
        }
        self.attack(game, stop)
    }

    fn attack(&mut self, game: &mut Gomoku, stop: &StopSignal) -> Result<Option<Proof>, Unknown> {
        self.nodes += 1;
        if self.nodes > self.limit || self.nodes.is_multiple_of(POLL) && stop.is_raised() {
            return Err(Unknown);
        }
        let (attacker, defender) = (game.side(), !game.side());
        if game.points_with(Threat::Five, attacker) > 0 {
            let five = game.threat_points(attacker, Threat::Five, Threat::Five).next();
            return Ok(five.map(Proof::five));
        }
        let fours = [Threat::OpenFour, Threat::FourThree, Threat::FourPlus, Threat::Four];
        if fours.iter().all(|&four| game.points_with(four, attacker) == 0) {
            return Ok(None);
        }
        let slot = game.key() as usize & (self.failed.len() - 1);
        if self.failed[slot] == game.key() {
            return Ok(None);
        }
        let must_stop = game.points_with(Threat::Five, defender) > 0;
        let start = self.moves.len();
        self.moves.extend(game.threat_points(attacker, Threat::Four, Threat::OpenFour));
        self.moves[start..].sort_by_key(|&point| std::cmp::Reverse(game.threat(point, attacker)));
        let mut found = None;
        for index in start..self.moves.len() {
            let mv = self.moves[index];
            game.play(mv);
            let proof = if must_stop && game.points_with(Threat::Five, defender) > 0 {
                Ok(None)
            } else {
                self.defend(game, mv, stop)
            };
            game.undo(mv, ());
            found = proof?;
            if found.is_some() {
                break;
            }
        }
        self.moves.truncate(start);
        if found.is_none() {
            self.failed[slot] = game.key();
        }
        Ok(found)
    }

    /// The proof that the four just made by `mv` wins.
    fn defend(
        &mut self,
        game: &mut Gomoku,
        mv: Point,
        signal: &StopSignal,
    ) -> Result<Option<Proof>, Unknown> {
        let attacker = !game.side();
        if let Some(stop) = only_stop(game, attacker) {
            // The usual case, which mostly fails: avoid allocating lists.
            game.play(stop);
            let answer = self.attack(game, signal);
            game.undo(stop, ());
            let Some(proof) = answer? else { return Ok(None) };
            let replies = four_replies(game, attacker);
            return Ok(replies.map(|replies| prove_four(mv, replies, vec![(stop, proof)])));
        }
        let Some(replies) = four_replies(game, attacker) else { return Ok(None) };
        let mut answers = Vec::new();
        for &reply in &replies.stops {
            game.play(reply);
            let answer = self.attack(game, signal);
            game.undo(reply, ());
            match answer? {
                Some(proof) => answers.push((reply, proof)),
                None => return Ok(None),
            }
        }
        Ok(Some(prove_four(mv, replies, answers)))
    }
}
