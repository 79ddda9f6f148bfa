//! The fixture kinds `maze` and `supply`:
//!
//! ```toml
//! [[case]]
//! name = "a detour"
//! kind = "maze"                    # supply: a map with a supply
//! map = "S.G"                      # or file = "...", relative to the fixture; skipped if not there
//! from = [0, 0]                    # only where the map names none
//! to = [-1, -1]
//! expect = { steps = 2, path = "RR", replayed = true }
//! ```
//!
//! `steps` is -1 where there is no path. `ended` is `path`, `no path` or `gave up`.

use super::input::{self, Ends, InputError};
use super::run;
use crate::finder::Finder;
use crate::formats::{self, Puzzle};
use crate::tool::{Config, Pathfinding};
use harness::config::ConfigProblem;
use harness::verbs::batch::{Job, Kind, Prepared, Setting};
use serde::Deserialize;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;

const FIELDS: &[&str] =
    &["steps", "path", "cost", "expanded", "generated", "iterations", "ended", "replayed"];

pub(crate) fn kinds() -> Vec<Kind<Pathfinding>> {
    vec![
        Kind::new("maze", FIELDS, |setting, case| prepare(setting, case, false)),
        Kind::new("supply", FIELDS, |setting, case| prepare(setting, case, true)),
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
    setting: Setting<Config>,
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
            ("file", file.display().to_string(), input::puzzle(&path, format))
        }
        (None, Some(text)) => {
            let puzzle = formats::parse(text, format);
            ("map", "this map".to_owned(), puzzle.map_err(|e| InputError::from(e.to_string())))
        }
        (None, None) => return Err(ConfigProblem::new("map", "no map", "a map or a file")),
        (Some(_), Some(_)) => {
            return Err(ConfigProblem::new("file", "a file beside a map", "a map or a file"));
        }
    };
    let refuse = |error: String| ConfigProblem::new(key, found.clone(), format!("a map ({error})"));
    let puzzle = puzzle.map_err(|error| refuse(error.to_string()))?;
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
    Ok(Prepared::Ready(job(puzzle, query, config)))
}

fn job(puzzle: Puzzle, query: crate::Query, config: Arc<Config>) -> Job {
    Box::new(move |stop| {
        let answer = run::answer(&puzzle.map, &query, &config.search, stop, &mut ())
            .map_err(|error| ConfigProblem::new("query", error.to_string(), "another query"))?;
        if stop.is_stopped() {
            return Ok(None);
        }
        let mut fields = answer.fields();
        let ended = match answer.steps() {
            Some(-1) => "no path",
            Some(_) => "path",
            None => "gave up",
        };
        fields.insert("ended".into(), json!(ended));
        fields.insert("replayed".into(), json!(answer.replayed));
        Ok(Some(fields))
    })
}
