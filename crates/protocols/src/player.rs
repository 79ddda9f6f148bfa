//! Players of a match: the [`Player`] trait and the data that a player gets.

use crate::clock::{Clock, Control};
use record::{PlayedGame, Remarks, Termination};
use search::{Game, Report, Score, Side, StopFlag, StopReason};
use std::time::Duration;
use thiserror::Error;

/// What a player knows before a game.
#[derive(Clone, Copy, Debug)]
pub struct GameStart<'a, G: Game> {
    /// The position before the first move of the opening.
    pub start: &'a G,
    /// The side that it plays.
    pub side: Side,
    /// Random seed, different for every game and side. The same match gives the same games, in any
    /// order.
    pub seed: u64,
    /// Raised when the match is stopped.
    pub stop: &'a StopFlag,
}

/// What a player knows when it is its turn.
#[derive(Clone, Debug)]
pub struct GameState<'a, G: Game> {
    /// The game so far, the moves of its opening included.
    pub game: &'a PlayedGame<G>,
    /// The player's limits.
    pub control: &'a Control,
    /// The clocks.
    pub clock: Clock,
    /// Time after which the move forfeits the game; `None` without a time limit.
    pub allowed: Option<Duration>,
    /// Raised when the match is stopped; the result of the move is then discarded.
    pub stop: &'a StopFlag,
}

/// A move with the player's score and search figures.
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
    /// A move without a score.
    pub fn bare(mv: M) -> Self {
        Choice { mv, score: None, depth: None, nodes: None }
    }

    /// The result of a search; `None` if it found no move.
    pub fn of<G: Game<Move = M>>(report: &Report<G>) -> Option<Self>
    where
        M: Copy,
    {
        // Without a finished iteration the score is meaningless, unless the solver proved it.
        let is_known = report.depth > 0 || report.reason == StopReason::Solved;
        Some(Choice {
            mv: report.best?,
            score: is_known.then_some(report.score),
            depth: Some(report.depth),
            nodes: Some(report.nodes),
        })
    }

    /// The remarks for the record; `units_per_point` is that of the player's scores.
    pub fn remarks(&self, units_per_point: i64, used: Duration) -> Remarks {
        let scored = self.score.map(|score| Remarks::scored(score, units_per_point));
        let (depth, nodes) = (self.depth, self.nodes);
        Remarks { depth, nodes, ..scored.unwrap_or_default() }.in_time(used)
    }
}

/// Why a player gave no legal move. It loses the game for this reason and is created again before the
/// next one.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlayerFault {
    /// It resigned.
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
    /// Its answer does not follow its protocol.
    #[error("violated the protocol: {0}")]
    Protocol(String),
    /// The match was stopped; this is no fault of the player.
    #[error("was stopped")]
    Stopped,
}

impl From<&PlayerFault> for Termination {
    fn from(fault: &PlayerFault) -> Self {
        match fault {
            PlayerFault::Resigned => Termination::Resigned,
            PlayerFault::StartFailed(_) => Termination::StartFailed,
            // Games of a stopped match are discarded, so this one is not stopped.
            PlayerFault::Crashed(_) | PlayerFault::Stopped => Termination::Crashed,
            PlayerFault::Hung(_) => Termination::Hung,
            PlayerFault::IllegalMove(_) => Termination::IllegalMove,
            PlayerFault::Protocol(_) => Termination::ProtocolError,
        }
    }
}

/// A player of a match. Each worker thread has its own players, so they need no locks.
pub trait Player<G: Game>: Send {
    /// Its name in records.
    fn name(&self) -> &str;

    /// Prepares for the first game. A player that cannot start fails here, so that the match ends with an
    /// error instead of losing all its games.
    fn prepare(&mut self, stop: &StopFlag) -> Result<(), PlayerFault> {
        let _ = stop;
        Ok(())
    }

    /// Starts a new game and forgets the last one: the games of a match are independent.
    fn new_game(&mut self, game: &GameStart<'_, G>) -> Result<(), PlayerFault>;

    /// Chooses a move in an unfinished game.
    fn choose(&mut self, state: &GameState<'_, G>) -> Result<Choice<G::Move>, PlayerFault>;

    /// Whether `choose` computes on the calling thread and no other. The CPU time of that thread is then
    /// the time the player used, however loaded the machine is.
    fn runs_on_this_thread(&self) -> bool {
        false
    }

    /// The game is over; its [ending](PlayedGame::ending) says why. A game without an ending was
    /// stopped.
    fn game_over(&mut self, game: &PlayedGame<G>) {
        let _ = game;
    }

    /// Score units per point, to compare the scores of different evaluators.
    fn units_per_point(&self) -> i64 {
        1
    }
}
