//! Any command-line tool behind one type: [`AnyTool`].

use crate::cli::{self, Captured, Finish, HarnessError, Tool};
use clap::{ArgMatches, Command};
use std::marker::PhantomData;

/// A [`Tool`] as a trait object: its name and its command line.
pub trait AnyTool: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// One line about it.
    fn about(&self) -> &'static str;

    /// Its command line with all verbs and flags.
    fn command(&self) -> Command;

    /// The verb that a program of this name runs: `gtp` for `othello-gtp`, and see [`Tool::verb_of_program`].
    fn verb_of_program(&self, program: &str) -> Option<String>;

    /// Runs the verb of a parsed [`command`](AnyTool::command).
    fn run(&self, matches: &ArgMatches) -> Result<Finish, HarnessError>;

    /// Checks a command line (without the name of the program) and its configuration, without running it.
    fn check(&self, args: &[String]) -> Result<(), HarnessError>;

    /// Runs a command line (without the name of the program) and keeps what it prints.
    fn capture(&self, args: &[String]) -> Result<Captured, HarnessError>;
}

/// The [`AnyTool`] of a tool that is not a game. See [`GameOf`](super::GameOf) for a game.
pub struct ToolOf<T>(PhantomData<fn() -> T>);

impl<T> ToolOf<T> {
    /// The tool.
    pub const NEW: Self = ToolOf(PhantomData);
}

impl<T: Tool> AnyTool for ToolOf<T> {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn about(&self) -> &'static str {
        T::ABOUT
    }

    fn command(&self) -> Command {
        cli::command(&cli::all_verbs::<T>())
    }

    fn verb_of_program(&self, program: &str) -> Option<String> {
        cli::verb_of_program::<T>(program)
    }

    fn run(&self, matches: &ArgMatches) -> Result<Finish, HarnessError> {
        cli::run_matches::<T>(matches)
    }

    fn check(&self, args: &[String]) -> Result<(), HarnessError> {
        cli::check::<T>(args)
    }

    fn capture(&self, args: &[String]) -> Result<Captured, HarnessError> {
        cli::capture::<T>(args)
    }
}
