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
//! distance from the goal.

use super::SlidingPuzzle;
use super::run::Solved;
use crate::sliding_puzzle::{Board, Size, depths};
use config::ConfigProblem;
use harness::verbs::batch::{Kind, Prepared, Setting};
use serde::{Deserialize, Serialize};

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

/// The largest number of states that a case may list. 2x5, the largest board within it, takes seconds.
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

/// The result of a `solvable` case.
#[derive(Serialize)]
struct SolvableRow {
    /// Whether the goal can be reached.
    solvable: bool,
}

/// The result of a `depths` case.
#[derive(Serialize)]
struct DepthsRow {
    /// States that can be reached.
    states: u64,
    /// The greatest distance from the goal.
    deepest: usize,
    /// The number of states at that distance.
    hardest: Option<u64>,
    /// The number of states at each distance, separated by spaces.
    counts: String,
}

fn prepare_solve(
    setting: Setting<SlidingPuzzle>,
    case: PositionCase,
) -> Result<Prepared, ConfigProblem> {
    let (board, config) = (case.board()?, setting.config);
    Ok(Prepared::ready(move |stop| {
        let solved = Solved::new(&board, config.puzzle.goal, &config.search, stop);
        Ok((!stop.is_stopped()).then(|| solved.row()))
    }))
}

fn prepare_solvable(
    setting: Setting<SlidingPuzzle>,
    case: PositionCase,
) -> Result<Prepared, ConfigProblem> {
    let (board, config) = (case.board()?, setting.config);
    Ok(Prepared::ready(move |_| {
        Ok(Some(SolvableRow { solvable: board.is_solvable(config.puzzle.goal) }))
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DepthsCase {
    size: String,
}

fn prepare_depths(
    setting: Setting<SlidingPuzzle>,
    case: DepthsCase,
) -> Result<Prepared, ConfigProblem> {
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
        Ok(Some(DepthsRow {
            states: counts.iter().sum(),
            deepest: counts.len().saturating_sub(1),
            hardest: counts.last().copied(),
            counts: text.join(" "),
        }))
    }))
}
