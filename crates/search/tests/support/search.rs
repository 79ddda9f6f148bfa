//! A search by an engine made for it.

use search::{Analyst, Engine, Evaluator, Game, Hooks, Limits, Report, Request, SearchConfig};

/// What a new engine reports of a position.
pub(crate) fn search<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    position: &G,
    evaluator: &E,
    hooks: &H,
    config: &SearchConfig,
    limits: Limits,
) -> Report<G> {
    let mut engine = Engine::new(config.clone(), evaluator.clone(), hooks.clone())
        .expect("a valid configuration");
    engine.search(&Request::new(position.clone(), limits), &mut |_| ())
}
