//! The results of games, for an engine that learns from them. The protocol does not report them.

use super::{Bench, Session};
use crate::Gomoku;
use search::{Game, Outcome, Report};

impl Session {
    /// Remembers the result of the game if the search for our move has proven it.
    pub(crate) fn foresee(&mut self, report: &Report<Gomoku>) {
        let own = self.stones.position(self.rule()).side();
        let winner = if report.score.is_loss() { !own } else { own };
        self.foreseen = report.score.is_decided().then_some(Outcome::Win(winner));
    }

    /// Reports the result of the game on the board to the engine when the game has ended. If the board does
    /// not show the result, it is the one proven by the last search: a manager does not send the move that
    /// beats us.
    pub(crate) fn conclude(&mut self, host: &mut Bench<'_>) {
        let Some((start, moves)) = self.stones.game(self.rule()) else { return };
        let mut end = start.clone();
        for &mv in &moves {
            if !end.is_legal(mv) {
                return;
            }
            end.play(mv);
        }
        if let Some(outcome) = end.outcome().or(self.foreseen.take()) {
            host.game_over(&start, &moves, outcome);
        }
    }
}
