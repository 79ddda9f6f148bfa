//! `generate`: makes random positions.

use super::SlidingPuzzle;
use crate::sliding_puzzle::{Board, Size};
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use search::rng::Rng;
use serde::Serialize;

/// Arguments of `generate`.
#[derive(Args)]
pub(super) struct Generate {
    /// Rows and columns, each from 2 to 5
    #[arg(long, value_name = "ROWSxCOLUMNS", default_value_t = Size::FIFTEEN)]
    size: Size,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Scramble the goal by this many random moves [default: draw from all solvable positions]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    moves: Option<u32>,
}

/// A random position.
#[derive(Serialize)]
struct PositionRow {
    /// The seed of the run.
    seed: u64,
    /// Its number in the run, from 1.
    number: u32,
    /// Its text.
    position: String,
}

/// Runs the verb.
pub(super) fn run(
    context: &Context<SlidingPuzzle>,
    args: Generate,
) -> Result<Finish, HarnessError> {
    let goal = context.config().puzzle.goal;
    let mut rng = Rng::new(args.seed);
    for number in 1..=args.count {
        if context.stop().is_stopped() {
            return Ok(Finish::Different);
        }
        let board = match args.moves {
            Some(moves) => Board::scrambled(args.size, goal, moves, &mut rng),
            None => Board::random(args.size, goal, &mut rng),
        };
        let row = PositionRow { seed: args.seed, number, position: board.to_string() };
        context.result(&row, &format!("{board}\n"))?;
    }
    Ok(Finish::Done)
}
