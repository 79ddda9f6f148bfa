//! Kinds of fixture cases that only othello has.

use crate::OthelloDomain;
use crate::notation::parse_position;
use config::ConfigProblem;
use harness::verbs::batch::{Kind, Prepared, Setting};
use search::{Game, Notation};
use serde::Deserialize;
use serde_json::{Map, json};

/// All of them.
pub(crate) fn all() -> Vec<Kind<OthelloDomain>> {
    vec![Kind::new("moves", &["moves", "over"], moves)]
}

/// `moves`: the legal moves in the order of the rules, and whether the game is over.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MovesCase {
    position: String,
}

fn moves(_: Setting<crate::OthelloDomain>, case: MovesCase) -> Result<Prepared, ConfigProblem> {
    let position = parse_position(&case.position)
        .map_err(|error| ConfigProblem::notation("position", &case.position, &error))?;
    Ok(Prepared::ready(move |_| {
        let mut moves = Vec::new();
        let over = position.expand(&mut moves).is_some();
        let names: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
        let mut got = Map::new();
        got.insert("moves".into(), json!(names.join(" ")));
        got.insert("over".into(), json!(over));
        Ok(Some(got))
    }))
}
