//! The command `merge` of a suite: one file from the parts of a long job.

use crate::cli::{Finish, HarnessError};
use crate::suite::{Suite, SuiteCommand};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use files::{Merged, merge};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// `merge`: checks and joins what `--shard I/N --output FILE` wrote.
pub struct MergeCommand;

/// Arguments of `merge`.
#[derive(Args)]
struct MergeArgs {
    /// The parts, in any order; files ending in .times and .partial are skipped
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    /// File to write, the same bytes as one process writes
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Print errors only
    #[arg(long, short)]
    quiet: bool,
}

/// What was merged, or could not be.
#[derive(Serialize)]
struct MergeRow<'a> {
    /// The file.
    output: &'a Path,
    /// The kind of job.
    kind: &'a str,
    /// The fingerprint of the job.
    job: &'a str,
    /// The number of shards.
    shards: u32,
    /// The number of items, all shards together.
    items: usize,
    /// The shards that are missing.
    missing: &'a [u32],
}

impl SuiteCommand for MergeCommand {
    fn command(&self) -> Command {
        let about =
            "Join the parts of a job that --shard has split; exit code 1 if some are missing";
        MergeArgs::augment_args(Command::new("merge")).about(about).long_about(None::<&str>)
    }

    fn run(&self, _suite: &Suite, matches: &ArgMatches) -> Result<Finish, HarnessError> {
        let args = MergeArgs::from_arg_matches(matches)?;
        let merged = merge(&args.parts, &args.output)
            .map_err(|error| HarnessError::input("merge", error))?;
        let text = if args.json {
            let Merged { kind, job, shards, items, missing } = &merged;
            let (output, shards, items) = (args.output.as_path(), *shards, *items);
            let row = MergeRow { output, kind, job, shards, items, missing };
            serde_json::to_string(&row).map_err(HarnessError::other)? + "\n"
        } else if args.quiet && merged.missing.is_empty() {
            String::new()
        } else {
            words(&merged, &args.output)
        };
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
        written.map_err(HarnessError::Output)?;
        Ok(if merged.missing.is_empty() { Finish::Done } else { Finish::Different })
    }
}

fn words(merged: &Merged, output: &Path) -> String {
    let Merged { kind, shards, items, missing, .. } = merged;
    if missing.is_empty() {
        return format!("{}: {items} rows of {kind} from {shards} parts\n", output.display());
    }
    let list: Vec<String> = missing.iter().map(|number| format!("{number}/{shards}")).collect();
    let count = missing.len();
    format!("missing {count} of {shards} shards: {}; run them again, then merge\n", list.join(", "))
}
