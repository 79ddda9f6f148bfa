//! `play`: a game in the terminal, by the machinery of [`crate::play`].

use super::input::{self, LimitArgs};
use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use crate::play::{self, Levels, PlayError, PlayOptions, Seat};
use clap::Args;
use config::Assignment;
use report::terminal;
use search::Outcome;
use serde::Serialize;
use std::io::{self, BufReader};
use std::time::Duration;

/// Arguments of `play`.
#[derive(Args)]
pub struct Play {
    /// Who plays first: `human`, `ai`, `random` or an opponent of the game's own
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    first: Seat,
    /// Who plays second
    #[arg(long, value_name = "PLAYER", default_value = "ai")]
    second: Seat,
    /// Position string to begin with; none for the start position
    #[arg(long)]
    position: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Seconds to wait after every move of a game without a human
    #[arg(long, value_name = "SECONDS", value_parser = input::seconds)]
    delay: Option<Duration>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Runs the verb. With `--json` the board is drawn on stderr and the result printed at the end.
pub fn run<D: Domain>(context: &Context<D>, args: Play) -> Result<Finish, HarnessError> {
    let own = args.limits.limits();
    let options = PlayOptions {
        first: args.first,
        second: args.second,
        position: args.position.map(|text| text.trim().to_owned()),
        limits: (!own.is_unlimited()).then_some(own),
        delay: args.delay.unwrap_or_default(),
        seed: args.seed,
        width: match context.flags().json {
            true => || terminal::width(&io::stderr()),
            false => || terminal::width(&io::stdout()),
        },
        quiet: context.flags().quiet,
        stop: context.stop(),
    };
    let stdin = BufReader::new(io::stdin());
    let config = context.config();
    let levels = |number: u32| {
        context.load_level(Assignment::level(format!("level {number}"), &number.to_string()))
    };
    let levels: Option<&Levels<'_, D>> = match D::CONFIGS.levels {
        Some(_) => Some(&levels),
        None => None,
    };
    let outcome = if context.flags().json {
        let style = terminal::style_for(&io::stderr());
        play::run::<D>(config, levels, options, stdin, io::stderr(), style)
    } else {
        let style = terminal::style_for(&io::stdout());
        play::run::<D>(config, levels, options, stdin, io::stdout(), style)
    };
    let outcome = outcome.map_err(|error| match error {
        PlayError::Output(error) => HarnessError::Output(error),
        PlayError::Position(error) => HarnessError::input("--position", error),
        other => HarnessError::other(other),
    })?;
    let winner = match outcome {
        Some(Outcome::Win(side)) => Some(D::side_name(side)),
        _ => None,
    };
    context.result(&PlayRow { finished: outcome.is_some(), winner }, "")?;
    Ok(Finish::Done)
}

/// The result of a game.
#[derive(Serialize)]
struct PlayRow {
    finished: bool,
    winner: Option<&'static str>,
}
