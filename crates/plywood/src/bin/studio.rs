//! The program `studio`: `plywood studio` by a name of its own.

use std::process::ExitCode;

fn main() -> ExitCode {
    plywood::SUITE.run_command("studio")
}
