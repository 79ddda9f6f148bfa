//! The program `plywood`.

use std::process::ExitCode;

fn main() -> ExitCode {
    plywood::SUITE.run()
}
