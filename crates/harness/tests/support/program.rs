//! The binary of a domain, run as a person would from the root of the repository. The tests of every
//! domain include this file and say which `BINARY` it is.

#[path = "program_in.rs"]
mod program_in;

use super::BINARY;
use program_in::{json_of, run_in, text_of};
use serde_json::Value;
use std::path::Path;
use std::process::Output;

/// The root of the repository, seen from any crate.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Runs a command line to its end.
pub(crate) fn run(args: &[&str]) -> Output {
    run_in(Path::new(ROOT), args)
}

/// The output of a command line that succeeds.
pub(crate) fn text(args: &[&str]) -> String {
    text_of(run(args), args)
}

/// The JSON objects of a command line that succeeds, and proof that there is nothing else.
pub(crate) fn json(args: &[&str]) -> Vec<Value> {
    json_of(&text(&[args, &["--json"]].concat()))
}
