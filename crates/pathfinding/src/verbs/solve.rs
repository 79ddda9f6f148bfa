//! `solve`: the shortest path on each of some maps.

use super::input::{self, Ends};
use super::run::{self, Answer};
use crate::finder::Query;
use crate::formats::lab;
use crate::tool::Pathfinding;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `solve`.
#[derive(Args)]
pub(crate) struct Solve {
    /// Map files
    #[arg(required = true, value_name = "MAP")]
    maps: Vec<PathBuf>,
    #[command(flatten)]
    ends: Ends,
    /// Also write the result into this folder as the labs do: output_A.txt or output_IDA.txt for a
    /// maze, output_N.txt for the supply map input_N.txt
    #[arg(long, value_name = "FOLDER")]
    lab: Option<PathBuf>,
}

/// Runs the verb.
pub(crate) fn run(context: &Context<Pathfinding>, args: Solve) -> Result<Finish, HarnessError> {
    let config = context.config();
    for (index, path) in args.maps.iter().enumerate() {
        let refused = |error: String| HarnessError::input(path.display().to_string(), error);
        let (puzzle, query) = input::read(path, &config.map, args.ends)?;
        let output = match &args.lab {
            Some(folder) => Some(lab_file(context, folder, path, &query, args.maps.len())?),
            None => None,
        };
        let stop = context.stop();
        let answer = run::answer(&puzzle.map, &query, &config.search, &stop, &mut ())
            .map_err(|error| refused(error.to_string()))?;
        if let Some(reason) = answer.gave_up(&config.search) {
            return Err(refused(format!("from {} to {}: {reason}", query.from, query.to)));
        }
        print(context, path, &query, &answer, index == 0)?;
        if let Some(file) = output {
            let path = answer.path.as_deref();
            let text = match query.supply {
                Some(_) => lab::supply(path),
                None => lab::maze(answer.seconds, path),
            };
            context.write_file(&file, &text)?;
        }
    }
    Ok(Finish::Done)
}

/// Where the labs would write, if they would.
fn lab_file(
    context: &Context<Pathfinding>,
    folder: &Path,
    map: &Path,
    query: &Query,
    maps: usize,
) -> Result<PathBuf, HarnessError> {
    let place = format!("--lab {}", folder.display());
    let name = match query.supply {
        Some(_) => lab::supply_file(map),
        None if maps > 1 => {
            let problem =
                format!("found {maps} maps, allowed for mazes: one, the file has one name");
            return Err(HarnessError::input(place, problem));
        }
        None => {
            let algorithm = context.config().search.algorithm;
            let file = lab::maze_file(algorithm).ok_or_else(|| {
                let allowed = "astar, ida-star, ida-star-table";
                let problem = format!("found search.algorithm {algorithm}, allowed: {allowed}");
                HarnessError::input(place, problem)
            })?;
            file.to_owned()
        }
    };
    let file = folder.join(name);
    context.check_writable(&file)?;
    Ok(file)
}

fn print(
    context: &Context<Pathfinding>,
    map: &Path,
    query: &Query,
    answer: &Answer,
    first: bool,
) -> Result<(), HarnessError> {
    let search = &context.config().search;
    let mut object = serde_json::Map::new();
    object.insert("map".into(), json!(map.display().to_string()));
    object.insert("algorithm".into(), json!(search.algorithm));
    object.insert("heuristic".into(), json!(search.heuristic.on(query.movement)));
    object.insert("from".into(), json!(query.from.to_string()));
    object.insert("to".into(), json!(query.to.to_string()));
    object.extend(answer.fields());
    const COLUMNS: [&str; 9] =
        ["map", "from", "to", "steps", "cost", "expanded", "generated", "seconds", "path"];
    let mut text = String::new();
    if first {
        text += &format!("{}\n", COLUMNS.join("\t"));
    }
    let cell = |name: &&str| match &object[*name] {
        serde_json::Value::String(text) => text.replace(['\t', '\n', '\r'], " "),
        serde_json::Value::Null => String::new(),
        // Plain decimals: a spreadsheet reads them.
        _ if *name == "seconds" => format!("{:.9}", answer.seconds),
        number => number.to_string(),
    };
    text += &COLUMNS.iter().map(cell).collect::<Vec<_>>().join("\t");
    text.push('\n');
    context.result(&object, &text)
}
