//! The fixture kinds `solve`, `solvable` and `depths`:
//!
//! ```toml
//! [[case]]
//! name = "one move"
//! kind = "solve"
//! position = "1 0 2/3 4 5/6 7 8"
//! expect = { moves = 1, tiles = "1", replayed = true }
//!
//! [[case]]
//! name = "the prize puzzle"
//! kind = "solvable"
//! position = "2 1/3 0"
//! expect = { solvable = false }
//!
//! [[case]]
//! name = "every state of the smallest board"
//! kind = "depths"
//! size = "2x2"
//! expect = { states = 12, deepest = 6, hardest = 1, counts = "1 2 2 2 2 2 1" }
//! ```
//!
//! `ended` is `solved`, `unsolvable` or `gave up`. `hardest` is the number of states at the greatest
//! depth.

use super::run::Solved;
use super::{Config, SlidingPuzzle};
use crate::sliding_puzzle::{Board, Size, depths};
use config::ConfigProblem;
use harness::verbs::batch::{Kind, Prepared, Setting};
use serde::Deserialize;
use serde_json::{Map, Value, json};

const SOLVE_FIELDS: &[&str] = &[
    "moves",
    "tiles",
    "estimate",
    "expanded",
    "generated",
    "iterations",
    "reopened",
    "ended",
    "replayed",
];

/// States that a case may list: 2x5, the largest within, is a matter of seconds.
const MAX_STATES: usize = 2_000_000;

pub(super) fn kinds() -> Vec<Kind<SlidingPuzzle>> {
    vec![
        Kind::new("solve", SOLVE_FIELDS, prepare_solve),
        Kind::new("solvable", &["solvable"], prepare_solvable),
        Kind::new("depths", &["states", "deepest", "hardest", "counts"], prepare_depths),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionCase {
    position: String,
}

impl PositionCase {
    fn board(&self) -> Result<Board, ConfigProblem> {
        let refuse = |error| ConfigProblem::notation("position", &self.position, &error);
        self.position.parse().map_err(refuse)
    }
}

fn fields<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
}

fn prepare_solve(setting: Setting<Config>, case: PositionCase) -> Result<Prepared, ConfigProblem> {
    let (board, config) = (case.board()?, setting.config);
    Ok(Prepared::ready(move |stop| {
        let solved = Solved::new(&board, config.puzzle.goal, &config.search, stop);
        Ok((!stop.is_stopped()).then(|| solved.fields()))
    }))
}

fn prepare_solvable(
    setting: Setting<Config>,
    case: PositionCase,
) -> Result<Prepared, ConfigProblem> {
    let (board, config) = (case.board()?, setting.config);
    Ok(Prepared::ready(move |_| {
        Ok(Some(fields([("solvable", json!(board.is_solvable(config.puzzle.goal)))])))
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DepthsCase {
    size: String,
}

fn prepare_depths(setting: Setting<Config>, case: DepthsCase) -> Result<Prepared, ConfigProblem> {
    let refuse = |error| ConfigProblem::notation("size", &case.size, &error);
    let size: Size = case.size.parse().map_err(refuse)?;
    // Half of all arrangements can be reached.
    let states = (3..=size.cells() as u64).try_fold(1, |states: usize, cells| {
        states.checked_mul(cells as usize).filter(|&states| states <= MAX_STATES)
    });
    if states.is_none() {
        let found = format!("{size}, more than {MAX_STATES} states");
        return Err(ConfigProblem::new("size", found, "at most ten cells"));
    }
    Ok(Prepared::ready(move |_| {
        let counts = depths(size, setting.config.puzzle.goal, MAX_STATES).unwrap_or_default();
        let text: Vec<String> = counts.iter().map(u64::to_string).collect();
        Ok(Some(fields([
            ("states", json!(counts.iter().sum::<u64>())),
            ("deepest", json!(counts.len().saturating_sub(1))),
            ("hardest", json!(counts.last())),
            ("counts", json!(text.join(" "))),
        ])))
    }))
}
