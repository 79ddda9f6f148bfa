//! `compare`: the same maps by several searches; the labs' table "with and without heuristic".

use super::input::{self, Ends};
use super::run;
use crate::finder::{Algorithm, Finder, Heuristic, Query, SearchConfig};
use crate::formats::Puzzle;
use crate::map::movement::Movement;
use crate::program::tool::Pathfinding;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::progress;
use report::{Bars, Cell, Table};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Arguments of `compare`.
#[derive(Args)]
pub(crate) struct Compare {
    /// Map files
    #[arg(required = true, value_name = "MAP")]
    maps: Vec<PathBuf>,
    /// Algorithms, commas between them; none for that of the configuration
    #[arg(long, value_delimiter = ',', value_parser = named::<Algorithm>)]
    algorithms: Vec<Algorithm>,
    /// Heuristics, commas between them, each with every algorithm that uses one
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = named::<Heuristic>,
        default_value = "auto,zero"
    )]
    heuristics: Vec<Heuristic>,
    #[command(flatten)]
    ends: Ends,
    /// How often to search; the shortest time counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    repeats: u32,
    /// What the plot shows
    #[arg(long, value_enum, default_value_t = Measure::Time)]
    plot: Measure,
    /// Write the table to this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw the plot into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Measure {
    /// Microseconds
    Time,
    /// Expansions
    Expanded,
}

/// One map by one search.
struct Measured {
    /// `None` where the search gave up.
    steps: Option<i64>,
    /// `None` where there is no path, or none was found.
    cost: Option<f64>,
    expanded: u64,
    generated: u64,
    seconds: f64,
}

/// Runs the verb.
pub(crate) fn run(context: &Context<Pathfinding>, args: Compare) -> Result<Finish, HarnessError> {
    let searches = searches(context, &args);
    let mut maps = Vec::new();
    for path in &args.maps {
        let name = path.display().to_string();
        let (puzzle, query) = input::read(path, &context.config().map, args.ends)?;
        for search in &searches {
            let checked = Finder::new(&puzzle.map).check(&query, search);
            checked.map_err(|error| HarnessError::input(&name, error))?;
        }
        maps.push((name, puzzle, query));
    }
    let files = args.csv.iter().chain(&args.svg);
    files.into_iter().try_for_each(|path| context.check_writable(path))?;
    let rows = measure(context, &args, &maps, &searches)?;
    let names: Vec<String> = maps.into_iter().map(|(name, ..)| name).collect();
    if context.flags().json {
        for (name, row) in names.iter().zip(&rows) {
            for (search, measured) in searches.iter().zip(row) {
                context.result(&json_of(name, search, measured, &row[0]), "")?;
            }
        }
    }
    // Where every step costs one the steps say it all.
    let with_cost = context.config().map.movement == Some(Movement::Eight);
    let table = table(&names, &searches, &rows, with_cost);
    if !context.flags().json {
        context.text(&table.to_text(None))?;
    }
    if let Some(path) = &args.csv {
        context.write_file(path, &table.to_csv()?)?;
    }
    if let Some(path) = &args.svg {
        context.write_file(path, &bars(&names, &searches, &rows, args.plot).to_svg()?)?;
    }
    Ok(Finish::Done)
}

/// Every algorithm with every heuristic; one that uses none comes once.
fn searches(context: &Context<Pathfinding>, args: &Compare) -> Vec<SearchConfig> {
    let configured = &context.config().search;
    let algorithms = match &args.algorithms[..] {
        [] => &[configured.algorithm][..],
        algorithms => algorithms,
    };
    let mut searches = Vec::new();
    for &algorithm in algorithms {
        let different = if algorithm.estimates() { args.heuristics.len() } else { 1 };
        for heuristic in &args.heuristics[..different] {
            let heuristic = heuristic.on(context.config().map.movement.unwrap_or_default());
            searches.push(SearchConfig { algorithm, heuristic, ..configured.clone() });
        }
    }
    searches
}

