//! What a verb works with: the flags, the configuration, the output.

use super::{HarnessError, Tool};
use crate::interrupt;
use clap::Args;
use config::{Assignment, Choice, ConfigError, Document, Loaded};
use files::Claim;
use search::StopFlag;
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The flags of every verb.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Options of every verb")]
pub struct Flags {
    /// Configuration to use: a name (see `config --list`) or a file [default: default]
    #[arg(long, value_name = "NAME|FILE")]
    pub config: Option<String>,
    /// Playing strength, from 1 (weakest) to 10
    #[arg(long, value_name = "N")]
    pub level: Option<String>,
    /// Override one value, for example search.depth=6; an empty value removes the key (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Print results as JSON, one object per line
    #[arg(long)]
    pub json: bool,
    /// Print results and errors only
    #[arg(long, short)]
    pub quiet: bool,
    /// Increase verbosity (repeat for more)
    #[arg(long, short, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

impl Flags {
    /// What changes the chosen configuration, `--level` first.
    fn assignments(&self) -> Vec<Assignment> {
        let level = self.level.iter();
        let level = level.map(|number| Assignment::level(format!("--level {number}"), number));
        level.chain(self.set.iter().map(|set| set.as_str().into())).collect()
    }

    fn choice(&self) -> Option<Choice> {
        self.config.as_ref().map(|text| Choice::option("--config", text))
    }

    /// What was given before the verb together with what was given after it.
    pub(super) fn and(self, later: Flags) -> Result<Flags, HarnessError> {
        Ok(Flags {
            config: once("--config", self.config, later.config)?,
            level: once("--level", self.level, later.level)?,
            set: [self.set, later.set].concat(),
            json: self.json || later.json,
            quiet: self.quiet || later.quiet,
            verbose: self.verbose.saturating_add(later.verbose),
        })
    }
}

/// The value of an option that may be given once.
fn once(
    option: &str,
    before: Option<String>,
    after: Option<String>,
) -> Result<Option<String>, HarnessError> {
    match (before, after) {
        (Some(one), Some(other)) => {
            Err(HarnessError::Usage(format!("{option}: given twice, {one} and {other}")))
        }
        (one, other) => Ok(one.or(other)),
    }
}

/// A configuration of a tool with the contents of its files.
type LoadedFor<T> = Loaded<<T as Tool>::Config, <T as Tool>::Files>;

/// Where a verb prints its results.
#[derive(Clone, Debug, Default)]
pub(crate) enum Output {
    /// To standard output.
    #[default]
    Stdout,
    /// Into memory, for a program that runs the verb and reads its rows.
    Memory(Arc<Mutex<Vec<u8>>>),
}

/// What a verb works with.
pub struct Context<T: Tool> {
    flags: Flags,
    config: LoadedFor<T>,
    output: Output,
}

impl<T: Tool> Context<T> {
    /// Loads and checks the configuration.
    pub(crate) fn new(flags: Flags) -> Result<Self, HarnessError> {
        if let (Some(level), None) = (&flags.level, T::CONFIGS.levels) {
            let problem = format!("--level {level}: {} has no levels", T::NAME);
            return Err(HarnessError::Usage(problem));
        }
        let config = load::<T>(flags.choice().as_ref(), &flags.assignments())?;
        Ok(Context { flags, config, output: Output::Stdout })
    }

    /// The same context with another place for its results.
    pub(crate) fn with_output(self, output: Output) -> Self {
        Context { output, ..self }
    }

    /// The effective configuration.
    pub fn config(&self) -> &LoadedFor<T> {
        &self.config
    }

    /// The shared flags.
    pub fn flags(&self) -> &Flags {
        &self.flags
    }

    /// Another configuration of the same tool: a choice in place of `--config`, then `sets`, then
    /// `--level` and the `--set`s of the command line, which have the last word.
    pub fn load(
        &self,
        choice: Option<&Choice>,
        sets: &[Assignment],
    ) -> Result<LoadedFor<T>, ConfigError> {
        let own = self.flags.choice();
        load::<T>(choice.or(own.as_ref()), &[sets, &self.flags.assignments()].concat())
    }

    /// The configuration with another level, in place of `--level`.
    pub fn load_level(&self, level: Assignment) -> Result<LoadedFor<T>, ConfigError> {
        load::<T>(self.flags.choice().as_ref(), &[self.flags.assignments(), vec![level]].concat())
    }

    /// The flag that Ctrl-C raises.
    pub fn stop(&self) -> StopFlag {
        interrupt::flag()
    }

    /// Prints a result: as one line of JSON, or as text.
    pub fn result(&self, json: &impl Serialize, text: &str) -> Result<(), HarnessError> {
        if !self.flags.json {
            return self.text(text);
        }
        let mut line = serde_json::to_string(json).map_err(HarnessError::other)?;
        line.push('\n');
        self.text(&line)
    }

