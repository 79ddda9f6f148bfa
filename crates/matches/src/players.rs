//! Players of this process: engines, the opponents of a game and the random mover.

use protocols::{Choice, Chooser, GameStart, GameState, Player, PlayerFault};
use record::PlayedGame;
use search::rng::Rng;
use search::{Analyst, Game, Limits, Request};
use std::sync::Arc;

/// An engine of this process.
pub struct EnginePlayer<G: Game> {
    name: String,
    analyst: Box<dyn Analyst<G>>,
}

impl<G: Game> EnginePlayer<G> {
    /// An engine and its name in records.
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
        let stop = state.stop.clone();
        let request = Request { stop, ..state.game.request(self.limits(state)) };
        let report = self.analyst.search(&request, &mut |_| {});
        Choice::of(&report)
            .ok_or_else(|| PlayerFault::Protocol("found no move in an unfinished game".into()))
    }

    fn runs_on_this_thread(&self) -> bool {
        self.analyst.config().threads == 1
    }

    fn game_over(&mut self, game: &PlayedGame<G>) {
        if let Some(ending) = game.ending().filter(|ending| ending.reason.is_by_moves()) {
            let moves: Vec<G::Move> = game.moves().collect();
            self.analyst.game_over(game.start(), &moves, ending.outcome);
        }
    }

    fn units_per_point(&self) -> i64 {
        self.analyst.units_per_point()
    }
}

/// Creates the move choice of a game's opponent from the seed of a game.
pub type ChooserMaker<G> = Arc<dyn Fn(u64) -> Option<Chooser<G>> + Send + Sync>;

/// An [opponent](protocols::Playable::opponents) that a game defines, created for every game.
pub struct OpponentPlayer<G: Game> {
    name: String,
    make: ChooserMaker<G>,
    choose: Option<Chooser<G>>,
}

impl<G: Game> OpponentPlayer<G> {
    /// An opponent and its name in records.
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
        Ok(Choice::bare(choose(state.game.position())))
    }

    fn runs_on_this_thread(&self) -> bool {
        true
    }
}

/// Plays a random legal move, all with the same probability.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    name: String,
    rng: Rng,
}

impl RandomPlayer {
    /// A random mover and its name in records. Each game has its own seed.
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
        state.game.position().legal_moves(&mut moves);
        let mv = self.rng.choose(&moves);
        mv.map(Choice::bare)
            .ok_or_else(|| PlayerFault::Protocol("found no move in an unfinished game".into()))
    }

    fn runs_on_this_thread(&self) -> bool {
        true
    }
}
