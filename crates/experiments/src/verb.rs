//! The commands `experiment` and `report` of a suite.

use crate::diff;
use crate::error::ExperimentError;
use crate::experiment::Loaded;
use crate::findings::Finding;
use crate::library;
use crate::page;
use crate::results::{self, ROWS, Results};
use crate::runner::{self, Target};
use crate::summary::{lines, summary};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use config::Assignment;
use files::Shard;
use harness::cli::{Finish, HarnessError};
use harness::progress;
use harness::suite::{Suite, SuiteCommand};
use report::Table;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// `experiment`: runs experiments by name or file.
pub struct ExperimentCommand;

/// Arguments of `experiment`.
#[derive(Args)]
struct ExperimentArgs {
    /// Experiments to run: names (see --list) or files
    #[arg(value_name = "NAME|FILE")]
    experiments: Vec<String>,
    /// List the built-in experiments
    #[arg(long)]
    list: bool,
    /// Use the parameters of the full run, which takes longer
    #[arg(long)]
    full: bool,
    /// Discard the results of an earlier run instead of continuing it
    #[arg(long)]
    fresh: bool,
    /// Folder for results; each experiment has a folder of its name in it
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    results: PathBuf,
    /// Write the jobs to this file in order, with their times in FILE.times, and the results folder from it
    ///
    /// An interrupted run is continued by the same command, and a complete file is only read.
    #[arg(long, value_name = "FILE", conflicts_with = "fresh")]
    output: Option<PathBuf>,
    /// Run only the jobs of this part, for example 2/4; `plywood merge` joins the outputs
    #[arg(long, value_name = "I/N", requires = "output")]
    shard: Option<Shard>,
    /// Override one value, for example parameters.games=100 (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Show every published figure on a line of its own
    #[arg(long)]
    all: bool,
    /// Print findings as JSON, one object per line
    #[arg(long)]
    json: bool,
    /// Print results and errors only
    #[arg(long, short)]
    quiet: bool,
}

impl SuiteCommand for ExperimentCommand {
    fn command(&self) -> Command {
        let about = "Run experiments, and compare with what was published";
        ExperimentArgs::augment_args(Command::new("experiment"))
            .about(about)
            .long_about(None::<&str>)
    }

    fn run(&self, suite: &Suite, matches: &ArgMatches) -> Result<Finish, HarnessError> {
        let args = ExperimentArgs::from_arg_matches(matches)?;
        progress::init_logs(0, args.quiet);
        if args.list {
            return list(args.json);
        }
        if args.experiments.is_empty() {
            let problem = "experiment: give a NAME or FILE; --list shows the built-in ones";
            return Err(HarnessError::Usage(problem.to_owned()));
        }
        if args.output.is_some() && args.experiments.len() > 1 {
            let problem = format!("found {} experiments, allowed: one", args.experiments.len());
            return Err(HarnessError::input("--output", problem));
        }
        let mut finish = Finish::Done;
        for choice in &args.experiments {
            if run_one(suite, choice, &args)? == Finish::Different {
                finish = Finish::Different;
            }
            if harness::interrupt::flag().is_stopped() {
                return Ok(Finish::Different);
            }
        }
        Ok(finish)
    }
}

fn list(as_json: bool) -> Result<Finish, HarnessError> {
    let mut table = Table::new(&["name", "about"]);
    let mut lines = String::new();
    for (name, about) in library::EXPERIMENTS.list() {
        table.row(vec![name.to_owned(), about.to_owned()]);
        lines += &format!("{}\n", serde_json::json!({ "name": name, "about": about }));
    }
    print(&if as_json { lines } else { table.to_text(None) })
}

fn run_one(suite: &Suite, choice: &str, args: &ExperimentArgs) -> Result<Finish, HarnessError> {
    let sets: Vec<Assignment> = args.set.iter().map(|set| set.as_str().into()).collect();
    let mut loaded = Loaded::read(choice, &sets)?;
    let folder = args.results.join(&loaded.name);
    std::fs::create_dir_all(&folder).map_err(|source| ExperimentError::file(&folder, source))?;
    loaded.check(suite, &folder, args.full)?;
    let journal = folder.join(ROWS);
    if args.fresh && journal.exists() {
        std::fs::remove_file(&journal).map_err(|source| ExperimentError::file(&journal, source))?;
    }
    let target = match &args.output {
        None => Target::Journal(journal.clone()),
        Some(path) => Target::Part { path: path.clone(), shard: args.shard.unwrap_or(Shard::ALL) },
    };
    let outcome = runner::run(&loaded, suite, &target, args.full, args.quiet)?;
    let remark = |text: String| {
        if !args.quiet {
            // A remark that cannot be shown is no reason to fail.
            let _ = writeln!(io::stderr(), "{text}");
        }
    };
    if !outcome.is_complete {
        let done = outcome.done.len();
        remark(format!("interrupted: {done} jobs are done; the same command continues"));
        return Ok(Finish::Different);
    }
    if let (Some(shard), Some(output)) = (args.shard, &args.output) {
        let (name, jobs, kept) = (&loaded.name, outcome.done.len(), outcome.kept);
        let file = output.display();
        remark(format!(
            "{name}: shard {shard} complete, {jobs} jobs in {file}, {kept} from an earlier run"
        ));
        return Ok(Finish::Done);
    }
    if args.output.is_some() {
        runner::record(&loaded, &outcome.done, &journal, args.full)
            .map_err(ExperimentError::from)?;
    }
    if outcome.kept > 0 {
        let name = &loaded.name;
        let remedy = if args.output.is_some() { "" } else { "; --fresh runs them again" };
        remark(format!("{name}: {} jobs of an earlier run kept{remedy}", outcome.kept));
    }
    let results = results::write(&folder, &loaded, suite, &outcome, args.full)?;
    let text = if args.json { json_lines(&results) } else { summary(&results, args.all) };
    print(&text)?;
    let is_unexpected = results.findings.iter().any(Finding::is_unexpected);
    Ok(if is_unexpected { Finish::Different } else { Finish::Done })
}

