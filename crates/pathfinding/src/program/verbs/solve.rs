//! `solve`: finds the shortest path on each map, or of each query of a scenario.

use super::input::{self, Ends};
use super::run::{self, Answer, AnswerRow};
use super::scenario::Experiments;
use crate::finder::{Algorithm, Heuristic, Query};
use crate::formats::lab;
use crate::map::movement::Movement;
use crate::program::tool::Pathfinding;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::progress;
use serde::Serialize;
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
    /// Stations of the map [default: NAME.stations next to NAME.map, if it exists]
    #[arg(long, value_name = "FILE")]
    stations: Option<PathBuf>,
    /// Answer every query of a MovingAI scenario on the map, with diagonal steps unless map.movement
    /// is set
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to", "lab"])]
    scen: Option<PathBuf>,
    /// Compare with the lengths of the scenario; exit code 1 if one differs
    #[arg(long, requires = "scen")]
    checkopt: bool,
    /// Threads for the queries of a scenario; 0: one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    threads: u16,
    /// Also write the labs' result files to this folder: output_A.txt or output_IDA.txt for a maze,
    /// output_N.txt for the supply map input_N.txt
    #[arg(long, value_name = "FOLDER")]
    lab: Option<PathBuf>,
}

/// Runs the verb.
pub(crate) fn run(context: &Context<Pathfinding>, args: Solve) -> Result<Finish, HarnessError> {
    let alone = |option: &str, is_given: bool| match (is_given, args.maps.len()) {
        (true, maps @ 2..) => {
            let problem = format!("found {maps} maps, needs exactly one");
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
        SolveRow::new(context, path, &query, &answer).print(context, index == 0)?;
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
        let ok = args.checkopt.then(|| experiments.is_optimal(index, &answer));
        if ok == Some(false) && answer.steps().is_some() {
            let found = answer.report.cost().map_or("no path".to_owned(), |cost| cost.to_string());
            differing.push(format!("line {}: found {found}, not {}", known.line, known.length));
        }
        answered += 1;
        bar.step(1);
        let known = KnownRow { bucket: known.bucket, optimal: known.length, ok };
        let row = SolveRow::new(context, map, query, &answer);
        SolveRow { known: Some(known), ..row }.print(context, index == 0)
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
            context.remark(&format!("{place}: the other {known} lengths match the scenario"));
            Ok(finish)
        }
        (true, None) => {
            context.remark(&format!("{place}: all {all} lengths match the scenario"));
            Ok(Finish::Done)
        }
        (true, Some(first)) => {
            let count = differing.len();
            context.remark(&format!("{place}: {count} of {all} lengths differ, first {first}"));
            Ok(Finish::Different)
        }
    }
}

/// The result file of the labs for this map; refused if they have none.
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
            let problem = format!(
                "found {maps} maps, a maze needs to be the only one: its file has a fixed name"
            );
            return Err(HarnessError::input(place, problem));
        }
        None => {
            let algorithm = context.config().search.algorithm;
            let file = lab::maze_file(algorithm).ok_or_else(|| {
                let problem = format!(
                    "search.algorithm {algorithm} has no lab file; use astar, ida-star or ida-star-table"
                );
                HarnessError::input(place, problem)
            })?;
            file.to_owned()
        }
    };
    let file = folder.join(name);
    context.check_writable(&file)?;
    Ok(file)
}

/// A query with its answer.
#[derive(Serialize)]
struct SolveRow {
    /// The map file.
    map: String,
    /// The configured algorithm.
    algorithm: Algorithm,
    /// The heuristic for this movement.
    heuristic: Heuristic,
    /// The allowed steps.
    movement: Movement,
    /// The start, `row,column`.
    from: String,
    /// The goal, `row,column`.
    to: String,
    #[serde(flatten)]
    answer: AnswerRow,
    #[serde(flatten)]
    known: Option<KnownRow>,
}

/// What a scenario says about a query.
#[derive(Serialize)]
struct KnownRow {
    /// The group of queries of similar length.
    bucket: u32,
    /// The published length.
    optimal: f64,
    /// Whether the answer is valid and has that length; only with `--checkopt`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<bool>,
}

impl SolveRow {
    fn new(context: &Context<Pathfinding>, map: &Path, query: &Query, answer: &Answer) -> Self {
        let search = &context.config().search;
        SolveRow {
            map: map.display().to_string(),
            algorithm: search.algorithm,
            heuristic: search.heuristic.on(query.movement),
            movement: query.movement,
            from: query.from.to_string(),
            to: query.to.to_string(),
            answer: answer.row(),
            known: None,
        }
    }

    /// The columns of the text, with their names. Decimals are plain, so that spreadsheets read them.
    fn columns(&self) -> Vec<(&'static str, String)> {
        let AnswerRow { steps, path, cost, expanded, generated, seconds, .. } = &self.answer;
        let mut columns = vec![
            ("map", self.map.replace(['\t', '\n', '\r'], " ")),
            ("from", self.from.clone()),
            ("to", self.to.clone()),
            ("steps", steps.map(|steps| steps.to_string()).unwrap_or_default()),
            ("cost", cost.map(|cost| cost.to_string()).unwrap_or_default()),
            ("expanded", expanded.to_string()),
            ("generated", generated.to_string()),
            ("seconds", format!("{seconds:.9}")),
            ("path", path.clone().unwrap_or_default()),
        ];
        if let Some(known) = &self.known {
            columns.push(("optimal", known.optimal.to_string()));
            columns.extend(known.ok.map(|ok| ("ok", if ok { "yes" } else { "NO" }.to_owned())));
        }
        columns
    }

    /// Prints the row: as JSON, or its columns as text, with their names before the first row.
    fn print(&self, context: &Context<Pathfinding>, first: bool) -> Result<(), HarnessError> {
        let (names, cells): (Vec<&str>, Vec<String>) = self.columns().into_iter().unzip();
        let header = if first { names.join("\t") + "\n" } else { String::new() };
        context.result(self, &format!("{header}{}\n", cells.join("\t")))
    }
}
