//! Wins by continuous fours: [`Vcf`].
//!
//! Every move of the attacker is a four, so the defender has one reply (under caro's rule a few), and
//! the search is a path that branches for the attacker only. It is exhaustive: without a limit it
//! finds a win if there is one. Positions without a win are remembered by their key; the order in
//! which fours are played does not matter, so most of the tree is met more than once.

use super::moves::{four_replies, only_stop, prove_four};
use super::{Proof, Unknown};
use crate::rules::gomoku::Gomoku;
use crate::rules::point::Point;
use crate::rules::threat::Threat;
use search::{Game, StopSignal};

/// How often a search looks whether to go on, in nodes: under caro's rule, where a four has many answers,
/// each may take some ten microseconds.
const POLL: u64 = 64;

/// The search, with its memory of positions without a win.
#[derive(Clone)]
pub struct Vcf {
    /// Keys, each in the place that its low bits give it.
    hopeless: Box<[u64]>,
    moves: Vec<Point>,
    nodes: u64,
    limit: u64,
}

impl Vcf {
    /// A search that remembers up to two to the power of `bits` positions.
    pub fn new(bits: u32) -> Vcf {
        let hopeless = vec![0; 1 << bits.min(30)].into();
        Vcf { hopeless, moves: Vec::with_capacity(256), nodes: 0, limit: u64::MAX }
    }

    /// Nodes of the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins by fours alone, and the proof. `limit` is the greatest number of
    /// nodes.
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
        let slot = game.key() as usize & (self.hopeless.len() - 1);
        if self.hopeless[slot] == game.key() {
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
            self.hopeless[slot] = game.key();
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
            // The usual case, and most often in vain: no lists are made.
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
