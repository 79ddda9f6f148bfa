//! The binary of a domain, run as a person would from the root of the repository. The tests of every
//! domain include this file and say which `BINARY` it is.

use super::BINARY;
use serde_json::Value;
use std::process::{Command, Output, Stdio};

/// The root of the repository, seen from any crate.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Runs a command line to its end.
pub fn run(args: &[&str]) -> Output {
    let mut command = Command::new(BINARY);
    command.current_dir(ROOT).args(args).stdin(Stdio::null());
    command.output().expect("the binary starts")
}

/// The output of a command line that succeeds.
pub fn text(args: &[&str]) -> String {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("stdout is text")
}

/// The JSON objects of a command line that succeeds, and proof that there is nothing else.
pub fn json(args: &[&str]) -> Vec<Value> {
    let args = [args, &["--json"]].concat();
    let parse = |line| serde_json::from_str(line).expect("every line is JSON");
    text(&args).lines().map(parse).collect()
}
