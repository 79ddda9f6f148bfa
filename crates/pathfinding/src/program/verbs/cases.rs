//! The fixture kinds `maze`, `supply` and `scenario`:
//!
//! ```toml
//! [[case]]
//! name = "a detour"
//! kind = "maze"                    # supply: a map with a supply
//! map = "S.G"                      # or file = "...", relative to the fixture; skipped if missing
//! from = [0, 0]                    # only if the map has no start
//! to = [-1, -1]
//! expect = { steps = 2, path = "RR", replayed = true }
//!
//! [[case]]
//! name = "every length of a scenario"
//! kind = "scenario"
//! file = "x.map"                   # both relative to the fixture; skipped if missing
//! scen = "x.map.scen"
//! expect = { queries = 20, differing = 0 }
//! ```
//!
//! `steps` is -1 if there is no path. `ended` is `path`, `no path` or `gave up`.

use super::input::{self, Ends};
use super::run::{self, AnswerRow};
use super::scenario::Experiments;
use crate::finder::Finder;
use crate::formats::{self, Puzzle};
use crate::program::tool::{Config, Pathfinding};
use config::{ConfigProblem, Loaded};
use harness::verbs::batch::{Kind, Prepared, Setting};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;

const FIELDS: &[&str] =
    &["steps", "path", "cost", "expanded", "generated", "iterations", "ended", "replayed"];

const SCENARIO_FIELDS: &[&str] = &["queries", "differing"];

pub(crate) fn kinds() -> Vec<Kind<Pathfinding>> {
    vec![
        Kind::new("maze", FIELDS, |setting, case| prepare(setting, case, false)),
        Kind::new("supply", FIELDS, |setting, case| prepare(setting, case, true)),
        Kind::new("scenario", SCENARIO_FIELDS, prepare_scenario),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    file: Option<PathBuf>,
    map: Option<String>,
    from: Option<[i64; 2]>,
    to: Option<[i64; 2]>,
}

fn prepare(
    setting: Setting<Pathfinding>,
    case: Case,
    with_supply: bool,
) -> Result<Prepared, ConfigProblem> {
    let Setting { config, folder } = setting;
    let format = config.map.format;
    let (key, found, puzzle) = match (&case.file, &case.map) {
        (Some(file), None) => {
            let path = folder.join(file);
            if !path.exists() {
                return Ok(Prepared::Skipped(format!("no file {}", file.display())));
            }
            let puzzle = input::supplied_map(&path, None, format);
            ("file", file.display().to_string(), puzzle.map_err(|error| error.to_string()))
        }
        (None, Some(text)) => {
            let puzzle = formats::parse(text, format);
            ("map", "this map".to_owned(), puzzle.map_err(|error| error.to_string()))
        }
        (None, None) => return Err(ConfigProblem::new("map", "no map", "a map or a file")),
        (Some(_), Some(_)) => {
            return Err(ConfigProblem::new("file", "both a map and a file", "one of them"));
        }
    };
    let refuse = |error: String| ConfigProblem::new(key, found.clone(), format!("a map ({error})"));
    let puzzle = puzzle.map_err(refuse)?;
    if puzzle.supply.is_some() != with_supply {
        let (found, allowed) = match with_supply {
            true => ("\"supply\" for a map without a supply", "maze"),
            false => ("\"maze\" for a map with a supply", "supply"),
        };
        return Err(ConfigProblem::new("kind", found, allowed));
    }
    let ends = Ends { from: case.from.map(Into::into), to: case.to.map(Into::into) };
    let query = input::query(&puzzle, &config.map, ends);
    let query = query.map_err(|error| refuse(error.to_string()))?;
    Finder::new(&puzzle.map)
        .check(&query, &config.search)
        .map_err(|error| refuse(error.to_string()))?;
    Ok(job(puzzle, query, config))
}

fn job(puzzle: Puzzle, query: crate::Query, config: Arc<Loaded<Config>>) -> Prepared {
    Prepared::ready(move |stop| {
        let answer = run::answer(&puzzle.map, &query, &config.search, stop, &mut ())
            .map_err(|error| ConfigProblem::new("query", error.to_string(), "another query"))?;
        if stop.is_stopped() {
            return Ok(None);
        }
        let ended = match answer.steps() {
            Some(-1) => "no path",
            Some(_) => "path",
            None => "gave up",
        };
        let replayed = answer.replayed;
        Ok(Some(CaseRow { answer: answer.row(), ended, replayed }))
    })
}

/// The result of a `maze` or `supply` case.
#[derive(Serialize)]
struct CaseRow {
    #[serde(flatten)]
    answer: AnswerRow,
    /// `path`, `no path` or `gave up`.
    ended: &'static str,
    /// Whether the path is valid when replayed by the rules alone.
    replayed: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioCase {
    file: PathBuf,
    scen: PathBuf,
}

fn prepare_scenario(
    setting: Setting<Pathfinding>,
    case: ScenarioCase,
) -> Result<Prepared, ConfigProblem> {
    let Setting { config, folder } = setting;
    let (map, scen) = (folder.join(&case.file), folder.join(&case.scen));
    for (path, name) in [(&map, &case.file), (&scen, &case.scen)] {
        if !path.exists() {
            return Ok(Prepared::Skipped(format!("no file {}", name.display())));
        }
    }
    let experiments = Experiments::read(&map, None, &scen, &config).map_err(|error| {
        let found = case.scen.display().to_string();
        ConfigProblem::new("scen", found, format!("a scenario of the map ({error})"))
    })?;
    Ok(Prepared::ready(move |stop| {
        let mut differing = 0;
        let mut answered = 0;
        let each = |index: usize, answer: run::Answer| {
            answered += 1;
            differing += usize::from(!experiments.is_optimal(index, &answer));
            Ok(())
        };
        experiments
            .answer(&config.search, 1, stop, each)
            .map_err(|error| ConfigProblem::new("scen", error.to_string(), "another query"))?;
        if answered < experiments.len() {
            return Ok(None);
        }
        Ok(Some(QueriesRow { queries: answered, differing }))
    }))
}

/// The result of all queries of a scenario.
#[derive(Serialize)]
struct QueriesRow {
    /// Queries answered.
    queries: usize,
    /// Queries whose answer is invalid or has another length than the scenario says.
    differing: usize,
}
