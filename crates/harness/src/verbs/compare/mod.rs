//! `compare`: the same positions under several algorithms and depths.

mod plot;

use super::input;
use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use crate::progress;
use clap::Args;
use protocols::LoadedConfig;
use report::score::{self, ScoreFields};
use report::{Cell, Table};
use search::config::MAX_DEPTH;
use search::{Algorithm, Limits, Notation, Request, StopFlag, StopReason};
use serde::Serialize;
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `compare`.
#[derive(Args)]
pub struct Compare {
    /// Position strings or files with one; none for the positions of `bench`
    positions: Vec<String>,
    /// Algorithms, commas between them; the others are measured against the first
    #[arg(
        long,
        value_name = "NAME,...",
        value_delimiter = ',',
        value_parser = input::named::<Algorithm>,
        default_value = "minimax,alpha-beta,pvs,mtdf"
    )]
    algorithms: Vec<Algorithm>,
    /// Depths in plies: `6`, `1..8` (both included), `2,4,6`
    #[arg(long, value_name = "PLIES", value_parser = depths, default_value = "1..6")]
    depths: Depths,
    /// Give up a search after this many nodes: it is shown as `over limit`
    #[arg(long, value_name = "N", default_value_t = 50_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: u64,
    /// Give up a search after this many seconds: it is shown as `over limit`
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = input::seconds)]
    max_time: Duration,
    /// Write every single search to this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw a figure into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// What the figure shows
    #[arg(long, value_enum, default_value_t = plot::Quantity::Nodes)]
    plot: plot::Quantity,
    /// What the table and the figure have a row for: the depths, or the positions one by one at the greatest depth
    #[arg(long, value_enum, default_value_t = plot::Over::Depth)]
    over: plot::Over,
}

/// A list of depths, ascending. (A type of its own, so that clap takes it as one value.)
#[derive(Clone, Debug, PartialEq, Eq)]
struct Depths(Vec<u32>);

/// One search.
struct Measured {
    position: usize,
    algorithm: Algorithm,
    depth: u32,
    /// `None`: over the limit.
    result: Option<Figures>,
}

#[derive(Clone, Default)]
struct Figures {
    nodes: u64,
    counted: u64,
    seconds: f64,
    best: Option<String>,
    score: String,
    fields: Option<ScoreFields>,
}

/// Runs the verb.
pub fn run<D: Domain>(context: &Context<D>, args: Compare) -> Result<Finish, HarnessError> {
    let positions = match &args.positions[..] {
        [] => {
            let read = |(text, _): &(&str, u32)| input::position(context, Some(text));
            D::bench_positions().iter().map(read).collect::<Result<Vec<_>, _>>()?
        }
        texts => texts
            .iter()
            .map(|text| input::position(context, Some(text)))
            .collect::<Result<Vec<_>, _>>()?,
    };
    let files = args.csv.iter().chain(&args.svg);
    files.into_iter().try_for_each(|path| context.check_writable(path))?;
    let names: Vec<String> = positions.iter().map(Notation::position_text).collect();
    let measured = measure::<D>(context, &args, &positions)?;
    let finished = Finished::new(&measured, args.algorithms[0]);
    if context.flags().json {
        for row in &measured {
            context.result(&finished.row(row, &names), "")?;
        }
    } else {
        let table = match args.over {
            plot::Over::Depth => summary(&measured, &args, names.len()),
            plot::Over::Position => by_position(&measured, &args, &finished),
        };
        context.text(&table.to_text(None))?;
    }
    if let Some(path) = &args.csv {
        context.write_file(path, &finished.table(&measured, &names).to_csv()?)?;
    }
    if let Some(path) = &args.svg {
        context.write_file(path, &plot::svg::<D>(&measured, &args, names.len())?)?;
    }
    Ok(if context.stop().is_stopped() { Finish::Different } else { Finish::Done })
}

