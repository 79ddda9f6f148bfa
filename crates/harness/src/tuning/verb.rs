//! `tune`: fits the configured weights to recorded games and writes them to a file.

use super::{Options, Tunable, fit, games};
use crate::cli::{Context, Finish, HarnessError, Verb};
use crate::progress;
use clap::Args;
use report::number;
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `tune`.
#[derive(Args)]
struct Tune {
    /// Record files of matches (`match --record FILE`)
    #[arg(required = true, value_name = "RECORDS")]
    records: Vec<PathBuf>,
    /// Where the weights go
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// How often all positions are looked at
    #[arg(long, value_name = "N", default_value_t = 300,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    steps: u32,
    /// How far a weight goes in one of the first steps, in score units
    #[arg(long, value_name = "UNITS", default_value_t = 1.0, value_parser = positive)]
    rate: f64,
    /// How strongly weights hold on to where they began; 0 for not at all
    #[arg(long, value_name = "X", default_value_t = 0.0005, value_parser = not_negative)]
    pull: f64,
    /// Which share of each result the scores of the players stand in for, 0 to 1; the games held back
    /// are measured by their results alone
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    scores: f32,
    /// One pair of games in so many is held back and only looked at
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

/// The verb, for the `extra_verbs` of a domain.
pub fn verb<D: Tunable>() -> Verb<D> {
    Verb::new("tune", "Fit the weights of the evaluation to recorded games", run::<D>)
}

fn run<D: Tunable>(context: &Context<D>, args: Tune) -> Result<Finish, HarnessError> {
    let config = context.config();
    context.check_writable(&args.output)?;
    let start = D::weights(config).map_err(|problem| HarnessError::input("config", problem))?;
    let [mut samples, unseen] = games::read::<D>(config, &args.records, args.held_back)
        .map_err(|error| HarnessError::input("tune", error))?;
    if samples.is_empty() || unseen.is_empty() {
        let found = format!("{} games with calm positions", samples.games + unseen.games);
        let allowed = "enough to learn from and to hold some back";
        return Err(HarnessError::input("tune", format!("found {found}, allowed: {allowed}")));
    }
    samples.blend(args.scores);
    let bar = progress::bar(u64::from(args.steps), "steps", context.flags().quiet);
    let options = Options { steps: args.steps, rate: args.rate, pull: args.pull };
    let fitted = fit(&samples, &unseen, &start, &options, &mut || bar.step(1));
    bar.finish();
    context.write_file(&args.output, D::weights_file(config, &fitted.weights))?;

    let [before, after] = fitted.error;
    let [unseen_before, unseen_after] = fitted.unseen;
    let moved = fitted.weights.iter().zip(&start).filter(|(to, from)| to.round() != from.round());
    let moved = moved.count();
    let json = json!({
        "games": samples.games, "positions": samples.len(),
        "unseen_games": unseen.games, "unseen_positions": unseen.len(),
        "weights": start.len(), "moved": moved, "scale": fitted.scale,
        "error": fitted.error, "unseen_error": fitted.unseen,
    });
    let line = |games: usize, positions: usize, before: f64, after: f64| {
        let (games, positions) = (number::grouped(games as u64), number::grouped(positions as u64));
        format!("{games} games, {positions} positions: error {before:.5}, now {after:.5}\n")
    };
    let text = format!(
        "learned from  {}held back     {}weights       {moved} of {} moved, scale {:.0}\n",
        line(samples.games, samples.len(), before, after),
        line(unseen.games, unseen.len(), unseen_before, unseen_after),
        start.len(),
        fitted.scale,
    );
    context.result(&json, &text)?;
    Ok(Finish::Done)
}
