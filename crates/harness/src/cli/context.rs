//! What a verb works with: the flags, the configuration, the output.

use super::{HarnessError, Tool};
use crate::interrupt;
use clap::Args;
use config::{Assignment, ConfigError, Document};
use files::Claim;
use search::StopFlag;
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The flags of every verb.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Options of every verb")]
pub struct Flags {
    /// Configuration file, in place of the built-in default
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Override one value, `search.depth=6`; an empty value removes the key; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Print one JSON object per result
    #[arg(long)]
    pub json: bool,
    /// No progress, no remarks: results and errors only
    #[arg(long, short)]
    pub quiet: bool,
    /// Tell more on stderr; repeat for still more
    #[arg(long, short, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

impl Flags {
    fn assignments(&self) -> Vec<Assignment> {
        self.set.iter().map(|set| set.as_str().into()).collect()
    }

    /// What was given before the verb and what after it, together.
    pub(super) fn and(self, later: Flags) -> Result<Flags, HarnessError> {
        if let (Some(one), Some(other)) = (&self.config, &later.config) {
            let (one, other) = (one.display(), other.display());
            return Err(HarnessError::Usage(format!("--config given twice: {one} and {other}")));
        }
        Ok(Flags {
            config: self.config.or(later.config),
            set: [self.set, later.set].concat(),
            json: self.json || later.json,
            quiet: self.quiet || later.quiet,
            verbose: self.verbose.saturating_add(later.verbose),
        })
    }
}

/// What a verb works with.
pub struct Context<T: Tool> {
    flags: Flags,
    config: T::Config,
}

impl<T: Tool> Context<T> {
    /// Loads and checks the configuration.
    pub(crate) fn new(flags: Flags) -> Result<Self, HarnessError> {
        let config = load::<T>(flags.config.as_deref(), &flags.assignments())?;
        Ok(Context { flags, config })
    }

    /// The effective configuration.
    pub fn config(&self) -> &T::Config {
        &self.config
    }

    /// The shared flags.
    pub fn flags(&self) -> &Flags {
        &self.flags
    }

    /// Another configuration of the same tool: a file in place of `--config`, then `sets`, then the
    /// `--set`s of the command line, which have the last word.
    pub fn load(&self, file: Option<&Path>, sets: &[Assignment]) -> Result<T::Config, ConfigError> {
        let file = file.or(self.flags.config.as_deref());
        load::<T>(file, &[sets, &self.flags.assignments()].concat())
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
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
        written.map_err(HarnessError::Output)
    }

    /// Refuses a file that could not be written later, before long work is done for it.
    pub fn check_writable(&self, path: &Path) -> Result<(), HarnessError> {
        files::check_writable(path)
            .map_err(|source| HarnessError::Write { path: path.to_owned(), source })
    }

    /// Claims a file that is written whole again and again, so that two runs cannot undo what the
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

    /// Writes a file whole or not at all, and says so on stderr.
    pub fn write_file(&self, path: &Path, contents: impl AsRef<[u8]>) -> Result<(), HarnessError> {
        files::write_atomically(path, contents.as_ref())
            .map_err(|source| HarnessError::Write { path: path.to_owned(), source })?;
        self.remark(&format!("written: {}", path.display()));
        Ok(())
    }

    /// A remark on stderr, unless `--quiet`.
    pub fn remark(&self, text: &str) {
        if !self.flags.quiet {
            // A remark that nobody can read is no reason to fail.
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    /// Whether someone watches: stderr is a terminal or `--verbose` was given.
    pub fn is_watched(&self) -> bool {
        !self.flags.quiet && (self.flags.verbose > 0 || io::stderr().is_terminal())
    }
}

/// The configuration of a tool from a file (or its default) and `--set`s, checked.
fn load<T: Tool>(file: Option<&Path>, sets: &[Assignment]) -> Result<T::Config, ConfigError> {
    let mut document = match file {
        Some(path) => Document::open(path)?,
        None => Document::parse("built-in default.toml", T::DEFAULT_CONFIG)?,
    };
    sets.iter().try_for_each(|set| document.assign(set))?;
    let mut config = document.read()?;
    let folder = file.and_then(Path::parent).unwrap_or(Path::new(""));
    T::read_files(&mut config, folder)
        .and_then(|()| T::check(&config))
        .map_err(|problem| document.locate(problem))?;
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Verb;
    use config::ConfigProblem;
    use serde::Deserialize;

    /// A tool whose table stands in a file beside the configuration.
    struct Tabled;

    #[derive(Clone, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Config {
        table: PathBuf,
        #[serde(skip)]
        content: String,
    }

    impl Tool for Tabled {
        type Config = Config;
        const NAME: &'static str = "tabled";
        const ABOUT: &'static str = "Reads a table";
        const DEFAULT_CONFIG: &'static str = "table = ''";

        fn read_files(config: &mut Config, folder: &Path) -> Result<(), ConfigProblem> {
            let path = folder.join(&config.table);
            let refuse = |error| ConfigProblem::new("table", format!("{error}"), "a text file");
            config.content = files::read_text(&path, 1 << 10).map_err(refuse)?;
            Ok(())
        }

        fn check(config: &Config) -> Result<(), ConfigProblem> {
            let problem = || ConfigProblem::new("table", "nothing", "a table");
            if config.content.is_empty() { Err(problem()) } else { Ok(()) }
        }

        fn verbs() -> Vec<Verb<Self>> {
            Vec::new()
        }
    }

    #[test]
    fn files_of_a_configuration_lie_beside_it_and_are_read_before_the_check() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lab.toml");
        std::fs::write(&file, "\ntable = 'weights.txt'\n").unwrap();
        let error = load::<Tabled>(Some(&file), &[]).err().unwrap().to_string();
        assert!(error.contains("lab.toml:2: table: found cannot be read"), "{error}");
        std::fs::write(folder.path().join("weights.txt"), "1 2 3").unwrap();
        assert_eq!(load::<Tabled>(Some(&file), &[]).unwrap().content, "1 2 3");
        std::fs::write(folder.path().join("weights.txt"), "").unwrap();
        let error = load::<Tabled>(Some(&file), &[]).err().unwrap().to_string();
        assert!(error.contains("found nothing"), "{error}");
    }
}
