//! The command language that every binary speaks, game or not.
//!
//! A [`Tool`] is a configuration and a list of [`Verb`]s; [`run`] does the rest: the flags
//! `--config`, `--set`, `--json`, `--quiet` and `--verbose` before or after the verb, the loading of
//! the configuration, the verbs `config` and `completions`, one line on stderr for every error, and the
//! exit code. Every [`Domain`](crate::Domain) is a tool with the standard verbs of a game; a tool that
//! is not a game lists its own:
//!
//! ```
//! use harness::cli::{Context, Finish, HarnessError, Tool, Verb};
//! use config::{ConfigProblem, Embedded};
//!
//! /// Doubles a number.
//! #[derive(clap::Args)]
//! struct Double { number: i64 }
//!
//! struct Doubler;
//! #[derive(Clone, serde::Serialize, serde::Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Config { factor: i64 }
//!
//! impl Tool for Doubler {
//!     type Config = Config;
//!     type Files = ();
//!     const NAME: &'static str = "doubler";
//!     const ABOUT: &'static str = "Doubles numbers";
//!     const CONFIGS: Embedded = Embedded::new(&[("default", "factor = 2\n")]);
//!     fn check(config: &Config) -> Result<(), ConfigProblem> {
//!         if config.factor > 1 {
//!             return Ok(());
//!         }
//!         Err(ConfigProblem::new("factor", config.factor.to_string(), "at least 2"))
//!     }
//!     fn verbs() -> Vec<Verb<Self>> {
//!         vec![Verb::new("double", "Doubles a number", double)]
//!     }
//! }
//!
//! fn double(context: &Context<Doubler>, args: Double) -> Result<Finish, HarnessError> {
//!     let value = context.config().factor * args.number;
//!     context.result(&serde_json::json!({ "value": value }), &format!("{value}\n"))?;
//!     Ok(Finish::Done)
//! }
//!
//! // fn main() -> std::process::ExitCode { harness::run::<Doubler>() }
//! ```

mod capture;
mod context;
mod error;
mod show;
mod usage;

pub use capture::Captured;
pub(crate) use capture::{capture, check};
use context::Output;
pub(crate) use context::read;
pub use context::{Context, Flags};
pub use error::HarnessError;
pub(crate) use show::config_text;

use crate::verbs::batch::Kind;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use config::{ConfigProblem, Document, Embedded};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// What a binary brings: its configuration and its verbs.
pub trait Tool: Sized + 'static {
    /// The whole configuration file, with `deny_unknown_fields` on every table.
    type Config: DeserializeOwned + Serialize + Clone + Send + Sync + 'static;

    /// What is read from the files that a configuration names; `()` if it names none. The default is
    /// what a configuration without files uses.
    type Files: Default + Clone + Send + Sync + 'static;

    /// The name of the binary and of its folder below `configs/`.
    const NAME: &'static str;

    /// One line for `--help`.
    const ABOUT: &'static str;

    /// The files of `configs/<name>/`, compiled in with [`config::embed!`], so that they can be chosen
    /// by name wherever the binary runs.
    const CONFIGS: Embedded;

    /// Reads the files that a checked configuration names: weights, books, tables.
    /// [`Document::path_of`] says where each of them lies.
    fn read_files(
        config: &Self::Config,
        document: &Document,
    ) -> Result<Self::Files, ConfigProblem> {
        let _ = (config, document);
        Ok(Self::Files::default())
    }

    /// Checks what serde cannot: ranges, and values that must fit together.
    fn check(config: &Self::Config) -> Result<(), ConfigProblem>;

    /// Its verbs in the order of `--help`; `config` and `completions` are added to them.
    fn verbs() -> Vec<Verb<Self>>;

    /// What the cases of its fixtures can ask for; `batch` runs them.
    fn fixture_kinds() -> Vec<Kind<Self>> {
        Vec::new()
    }

    /// The verb that the program runs if its file has this name (without `.exe`), beyond the names `TOOL-VERB`
    /// that every tool has. For managers with a rule of their own: Gomocup's call every engine `pbrain-*`.
    fn verb_of_program(program: &str) -> Option<&'static str> {
        let _ = program;
        None
    }

    /// How many threads one run under this configuration uses: a batch runs cases side by side only
    /// where that is 1.
    fn threads(config: &Self::Config) -> usize {
        let _ = config;
        1
    }
}

/// How a verb ended that did not fail. The exit code says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All done, and as expected where something was: exit code 0.
    Done,
    /// A result differs from what was expected, or Ctrl-C left it incomplete: exit code 1.
    Different,
}

type Run<T> = Box<dyn Fn(&Context<T>, &ArgMatches) -> Result<Finish, HarnessError>>;

/// A verb of the command line.
pub struct Verb<T: Tool> {
    command: Command,
    about: &'static str,
    run: Run<T>,
}

impl<T: Tool> Verb<T> {
    /// A verb with arguments of type `A`, usually with `derive(clap::Args)`.
    pub fn new<A: Args + 'static>(
        name: &'static str,
        about: &'static str,
        run: fn(&Context<T>, A) -> Result<Finish, HarnessError>,
    ) -> Self {
        let command = A::augment_args(Command::new(name));
        let run = move |context: &Context<T>, matches: &ArgMatches| {
            run(context, A::from_arg_matches(matches)?)
        };
        Verb { command, about, run: Box::new(run) }
    }

    /// Its name on the command line.
    pub fn name(&self) -> &str {
        self.command.get_name()
    }
}

/// Prints a completion script for a shell.
#[derive(Args)]
struct Completions {
    /// The shell
    shell: clap_complete::Shell,
}

