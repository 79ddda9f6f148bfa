//! Runs an experiment, or a shard of it: one job per cell and repetition, each on the disk when it is done.

use crate::cell::Labels;
use crate::error::ExperimentError;
use crate::experiment::{Loaded, Run};
use crate::rows::{Row, Rows};
use files::{Header, Journal, JournalError, Log, Mode, Part, Shard, fingerprint};
use harness::cpu::process_seconds;
use harness::suite::Suite;
use harness::{interrupt, progress};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
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
    #[serde(default)]
    pub seconds: f64,
    /// CPU time.
    #[serde(default)]
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
        fingerprint: fingerprint(parts.to_string().as_bytes()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        full,
    }
}

/// Where finished jobs are written to.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// A journal, as they finish.
    Journal(PathBuf),
    /// The file of a shard, when all of its jobs are done; see [`Part`].
    Part {
        /// Its path.
        path: PathBuf,
        /// Which jobs run; [`Shard::ALL`] for all.
        shard: Shard,
    },
}

impl Target {
    /// The open file and the jobs that it holds.
    fn open(
        &self,
        header: &Identity,
        items: usize,
    ) -> Result<(Log<Done>, Vec<Done>), JournalError> {
        match self {
            Target::Journal(path) => {
                let (journal, done) = Journal::open(path, header, Mode::Resume)?;
                Ok((Log::Journal(journal), done))
            }
            Target::Part { path, shard } => {
                let part =
                    Part::open(path, header, &files::Job { items, ..Default::default() }, *shard)?;
                let done = part.rows()?.into_iter().map(|(_, done)| done).collect();
                Ok((Log::Part(Box::new(part)), done))
            }
        }
    }

    fn owns(&self, item: usize) -> bool {
        match self {
            Target::Journal(_) => true,
            Target::Part { shard, .. } => shard.owns(item, 1),
        }
    }
}

/// Runs the jobs that the target does not hold yet. Ctrl-C ends it after the current job, which is not recorded.
pub(crate) fn run(
    loaded: &Loaded,
    suite: &Suite,
    target: &Target,
    full: bool,
    quiet: bool,
) -> Result<Outcome, ExperimentError> {
    let header = identity(loaded, full);
    let all = jobs(loaded);
    let jobs: Vec<(usize, &Job<'_>)> =
        all.iter().enumerate().filter(|(item, _)| target.owns(*item)).collect();
    let (mut file, mut done) = target.open(&header, all.len())?;
    let kept = done.len();
    let parameters = loaded.parameters(full);
    let stop = interrupt::flag();
    let bar = progress::bar(jobs.len() as u64, &loaded.name, quiet);
    bar.step(kept as u64);
    for (item, job) in &jobs {
        if done.iter().any(|done| job.is(done)) {
            continue;
        }
        bar.message(format!("{}: {}", loaded.name, job.run.name));
        let finished = job.run(loaded, suite, &parameters)?;
        if stop.is_stopped() {
            break;
        }
        file.add(vec![(*item, finished.clone())])?;
        done.push(finished);
        bar.step(1);
    }
    bar.finish();
    done.sort_by_cached_key(|done| jobs.iter().position(|(_, job)| job.is(done)));
    let is_complete = done.len() == jobs.len();
    file.finish()?;
    Ok(Outcome { is_complete, done, kept })
}

/// Writes jobs that are done to a journal, in place of those that it holds.
pub(crate) fn record(
    loaded: &Loaded,
    done: &[Done],
    path: &Path,
    full: bool,
) -> Result<(), JournalError> {
    let (mut journal, _) = Journal::<Done>::open(path, &identity(loaded, full), Mode::Resume)?;
    journal.rewrite(done)
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
    fn is(&self, done: &Done) -> bool {
        (&done.run, done.cell, done.repetition) == (&self.run.name, self.cell, self.repetition)
    }

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
