//! Who plays: the [`Player`] trait, our own engines and the random mover.

use super::control::{Clock, Control};
use crate::domain::Chooser;
use search::rng::Rng;
use search::{Analyst, Game, Limits, Outcome, Request, Score, Side, Step, StopFlag, StopReason};
use std::sync::Arc;
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

/// One of our own engines.
pub struct EnginePlayer<G: Game> {
    name: String,
    analyst: Box<dyn Analyst<G>>,
}

impl<G: Game> EnginePlayer<G> {
    /// An engine with the name it shall have in the records.
    pub fn new(name: impl Into<String>, analyst: Box<dyn Analyst<G>>) -> Self {
        EnginePlayer { name: name.into(), analyst }
    }

    /// The limits of the match, or those of the engine's configuration if the match sets none.
    fn limits(&self, state: &GameState<'_, G>) -> Limits {
        if state.control.is_unlimited() {
            Limits::from_config(self.analyst.config())
        } else {
            state.control.limits(&state.clock)
        }
    }
}

impl<G: Game> Player<G> for EnginePlayer<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _game: &GameStart<'_, G>) -> Result<(), PlayerFault> {
        self.analyst.new_game();
        Ok(())
    }

    fn choose(&mut self, state: &GameState<'_, G>) -> Result<Choice<G::Move>, PlayerFault> {
        let mut request = Request::new(state.position.clone(), self.limits(state));
        request.history = state.history.to_vec();
        request.stop = state.stop.clone();
        let report = self.analyst.search(&request, &mut |_| {});
        let mv = report
            .best
            .ok_or_else(|| PlayerFault::Protocol("found no move in an unfinished game".into()))?;
        Ok(Choice {
            mv,
            // Without one finished iteration the score means nothing, unless the solver proved it.
            score: (report.depth > 0 || report.reason == StopReason::Solved)
                .then_some(report.score),
            depth: Some(report.depth),
            nodes: Some(report.nodes),
        })
    }

    fn game_over(&mut self, end: &GameEnd<'_, G>) {
        if let Some(outcome) = end.outcome {
            let moves: Vec<G::Move> = end.history.iter().map(|step| step.mv).collect();
            self.analyst.game_over(end.start, &moves, outcome);
        }
    }

    fn units_per_point(&self) -> i64 {
        self.analyst.units_per_point()
    }
}

/// Makes the way a domain's opponent chooses, from the seed of a game.
pub type ChooserMaker<G> = Arc<dyn Fn(u64) -> Option<Chooser<G>> + Send + Sync>;

/// One of a domain's own [opponents](crate::Domain::opponents), made anew for every game.
pub struct OpponentPlayer<G: Game> {
    name: String,
    make: ChooserMaker<G>,
    choose: Option<Chooser<G>>,
}

impl<G: Game> OpponentPlayer<G> {
    /// An opponent with the name it shall have in the records.
    pub fn new(name: impl Into<String>, make: ChooserMaker<G>) -> Self {
        OpponentPlayer { name: name.into(), make, choose: None }
    }
}

impl<G: Game> Player<G> for OpponentPlayer<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, game: &GameStart<'_, G>) -> Result<(), PlayerFault> {
        self.choose = (self.make)(game.seed);
        Ok(())
    }

    fn choose(&mut self, state: &GameState<'_, G>) -> Result<Choice<G::Move>, PlayerFault> {
        let absent = || PlayerFault::StartFailed("there is no opponent of this name".into());
        let choose = self.choose.as_mut().ok_or_else(absent)?;
        Ok(Choice::bare(choose(state.position)))
    }
}

/// Plays any legal move, with equal chances: the opponent every engine must beat.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    name: String,
    rng: Rng,
}

impl RandomPlayer {
    /// A random mover with the name it shall have in the records; its chances come from the seed of
    /// each game.
    pub fn new(name: impl Into<String>) -> Self {
        RandomPlayer { name: name.into(), rng: Rng::new(0) }
    }
}

impl<G: Game> Player<G> for RandomPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, game: &GameStart<'_, G>) -> Result<(), PlayerFault> {
        self.rng = Rng::new(game.seed);
        Ok(())
    }

    fn choose(&mut self, state: &GameState<'_, G>) -> Result<Choice<G::Move>, PlayerFault> {
        let mut moves = Vec::new();
        state.position.legal_moves(&mut moves);
        let mv = self.rng.choose(&moves);
        mv.map(Choice::bare)
            .ok_or_else(|| PlayerFault::Protocol("found no move in an unfinished game".into()))
    }
}
