//! The verb `solve`: exact scores of the positions of a file, checked where the file knows them.

use crate::OthelloDomain;
use crate::endgame::{Goal, Solution, Solver};
use crate::notation::obf::{self, Record};
use crate::rules::square::Move;
use clap::Args;
use config::{MAX_FILE_BYTES, read_text};
use files::read_text_from;
use harness::cli::{Context, Finish, HarnessError};
use harness::progress;
use report::{Cell, Table, number};
use search::{Notation, StopSignal};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// Arguments of `solve`.
#[derive(Args)]
pub(crate) struct Solve {
    /// OBF files, position strings, or `-` for standard input
    #[arg(required = true)]
    positions: Vec<String>,
    /// Solve only these positions: `40`, `40..44`, `1,5,9`, counted from 1 over all files
    #[arg(long, value_name = "NUMBERS", value_parser = parse_numbers)]
    only: Option<Numbers>,
    /// Score every move, not only the best
    #[arg(long)]
    all: bool,
    /// Find out who wins, not by how much
    #[arg(long, conflicts_with = "all")]
    winner: bool,
    /// How many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Table in MiB [default: search.table-mib of the configuration]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    table_mib: Option<u32>,
}

/// Numbers of positions.
#[derive(Clone, Debug)]
struct Numbers(Vec<(usize, usize)>);

impl Numbers {
    fn contains(&self, number: usize) -> bool {
        self.0.iter().any(|&(first, last)| (first..=last).contains(&number))
    }
}

fn parse_numbers(text: &str) -> Result<Numbers, String> {
    let wrong = || format!("found {text:?}, allowed: numbers from 1 as in 40, 40..44 or 1,5,9");
    let number = |text: &str| {
        text.trim().parse().ok().filter(|&number: &usize| number > 0).ok_or_else(wrong)
    };
    let range = |part: &str| match part.split_once("..") {
        Some((first, last)) => Ok((number(first)?, number(last.trim_start_matches('='))?)),
        None => Ok((number(part)?, number(part)?)),
    };
    text.split(',').map(range).collect::<Result<_, String>>().map(Numbers)
}

/// What one position came to.
struct Done {
    solution: Solution,
    /// All moves with their scores, where they were asked for.
    scored: Vec<(Move, i32)>,
    /// Whether it is what the file says; `None` if the file says nothing.
    ok: Option<bool>,
    seconds: f64,
}

/// Runs the verb. Ctrl-C keeps the positions that are solved.
pub(crate) fn run(context: &Context<OthelloDomain>, args: Solve) -> Result<Finish, HarnessError> {
    let records = read(&args)?;
    let mib = args.table_mib.map_or(context.config().search.table_mib, |mib| mib as usize);
    let solver = Solver::new(mib, args.threads.into()).map_err(HarnessError::other)?;
    let config = context.config();
    let solver = config.files.order(&config.evaluator, solver);
    let stop = StopSignal::new(context.stop(), None);
    let bar = progress::bar(records.len() as u64, "positions", context.flags().quiet);
    let mut table = Table::new(&["position", "empties", "score", "best", "nodes", "time", "file"]);
    let (mut nodes, mut seconds, mut different, mut checked) = (0, 0.0, 0, 0);
    for (number, record) in &records {
        let Some(done) = solve(&solver, record, &args, &stop) else { break };
        bar.step(1);
        nodes += done.solution.nodes;
        seconds += done.seconds;
        checked += usize::from(done.ok.is_some());
        different += usize::from(done.ok == Some(false));
        if context.flags().json {
            context.result(&json(*number, record, &done), "")?;
        } else {
            table.cells(row(*number, record, &done));
        }
    }
    bar.finish();
    if !context.flags().json {
        context.text(&table.to_text(None))?;
        let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
        let (nodes, seconds) = (number::grouped(nodes), number::seconds(seconds));
        let mut line = format!("\n{nodes} nodes in {seconds}, {speed:.1} million a second");
        if checked > 0 {
            let right = checked - different;
            line.push_str(&format!("; {right} of {checked} as the file says"));
        }
        context.text(&format!("{line}\n"))?;
    }
    let interrupted = context.stop().is_stopped();
    if interrupted {
        context.remark("interrupted: what was solved is complete");
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

fn solve(solver: &Solver, record: &Record, args: &Solve, stop: &StopSignal) -> Option<Done> {
    // Each position for itself, so that its nodes do not depend on the others.
    solver.clear();
    let (size, board) = (record.position.size(), record.position.board());
    let started = Instant::now();
    let goal = if args.winner { Goal::Winner } else { Goal::Exact };
    let mut solution = solver.solve_on(size, board, goal, stop)?;
    let mut scored = Vec::new();
    if args.all {
        for (mv, score, nodes) in solver.score_moves_on(size, board, stop)? {
            scored.push((mv, score));
            solution.nodes += nodes;
        }
    }
    let ok = record.score().map(|expected| match goal {
        Goal::Winner => expected.signum() == solution.score.signum(),
        Goal::Exact => {
            let all_known = record.scores.iter().all(|(mv, score)| {
                scored.iter().all(|(other, found)| other != mv || found == score)
            });
            let accepted = solution.best.is_none_or(|best| record.best().contains(&best));
            expected == solution.score && accepted && all_known
        }
    });
    Some(Done { solution, scored, ok, seconds: started.elapsed().as_secs_f64() })
}

fn row(number: usize, record: &Record, done: &Done) -> Vec<Cell> {
    let position = &record.position;
    let name = |mv: Move| position.move_text(mv);
    let best = match &done.scored[..] {
        [] => done.solution.best.map(name).unwrap_or_default(),
        scored => {
            let parts: Vec<String> =
                scored.iter().map(|&(mv, score)| format!("{}:{score:+}", name(mv))).collect();
            parts.join(" ")
        }
    };
    let verdict = match (done.ok, record.score()) {
        (Some(true), _) => "same".to_owned(),
        (_, Some(expected)) => {
            let moves: Vec<String> = record.best().into_iter().map(name).collect();
            format!("DIFFERS: {expected:+} {}", moves.join(" "))
        }
        _ => String::new(),
    };
    vec![
        Cell::count(number as u64),
        Cell::count(position.empty().count_ones().into()),
        format!("{:+}", done.solution.score).into(),
        best.into(),
        Cell::count(done.solution.nodes),
        number::seconds(done.seconds).into(),
        verdict.into(),
    ]
}

fn json(number: usize, record: &Record, done: &Done) -> Value {
    let position = &record.position;
    let mut object = Map::new();
    object.insert("number".into(), json!(number));
    object.insert("position".into(), json!(position.position_text()));
    object.insert("empties".into(), json!(position.empty().count_ones()));
    object.insert("score".into(), json!(done.solution.score));
    object.insert("best".into(), json!(done.solution.best.map(|mv| position.move_text(mv))));
    if !done.scored.is_empty() {
        let moves: Map<String, Value> =
            done.scored.iter().map(|&(mv, score)| (position.move_text(mv), json!(score))).collect();
        object.insert("moves".into(), Value::Object(moves));
    }
    object.insert("expected".into(), json!(record.score()));
    object.insert("ok".into(), json!(done.ok));
    object.insert("nodes".into(), json!(done.solution.nodes));
    object.insert("seconds".into(), json!(done.seconds));
    Value::Object(object)
}
