//! Building a proof that answers every reply from the tree.

use super::Vct;
use super::tree::Id;
use crate::rules::gomoku::Gomoku;
use crate::rules::point::Point;
use crate::rules::threat::Threat;
use crate::threats::moves::{
    chain_breakers, first_with, four_replies, prove_four, prove_open_four, three_replies,
};
use crate::threats::{Proof, Unknown};
use search::{Game, StopSignal};

impl Vct {
    /// The winning move of a position of the attacker, and the node it leads to; `None` if the win was
    /// found without expanding the node.
    pub(crate) fn winning_step(&self, id: Id) -> Option<(Point, Id)> {
        let mut steps = self.tree.steps(id).iter();
        steps.find_map(|step| Some((step.mv, step.to()?)).filter(|&(_, to)| self.is_won(to)))
    }

    /// The proof of a position of the attacker that is known to be won.
    pub(crate) fn prove(
        &mut self,
        game: &mut Gomoku,
        stop: &StopSignal,
    ) -> Result<Option<Proof>, Unknown> {
        if let Some(open_four) = self.still_wins(game)
            && let Some(proof) = prove_open_four(game, open_four)
        {
            return Ok(Some(proof));
        }
        let winning = self.tree.find(game.key()).and_then(|id| self.winning_step(id));
        let Some((mv, _)) = winning else { return self.vcf.solve(game, u64::MAX, stop) };
        game.play(mv);
        let proof = self.prove_replies(game, mv, stop);
        game.undo(mv, ());
        proof
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
            (None, None) => match self.chains.get(&game.key()).cloned() {
                Some(chain) => (chain_breakers(game, &chain), Some(chain)),
                None => return Ok(None),
            },
        };
        let mut answers = Vec::new();
        for reply in replies {
            game.play(reply);
            let answer = self.prove(game, stop);
            game.undo(reply, ());
            match answer? {
                Some(proof) => answers.push((reply, proof)),
                None => return Ok(None),
            }
        }
        if let Some(four) = four {
            return Ok(Some(prove_four(mv, four, answers)));
        }
        // After any other reply, the attacker carries out the threat.
        Ok(otherwise.map(|proof| Proof { mv, replies: answers, otherwise: Some(Box::new(proof)) }))
    }
}