/// Every position under every algorithm, from shallow to deep; after the first depth over the limit
/// the deeper ones are not tried.
fn measure<D: Domain>(
    context: &Context<D>,
    args: &Compare,
    positions: &[D::Game],
) -> Result<Vec<Measured>, HarnessError> {
    let runs = positions.len() * args.algorithms.len() * args.depths.0.len();
    let bar = progress::bar(runs as u64, "searches", context.flags().quiet);
    let stop = context.stop();
    let mut measured = Vec::with_capacity(runs);
    for &algorithm in &args.algorithms {
        let mut config = context.config().clone();
        D::search_mut(&mut config).algorithm = algorithm;
        let place = || format!("--algorithms {}", name(algorithm));
        D::check(&config).map_err(|problem| HarnessError::input(place(), problem))?;
        for (index, position) in positions.iter().enumerate() {
            let mut over = false;
            for &depth in &args.depths.0 {
                let limits = Limits {
                    depth: Some(depth),
                    nodes: Some(args.max_nodes),
                    time: Some(args.max_time),
                    soft_time: None,
                };
                let result = match over {
                    true => None,
                    false => search_once::<D>(&config, position, limits, &stop)?,
                };
                if stop.is_stopped() {
                    context.remark("interrupted: what was done follows");
                    return Ok(measured);
                }
                over = result.is_none();
                measured.push(Measured { position: index, algorithm, depth, result });
                bar.step(1);
            }
        }
    }
    bar.finish();
    Ok(measured)
}

/// One search with a fresh engine, or `None` if it went over the limits.
fn search_once<D: Domain>(
    config: &LoadedConfig<D>,
    position: &D::Game,
    limits: Limits,
    stop: &StopFlag,
) -> Result<Option<Figures>, HarnessError> {
    let mut engine = input::engine::<D>(config)?;
    let units = engine.units_per_point();
    let request = Request { stop: stop.clone(), ..Request::new(position.clone(), limits) };
    let report = engine.search(&request, &mut |_| {});
    if matches!(report.reason, StopReason::Nodes | StopReason::Time | StopReason::Stopped) {
        return Ok(None);
    }
    Ok(Some(Figures {
        nodes: report.nodes,
        counted: report.counted,
        seconds: report.time.as_secs_f64(),
        best: report.best.map(|mv| position.move_text(mv)),
        score: score::text(report.score, units),
        fields: Some(ScoreFields::new(report.score, units)),
    }))
}

/// One search as it is printed.
#[derive(Serialize)]
struct SearchRow<'a> {
    position: &'a str,
    algorithm: Algorithm,
    depth: u32,
    over_limit: bool,
    #[serde(flatten)]
    done: Option<DoneRow<'a>>,
}

/// What a search within the limits adds to its row.
#[derive(Serialize)]
struct DoneRow<'a> {
    best: Option<&'a str>,
    #[serde(flatten)]
    score: Option<ScoreFields>,
    nodes: u64,
    counted: u64,
    seconds: f64,
    ratio: Option<f64>,
}

/// The searches of the first algorithm, against which the others are measured.
struct Finished {
    first: HashMap<(usize, u32), u64>,
}

impl Finished {
    fn new(measured: &[Measured], first: Algorithm) -> Self {
        let own = measured.iter().filter(|row| row.algorithm == first);
        let nodes =
            own.filter_map(|row| Some(((row.position, row.depth), row.result.as_ref()?.nodes)));
        Finished { first: nodes.collect() }
    }

    /// Nodes as a multiple of the first algorithm's.
    fn ratio(&self, row: &Measured) -> Option<f64> {
        let first = *self.first.get(&(row.position, row.depth))?;
        ratio(row.result.as_ref()?.nodes, first)
    }

    fn row<'a>(&self, search: &'a Measured, positions: &'a [String]) -> SearchRow<'a> {
        SearchRow {
            position: &positions[search.position],
            algorithm: search.algorithm,
            depth: search.depth,
            over_limit: search.result.is_none(),
            done: search.result.as_ref().map(|figures| DoneRow {
                best: figures.best.as_deref(),
                score: figures.fields,
                nodes: figures.nodes,
                counted: figures.counted,
                seconds: figures.seconds,
                ratio: self.ratio(search),
            }),
        }
    }

