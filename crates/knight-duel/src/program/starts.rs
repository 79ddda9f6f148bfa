//! The verb `starts`: random start positions, as openings for a match.

use crate::KnightDuel;
use crate::rules::starts::random_start;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use search::Notation;
use search::rng::Rng;
use serde::Serialize;

/// Arguments of `starts`.
#[derive(Args)]
pub(crate) struct Starts {
    /// Number of positions
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Random seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// A start position.
#[derive(Serialize)]
struct StartRow {
    /// Its position string.
    position: String,
}

/// Prints random start positions of the configured board, one per line: an opening file for
/// `match`.
pub(crate) fn run(context: &Context<KnightDuel>, args: Starts) -> Result<Finish, HarnessError> {
    let game = &context.config().game;
    let mut rng = Rng::new(args.seed);
    for _ in 0..args.count {
        let start = random_start(game.size(), game.first.into(), game.end, &mut rng);
        let row = StartRow { position: start.position_text() };
        context.result(&row, &format!("{}\n", row.position))?;
    }
    Ok(Finish::Done)
}
