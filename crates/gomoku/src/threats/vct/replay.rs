//! Replaying a successful attack against other replies.
//!
//! Most replies do not interfere with the attack that won against the reply just refuted. So that attack
//! is tried against each of them, move by move (simulation, Kawano 1996). The cost is its length instead
//! of a search.

use super::Vct;
use super::tree::{Id, WON};
use crate::rules::gomoku::Gomoku;
use crate::threats::Unknown;
use search::{Game, StopSignal};

impl Vct {
    /// Tries to win a position of the attacker in the same way as `model`. Returns whether it is won.
    pub(crate) fn replay_attack(
        &mut self,
        game: &mut Gomoku,
        id: Id,
        model: Id,
        stop: &StopSignal,
    ) -> Result<bool, Unknown> {
        let numbers = self.tree.numbers(id);
        if numbers.is_decided() || id == model {
            return Ok(numbers.is_won());
        }
        let Some((mv, model)) = self.winning_step(model) else { return Ok(false) };
        let Some(step) = self.tree.steps(id).iter().position(|step| step.mv == mv) else {
            return Ok(false);
        };
        game.play(mv);
        let won = self.enter_defence(game, stop).and_then(|child| {
            self.tree.link(id, step, child);
            self.replay_defence(game, child, model, stop)
        });
        game.undo(mv, ());
        if won? {
            self.tree.set_numbers(id, WON);
            return Ok(true);
        }
        Ok(false)
    }

    fn replay_defence(
        &mut self,
        game: &mut Gomoku,
        id: Id,
        model: Id,
        stop: &StopSignal,
    ) -> Result<bool, Unknown> {
        let numbers = self.tree.numbers(id);
        if numbers.is_decided() || id == model {
            return Ok(numbers.is_won());
        }
        for step in 0..self.tree.steps(id).len() {
            let mv = self.tree.steps(id)[step].mv;
            let models = self.tree.steps(model).iter().zip(0..);
            let same = models.filter(|(step, _)| step.mv == mv).map(|(_, at)| at).next();
            let Some(model) = same.and_then(|at| self.tree.after(model, at)) else {
                return Ok(false);
            };
            game.play(mv);
            let won = self.enter_attack(game, stop).and_then(|child| {
                self.tree.link(id, step, child);
                self.replay_attack(game, child, model, stop)
            });
            game.undo(mv, ());
            if !won? {
                return Ok(false);
            }
        }
        self.tree.set_numbers(id, WON);
        Ok(true)
    }
}
