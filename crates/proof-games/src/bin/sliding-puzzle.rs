//! The sliding puzzle with the verbs of the command language.

use std::process::ExitCode;

fn main() -> ExitCode {
    harness::run::<proof_games::sliding_puzzle::program::SlidingPuzzle>()
}