/// A row per map, in it what each search did; Ctrl-C keeps the maps that are done.
fn measure(
    context: &Context<Pathfinding>,
    args: &Compare,
    maps: &[(String, Puzzle, Query)],
    searches: &[SearchConfig],
) -> Result<Vec<Vec<Measured>>, HarnessError> {
    let bar =
        progress::bar((maps.len() * searches.len()) as u64, "searches", context.flags().quiet);
    let stop = context.stop();
    let mut rows = Vec::new();
    for (name, puzzle, query) in maps {
        let mut finder = Finder::new(&puzzle.map);
        let mut row: Vec<Measured> = Vec::new();
        for search in searches {
            let mut best: Option<Measured> = None;
            for _ in 0..args.repeats {
                let answer =
                    run::answer_with(&mut finder, &puzzle.map, query, search, &stop, &mut ())
                        .map_err(|error| HarnessError::input(name, error))?;
                if stop.is_stopped() {
                    context.remark("interrupted: what was done follows");
                    return Ok(rows);
                }
                let seconds = best.map_or(answer.seconds, |best| best.seconds.min(answer.seconds));
                let gave_up = answer.steps().is_none();
                let (expanded, generated) = (answer.report.expanded, answer.report.generated);
                let (steps, cost) = (answer.steps(), answer.report.cost());
                best = Some(Measured { steps, cost, expanded, generated, seconds });
                if gave_up {
                    break;
                }
            }
            row.extend(best);
            bar.step(1);
        }
        rows.push(row);
    }
    bar.finish();
    Ok(rows)
}

fn name(search: &SearchConfig) -> String {
    match search.algorithm.estimates() {
        true => format!("{} {}", search.algorithm, search.heuristic),
        false => search.algorithm.to_string(),
    }
}

/// As a multiple of the first search.
fn ratio(value: f64, first: f64) -> Option<f64> {
    (first > 0.0).then(|| value / first)
}

fn json_of(map: &str, search: &SearchConfig, measured: &Measured, first: &Measured) -> Value {
    json!({
        "map": map,
        "algorithm": search.algorithm,
        "heuristic": search.algorithm.estimates().then_some(search.heuristic),
        "over_limit": measured.steps.is_none(),
        "steps": measured.steps,
        "cost": measured.cost,
        "expanded": measured.expanded,
        "generated": measured.generated,
        "ratio": ratio(measured.expanded as f64, first.expanded as f64),
        "seconds": measured.seconds,
        "time_ratio": ratio(measured.seconds, first.seconds),
    })
}

fn table(
    names: &[String],
    searches: &[SearchConfig],
    rows: &[Vec<Measured>],
    with_cost: bool,
) -> Table {
    let mut header =
        vec!["map", "search", "steps", "cost", "expanded", "ratio", "time", "time ratio"];
    if !with_cost {
        header.retain(|&name| name != "cost");
    }
    let right: Vec<usize> = (2..header.len()).collect();
    let mut table = Table::new(&header).right_align(&right);
    for (map, row) in names.iter().zip(rows) {
        for (search, measured) in searches.iter().zip(row) {
            let first = &row[0];
            let shown =
                |value: f64, first: f64| ratio(value, first).map_or(Cell::text(""), Cell::ratio);
            let mut cells = vec![
                Cell::text(map.clone()),
                Cell::text(name(search)),
                match measured.steps {
                    Some(steps) => Cell::shown(steps.to_string(), steps),
                    None => Cell::text("over limit"),
                },
            ];
            if with_cost {
                let cost = |cost: f64| Cell::shown(format!("{cost:.3}"), cost);
                cells.push(measured.cost.map_or(Cell::text(""), cost));
            }
            cells.extend([
                Cell::count(measured.expanded),
                shown(measured.expanded as f64, first.expanded as f64),
                Cell::seconds(measured.seconds),
                shown(measured.seconds, first.seconds),
            ]);
            table.cells(cells);
        }
    }
    table
}

fn bars(
    names: &[String],
    searches: &[SearchConfig],
    rows: &[Vec<Measured>],
    measure: Measure,
) -> Bars {
    let value = |measured: &Measured| match measure {
        Measure::Time => measured.seconds * 1e6,
        Measure::Expanded => measured.expanded as f64,
    };
    let series = searches
        .iter()
        .enumerate()
        .map(|(index, search)| (name(search), rows.iter().map(|row| value(&row[index])).collect()));
    let (title, value_title) = match measure {
        Measure::Time => ("Time by search", "microseconds"),
        Measure::Expanded => ("Expansions by search", "cells expanded"),
    };
    let short = |name: &String| {
        let file = std::path::Path::new(name).file_name();
        file.map_or_else(|| name.clone(), |file| file.to_string_lossy().into_owned())
    };
    Bars {
        title: title.to_owned(),
        value_title: value_title.to_owned(),
        groups: names.iter().take(rows.len()).map(short).collect(),
        series: series.collect(),
    }
}

/// An algorithm or heuristic by its name in a configuration.
fn named<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, String> {
    let deserializer: StrDeserializer<'_, ValueError> = text.into_deserializer();
    T::deserialize(deserializer).map_err(|error| error.to_string())
}