fn json_lines(results: &Results) -> String {
    let line = |finding: &Finding| {
        let name = &results.manifest.identity.name;
        let mut row = serde_json::json!({ "experiment": name });
        if let (Some(row), Ok(serde_json::Value::Object(fields))) =
            (row.as_object_mut(), serde_json::to_value(finding))
        {
            row.extend(fields);
        }
        format!("{row}\n")
    };
    results.findings.iter().map(line).collect()
}

/// `report`: one page about results folders.
pub struct ReportCommand;

/// Arguments of `report`.
#[derive(Args)]
struct ReportArgs {
    /// Results folders of experiments [default: all in results/]
    #[arg(value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Compare two results folders, of one experiment or of several, and print what changed beyond noise
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"], conflicts_with_all = ["folders", "output"])]
    diff: Vec<PathBuf>,
    /// Print changes as JSON, one object per line
    #[arg(long, requires = "diff")]
    json: bool,
    /// Folder for the report: index.html and index.md
    #[arg(long, short, value_name = "FOLDER", default_value = "report")]
    output: PathBuf,
    /// Print the path of the report only, without the findings
    #[arg(long, short)]
    quiet: bool,
}

impl SuiteCommand for ReportCommand {
    fn command(&self) -> Command {
        let about = "Make a report (HTML and Markdown) from the results of experiments";
        ReportArgs::augment_args(Command::new("report")).about(about).long_about(None::<&str>)
    }

    fn run(&self, _suite: &Suite, matches: &ArgMatches) -> Result<Finish, HarnessError> {
        let args = ReportArgs::from_arg_matches(matches)?;
        if let [old, new] = &args.diff[..] {
            return compare(old, new, args.json);
        }
        let parent = Path::new("results");
        let folders = if args.folders.is_empty() { folders_in(parent)? } else { args.folders };
        let results: Vec<Results> =
            folders.iter().map(|folder| Results::read(folder)).collect::<Result<_, _>>()?;
        page::write(&results, &args.output)?;
        let lines = if args.quiet { String::new() } else { format!("{}\n", lines(&results)) };
        print(&format!("{lines}report: {}\n", args.output.join("index.html").display()))
    }
}

/// Prints what changed between two folders: exit code 1 if something did.
fn compare(old: &Path, new: &Path, as_json: bool) -> Result<Finish, HarnessError> {
    let folders = |path: &Path| match path.join("manifest.json").is_file() {
        true => Ok(vec![path.to_owned()]),
        false => folders_in(path),
    };
    let (before, after) = (folders(old)?, folders(new)?);
    let mut changes = Vec::new();
    for folder in &after {
        let is_same =
            |other: &&PathBuf| before.len() == 1 || other.file_name() == folder.file_name();
        let Some(other) = before.iter().find(is_same) else {
            let problem = format!("no results to compare with {}", folder.display());
            return Err(HarnessError::input(old.display().to_string(), problem));
        };
        let (other, results) = (Results::read(other)?, Results::read(folder)?);
        let (one, two) = (&other.manifest.identity.name, &results.manifest.identity.name);
        if one != two {
            let problem =
                format!("found results of {one} and of {two}, allowed: the same experiment");
            return Err(HarnessError::input("--diff", problem));
        }
        changes.extend(diff::diff(&other, &results));
    }
    let line = |change: &diff::Change| serde_json::to_string(change).unwrap_or_default() + "\n";
    let lines: String = changes.iter().map(line).collect();
    print(&if as_json { lines } else { diff::text(&changes) })?;
    Ok(if changes.is_empty() { Finish::Done } else { Finish::Different })
}

/// The folders in a folder that experiments have written; built-in ones first, in their order.
fn folders_in(parent: &Path) -> Result<Vec<PathBuf>, HarnessError> {
    let entries = parent.read_dir().map(|entries| entries.filter_map(Result::ok).collect());
    let entries: Vec<std::fs::DirEntry> = entries.unwrap_or_default();
    let mut folders: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.join("manifest.json").is_file());
    let place = |folder: &PathBuf| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let built_in = library::EXPERIMENTS.files.iter().position(|(own, _)| *own == name);
        (built_in.unwrap_or(usize::MAX), name)
    };
    folders.sort_by_cached_key(place);
    if folders.is_empty() {
        let problem =
            "no results of experiments; run `plywood experiment NAME` first, or give folders";
        return Err(HarnessError::input(parent.display().to_string(), problem));
    }
    Ok(folders)
}

fn print(text: &str) -> Result<Finish, HarnessError> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map(|()| Finish::Done).map_err(HarnessError::Output)
}
