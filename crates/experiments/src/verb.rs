//! The command `experiment` of a suite.

use crate::error::ExperimentError;
use crate::experiment::Loaded;
use crate::findings::{Finding, Verdict};
use crate::library;
use crate::results::{self, ROWS, Results};
use crate::rows::plain;
use crate::runner;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use config::Assignment;
use harness::cli::{Finish, HarnessError};
use harness::progress;
use harness::suite::{Suite, SuiteCommand};
use report::{Table, number, terminal};
use serde_json::Value;
use std::io::{self, Write};
use std::path::PathBuf;

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
    let outcome = runner::run(&loaded, suite, &journal, args.full, args.quiet)?;
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
    if outcome.kept > 0 {
        remark(format!(
            "{}: {} jobs of an earlier run kept; --fresh runs them again",
            loaded.name, outcome.kept
        ));
    }
    let results = results::write(&folder, &loaded, suite, &outcome, args.full)?;
    let text = if args.json { json_lines(&results) } else { summary(&results, args.all) };
    print(&text)?;
    let is_unexpected = results.findings.iter().any(Finding::is_unexpected);
    Ok(if is_unexpected { Finish::Different } else { Finish::Done })
}

/// Columns of a table that does not go to a terminal.
const PIPED_WIDTH: u16 = 120;

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

/// What a person reads after a run: tables, findings, sentences, and where everything is.
fn summary(results: &Results, all: bool) -> String {
    let width = terminal::width(&io::stdout()).or(Some(PIPED_WIDTH));
    let experiment = &results.experiment;
    let mut text = format!("{}\n{}\n", experiment.title, experiment.question);
    if !results.findings.is_empty() {
        text += &format!("\n{}", findings_text(results, all, width));
    }
    let sentences = results.sentences();
    if !sentences.is_empty() {
        text += &format!("\n{}\n", sentences.join("\n"));
    }
    let seconds = number::seconds(results.manifest.seconds);
    let jobs = results.manifest.jobs;
    text += &format!(
        "\n{jobs} jobs in {seconds}; tables, figures and pictures: {}\n",
        results.folder.display()
    );
    text
}

fn findings_text(results: &Results, all: bool, width: Option<u16>) -> String {
    let mut table = Table::new(&["published", "value", "ours", "verdict"]);
    let (mut by_test, mut in_words, mut lost) = (0, 0, 0);
    for group in groups(&results.findings) {
        let entry = &results.experiment.published[group[0].entry];
        if all {
            group.iter().for_each(|finding| {
                table.row(row(std::slice::from_ref(finding), &finding.what));
            });
        } else if entry.checked.is_some() {
            by_test += group.len();
        } else if entry.answer.is_some() {
            in_words += group.len();
        } else if entry.not_reproducible.is_some() {
            lost += group.len();
        } else {
            let what = if group.len() == 1 { Some(&group[0].what) } else { entry.group.as_ref() };
            table.row(row(group, what.unwrap_or(&entry.what)));
        }
    }
    let mut text = table.to_text(width);
    if by_test + in_words + lost > 0 {
        text += &format!(
            "Not shown: {by_test} rules that tests check, {in_words} claims answered in words, {lost} figures \
             that the report does not allow to reproduce (--all shows them).\n"
        );
    }
    text
}

/// Findings that come from the same entry of the experiment.
pub(crate) fn groups(findings: &[Finding]) -> impl Iterator<Item = &[Finding]> {
    findings.chunk_by(|one, other| one.entry == other.entry)
}

fn row(group: &[Finding], what: &str) -> Vec<String> {
    let published = several(group.iter().map(|finding| short(&finding.published)));
    let ours = several(group.iter().map(|finding| rounded(&finding.ours)));
    vec![what.to_owned(), published, ours, verdicts(group)]
}

/// A published value in a cell: numbers with four digits, tables as pairs.
pub(crate) fn short(value: &Value) -> String {
    match value {
        Value::Number(number) if number.as_i64().is_none() => rounded(&plain(value)),
        Value::Object(table) => {
            let pair = |(key, value): (&String, &Value)| format!("{key}: {}", short(value));
            table.iter().map(pair).collect::<Vec<_>>().join(", ")
        }
        Value::Array(items) => items.iter().map(short).collect::<Vec<_>>().join(", "),
        other => plain(other),
    }
}

/// A fraction with four significant digits; any other text as it is.
fn rounded(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(number) if number.fract() != 0.0 => {
            let digits = 3 - number.abs().log10().floor() as i32;
            let text = format!("{number:.*}", usize::try_from(digits.max(0)).unwrap_or(0));
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        _ => text.to_owned(),
    }
}

/// The first values of several, and how many there are.
pub(crate) fn several(values: impl ExactSizeIterator<Item = String>) -> String {
    const SHOWN: usize = 3;
    let count = values.len();
    let mut first: Vec<String> = values.take(SHOWN).collect();
    if first.iter().all(String::is_empty) {
        return String::new();
    }
    if count > SHOWN {
        first.push(format!("… ({count})"));
    }
    first.join(", ")
}

/// `equal`, or how often each verdict occurs; with the reason of the worst one.
pub(crate) fn verdicts(group: &[Finding]) -> String {
    let mut counts: Vec<(Verdict, usize)> = Vec::new();
    for finding in group {
        match counts.iter_mut().find(|(verdict, _)| *verdict == finding.verdict) {
            Some((_, count)) => *count += 1,
            None => counts.push((finding.verdict, 1)),
        }
    }
    counts.sort_unstable();
    let name = |(verdict, count): &(Verdict, usize)| match counts.len() {
        1 => verdict.text().to_owned(),
        _ => format!("{count} {}", verdict.text()),
    };
    let mut text = counts.iter().map(name).collect::<Vec<_>>().join(", ");
    let worst = group.iter().min_by_key(|finding| finding.verdict);
    let why = worst.map(|finding| finding.why.as_str()).unwrap_or_default();
    if !why.is_empty() {
        text += &format!(": {why}");
    }
    text
}

fn print(text: &str) -> Result<Finish, HarnessError> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map(|()| Finish::Done).map_err(HarnessError::Output)
}