    /// All searches, for CSV.
    fn table(&self, measured: &[Measured], positions: &[String]) -> Table {
        let header = [
            "position",
            "algorithm",
            "depth",
            "best",
            "score",
            "nodes",
            "counted",
            "seconds",
            "ratio",
            "over limit",
        ];
        let mut table = Table::new(&header);
        for row in measured {
            let empty = Figures::default();
            let figures = row.result.as_ref();
            let known = |cell: Cell| if figures.is_some() { cell } else { Cell::text("") };
            let shown = figures.unwrap_or(&empty);
            table.cells(vec![
                Cell::text(positions[row.position].clone()),
                Cell::text(name(row.algorithm)),
                Cell::count(row.depth.into()),
                Cell::text(shown.best.clone().unwrap_or_default()),
                Cell::text(shown.score.clone()),
                known(Cell::count(shown.nodes)),
                known(Cell::count(shown.counted)),
                known(Cell::seconds(shown.seconds)),
                self.ratio(row).map_or(Cell::text(""), Cell::ratio),
                Cell::text(if figures.is_some() { "no" } else { "yes" }),
            ]);
        }
        table
    }
}

/// The figures of one algorithm at one depth over all positions.
enum Total {
    Known(Figures),
    OverLimit,
    /// Interrupted before every position had its turn.
    NotRun,
}

fn total(measured: &[Measured], positions: usize, algorithm: Algorithm, depth: u32) -> Total {
    let mut total = Figures::default();
    let mut run = 0;
    for row in measured.iter().filter(|row| row.algorithm == algorithm && row.depth == depth) {
        let Some(figures) = &row.result else { return Total::OverLimit };
        run += 1;
        total.nodes += figures.nodes;
        total.counted += figures.counted;
        total.seconds += figures.seconds;
        total.score.clone_from(&figures.score);
    }
    if run == positions { Total::Known(total) } else { Total::NotRun }
}

/// One row per depth and algorithm, summed over the positions.
fn summary(measured: &[Measured], args: &Compare, positions: usize) -> Table {
    let counts = measured.iter().any(|row| row.result.as_ref().is_some_and(|r| r.counted > 0));
    let mut header = vec!["depth", "algorithm", "nodes", "ratio", "time"];
    if counts {
        header.push("counted");
    }
    let single = positions == 1;
    if single {
        header.push("score");
    }
    let mut table = Table::new(&header).right_align(&[2, 3, 4]);
    for &depth in &args.depths.0 {
        let first = match total(measured, positions, args.algorithms[0], depth) {
            Total::Known(figures) => Some(figures.nodes),
            Total::OverLimit | Total::NotRun => None,
        };
        for &algorithm in &args.algorithms {
            let mut row = vec![Cell::count(depth.into()), Cell::text(name(algorithm))];
            match total(measured, positions, algorithm, depth) {
                Total::NotRun => continue,
                Total::OverLimit => row.push(Cell::text("over limit")),
                Total::Known(figures) => {
                    let ratio = first.and_then(|first| ratio(figures.nodes, first));
                    row.push(Cell::count(figures.nodes));
                    row.push(ratio.map_or(Cell::text(""), Cell::ratio));
                    row.push(Cell::seconds(figures.seconds));
                    if counts {
                        row.push(Cell::count(figures.counted));
                    }
                    if single {
                        row.push(Cell::text(figures.score));
                    }
                }
            }
            table.cells(row);
        }
    }
    table
}

/// One row per position and algorithm at the greatest depth; positions have the numbers of the figure.
fn by_position(measured: &[Measured], args: &Compare, finished: &Finished) -> Table {
    let counts = measured.iter().any(|row| row.result.as_ref().is_some_and(|r| r.counted > 0));
    let mut header = vec!["position", "algorithm", "best", "score", "nodes", "ratio", "time"];
    if counts {
        header.push("counted");
    }
    let mut table = Table::new(&header).right_align(&[3, 4, 5, 6]);
    let deepest = args.depths.0.last().copied().unwrap_or_default();
    let mut rows: Vec<&Measured> = measured.iter().filter(|row| row.depth == deepest).collect();
    rows.sort_by_key(|row| row.position);
    for row in rows {
        let number = Cell::count(row.position as u64 + 1);
        let mut cells = vec![number, Cell::text(name(row.algorithm))];
        match &row.result {
            None => cells.extend(["", "", "over limit"].map(Cell::text)),
            Some(figures) => {
                cells.push(Cell::text(figures.best.as_deref().unwrap_or_default()));
                cells.push(Cell::text(figures.score.as_str()));
                cells.push(Cell::count(figures.nodes));
                cells.push(finished.ratio(row).map_or(Cell::text(""), Cell::ratio));
                cells.push(Cell::seconds(figures.seconds));
                if counts {
                    cells.push(Cell::count(figures.counted));
                }
            }
        }
        table.cells(cells);
    }
    table
}

