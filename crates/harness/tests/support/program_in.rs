//! The binary of a domain, run in a folder. The tests that include this file say which `BINARY` it is.

use super::BINARY;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs a command line to its end, in the plain locale: what a test sees does not depend on who runs it.
pub(super) fn run_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(BINARY);
    command.current_dir(folder).args(args).stdin(Stdio::null());
    command.env("LC_ALL", "C").env_remove("PLYWOOD_REQUIRE_DATA");
    command.output().expect("the binary starts")
}

/// The output of a command line that succeeded.
pub(super) fn text_of(output: Output, args: &[&str]) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("stdout is text")
}

/// The JSON objects of an output, and proof that there is nothing else.
pub(super) fn json_of(text: &str) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).expect("every line is JSON");
    text.lines().map(parse).collect()
}
