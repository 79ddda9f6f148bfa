//! Adding a position to the tree: its immediate result if there is one, and the moves worth trying.

use super::Vct;
use super::tree::{FAILED, Id, Numbers, Step, WON, of_attack, of_defence};
use crate::rules::gomoku::Gomoku;
use crate::rules::point::{Direction, Point};
use crate::rules::rule::Rule;
use crate::rules::shapes::Shape;
use crate::rules::threat::Threat;
use crate::threats::moves::{
    breaks, chain_breakers, chain_points, first_with, four_replies, three_replies,
};
use crate::threats::{Proof, Unknown};
use search::{Game, StopSignal};

/// The node limit of the search for continuous fours at each position.
pub(crate) const FOURS: u64 = 150;

/// The initial proof number of an unvisited move: lower for moves that leave the defender fewer
/// replies.
const fn replies_expected(threat: Threat) -> u32 {
    match threat {
        Threat::Four | Threat::FourPlus | Threat::FourThree | Threat::OpenFour => 1,
        Threat::Threes => 2,
        Threat::ThreePlus => 3,
        Threat::Three => 4,
        Threat::SleepingThree | Threat::Twos => 8,
        _ => 12,
    }
}

impl Vct {
    /// The node of a position with the attacker to move, added to the tree if it is new.
    pub(crate) fn enter_attack(
        &mut self,
        game: &mut Gomoku,
        stop: &StopSignal,
    ) -> Result<Id, Unknown> {
        if let Some(known) = self.tree.find(game.key()) {
            return Ok(known);
        }
        self.step(stop)?;
        if game.outcome().is_some() {
            return Ok(self.tree.add(game.key(), FAILED, Vec::new()));
        }
        if game.points_with(Threat::Five, self.attacker) > 0
            || self.still_wins(game).is_some()
            || self.fours(game, stop).is_some()
        {
            return Ok(self.tree.add(game.key(), WON, Vec::new()));
        }
        let mut steps = self.attacks(game);
        if steps.iter().any(|step| game.threat(step.mv, self.attacker) < Threat::Four) {
            self.remove_losing_moves(game, &mut steps, stop);
        }
        let numbers = of_attack(steps.iter().map(Step::guess));
        Ok(self.tree.add(game.key(), numbers, steps))
    }

    /// The moves of the attacker that may be threats. Whether a quiet move is one turns out when it is
    /// searched.
    fn attacks(&self, game: &Gomoku) -> Vec<Step> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let step = |mv: Point| {
            let proof = replies_expected(game.threat(mv, attacker));
            Step::new(mv, Numbers { proof, disproof: 1 })
        };
        if game.points_with(Threat::Five, defender) > 0 {
            let stops = game.threat_points(defender, Threat::Five, Threat::Five);
            return stops.filter(|&point| game.is_legal(point)).map(step).collect();
        }
        let moves = game.threat_points(attacker, Threat::Three, Threat::OpenFour);
        let mut steps: Vec<Step> = moves.map(step).collect();
        let has_fours = steps.iter().any(|step| game.threat(step.mv, attacker) >= Threat::Four);
        // Continuous fours begin with a four that is already possible, or with one that the quiet move
        // prepares.
        let least = if has_fours { Shape::SleepingTwo } else { Shape::SleepingThree };
        let prepares = |&mv: &Point| {
            let mut shapes = Direction::ALL.into_iter().map(|d| game.shape(mv, d, attacker));
            game.is_empty(mv)
                && game.threat(mv, attacker) < Threat::Three
                && shapes.any(|shape| shape >= least)
        };
        steps.extend(game.size().iter().filter(prepares).map(step));
        steps.sort_by_key(|step| std::cmp::Reverse(game.threat(step.mv, attacker)));
        steps
    }

    /// Removes the moves that let the defender win by continuous fours.
    fn remove_losing_moves(&mut self, game: &mut Gomoku, steps: &mut Vec<Step>, stop: &StopSignal) {
        game.pass();
        let chain = self.fours(game, stop);
        game.pass();
        let Some(chain) = chain else { return };
        let points = chain_points(game, &chain);
        steps.retain(|step| {
            game.threat(step.mv, self.attacker) >= Threat::Four
                || points.contains(&step.mv) && breaks(game, step.mv, &chain)
        });
    }

    /// The node of a position with the defender to move, added to the tree if it is new.
    pub(crate) fn enter_defence(
        &mut self,
        game: &mut Gomoku,
        stop: &StopSignal,
    ) -> Result<Id, Unknown> {
        if let Some(known) = self.tree.find(game.key()) {
            return Ok(known);
        }
        self.step(stop)?;
        let (mut numbers, mut steps) = (FAILED, Vec::new());
        if let Some(replies) = self.replies(game, stop) {
            for reply in replies {
                game.play(reply);
                if self.still_wins(game).is_none() {
                    steps.push(Step::new(reply, self.guess(game)));
                }
                game.undo(reply, ());
            }
            numbers = of_defence(steps.iter().map(Step::guess));
        }
        Ok(self.tree.add(game.key(), numbers, steps))
    }

    /// The replies of the defender that are worth considering; `None` if there is no threat, or if the
    /// defender wins.
    fn replies(&mut self, game: &mut Gomoku, stop: &StopSignal) -> Option<Vec<Point>> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if game.outcome().is_some() || game.points_with(Threat::Five, defender) > 0 {
            return None;
        }
        if let Some(four) = four_replies(game, attacker) {
            return Some(four.stops);
        }
        if self.fours(game, stop).is_some() {
            return None;
        }
        if let Some(open_four) = first_with(game, attacker, Threat::OpenFour) {
            return Some(three_replies(game, attacker, open_four));
        }
        game.pass();
        let chain = self.fours(game, stop);
        game.pass();
        let chain = chain?;
        let replies = chain_breakers(game, &chain);
        self.chains.insert(game.key(), chain);
        Some(replies)
    }

    /// The initial numbers of an unvisited position of the attacker. The more threats there are, the
    /// harder it is to disprove, so the defender first tries replies that leave few threats.
    fn guess(&self, game: &Gomoku) -> Numbers {
        let threats = Threat::ALL.into_iter();
        let threats =
            threats.filter(|threat| (Threat::SleepingThree..=Threat::OpenFour).contains(threat));
        let count: usize = threats.map(|threat| game.points_with(threat, self.attacker)).sum();
        Numbers { proof: 1, disproof: (count as u32).max(1) }
    }

    /// A win of the side to move by continuous fours, if found within [`FOURS`] nodes.
    pub(crate) fn fours(&mut self, game: &mut Gomoku, stop: &StopSignal) -> Option<Proof> {
        let fours = self.vcf.solve(game, FOURS, stop);
        self.nodes += self.vcf.nodes();
        self.has_given_up |= fours.is_err();
        fours.ok().flatten()
    }

    /// The open four that the attacker, to move, can still make after the defender's reply.
    pub(crate) fn still_wins(&self, game: &Gomoku) -> Option<Point> {
        let safe = game.points_with(Threat::Five, !self.attacker) == 0;
        let sound = game.rule() != Rule::Caro;
        if safe && sound { first_with(game, self.attacker, Threat::OpenFour) } else { None }
    }
}
