//! What plays in a match: the [`Player`] trait and what a player is told.

use crate::clock::{Clock, Control};
use record::{PlayedGame, Remarks, Termination};
use search::{Game, Report, Score, Side, StopFlag, StopReason};
use std::time::Duration;
use thiserror::Error;

/// What a player is told before a game.
#[derive(Clone, Copy, Debug)]
pub struct GameStart<'a, G: Game> {
    /// The position before the first move of the opening.
    pub start: &'a G,
    /// The side it will play.
    pub side: Side,
    /// A number of its own for every game and side, for players that use chance: the same match
    /// then gives the same games in whatever order they are played.
    pub seed: u64,
    /// Raised when the match is to end now.
    pub stop: &'a StopFlag,
}

/// What a player is told when it is to move.
#[derive(Clone, Debug)]
pub struct GameState<'a, G: Game> {
    /// The game so far, the moves of its opening included.
    pub game: &'a PlayedGame<G>,
    /// The player's limits.
    pub control: &'a Control,
    /// The clocks.
    pub clock: Clock,
    /// The longest the move may take without forfeiting; `None` without any time limit.
    pub allowed: Option<Duration>,
    /// Raised when the match is to end now: whatever is then returned is thrown away.
    pub stop: &'a StopFlag,
}

/// A move, with what the player says about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// The value of the position for the player, in its [units](Player::units_per_point).
    pub score: Option<Score>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Visited nodes.
    pub nodes: Option<u64>,
}

impl<M> Choice<M> {
    /// A move without comment.
    pub fn bare(mv: M) -> Self {
        Choice { mv, score: None, depth: None, nodes: None }
    }

    /// What a search of ours has found; `None` if it found no move.
    pub fn of<G: Game<Move = M>>(report: &Report<G>) -> Option<Self>
    where
        M: Copy,
    {
        // Without one finished iteration the score means nothing, unless the solver proved it.
        let is_known = report.depth > 0 || report.reason == StopReason::Solved;
        Some(Choice {
            mv: report.best?,
            score: is_known.then_some(report.score),
            depth: Some(report.depth),
            nodes: Some(report.nodes),
        })
    }

    /// What the record of a game says about it; `units_per_point` is that of the player's scores.
    pub fn remarks(&self, units_per_point: i64, used: Duration) -> Remarks {
        let scored = self.score.map(|score| Remarks::scored(score, units_per_point));
        let (depth, nodes) = (self.depth, self.nodes);
        Remarks { depth, nodes, ..scored.unwrap_or_default() }.in_time(used)
    }
}

/// Why a player could not give a legal move: it loses the game for this reason, and is made anew
/// before the next one.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlayerFault {
    /// It gave up.
    #[error("resigned")]
    Resigned,
    /// It could not be started, or did not answer the greeting.
    #[error("did not start: {0}")]
    StartFailed(String),
    /// Its process ended, or its code panicked.
    #[error("crashed: {0}")]
    Crashed(String),
    /// It did not answer.
    #[error("did not answer within {0:.1} seconds")]
    Hung(f64),
    /// Its answer is not a legal move.
    #[error("played the illegal move \"{0}\"")]
    IllegalMove(String),
    /// Its answer is not in the language it should speak.
    #[error("broke the protocol: {0}")]
    Protocol(String),
    /// It was told to stop. Not its fault: the match is ending.
    #[error("was stopped")]
    Stopped,
}

impl From<&PlayerFault> for Termination {
    fn from(fault: &PlayerFault) -> Self {
        match fault {
            PlayerFault::Resigned => Termination::Resigned,
            PlayerFault::StartFailed(_) => Termination::StartFailed,
            // A stopped match drops its games: one that is kept had a player that gave up.
            PlayerFault::Crashed(_) | PlayerFault::Stopped => Termination::Crashed,
            PlayerFault::Hung(_) => Termination::Hung,
            PlayerFault::IllegalMove(_) => Termination::IllegalMove,
            PlayerFault::Protocol(_) => Termination::ProtocolError,
        }
    }
}

/// A player of a match. Each worker thread has players of its own, so they need no locks.
pub trait Player<G: Game>: Send {
    /// What it is called in the records.
    fn name(&self) -> &str;

    /// Gets ready, once, before the first game. A player that cannot even start makes the match
    /// fail here, instead of losing every game of it.
    fn prepare(&mut self) -> Result<(), PlayerFault> {
        Ok(())
    }

    /// Forgets everything of the last game: the games of a match are independent.
    fn new_game(&mut self, game: &GameStart<'_, G>) -> Result<(), PlayerFault>;

    /// Chooses a move in an unfinished game.
    fn choose(&mut self, state: &GameState<'_, G>) -> Result<Choice<G::Move>, PlayerFault>;

    /// The game is over, for whatever reason: its [ending](PlayedGame::ending) says which. A game
    /// without an ending was stopped.
    fn game_over(&mut self, game: &PlayedGame<G>) {
        let _ = game;
    }

    /// How many units of its scores make a point, so that scores of different evaluators compare.
    fn units_per_point(&self) -> i64 {
        1
    }
}
