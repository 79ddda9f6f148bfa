//! How a game has ended, which no manager tells: for an engine that learns from its games.

use super::{Bench, Session};
use crate::Gomoku;
use search::{Game, Outcome, Report};

impl Session {
    /// Remembers what a search for our move has proven.
    pub(crate) fn foresee(&mut self, report: &Report<Gomoku>) {
        let own = self.stones.position(self.rule()).side();
        let winner = if report.score.is_loss() { !own } else { own };
        self.foreseen = report.score.is_decided().then_some(Outcome::Win(winner));
    }

    /// Tells the engine of the game on the board, which is over or given up: by the rule if it shows
    /// there, or by what was proven before, because the stone that beats us is never told.
    pub(crate) fn conclude(&mut self, desk: &mut Bench<'_>) {
        let Some((start, moves)) = self.stones.game(self.rule()) else { return };
        let mut end = start.clone();
        for &mv in &moves {
            if !end.is_legal(mv) {
                return;
            }
            end.play(mv);
        }
        if let Some(outcome) = end.outcome().or(self.foreseen.take()) {
            desk.game_over(&start, &moves, outcome);
        }
    }
}
