//! Fixture kinds of othello.

use crate::OthelloDomain;
use crate::notation::parse_position;
use config::ConfigProblem;
use harness::verbs::batch::{Kind, Prepared, Setting};
use search::{Game, Notation};
use serde::{Deserialize, Serialize};

/// All kinds.
pub(crate) fn all() -> Vec<Kind<OthelloDomain>> {
    vec![Kind::new("moves", &["moves", "over"], moves)]
}

/// `moves`: the legal moves in the order of the rules, and whether the game is over.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MovesCase {
    position: String,
}

/// The result of `moves`.
#[derive(Serialize)]
struct MovesRow {
    /// The legal moves, separated by spaces; none if the game is over.
    moves: String,
    /// Whether the game is over.
    over: bool,
}

fn moves(_: Setting<crate::OthelloDomain>, case: MovesCase) -> Result<Prepared, ConfigProblem> {
    let position = parse_position(&case.position)
        .map_err(|error| ConfigProblem::notation("position", &case.position, &error))?;
    Ok(Prepared::ready(move |_| {
        let mut moves = Vec::new();
        let over = position.expand(&mut moves).is_some();
        let names: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
        Ok(Some(MovesRow { moves: names.join(" "), over }))
    }))
}
