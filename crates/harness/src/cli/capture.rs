//! Runs a verb for a program that reads its rows: [`capture`].

use super::{Finish, HarnessError, Output, Tool, all_verbs, command, parse, prepare, run_prepared};
use clap::ArgMatches;
use serde_json::{Map, Value};
use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError};

/// What a verb printed and how it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Captured {
    /// How it ended.
    pub finish: Finish,
    /// Its output as it is.
    pub text: String,
}

impl Captured {
    /// The output as rows: one JSON object per line, as `--json` prints them.
    pub fn rows(&self) -> Result<Vec<Map<String, Value>>, serde_json::Error> {
        self.text.lines().map(serde_json::from_str).collect()
    }
}

/// Parses a command line without the name of the program, and loads its configuration.
pub(crate) fn check<T: Tool>(args: &[String]) -> Result<(), HarnessError> {
    prepare::<T>(&matches::<T>(args)?).map(|_| ())
}

/// Runs a command line without the name of the program, with its output in memory.
pub(crate) fn capture<T: Tool>(args: &[String]) -> Result<Captured, HarnessError> {
    let matches = matches::<T>(args)?;
    let bytes = Arc::new(Mutex::new(Vec::new()));
    let output = Output::Memory(Arc::clone(&bytes));
    let finish = run_prepared(prepare::<T>(&matches)?, &matches, output)?;
    let bytes = std::mem::take(&mut *bytes.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(Captured { finish, text: String::from_utf8_lossy(&bytes).into_owned() })
}

fn matches<T: Tool>(args: &[String]) -> Result<ArgMatches, HarnessError> {
    let name = OsString::from(T::NAME);
    let args = std::iter::once(name).chain(args.iter().map(OsString::from)).collect();
    let help = || HarnessError::Usage(format!("{}: help and version print no results", T::NAME));
    parse(command(&all_verbs::<T>()), T::NAME, args)?.ok_or_else(help)
}
