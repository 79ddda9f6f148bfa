//! What plays in a match: the [`Player`] trait and what a player is told.

use crate::clock::{Clock, Control};
use search::{Game, Outcome, Score, Side, Step, StopFlag};
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
    /// The position before the first move of the opening.
    pub start: &'a G,
    /// Every move since, the opening's included, each with the key of the position it was played in.
    pub history: &'a [Step<G::Move>],
    /// The position now.
    pub position: &'a G,
    /// The player's limits.
    pub control: &'a Control,
    /// The clocks.
    pub clock: Clock,
    /// The longest the move may take without forfeiting; `None` without any time limit.
    pub allowed: Option<Duration>,
    /// Raised when the match is to end now: whatever is then returned is thrown away.
    pub stop: &'a StopFlag,
}

impl<G: Game> GameState<'_, G> {
    /// Every move since [`start`](GameState::start).
    pub fn moves(&self) -> impl Iterator<Item = G::Move> + '_ {
        self.history.iter().map(|step| step.mv)
    }
}

/// What a player is told after a game.
#[derive(Clone, Copy, Debug)]
pub struct GameEnd<'a, G: Game> {
    /// The position before the first move of the opening.
    pub start: &'a G,
    /// Every move since, the opening's included.
    pub history: &'a [Step<G::Move>],
    /// What the moves came to; `None` where not they decided the game but a clock, a fault, its
    /// length or an agreement.
    pub outcome: Option<Outcome>,
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

    /// The game is over, for whatever reason.
    fn game_over(&mut self, end: &GameEnd<'_, G>) {
        let _ = end;
    }

    /// How many units of its scores make a point, so that scores of different evaluators compare.
    fn units_per_point(&self) -> i64 {
        1
    }
}
