//! `tune`: fits the configured weights to recorded games and writes them to a file.

use super::{Tunable, games};
use crate::cli::{Context, Finish, HarnessError, Verb};
use crate::progress;
use clap::Args;
use learn::logistic::{self, Options};
use report::number;
use serde::Serialize;
use std::path::PathBuf;

/// Arguments of `tune`.
#[derive(Args)]
struct Tune {
    /// Record files of matches (`match --record FILE`)
    #[arg(required = true, value_name = "RECORDS")]
    records: Vec<PathBuf>,
    /// Output file for the weights
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Number of steps; each uses all positions
    #[arg(long, value_name = "N", default_value_t = 300,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    steps: u32,
    /// Learning rate: the change of a weight in the first steps, in score units
    #[arg(long, value_name = "UNITS", default_value_t = 1.0, value_parser = positive)]
    rate: f64,
    /// Strength of the regularisation towards the initial weights; 0 for none
    #[arg(long, value_name = "X", default_value_t = 0.0005, value_parser = not_negative)]
    pull: f64,
    /// Weight of the players' scores against game results, 0 to 1; validation uses results only
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    scores: f32,
    /// Hold back one pair of games in N for validation
    #[arg(long, value_name = "N", default_value_t = 10,
        value_parser = clap::value_parser!(u64).range(2..=1000))]
    held_back: u64,
}

fn positive(text: &str) -> Result<f64, String> {
    not_negative(text).and_then(|value| if value > 0.0 { Ok(value) } else { Err(refusal()) })
}

fn not_negative(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| refusal())?;
    if (0.0..=1e6).contains(&value) { Ok(value) } else { Err(refusal()) }
}

fn share(text: &str) -> Result<f32, String> {
    let value = text.parse().ok().filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| "allowed: a number from 0 to 1".to_owned())
}

fn refusal() -> String {
    "allowed: a number above 0 and at most 1e6".to_owned()
}

/// What a fit gave. Errors are mean squared errors before and after it.
#[derive(Serialize)]
struct TuneRow {
    games: usize,
    positions: usize,
    unseen_games: usize,
    unseen_positions: usize,
    weights: usize,
    moved: usize,
    scale: f64,
    error: [f64; 2],
    unseen_error: [f64; 2],
}

/// The verb, for the `extra_verbs` of a domain.
pub fn verb<D: Tunable>() -> Verb<D> {
    Verb::new("tune", "Fit the weights of the evaluation to recorded games", run::<D>)
}

fn run<D: Tunable>(context: &Context<D>, args: Tune) -> Result<Finish, HarnessError> {
    let config = context.config();
    context.check_writable(&args.output)?;
    let start = D::weights(config).map_err(|problem| HarnessError::input("config", problem))?;
    let [mut training, validation] = games::read::<D>(config, &args.records, args.held_back)
        .map_err(|error| HarnessError::input("tune", error))?;
    if training.samples.is_empty() || validation.samples.is_empty() {
        let problem = format!(
            "found {} games with quiet positions, too few to fit and to validate; record more games",
            training.games + validation.games
        );
        return Err(HarnessError::input("tune", problem));
    }
    training.samples.blend(args.scores);
    let (samples, unseen) = (training.samples, validation.samples);
    let bar = progress::bar(u64::from(args.steps), "steps", context.flags().quiet);
    let options = Options { steps: args.steps, rate: args.rate, pull: args.pull };
    let fitted = logistic::fit(&samples, &unseen, &start, &options, &mut || bar.step(1));
    bar.finish();
    context.write_file(&args.output, D::weights_file(config, &fitted.weights))?;

    let [before, after] = fitted.error;
    let [unseen_before, unseen_after] = fitted.unseen;
    let moved = fitted.weights.iter().zip(&start).filter(|(to, from)| to.round() != from.round());
    let moved = moved.count();
    let row = TuneRow {
        games: training.games,
        positions: samples.len(),
        unseen_games: validation.games,
        unseen_positions: unseen.len(),
        weights: start.len(),
        moved,
        scale: fitted.scale,
        error: fitted.error,
        unseen_error: fitted.unseen,
    };
    let line = |games: usize, positions: usize, before: f64, after: f64| {
        let (games, positions) = (number::grouped(games as u64), number::grouped(positions as u64));
        format!(
            "{games} games, {positions} positions: error {before:.5} before, {after:.5} after\n"
        )
    };
    let text = format!(
        "training    {}validation  {}weights     {moved} of {} changed, scale {:.0}\n",
        line(training.games, samples.len(), before, after),
        line(validation.games, unseen.len(), unseen_before, unseen_after),
        start.len(),
        fitted.scale,
    );
    context.result(&row, &text)?;
    Ok(Finish::Done)
}
