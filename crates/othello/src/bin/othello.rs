//! Othello with every verb of the command language.

use std::process::ExitCode;

fn main() -> ExitCode {
    harness::run::<othello::OthelloDomain>()
}
