//! The verb `solve`: exact scores of positions, compared with those in the file if it has any.

use crate::OthelloDomain;
use crate::endgame::{Goal, Solution, Solver, SolverError};
use crate::notation::obf::{self, Record};
use crate::rules::square::Move;
use clap::Args;
use config::{MAX_FILE_BYTES, read_text};
use files::read_text_from;
use harness::cli::{Context, Finish, HarnessError};
use harness::progress;
use report::{Cell, Table, number};
use search::{Notation, StopSignal};
use serde::Serialize;
use serde_json::{Map, Value};
use std::time::Instant;

/// Arguments of `solve`.
#[derive(Args)]
pub(crate) struct Solve {
    /// OBF files, position strings, or `-` for standard input
    #[arg(required = true)]
    positions: Vec<String>,
    /// Solve only these positions: `40`, `40..44`, `1,5,9`; numbered from 1 through all files
    #[arg(long, value_name = "NUMBERS", value_parser = parse_numbers)]
    only: Option<Numbers>,
    /// Score every move, not only the best
    #[arg(long)]
    all: bool,
    /// Find the winner, not the exact score (faster)
    #[arg(long, conflicts_with = "all")]
    winner: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size of the hash table in MiB [default: search.table-mib of the configuration]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    table_mib: Option<u32>,
}

/// Ranges of position numbers.
#[derive(Clone, Debug)]
struct Numbers(Vec<(usize, usize)>);

impl Numbers {
    fn contains(&self, number: usize) -> bool {
        self.0.iter().any(|&(first, last)| (first..=last).contains(&number))
    }
}

fn parse_numbers(text: &str) -> Result<Numbers, String> {
    let wrong = || format!("found {text:?}, accepted: numbers from 1, as in 40, 40..44 or 1,5,9");
    let number = |text: &str| {
        text.trim().parse().ok().filter(|&number: &usize| number > 0).ok_or_else(wrong)
    };
    let range = |part: &str| match part.split_once("..") {
        Some((first, last)) => Ok((number(first)?, number(last.trim_start_matches('='))?)),
        None => Ok((number(part)?, number(part)?)),
    };
    text.split(',').map(range).collect::<Result<_, String>>().map(Numbers)
}

/// A solved position.
#[derive(Serialize)]
struct SolvedRow {
    /// Its number, from 1 through all files.
    number: usize,
    /// The position.
    position: String,
    /// Empty squares.
    empties: u32,
    /// The disc difference for the side to move; with `--winner` a bound with the right sign.
    score: i32,
    /// A best move; `null` if the game is over.
    best: Option<String>,
    /// With `--all`: the score of every move, best first.
    #[serde(skip_serializing_if = "Map::is_empty")]
    moves: Map<String, Value>,
    /// The score in the file; `null` if it has none.
    expected: Option<i32>,
    /// Whether the result agrees with the file; `null` if the file has no score.
    ok: Option<bool>,
    /// Nodes searched.
    nodes: u64,
    /// Time used.
    seconds: f64,
}

/// Runs the verb. After Ctrl-C the solved positions are reported.
pub(crate) fn run(context: &Context<OthelloDomain>, args: Solve) -> Result<Finish, HarnessError> {
    let records = read(&args)?;
    let mib = args.table_mib.map_or(context.config().search.table_mib, |mib| mib as usize);
    let solver = Solver::new(mib, args.threads.into()).map_err(|error| {
        let option = if matches!(error, SolverError::Memory(_)) { "table-mib" } else { "threads" };
        HarnessError::input(format!("--{option}"), error)
    })?;
    let config = context.config();
    let solver = config.files.order(&config.evaluator, solver);
    let stop = StopSignal::new(context.stop(), None);
    let bar = progress::bar(records.len() as u64, "positions", context.flags().quiet);
    let mut table = Table::new(&["position", "empties", "score", "best", "nodes", "time", "file"]);
    let (mut nodes, mut seconds, mut different, mut checked) = (0, 0.0, 0, 0);
    for (number, record) in &records {
        let Some(row) = solve(&solver, *number, record, &args, &stop) else { break };
        bar.step(1);
        nodes += row.nodes;
        seconds += row.seconds;
        checked += usize::from(row.ok.is_some());
        different += usize::from(row.ok == Some(false));
        if context.flags().json {
            context.result(&row, "")?;
        } else {
            table.cells(cells_of(&row, record));
        }
    }
    bar.finish();
    if !context.flags().json {
        context.text(&table.to_text(None))?;
        let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
        let (nodes, seconds) = (number::grouped(nodes), number::seconds(seconds));
        let mut line = format!("\n{nodes} nodes in {seconds}, {speed:.1} million per second");
        if checked > 0 {
            let right = checked - different;
            line.push_str(&format!("; {right} of {checked} agree with the file"));
        }
        context.text(&format!("{line}\n"))?;
    }
    let interrupted = context.stop().is_stopped();
    if interrupted {
        context.remark("interrupted: not all positions were solved");
    }
    Ok(if different > 0 || interrupted { Finish::Different } else { Finish::Done })
}