fn completions<T: Tool>(context: &Context<T>, args: Completions) -> Result<Finish, HarnessError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(&all_verbs::<T>()), T::NAME, &mut script);
    context.text(&String::from_utf8_lossy(&script))?;
    Ok(Finish::Done)
}

pub(crate) fn all_verbs<T: Tool>() -> Vec<Verb<T>> {
    let mut verbs = T::verbs();
    verbs.push(Verb::new("config", "Print the effective configuration, or list all", show::run));
    verbs.push(Verb::new("completions", "Print a completion script for a shell", completions));
    verbs
}

/// The shared flags are arguments of the binary and of every verb, so that they may come before or
/// after it (and `--set` both).
pub(crate) fn command<T: Tool>(verbs: &[Verb<T>]) -> Command {
    let root = Command::new(T::NAME)
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .subcommand_value_name("VERB")
        .subcommand_help_heading("Verbs");
    // The doc comments of argument types are for their authors, not for `--help`.
    let with_flags = |command, about| {
        let command = Flags::augment_args(command).about(about).long_about(None::<&str>);
        // `--depth -1` is a value to refuse, not an unknown option.
        let command = command.mut_args(|arg| {
            let takes_value = arg.get_action().takes_values() && !arg.is_positional();
            arg.allow_negative_numbers(takes_value)
        });
        command.mut_arg("level", |level| level.hide(T::CONFIGS.levels.is_none()))
    };
    let verbs = verbs.iter().map(|verb| with_flags(verb.command.clone(), verb.about));
    with_flags(root, T::ABOUT).subcommands(verbs)
}

/// Runs the command line of this process: the whole `main` of a binary.
pub fn run<T: Tool>() -> ExitCode {
    let mut args: Vec<OsString> = std::env::args_os().collect();
    if let Some(verb) = args.first().and_then(|program| verb_of_program::<T>(&file_stem(program))) {
        args.insert(1, verb.into());
    }
    exit_code(run_with::<T>(args))
}

/// The verb that a program of this name runs, before its arguments: `othello-gtp` is `othello gtp`. For managers
/// that start an engine by its name alone.
pub(crate) fn verb_of_program<T: Tool>(program: &str) -> Option<String> {
    if let Some(verb) = T::verb_of_program(program) {
        return Some(verb.to_owned());
    }
    let verb = program.strip_prefix(T::NAME)?.strip_prefix('-')?;
    all_verbs::<T>().iter().any(|known| known.name() == verb).then(|| verb.to_owned())
}

/// The name of a program without its folder and ending.
pub(crate) fn file_stem(program: &OsStr) -> String {
    let stem = Path::new(program).file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// The exit code of the process; an error is first printed as one line.
pub(crate) fn exit_code(finish: Result<Finish, HarnessError>) -> ExitCode {
    match finish {
        Ok(_) if crate::progress::has_logged_errors() => ExitCode::from(2),
        Ok(Finish::Done) => ExitCode::SUCCESS,
        Ok(Finish::Different) => ExitCode::from(1),
        // The reader of our output has closed it: not a failure.
        Err(HarnessError::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            // If stderr is closed there is nowhere left to report it.
            let _ = writeln!(std::io::stderr(), "{}", config::one_line(&error.to_string()));
            ExitCode::from(2)
        }
    }
}

fn run_with<T: Tool>(args: Vec<OsString>) -> Result<Finish, HarnessError> {
    match parse(command(&all_verbs::<T>()), T::NAME, args)? {
        Some(matches) => run_matches::<T>(&matches),
        None => Ok(Finish::Done),
    }
}

/// Parses a command line; errors call the program `name`. `None` if it asked for help or the version,
/// which is then printed.
pub(crate) fn parse(
    command: Command,
    name: &str,
    args: Vec<OsString>,
) -> Result<Option<ArgMatches>, HarnessError> {
    let path = usage::command_path(&command, &args);
    match command.try_get_matches_from(args.into_iter().map(usage::shielded)) {
        Ok(matches) => Ok(Some(matches)),
        Err(error) if error.exit_code() == 0 => {
            error.print().map_err(HarnessError::Output)?;
            Ok(None)
        }
        Err(error) => Err(HarnessError::Usage(usage::one_line(name, &path, &error))),
    }
}

/// Runs the verb of a parsed command line.
pub(crate) fn run_matches<T: Tool>(matches: &ArgMatches) -> Result<Finish, HarnessError> {
    run_prepared(prepare::<T>(matches)?, matches, Output::Stdout)
}

/// A verb with its checked configuration.
type PreparedVerb<T> = (Verb<T>, Context<T>);

fn run_prepared<T: Tool>(
    (verb, context): PreparedVerb<T>,
    matches: &ArgMatches,
    output: Output,
) -> Result<Finish, HarnessError> {
    let matches = matches.subcommand().map_or(matches, |(_, matches)| matches);
    (verb.run)(&context.with_output(output), matches)
}

/// The verb of a parsed command line and its configuration, which is loaded and checked here.
fn prepare<T: Tool>(matches: &ArgMatches) -> Result<PreparedVerb<T>, HarnessError> {
    let verbs = all_verbs::<T>();
    let usage = |error: clap::Error| HarnessError::Usage(usage::one_line(T::NAME, T::NAME, &error));
    let root = Flags::from_arg_matches(matches).map_err(usage)?;
    let (name, matches) = matches.subcommand().unwrap_or(("", matches));
    let flags = root.and(Flags::from_arg_matches(matches).map_err(usage)?)?;
    crate::progress::init_logs(flags.verbose, flags.quiet);
    let unknown = || HarnessError::Usage(format!("{}: unknown verb {name}", T::NAME));
    let verb = verbs.into_iter().find(|verb| verb.name() == name).ok_or_else(unknown)?;
    Ok((verb, Context::new(flags)?))
}
