//! Shortest paths on grids, with the verbs of the command language.

use std::process::ExitCode;

fn main() -> ExitCode {
    harness::run::<pathfinding::program::tool::Pathfinding>()
}