/// The positions to solve, numbered from 1.
fn read(args: &Solve) -> Result<Vec<(usize, Record)>, HarnessError> {
    let mut all = Vec::new();
    for text in &args.positions {
        let text = text.trim();
        if let Ok(Some(record)) = obf::parse_line(text) {
            all.push(record);
            continue;
        }
        let content = match text {
            "-" => read_text_from(std::io::stdin().lock(), MAX_FILE_BYTES)
                .map_err(|error| HarnessError::input("standard input", error))?,
            path => read_text(path.as_ref())?,
        };
        let place = if text == "-" { "standard input" } else { text };
        let records = obf::parse(&content)
            .map_err(|(line, error)| HarnessError::input(format!("{place}:{line}"), error))?;
        all.extend(records);
    }
    let wanted = |number| args.only.as_ref().is_none_or(|only| only.contains(number));
    Ok((1..).zip(all).filter(|&(number, _)| wanted(number)).collect())
}

fn solve(
    solver: &Solver,
    number: usize,
    record: &Record,
    args: &Solve,
    stop: &StopSignal,
) -> Option<SolvedRow> {
    // So that the node count of a position does not depend on those before it.
    solver.clear();
    let (size, board) = (record.position.size(), record.position.board());
    let started = Instant::now();
    let goal = if args.winner { Goal::Winner } else { Goal::Exact };
    let mut solution = solver.solve_on(size, board, goal, stop).ok()?;
    let mut scored = Vec::new();
    if args.all {
        for (mv, score, nodes) in solver.score_moves_on(size, board, stop).ok()? {
            scored.push((mv, score));
            solution.nodes += nodes;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let name = |mv: Move| record.position.move_text(mv);
    Some(SolvedRow {
        number,
        position: record.position.position_text(),
        empties: record.position.empty().count_ones(),
        score: solution.score,
        best: solution.best.map(name),
        moves: scored.iter().map(|&(mv, score)| (name(mv), score.into())).collect(),
        expected: record.score(),
        ok: agrees(record, goal, &solution, &scored),
        nodes: solution.nodes,
        seconds,
    })
}

/// Whether the result agrees with the file; `None` if the file has no score.
fn agrees(
    record: &Record,
    goal: Goal,
    solution: &Solution,
    scored: &[(Move, i32)],
) -> Option<bool> {
    record.score().map(|expected| match goal {
        Goal::Winner => expected.signum() == solution.score.signum(),
        Goal::Exact => {
            let all_agree = record.scores.iter().all(|(mv, score)| {
                scored.iter().all(|(other, found)| other != mv || found == score)
            });
            let is_best = solution.best.is_none_or(|best| record.best().contains(&best));
            expected == solution.score && is_best && all_agree
        }
    })
}

fn cells_of(row: &SolvedRow, record: &Record) -> Vec<Cell> {
    let signed = |score: &Value| score.as_i64().map_or(String::new(), |score| format!("{score:+}"));
    let best = if row.moves.is_empty() {
        row.best.clone().unwrap_or_default()
    } else {
        let moves = row.moves.iter().map(|(mv, score)| format!("{mv}:{}", signed(score)));
        moves.collect::<Vec<_>>().join(" ")
    };
    let verdict = match (row.ok, row.expected) {
        (Some(true), _) => "same".to_owned(),
        (_, Some(expected)) => {
            let best = record.best().into_iter().map(|mv| record.position.move_text(mv));
            format!("DIFFERS: {expected:+} {}", best.collect::<Vec<_>>().join(" "))
        }
        _ => String::new(),
    };
    vec![
        Cell::count(row.number as u64),
        Cell::count(row.empties.into()),
        format!("{:+}", row.score).into(),
        best.into(),
        Cell::count(row.nodes),
        number::seconds(row.seconds).into(),
        verdict.into(),
    ]
}