    /// Prints text on stdout as it is.
    pub fn text(&self, text: &str) -> Result<(), HarnessError> {
        if let Output::Memory(bytes) = &self.output {
            let mut bytes = bytes.lock().unwrap_or_else(PoisonError::into_inner);
            bytes.extend_from_slice(text.as_bytes());
            return Ok(());
        }
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
        written.map_err(HarnessError::Output)
    }

    /// Refuses a file that could not be written later, before long work is done for it.
    pub fn check_writable(&self, path: &Path) -> Result<(), HarnessError> {
        files::check_writable(path)
            .map_err(|source| HarnessError::Write { path: path.to_owned(), source })
    }

    /// Claims a file that is written again and again, so that two runs cannot undo what the
    /// other wrote.
    pub fn claim(&self, path: &Path) -> Result<Claim, HarnessError> {
        match Claim::to(path) {
            Ok(Some(claim)) => Ok(claim),
            Ok(None) => {
                let problem =
                    "found a file that another run is writing, allowed: one run at a time";
                Err(HarnessError::input(path.display().to_string(), problem))
            }
            Err(source) => Err(HarnessError::Write { path: path.to_owned(), source }),
        }
    }

    /// Writes a file, complete or not at all, and says so on stderr.
    pub fn write_file(&self, path: &Path, contents: impl AsRef<[u8]>) -> Result<(), HarnessError> {
        files::write_atomically(path, contents.as_ref())
            .map_err(|source| HarnessError::Write { path: path.to_owned(), source })?;
        self.remark(&format!("written: {}", path.display()));
        Ok(())
    }

    /// A remark on stderr, unless `--quiet`.
    pub fn remark(&self, text: &str) {
        if !self.flags.quiet {
            // A remark that cannot be shown is no reason to fail.
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    /// Whether progress is shown: stderr is a terminal or `--verbose` was given.
    pub fn is_watched(&self) -> bool {
        !self.flags.quiet && (self.flags.verbose > 0 || io::stderr().is_terminal())
    }
}

/// The chosen configuration with these changes, checked, and then its files.
fn load<T: Tool>(
    choice: Option<&Choice>,
    sets: &[Assignment],
) -> Result<LoadedFor<T>, ConfigError> {
    read::<T>(&T::CONFIGS.document(choice, sets)?)
}

/// The configuration of a document, checked, and then its files.
pub(crate) fn read<T: Tool>(document: &Document) -> Result<LoadedFor<T>, ConfigError> {
    let config = document.root().read_without(T::CONFIGS.own_keys())?;
    let files = T::check(&config)
        .and_then(|()| T::read_files(&config, document))
        .map_err(|problem| document.locate(problem))?;
    Ok(Loaded { config, files })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Verb;
    use config::{ConfigProblem, Document, Embedded};
    use serde::Deserialize;
    use std::path::PathBuf;

    /// A tool whose table is in a file of its own.
    struct Tabled;

    #[derive(Clone, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Config {
        table: PathBuf,
        rows: u8,
    }

    impl Tool for Tabled {
        type Config = Config;
        type Files = String;
        const NAME: &'static str = "tabled";
        const ABOUT: &'static str = "Reads a table";
        const CONFIGS: Embedded = Embedded::new(&[("default", "table = ''\nrows = 1\n")]);

        fn read_files(config: &Config, document: &Document) -> Result<String, ConfigProblem> {
            let path = document.path_of("table", &config.table)?;
            let refuse = |error| ConfigProblem::new("table", format!("{error}"), "a text file");
            files::read_text(&path, 1 << 10).map_err(refuse)
        }

        fn check(config: &Config) -> Result<(), ConfigProblem> {
            let problem = || ConfigProblem::new("rows", "0", "at least 1");
            if config.rows == 0 { Err(problem()) } else { Ok(()) }
        }

        fn verbs() -> Vec<Verb<Self>> {
            Vec::new()
        }
    }

    #[test]
    fn a_configuration_is_checked_and_then_its_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lab.toml");
        let load = |text: &str| {
            std::fs::write(&file, text).unwrap();
            let choice = Choice::option("--config", &file.display().to_string());
            load::<Tabled>(Some(&choice), &[])
        };
        let error = |text: &str| load(text).err().unwrap().to_string();
        let text = "\ntable = 'weights.txt'\n";
        let message = error(text);
        assert!(message.contains("lab.toml:2: table: found no such file"), "{message}");
        let message = error(&format!("{text}rows = 0\n"));
        assert!(message.contains("lab.toml:3: rows: found 0"), "{message}");
        std::fs::write(folder.path().join("weights.txt"), "1 2 3").unwrap();
        let loaded = load(text).unwrap();
        assert_eq!((loaded.files.as_str(), loaded.rows), ("1 2 3", 1));
    }

    #[test]
    fn a_tool_without_levels_refuses_one() {
        let flags = Flags { level: Some("3".into()), ..Flags::default() };
        let error = Context::<Tabled>::new(flags).err().unwrap().to_string();
        assert_eq!(error, "--level 3: tabled has no levels");
    }
}
