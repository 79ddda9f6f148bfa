//! `solve`: the shortest path on each of some maps, or of each query of a scenario.

use super::input::{self, Ends};
use super::run::{self, Answer};
use super::scenario::Experiments;
use crate::finder::Query;
use crate::formats::lab;
use crate::program::tool::Pathfinding;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::progress;
use serde_json::{Map as Object, Value, json};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Arguments of `solve`.
#[derive(Args)]
pub(crate) struct Solve {
    /// Map files
    #[arg(required = true, value_name = "MAP")]
    maps: Vec<PathBuf>,
    #[command(flatten)]
    ends: Ends,
    /// Stations of the map, in place of those of NAME.stations beside it
    #[arg(long, value_name = "FILE")]
    stations: Option<PathBuf>,
    /// Answer every query of a MovingAI scenario on the map, by eight neighbours unless map.movement
    /// says otherwise
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to", "lab"])]
    scen: Option<PathBuf>,
    /// Compare with the lengths of the scenario; exit code 1 if one differs
    #[arg(long, requires = "scen")]
    checkopt: bool,
    /// Threads for the queries of a scenario; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    threads: u16,
    /// Also write the result into this folder as the labs do: output_A.txt or output_IDA.txt for a
    /// maze, output_N.txt for the supply map input_N.txt
    #[arg(long, value_name = "FOLDER")]
    lab: Option<PathBuf>,
}

/// Runs the verb.
pub(crate) fn run(context: &Context<Pathfinding>, args: Solve) -> Result<Finish, HarnessError> {
    let alone = |option: &str, is_given: bool| match (is_given, args.maps.len()) {
        (true, maps @ 2..) => {
            let problem = format!("found {maps} maps, allowed: one");
            Err(HarnessError::input(option, problem))
        }
        _ => Ok(()),
    };
    alone("--stations", args.stations.is_some())?;
    alone("--scen", args.scen.is_some())?;
    match &args.scen {
        Some(scen) => solve_scenario(context, &args, scen),
        None => solve_maps(context, &args),
    }
}

fn solve_maps(context: &Context<Pathfinding>, args: &Solve) -> Result<Finish, HarnessError> {
    let config = context.config();
    for (index, path) in args.maps.iter().enumerate() {
        let refused = |error: String| HarnessError::input(path.display().to_string(), error);
        let stations = args.stations.as_deref();
        let (puzzle, query) = input::read_with(path, stations, &config.map, args.ends)?;
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
        let row = row(context, path, &query, &answer);
        print(context, &row, &COLUMNS, index == 0)?;
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

fn solve_scenario(
    context: &Context<Pathfinding>,
    args: &Solve,
    scen: &Path,
) -> Result<Finish, HarnessError> {
    let config = context.config();
    let (map, place) = (&args.maps[0], scen.display());
    let experiments = Experiments::read(map, args.stations.as_deref(), scen, config)?;
    if Path::new(&experiments.map_name).file_name() != map.file_name() {
        let (meant, given) = (&experiments.map_name, map.display());
        context.remark(&format!("{place}: made for {meant}, used on {given}"));
    }
    let columns: Vec<&str> = match args.checkopt {
        true => [&COLUMNS[..], &["optimal", "ok"]].concat(),
        false => [&COLUMNS[..], &["optimal"]].concat(),
    };
    let hidden = context.flags().quiet || std::io::stdout().is_terminal();
    let bar = progress::bar(experiments.len() as u64, "queries", hidden);
    let (mut differing, mut unknown): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut answered = 0;
    let stop = context.stop();
    experiments.answer(&config.search, args.threads.into(), &stop, |index, answer| {
        let (query, known) = (&experiments.queries[index], &experiments.known[index]);
        if let Some(reason) = answer.gave_up(&config.search) {
            unknown.push(format!("line {}: {reason}", known.line));
        }
        let mut row = row(context, map, query, &answer);
        row.insert("bucket".into(), json!(known.bucket));
        row.insert("optimal".into(), json!(known.length));
        if args.checkopt {
            let ok = experiments.is_optimal(index, &answer);
            row.insert("ok".into(), json!(ok));
            if !ok && answer.steps().is_some() {
                let found = &row["cost"];
                differing.push(format!("line {}: found {found}, not {}", known.line, known.length));
            }
        }
        answered += 1;
        bar.step(1);
        print(context, &row, &columns, index == 0)
    })?;
    bar.finish();
    let all = experiments.len();
    if answered < all {
        context.remark(&format!("interrupted: {} of {all} queries not answered", all - answered));
        return Ok(Finish::Different);
    }
    if let Some(first) = unknown.first() {
        let count = unknown.len();
        context.remark(&format!("{place}: {count} of {all} queries not answered, first {first}"));
    }
    let finish = if unknown.is_empty() { Finish::Done } else { Finish::Different };
    match (args.checkopt, differing.first()) {
        (false, _) => Ok(finish),
        (true, None) if !unknown.is_empty() => {
            let known = all - unknown.len();
            context.remark(&format!("{place}: the other {known} lengths are as the scenario says"));
            Ok(finish)
        }
        (true, None) => {
            context.remark(&format!("{place}: {all} lengths, all as the scenario says"));
            Ok(Finish::Done)
        }
        (true, Some(first)) => {
            let count = differing.len();
            context.remark(&format!("{place}: {count} of {all} lengths differ, first {first}"));
            Ok(Finish::Different)
        }
    }
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

/// What is printed for every query; those of a scenario have more.
const COLUMNS: [&str; 9] =
    ["map", "from", "to", "steps", "cost", "expanded", "generated", "seconds", "path"];

fn row(
    context: &Context<Pathfinding>,
    map: &Path,
    query: &Query,
    answer: &Answer,
) -> Object<String, Value> {
    let search = &context.config().search;
    let mut row = Object::new();
    row.insert("map".into(), json!(map.display().to_string()));
    row.insert("algorithm".into(), json!(search.algorithm));
    row.insert("heuristic".into(), json!(search.heuristic.on(query.movement)));
    row.insert("movement".into(), json!(query.movement));
    row.insert("from".into(), json!(query.from.to_string()));
    row.insert("to".into(), json!(query.to.to_string()));
    row.extend(answer.fields());
    row
}

/// Prints a result: the whole of it as JSON, these columns of it as text.
fn print(
    context: &Context<Pathfinding>,
    row: &Object<String, Value>,
    columns: &[&str],
    first: bool,
) -> Result<(), HarnessError> {
    let cell = |name: &&str| match &row[*name] {
        Value::String(text) => text.replace(['\t', '\n', '\r'], " "),
        Value::Null => String::new(),
        Value::Bool(ok) => (if *ok { "yes" } else { "NO" }).to_owned(),
        // Plain decimals: a spreadsheet reads them.
        Value::Number(number) => match number.as_f64() {
            Some(seconds) if *name == "seconds" => format!("{seconds:.9}"),
            Some(cost) if *name == "cost" && number.is_f64() => format!("{cost:.8}"),
            _ => number.to_string(),
        },
        other => other.to_string(),
    };
    let mut text = if first { columns.join("\t") + "\n" } else { String::new() };
    text += &columns.iter().map(cell).collect::<Vec<_>>().join("\t");
    text.push('\n');
    context.result(row, &text)
}
