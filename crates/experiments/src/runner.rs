//! Runs an experiment: one job per cell and repetition, each written to a journal when it is done.

use crate::cell::Labels;
use crate::error::ExperimentError;
use crate::experiment::{Loaded, Run};
use crate::manifest;
use crate::rows::{Row, Rows};
use files::{Header, Journal, Mode};
use harness::cpu::process_seconds;
use harness::suite::Suite;
use harness::{interrupt, progress};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::Path;
use std::time::Instant;

/// The first line of the journal: everything its rows depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Identity {
    /// The name of the experiment.
    pub name: String,
    /// A fingerprint of its runs, axes, parameters and seed.
    pub fingerprint: String,
    /// The version of the program.
    pub version: String,
    /// Whether it has the parameters of `--full`.
    pub full: bool,
}

impl Header for Identity {
    const KIND: &'static str = "plywood-experiment";
    const VERSION: u32 = 1;
}

/// A job that is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Done {
    /// The run.
    pub run: String,
    /// The number of its cell, from 0.
    pub cell: usize,
    /// The number of the repetition, from 0.
    pub repetition: u32,
    /// The labels of the cell.
    pub labels: Map<String, Value>,
    /// The other fields of its axis values.
    pub extra: Map<String, Value>,
    /// What it printed.
    pub rows: Vec<Row>,
    /// Wall time.
    pub seconds: f64,
    /// CPU time.
    pub cpu_seconds: f64,
}

/// A job that may have to run.
struct Job<'a> {
    run: &'a Run,
    cell: usize,
    labels: Labels,
    repetition: u32,
}

/// How an experiment ended.
pub(crate) struct Outcome {
    /// The jobs, in the order of the experiment.
    pub done: Vec<Done>,
    /// How many of them were taken from an earlier run.
    pub kept: usize,
    /// Whether all jobs are done; otherwise Ctrl-C ended it.
    pub is_complete: bool,
}

/// What its rows depend on.
pub(crate) fn identity(loaded: &Loaded, full: bool) -> Identity {
    let experiment = &loaded.written;
    let parts = serde_json::json!({
        "run": experiment.run, "axes": experiment.axes, "seed": experiment.seed,
        "parameters": loaded.parameters(full),
    });
    Identity {
        name: loaded.name.clone(),
        fingerprint: manifest::fingerprint(parts.to_string().as_bytes()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        full,
    }
}

/// Runs the jobs that are not in the journal yet. Ctrl-C ends it after the current job, which is not recorded.
pub(crate) fn run(
    loaded: &Loaded,
    suite: &Suite,
    journal: &Path,
    full: bool,
    quiet: bool,
) -> Result<Outcome, ExperimentError> {
    let header = identity(loaded, full);
    let (mut journal, mut done) = Journal::<Done>::open(journal, &header, Mode::Resume)?;
    let kept = done.len();
    let parameters = loaded.parameters(full);
    let jobs = jobs(loaded);
    let stop = interrupt::flag();
    let bar = progress::bar(jobs.len() as u64, &loaded.name, quiet);
    bar.step(kept as u64);
    for job in &jobs {
        let is_job = |done: &Done| {
            (&done.run, done.cell, done.repetition) == (&job.run.name, job.cell, job.repetition)
        };
        if done.iter().any(is_job) {
            continue;
        }
        bar.message(format!("{}: {}", loaded.name, job.run.name));
        let finished = job.run(loaded, suite, &parameters)?;
        if stop.is_stopped() {
            break;
        }
        journal.append(std::slice::from_ref(&finished))?;
        done.push(finished);
        bar.step(1);
    }
    bar.finish();
    let order = |done: &Done| {
        jobs.iter().position(|job| {
            (&job.run.name, job.cell, job.repetition) == (&done.run, done.cell, done.repetition)
        })
    };
    done.sort_by_cached_key(order);
    Ok(Outcome { is_complete: done.len() == jobs.len(), done, kept })
}

fn jobs(loaded: &Loaded) -> Vec<Job<'_>> {
    let of_run = |run| {
        let cells = loaded.cells(&Run::clone(run).over).into_iter().enumerate();
        cells.flat_map(move |(cell, labels)| {
            (0..run.repetitions).map(move |repetition| Job {
                run,
                cell,
                labels: labels.clone(),
                repetition,
            })
        })
    };
    loaded.experiment.run.iter().flat_map(of_run).collect()
}

impl Job<'_> {
    fn run(
        &self,
        loaded: &Loaded,
        suite: &Suite,
        parameters: &Map<String, Value>,
    ) -> Result<Done, ExperimentError> {
        let run = self.run;
        let failed = |problem: &dyn ToString| {
            let place = format!("{}: run {} ({})", loaded.name, run.name, self.labels.text());
            ExperimentError::at(place, problem.to_string())
        };
        let tool =
            suite.find(&run.tool).ok_or_else(|| failed(&format!("unknown tool {}", run.tool)))?;
        let args = loaded.args(&run.args, &self.labels, self.repetition, parameters, None);
        let mut args = args.map_err(|problem| failed(&problem))?;
        args.extend(["--json", "--quiet"].map(str::to_owned));
        let (began, cpu) = (Instant::now(), process_seconds());
        let captured = tool.capture(&args).map_err(|error| failed(&error))?;
        let (seconds, cpu_seconds) = (began.elapsed().as_secs_f64(), process_seconds() - cpu);
        let rows = captured.rows().map_err(|_| {
            let verb = args.first().map_or("", String::as_str);
            failed(&format!("{} {verb} prints no rows of JSON; use another verb", run.tool))
        })?;
        Ok(Done {
            run: run.name.clone(),
            cell: self.cell,
            repetition: self.repetition,
            labels: self.labels.names(),
            extra: self.labels.extra(),
            rows,
            seconds,
            cpu_seconds,
        })
    }
}

/// The rows of these jobs, each with its labels.
pub(crate) fn rows(done: &[Done]) -> Rows {
    let mut rows = Rows::default();
    let is_repeated = |run: &str| done.iter().any(|done| done.run == run && done.repetition > 0);
    for job in done {
        for fields in &job.rows {
            let mut row = job.labels.clone();
            if is_repeated(&job.run) {
                row.insert("repetition".to_owned(), job.repetition.into());
            }
            for (key, value) in fields.iter().chain(&job.extra) {
                row.entry(key.clone()).or_insert_with(|| value.clone());
            }
            rows.push(&job.run, row);
        }
    }
    rows
}
