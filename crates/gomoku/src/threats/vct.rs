//! Wins by fours and threes: [`Vct`].
//!
//! A three threatens an open four, which the defender must take away, or answer with a four of his
//! own. Where threes do not suffice, other quiet moves are tried that threaten to win by continuous
//! fours; they cost more to find and to answer. The tree of threats and answers is searched by proof numbers (Allis 1994), depth first within
//! thresholds (Nagai 2002): always on towards the position that seems to need the fewest answers. At
//! every position of the attacker continuous fours are tried first.

use super::moves::{
    chain_breakers, first_with, four_replies, prove_four, prove_open_four, three_replies,
};
use super::{Proof, Unknown, Vcf, check};
use crate::gomoku::Gomoku;
use crate::point::{Direction, Point};
use crate::rule::Rule;
use crate::shapes::Shape;
use crate::threat::Threat;
use search::{Game, Side, StopSignal};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Proven, or disproven, beyond doubt.
const INFINITY: u32 = 1 << 30;
/// Nodes that the search for continuous fours may use at each position.
const FOURS: u64 = 150;
/// Nodes after which threes alone are given up, if they have not failed before.
const THREES: u64 = 30_000;

/// How often a search looks whether to go on, in nodes: at least once a millisecond.
const POLL: u64 = 256;

/// Proof and disproof numbers: the least number of positions that must still be decided for the
/// attack to succeed, and for it to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const WON: Numbers = Numbers { proof: 0, disproof: INFINITY };
const FAILED: Numbers = Numbers { proof: INFINITY, disproof: 0 };

/// Keys are mixed already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// The search, with what it knows of the positions it has met.
pub struct Vct {
    known: HashMap<u64, Numbers, BuildHasherDefault<KeyHasher>>,
    vcf: Vcf,
    attacker: Side,
    /// Whether moves count that threaten continuous fours without making a three.
    broad: bool,
    nodes: u64,
    limit: u64,
    next_poll: u64,
}

impl Vct {
    /// A search with a memory for two to the power of `bits` positions without continuous fours; what
    /// it knows of others is bounded by the limit of a search.
    pub fn new(bits: u32) -> Vct {
        Vct {
            known: HashMap::default(),
            vcf: Vcf::new(bits),
            attacker: Side::First,
            broad: false,
            nodes: 0,
            limit: u64::MAX,
            next_poll: 0,
        }
    }

    /// Nodes of the last search, those of its searches for continuous fours included.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins by fours and threes, and the proof. `limit` is the greatest
    /// number of nodes.
    pub fn solve(
        &mut self,
        game: &mut Gomoku,
        limit: u64,
        stop: &StopSignal,
    ) -> Result<Option<Proof>, Unknown> {
        self.attacker = game.side();
        self.nodes = 0;
        self.next_poll = 0;
        if game.outcome().is_some() {
            return Ok(None);
        }
        self.limit = limit.min(THREES);
        if let Ok(Some(proof)) = self.solve_with(false, game, stop) {
            return Ok(Some(proof));
        }
        self.limit = limit;
        self.solve_with(true, game, stop)
    }

    fn solve_with(
        &mut self,
        broad: bool,
        game: &mut Gomoku,
        stop: &StopSignal,
    ) -> Result<Option<Proof>, Unknown> {
        self.known.clear();
        self.broad = broad;
        let numbers = self.attack(game, Numbers { proof: INFINITY, disproof: INFINITY }, stop)?;
        if numbers.proof > 0 {
            return Ok(None);
        }
        // What is proven is quickly proven again.
        self.limit = u64::MAX;
        let proof = self.prove(game, stop)?;
        // Which replies matter to a chain of fours is reasoned, not tried: so the judge decides.
        match proof {
            Some(proof) if broad && check::check(game, &proof).is_err() => Err(Unknown),
            proof => Ok(proof),
        }
    }