fn ratio(nodes: u64, first: u64) -> Option<f64> {
    (first > 0).then(|| nodes as f64 / first as f64)
}

/// The name of an algorithm in a configuration.
fn name(algorithm: Algorithm) -> String {
    let value = serde_json::to_value(algorithm).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

fn depths(text: &str) -> Result<Depths, String> {
    let allowed = || format!("allowed: depths from 1 to {MAX_DEPTH}, as in 6 or 1..8 or 2,4,6");
    let mut depths = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once("..").unwrap_or((part, part));
        let first = input::depth(first.trim()).map_err(|_| allowed())?;
        let last = input::depth(last.trim()).map_err(|_| allowed())?;
        if first > last {
            return Err(allowed());
        }
        depths.extend(first..=last);
    }
    depths.sort_unstable();
    depths.dedup();
    Ok(Depths(depths))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::FromArgMatches;

    #[test]
    fn depths_are_read_as_numbers_lists_and_ranges() {
        assert_eq!(depths("6").unwrap().0, [6]);
        assert_eq!(depths("1..4").unwrap().0, [1, 2, 3, 4]);
        assert_eq!(depths("8,2..3,3").unwrap().0, [2, 3, 8]);
        for bad in ["", "0", "4..2", "1..", "a", "1..251", "1...3", "-1"] {
            assert!(depths(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn algorithms_have_the_names_of_the_configuration() {
        for text in ["minimax", "alpha-beta", "pvs", "mtdf"] {
            assert_eq!(name(input::named(text).unwrap()), text);
        }
        assert!(input::named::<Algorithm>("negamax").unwrap_err().contains("alpha-beta"));
    }

    #[test]
    fn every_position_has_its_rows_at_the_greatest_depth() {
        let row = |position, algorithm, depth, nodes: Option<u64>| Measured {
            position,
            algorithm,
            depth,
            result: nodes.map(|nodes| Figures { nodes, ..Figures::default() }),
        };
        let (minimax, pvs) = (Algorithm::Minimax, Algorithm::Pvs);
        let rows = [
            row(0, minimax, 2, Some(9)),
            row(0, minimax, 3, Some(100)),
            row(1, minimax, 3, None),
            row(0, pvs, 3, Some(50)),
            row(1, pvs, 3, Some(7)),
        ];
        let command = Compare::augment_args(clap::Command::new("compare").no_binary_name(true));
        let matches = command.get_matches_from(["--algorithms", "minimax,pvs", "--depths", "2..3"]);
        let args = Compare::from_arg_matches(&matches).unwrap();
        let finished = Finished::new(&rows, minimax);
        let table = by_position(&rows, &args, &finished).to_csv().unwrap();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(
            lines[1..],
            [
                "1,minimax,,,100,1.0,0.0",
                "1,pvs,,,50,0.5,0.0",
                "2,minimax,,,over limit,,",
                "2,pvs,,,7,,0.0",
            ]
        );
    }

    #[test]
    fn what_was_not_run_is_told_from_what_went_over_the_limit() {
        let row = |position, nodes: Option<u64>| Measured {
            position,
            algorithm: Algorithm::Pvs,
            depth: 3,
            result: nodes.map(|nodes| Figures { nodes, ..Figures::default() }),
        };
        let total = |rows: &[Measured]| match total(rows, 2, Algorithm::Pvs, 3) {
            Total::Known(figures) => figures.nodes.to_string(),
            Total::OverLimit => "over limit".to_owned(),
            Total::NotRun => "not run".to_owned(),
        };
        assert_eq!(total(&[row(0, Some(2)), row(1, Some(3))]), "5");
        assert_eq!(total(&[row(0, Some(2)), row(1, None)]), "over limit");
        assert_eq!(total(&[row(0, Some(2))]), "not run");
        assert_eq!(total(&[]), "not run");
    }
}
