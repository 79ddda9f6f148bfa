//! The one entry point: position + limits + configuration -> report.

use crate::{
    Evaluator, Game, Hooks, Iteration, Limits, Report, Score, SearchConfig, SearchConfigError,
    Step, StopFlag, Term,
};

/// What to search.
#[derive(Clone, Debug)]
pub struct Request<G: Game> {
    /// The position.
    pub position: G,
    /// How the game came to it, oldest first; for games whose rules look at the past.
    pub history: Vec<Step<G::Move>>,
    /// When to end.
    pub limits: Limits,
    /// If not empty, only these root moves are considered.
    pub root_moves: Vec<G::Move>,
    /// How many lines to report (at least 1).
    pub lines: usize,
    /// Ends the search early; keep a clone.
    pub stop: StopFlag,
}

impl<G: Game> Request<G> {
    /// One line, no history, all moves.
    pub fn new(position: G, limits: Limits) -> Self {
        Request {
            position,
            history: Vec::new(),
            limits,
            root_moves: Vec::new(),
            lines: 1,
            stop: StopFlag::new(),
        }
    }
}

/// A static evaluation, explained.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The value from the first player's view.
    pub score: Score,
    /// How many units of it make a point.
    pub units_per_point: i64,
    /// Its terms from the first player's view; may be empty.
    pub terms: Vec<Term>,
}

/// An engine behind a pointer: what harness, protocols and studio hold, whatever evaluator and hooks
/// the configuration chose. Dispatch happens once per search, never per node.
pub trait Analyst<G: Game>: Send {
    /// Searches; `on_iteration` is called after every finished depth.
    fn search(
        &mut self,
        request: &Request<G>,
        on_iteration: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Report<G>;

    /// The static evaluation of a position, finished or not.
    fn evaluate(&mut self, position: &G) -> Evaluation;

    /// Forgets everything learned, as before a new game.
    fn new_game(&mut self);

    /// The configuration it was made with.
    fn config(&self) -> &SearchConfig;

    /// How many score units make a point.
    fn units_per_point(&self) -> i64;
}
/// The search engine of one game, evaluator and set of hooks.
pub struct Engine<G: Game, E: Evaluator<G>, H: Hooks<G>> {
    marker: std::marker::PhantomData<(G, E, H)>,
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Engine<G, E, H> {
    /// An engine, or why the configuration does not fit the evaluator.
    pub fn new(config: SearchConfig, evaluator: E, hooks: H) -> Result<Self, SearchConfigError> {
        config.validate()?;
        let _ = (evaluator, hooks);
        Ok(Engine { marker: std::marker::PhantomData })
    }
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Analyst<G> for Engine<G, E, H> {
    fn search(
        &mut self,
        _request: &Request<G>,
        _on_iteration: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Report<G> {
        unimplemented!()
    }
    fn evaluate(&mut self, _position: &G) -> Evaluation {
        unimplemented!()
    }
    fn new_game(&mut self) {}
    fn config(&self) -> &SearchConfig {
        unimplemented!()
    }
    fn units_per_point(&self) -> i64 {
        E::UNITS_PER_POINT
    }
}
