//! `batch`: runs fixture files and compares the results with the expected ones.
//!
//! A fixture is a TOML file of our own format:
//!
//! ```toml
//! config = "lab-minimax"     # a name, or a file relative to this one; --config if absent
//! set = ["search.depth=8"]   # for every case of the file
//!
//! [[case]]
//! name = "three in a row must be stopped"
//! kind = "analyse"           # what to run: analyse, eval, perft, ...
//! position = "......./......./......./......./OO...../XXX.... O"
//! set = ["search.algorithm=mtdf"] # for this case alone
//! expect = { best = "d", score = { at-least = -20, at-most = 5 } }
//! ```
//!
//! `expect` names fields of the result. A list of values accepts any of them; a table with `at-least` and
//! `at-most` accepts a range of numbers; any other table is compared key by key. `--set` on the command line
//! overrides the fixture. All files are read and checked before the first case runs. The other keys of a case
//! belong to its [`Kind`]. A [`Tool`] may add kinds; a case whose files are missing is reported as skipped.
//! With `PLYWOOD_REQUIRE_DATA=1` in the environment, a skipped case fails the batch.

mod expect;
mod fixture;
mod kinds;

pub use kinds::{Job, Kind, Prepared, Setting, standard_kinds};

use crate::cli::{Context, Finish, HarnessError, Tool};
use crate::progress;
use clap::Args;
use fixture::Case;
use rayon::prelude::*;
use report::{Cell, Table, terminal};
use serde::Serialize;
use serde_json::{Map, Value};
use std::io;
use std::path::PathBuf;
use std::time::Instant;

/// Arguments of `batch`.
#[derive(Args)]
pub struct Batch {
    /// Fixture files, or folders whose `.toml` files are run
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Number of single-threaded cases that run at the same time; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    jobs: u16,
}

/// The result of one case.
#[derive(Serialize)]
struct Done {
    got: Map<String, Value>,
    ok: bool,
    seconds: f64,
}

/// Runs the verb. Ctrl-C reports the cases that have ended.
pub fn run<T: Tool>(context: &Context<T>, args: Batch) -> Result<Finish, HarnessError> {
    let mut cases = Vec::new();
    for path in fixture::files(&args.paths)? {
        cases.extend(fixture::read(context, &path)?);
    }
    let results = run_all(context, &mut cases, usize::from(args.jobs))?;
    let mut tables: Vec<(&str, Table)> = Vec::new();
    let mut differing = 0;
    let mut missing = 0;
    let mut skipped = 0;
    for (case, result) in cases.iter().zip(&results) {
        let (ok, shown, time) = match (&case.skipped, result) {
            (Some(reason), _) => {
                skipped += 1;
                if context.flags().json {
                    context.result(&row(case, CaseEnd::Skipped { skipped: reason }), "")?;
                }
                ("skipped", reason.clone(), Cell::text(""))
            }
            (None, None) => {
                missing += 1;
                continue;
            }
            (None, Some(done)) => {
                differing += usize::from(!done.ok);
                if context.flags().json {
                    context.result(&row(case, CaseEnd::Run(done)), "")?;
                }
                let got = expect::text(&done.got);
                let time = Cell::seconds(done.seconds);
                match done.ok {
                    true => ("yes", got, time),
                    false => {
                        ("NO", format!("{got}; expected: {}", expect::text(&case.expected)), time)
                    }
                }
            }
        };
        if tables.last().is_none_or(|(file, _)| *file != case.file) {
            tables.push((&case.file, Table::new(&["ok", "case", "result", "time"])));
        }
        if let Some((_, table)) = tables.last_mut() {
            table.cells(vec![ok.into(), case.name.as_str().into(), shown.into(), time]);
        }
    }
    let run = cases.len() - missing - skipped;
    let required = skipped > 0 && data_is_required();
    let skipped_text = match (skipped, required) {
        (0, _) => String::new(),
        (_, false) => format!(", {skipped} skipped"),
        (_, true) => format!(", {skipped} skipped, which PLYWOOD_REQUIRE_DATA=1 does not allow"),
    };
    let verdict = match (run, differing) {
        (0, _) => "no case was run".to_owned(),
        (1, 0) => "1 case, as expected".to_owned(),
        (_, 0) => format!("{run} cases, all as expected"),
        _ => format!("{differing} of {run} cases differ from the expected results"),
    };
    if !context.flags().json {
        let width = terminal::width(&io::stdout());
        let tables = tables.iter();
        let text = tables.map(|(file, table)| format!("{file}\n{}\n", table.to_text(width)));
        context.text(&format!("{}{verdict}{skipped_text}\n", text.collect::<String>()))?;
    }
    if missing > 0 {
        context.remark(&format!("interrupted: {missing} of {} cases not run", cases.len()));
    }
    Ok(if differing + missing == 0 && !required { Finish::Done } else { Finish::Different })
}

/// Whether skipping is an error. Tests that read published files use the same variable.
fn data_is_required() -> bool {
    std::env::var_os("PLYWOOD_REQUIRE_DATA").is_some_and(|value| value == "1")
}

/// Runs single-threaded cases at the same time, the others one after another.
fn run_all<T: Tool>(
    context: &Context<T>,
    cases: &mut [Case],
    jobs: usize,
) -> Result<Vec<Option<Done>>, HarnessError> {
    let bar = progress::bar(cases.len() as u64, "cases", context.flags().quiet);
    let stop = context.stop();
    let run = |case: &mut Case| -> Result<Option<Done>, HarnessError> {
        let job = case.job.take().filter(|_| !stop.is_stopped());
        let Some(job) = job else { return Ok(None) };
        let started = Instant::now();
        let place = || format!("{}: case {:?}", case.file, case.name);
        let got = job(&stop).map_err(|problem| HarnessError::input(place(), problem))?;
        let Some(got) = got else { return Ok(None) };
        let seconds = started.elapsed().as_secs_f64();
        bar.step(1);
        tracing::info!("{} in {seconds:.3} s", place());
        let ok = expect::object_matches(&case.expected, &got);
        let got = expect::compared(&case.expected, &got);
        Ok(Some(Done { got, ok, seconds }))
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(HarnessError::other)?;
    let run_single = |case: &mut Case| if case.threads == 1 { run(case) } else { Ok(None) };
    let mut results =
        pool.install(|| cases.par_iter_mut().map(run_single).collect::<Result<Vec<_>, _>>())?;
    for (case, result) in cases.iter_mut().zip(&mut results) {
        if case.threads > 1 {
            *result = run(case)?;
        }
    }
    bar.finish();
    Ok(results)
}

/// A case that was run or skipped.
#[derive(Serialize)]
struct CaseRow<'a> {
    fixture: &'a str,
    case: &'a str,
    kind: &'a str,
    expected: &'a Map<String, Value>,
    #[serde(flatten)]
    ended: CaseEnd<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum CaseEnd<'a> {
    Run(&'a Done),
    Skipped { skipped: &'a str },
}

fn row<'a>(case: &'a Case, ended: CaseEnd<'a>) -> CaseRow<'a> {
    CaseRow {
        fixture: &case.file,
        case: &case.name,
        kind: case.kind,
        expected: &case.expected,
        ended,
    }
}