    fn step(&mut self, stop: &StopSignal) -> Result<(), Unknown> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(Unknown);
        }
        if self.nodes >= self.next_poll {
            self.next_poll = self.nodes + POLL;
            if stop.is_raised() {
                return Err(Unknown);
            }
        }
        Ok(())
    }

    fn remember(&mut self, game: &Gomoku, numbers: Numbers) -> Numbers {
        self.known.insert(game.key(), numbers);
        numbers
    }

    /// The attacker to move: is it decided at a glance, or by continuous fours?
    fn look(&mut self, game: &mut Gomoku, stop: &StopSignal) -> Result<Numbers, Unknown> {
        if let Some(&known) = self.known.get(&game.key()) {
            return Ok(known);
        }
        self.step(stop)?;
        let (attacker, defender) = (self.attacker, !self.attacker);
        let five = game.points_with(Threat::Five, attacker) > 0;
        let open_four = || {
            game.points_with(Threat::Five, defender) == 0
                && game.rule() != Rule::Caro
                && first_with(game, attacker, Threat::OpenFour).is_some()
        };
        let numbers = if game.outcome().is_some() {
            FAILED
        } else if five || open_four() {
            WON
        } else {
            let fours = self.vcf.solve(game, FOURS, stop);
            self.nodes += self.vcf.nodes();
            match fours {
                Ok(Some(_)) => WON,
                _ => self.guess(game),
            }
        };
        Ok(self.remember(game, numbers))
    }

    /// The numbers of a position of the attacker before it is searched: the more threats there are, the
    /// harder it is to refute. The defender then looks first at replies that leave few.
    fn guess(&self, game: &Gomoku) -> Numbers {
        let least = if self.broad { Threat::SleepingThree } else { Threat::Three };
        let threats =
            Threat::ALL.into_iter().filter(|threat| (least..=Threat::OpenFour).contains(threat));
        let count: usize = threats.map(|threat| game.points_with(threat, self.attacker)).sum();
        if count == 0 && game.points_with(Threat::Five, !self.attacker) == 0 {
            return FAILED;
        }
        Numbers { proof: 1, disproof: (count as u32).max(1) }
    }

    /// The moves of the attacker that threaten something.
    fn attacks(&mut self, game: &mut Gomoku, stop: &StopSignal) -> Vec<Point> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if game.points_with(Threat::Five, defender) > 0 {
            // The five must be stopped, whatever that threatens; what it does not is found out.
            let stops = game.threat_points(defender, Threat::Five, Threat::Five);
            return stops.filter(|&point| game.is_legal(point)).collect();
        }
        let mut moves: Vec<Point> =
            game.threat_points(attacker, Threat::Three, Threat::OpenFour).collect();
        if self.broad {
            let quiet = game.threat_points(attacker, Threat::SleepingThree, Threat::Twos);
            // A move that prepares no four of its own adds nothing to a chain of fours.
            let prepares = |&mv: &Point| {
                let mut shapes = Direction::ALL.into_iter().map(|d| game.shape(mv, d, attacker));
                shapes.any(|shape| shape == Shape::SleepingThree)
            };
            let quiet: Vec<Point> = quiet.filter(prepares).collect();
            moves.extend(quiet.into_iter().filter(|&mv| self.threatens_fours(game, mv, stop)));
        }
        moves.sort_by_key(|&point| std::cmp::Reverse(game.threat(point, attacker)));
        moves
    }

    /// Whether the attacker would win by continuous fours if the defender did not answer this move.
    fn threatens_fours(&mut self, game: &mut Gomoku, mv: Point, stop: &StopSignal) -> bool {
        game.play(mv);
        let fours = self.fours_after_pass(game, stop);
        game.undo(mv, ());
        fours.is_some()
    }

    /// How the attacker wins by continuous fours if the defender, to move, passes.
    fn fours_after_pass(&mut self, game: &mut Gomoku, stop: &StopSignal) -> Option<Proof> {
        game.pass();
        let fours = self.vcf.solve(game, FOURS, stop);
        self.nodes += self.vcf.nodes();
        game.pass();
        fours.ok().flatten()
    }

    /// The replies of the defender that are worth considering; `None` if he is not threatened, or
    /// wins himself.
    fn replies(&mut self, game: &mut Gomoku, stop: &StopSignal) -> Option<Vec<Point>> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if game.outcome().is_some() || game.points_with(Threat::Five, defender) > 0 {
            return None;
        }
        if let Some(four) = four_replies(game, attacker) {
            return Some(four.stops);
        }
        let mut replies = match first_with(game, attacker, Threat::OpenFour) {
            Some(open_four) => three_replies(game, attacker, open_four),
            None if self.broad => {
                let fours = self.fours_after_pass(game, stop)?;
                chain_breakers(game, attacker, &fours)
            }
            None => return None,
        };
        replies.retain(|&reply| {
            game.play(reply);
            let answered = self.still_wins(game);
            game.undo(reply, ());
            answered.is_none()
        });
        Some(replies)
    }

    /// The open four that the attacker, to move, still has after a reply that did not help.
    fn still_wins(&self, game: &Gomoku) -> Option<Point> {
        let safe = game.points_with(Threat::Five, !self.attacker) == 0;
        let sound = game.rule() != Rule::Caro;
        if safe && sound { first_with(game, self.attacker, Threat::OpenFour) } else { None }
    }

    /// Searches a position of the attacker until a number reaches its threshold.
    fn attack(
        &mut self,
        game: &mut Gomoku,
        most: Numbers,
        stop: &StopSignal,
    ) -> Result<Numbers, Unknown> {
        let numbers = self.look(game, stop)?;
        if numbers.proof >= most.proof || numbers.disproof >= most.disproof || numbers.proof == 0 {
            return Ok(numbers);
        }
        let moves = self.attacks(game, stop);
        let mut children: Vec<Numbers> = Vec::with_capacity(moves.len());
        for &mv in &moves {
            game.play(mv);
            let child = self.look_at_reply(game, stop);
            game.undo(mv, ());
            children.push(child?);
        }
        loop {
            // The attacker needs one good move; all of them must fail.
            let proof = children.iter().map(|child| child.proof).min().unwrap_or(INFINITY);
            let disproof = joined(children.iter().map(|child| child.disproof));
            let numbers = Numbers { proof, disproof };
            if proof >= most.proof || disproof >= most.disproof || proof == 0 || disproof == 0 {
                return Ok(self.remember(game, numbers));
            }
            let (best, second) = two_least(children.iter().map(|child| child.proof));
            let child_most = Numbers {
                proof: most.proof.min(second.saturating_add(1)),
                disproof: (most.disproof - disproof).saturating_add(children[best].disproof),
            };
            game.play(moves[best]);
            let child = self.defend(game, child_most, stop);
            game.undo(moves[best], ());
            children[best] = child?;
        }
    }

    /// What is known of a position of the defender, or can be seen at a glance.
    fn look_at_reply(&mut self, game: &mut Gomoku, stop: &StopSignal) -> Result<Numbers, Unknown> {
        if let Some(&known) = self.known.get(&game.key()) {
            return Ok(known);
        }
        self.step(stop)?;
        let numbers = match self.replies(game, stop) {
            None => FAILED,
            Some(replies) if replies.is_empty() => WON,
            Some(replies) => Numbers { proof: replies.len() as u32, disproof: 1 },
        };
        Ok(self.remember(game, numbers))
    }

    /// Searches a position of the defender until a number reaches its threshold.
    fn defend(
        &mut self,
        game: &mut Gomoku,
        most: Numbers,
        stop: &StopSignal,
    ) -> Result<Numbers, Unknown> {
        let Some(replies) = self.replies(game, stop) else {
            return Ok(self.remember(game, FAILED));
        };
        let mut children: Vec<Numbers> = Vec::with_capacity(replies.len());
        for &reply in &replies {
            game.play(reply);
            let child = self.look(game, stop);
            game.undo(reply, ());
            let child = child?;
            children.push(child);
            if child.disproof == 0 {
                return Ok(self.remember(game, FAILED));
            }
        }
        loop {
            // The defender needs one good reply; all of them must fail.
            let disproof = children.iter().map(|child| child.disproof).min().unwrap_or(INFINITY);
            let proof = joined(children.iter().map(|child| child.proof));
            let numbers = Numbers { proof, disproof };
            if proof >= most.proof || disproof >= most.disproof || proof == 0 || disproof == 0 {
                return Ok(self.remember(game, numbers));
            }
            let (best, second) = two_least(children.iter().map(|child| child.disproof));
            let child_most = Numbers {
                proof: (most.proof - proof).saturating_add(children[best].proof),
                disproof: most.disproof.min(second.saturating_add(1)),
            };
            game.play(replies[best]);
            let child = self.attack(game, child_most, stop);
            game.undo(replies[best], ());
            children[best] = child?;
        }
    }

    /// The proof of a position of the attacker that is known to be won.
    fn prove(&mut self, game: &mut Gomoku, stop: &StopSignal) -> Result<Option<Proof>, Unknown> {
        if game.points_with(Threat::Five, !self.attacker) == 0
            && let Some(open_four) = first_with(game, self.attacker, Threat::OpenFour)
            && let Some(proof) = prove_open_four(game, open_four)
        {
            return Ok(Some(proof));
        }
        if let Ok(Some(proof)) = self.vcf.solve(game, FOURS, stop) {
            return Ok(Some(proof));
        }
        for mv in self.attacks(game, stop) {
            game.play(mv);
            let is_won = self.known.get(&game.key()).is_some_and(|known| known.proof == 0);
            let proof = if is_won { self.prove_replies(game, mv, stop) } else { Ok(None) };
            game.undo(mv, ());
            if let Some(proof) = proof? {
                return Ok(Some(proof));
            }
        }
        Ok(None)
    }

    /// The proof of the move that led here, a position of the defender.
    fn prove_replies(
        &mut self,
        game: &mut Gomoku,
        mv: Point,
        stop: &StopSignal,
    ) -> Result<Option<Proof>, Unknown> {
        let attacker = self.attacker;
        let four = four_replies(game, attacker);
        let open_four = first_with(game, attacker, Threat::OpenFour);
        let (replies, otherwise) = match (&four, open_four) {
            (Some(four), _) => (four.stops.clone(), None),
            (None, Some(point)) => {
                let replies = three_replies(game, attacker, point);
                game.pass();
                let otherwise = prove_open_four(game, point);
                game.pass();
                (replies, otherwise)
            }
            (None, None) => match self.fours_after_pass(game, stop) {
                Some(fours) => (chain_breakers(game, attacker, &fours), Some(fours)),
                None => return Ok(None),
            },
        };
        let mut answers = Vec::new();
        for reply in replies {
            game.play(reply);
            let answer = match self.still_wins(game) {
                Some(point) => Ok(prove_open_four(game, point)),
                None => self.prove(game, stop),
            };
            game.undo(reply, ());
            match answer? {
                Some(proof) => answers.push((reply, proof)),
                None => return Ok(None),
            }
        }
        if let Some(four) = four {
            return Ok(Some(prove_four(mv, four, answers)));
        }
        // Whatever else the defender plays, the threat is carried out.
        Ok(otherwise.map(|proof| Proof { mv, replies: answers, otherwise: Some(Box::new(proof)) }))
    }
}

/// The number of a position whose children must all be decided: the greatest of theirs, and one for
/// each of the others. A sum would count positions reached in several ways several times.
fn joined(numbers: impl Iterator<Item = u32> + Clone) -> u32 {
    let open = numbers.filter(|&number| number > 0);
    let greatest = open.clone().max().unwrap_or_default();
    if greatest >= INFINITY {
        return INFINITY;
    }
    (greatest + (open.count() as u32).saturating_sub(1)).min(INFINITY - 1)
}

/// Where the least number is, and the second least.
fn two_least(numbers: impl Iterator<Item = u32>) -> (usize, u32) {
    let (mut at, mut least, mut second) = (0, u32::MAX, u32::MAX);
    for (index, number) in numbers.enumerate() {
        if number < least {
            (at, second, least) = (index, least, number);
        } else {
            second = second.min(number);
        }
    }
    (at, second)
}
