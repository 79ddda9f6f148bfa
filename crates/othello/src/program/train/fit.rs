//! The verb `train-fit`: fits the pattern weights to games and writes a weight file.

use super::samples::{self, Sample};
use super::{games, tempo};
use crate::OthelloDomain;
use crate::evaluators::pattern::{
    self, Indices, PHASES, PLACES, Weights, classes, features, phase,
};
use crate::rules::board::Board;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::progress;
use learn::ridge::{self, Effort, Example};
use rayon::prelude::*;
use report::{Cell, Table};
use serde::Serialize;
use std::path::PathBuf;

/// Arguments of `train-fit`.
#[derive(Args)]
pub(crate) struct Fit {
    /// Files of games, from `train-games`
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// File of games of which only the exactly solved positions are used (repeatable)
    #[arg(long, value_name = "FILE")]
    exact: Vec<PathBuf>,
    /// Weight file to write
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Weight of the player's scores against the results of the games in the labels
    #[arg(long, value_name = "0..1", default_value_t = 0.4, value_parser = share)]
    trust: f32,
    /// Ridge penalty, as a number of positions: a weight with as few examples moves half of the way
    #[arg(long, value_name = "N", default_value_t = 20.0)]
    penalty: f64,
    /// Iterations of the solver
    #[arg(long, value_name = "N", default_value_t = 12)]
    rounds: usize,
    /// Positions searched per phase to measure the tempo bonus
    #[arg(long, value_name = "N", default_value_t = 200)]
    tempo: usize,
    /// Number of phases fitted in parallel; does not change the weights
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

fn share(text: &str) -> Result<f32, String> {
    let wrong = || format!("found {text:?}, accepted: a number from 0 to 1");
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(wrong)
}

/// One game in this many is held back for validation.
const HELD_BACK: usize = 20;

/// The number of weights that are summed for a position.
const PARTS: usize = PLACES + 3;

/// The fit of one phase.
struct Fitted {
    weights: Vec<f64>,
    samples: usize,
    held_back: usize,
    /// Mean absolute errors in discs: training and validation.
    errors: [f64; 2],
}

/// The fitted weights.
#[derive(Serialize)]
struct FitRow {
    /// Games read.
    games: usize,
    /// The hash of the weights, in hexadecimal.
    hash: String,
    /// The size of the weight file.
    bytes: usize,
    /// The mean absolute validation error of each phase in discs.
    errors: Vec<f64>,
}

/// Runs the verb.
pub(crate) fn run(context: &Context<OthelloDomain>, args: Fit) -> Result<Finish, HarnessError> {
    context.check_writable(&args.output)?;
    let (mut learn, mut hold) = (Vec::new(), Vec::new());
    let mut count = 0;
    let files = args.games.iter().map(|path| (path, false));
    for (path, only_exact) in files.chain(args.exact.iter().map(|path| (path, true))) {
        for mut record in games::read(path)? {
            if only_exact {
                record.forget_guesses();
            }
            let to = if count % HELD_BACK == 0 { &mut hold } else { &mut learn };
            to.extend(samples::of_game(&record, args.trust));
            count += 1;
        }
    }
    let bar = progress::bar(PHASES as u64, "phases", context.flags().quiet);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build();
    let effort = Effort { rounds: args.rounds, penalty: args.penalty };
    let fit = |number| {
        let fitted = fit_phase(&learn, &hold, number, effort);
        bar.step(1);
        fitted
    };
    let mut phases: Vec<Fitted> = pool
        .map_err(HarnessError::other)?
        .install(|| (0..PHASES).into_par_iter().map(fit).collect());
    bar.finish();
    let tempo = tempo::measure(context.config(), weights(&phases), &hold, args.tempo)
        .map_err(|problem| HarnessError::Usage(problem.to_string()))?;
    for (phase, bonus) in phases.iter_mut().zip(tempo) {
        pattern::add_to_all(&mut phase.weights, bonus);
    }
    let weights = weights(&phases);
    let bytes = weights.to_bytes();
    let row = FitRow {
        games: count,
        hash: format!("{:016x}", weights.hash()),
        bytes: bytes.len(),
        errors: phases.iter().map(|phase| phase.errors[1]).collect(),
    };
    let text = table(&phases, &tempo);
    context.result(&row, &format!("{text}\n{count} games, errors in discs\n"))?;
    context.write_file(&args.output, bytes)?;
    Ok(Finish::Done)
}

/// The weights of all phases.
fn weights(phases: &[Fitted]) -> Weights {
    let all: Vec<f64> = phases.iter().flat_map(|phase| phase.weights.iter().copied()).collect();
    Weights::from_fit(&all)
}

/// The phases as a text table.
fn table(phases: &[Fitted], tempo: &[f64]) -> String {
    let header = ["discs", "positions", "error", "validation", "validation error", "tempo"];
    let mut table = Table::new(&header);
    for (number, (phase, tempo)) in phases.iter().zip(tempo).enumerate() {
        let [learned, held] = phase.errors.map(|error| format!("{error:.2}"));
        table.cells(vec![
            format!("{} to {}", 4 + 4 * number, 7 + 4 * number).into(),
            Cell::count(phase.samples as u64),
            learned.into(),
            Cell::count(phase.held_back as u64),
            held.into(),
            format!("{tempo:.2}").into(),
        ]);
    }
    table.to_text(None)
}

/// Fits one phase. Weights change slowly from phase to phase, so the first fit uses the positions of the
/// three phases on either side as well, and the second, which starts from it, only those next to it.
fn fit_phase(learn: &[Sample], hold: &[Sample], number: usize, effort: Effort) -> Fitted {
    let mut weights = vec![0.0; classes()];
    for reach in [3, 1] {
        let examples = examples(learn, number, reach);
        ridge::fit(&examples, &mut weights, effort);
    }
    let learned = examples(learn, number, 0);
    let held = examples(hold, number, 0);
    Fitted {
        samples: learned.len(),
        held_back: held.len(),
        errors: [mean_error(&learned, &weights), mean_error(&held, &weights)],
        weights,
    }
}

/// The samples of a phase and of the phases at most `reach` away.
fn examples(samples: &[Sample], number: usize, reach: usize) -> Vec<Example<PARTS>> {
    let wanted =
        |sample: &&Sample| phase(64 - sample.board.empty().count_ones()).abs_diff(number) <= reach;
    samples.iter().filter(wanted).map(example).collect()
}

fn example(sample: &Sample) -> Example<PARTS> {
    let Board { own, opp } = sample.board;
    let seen = Indices::of(own, opp).seen_by(true);
    let moves = [sample.board.moves(), sample.board.pass().moves()];
    let discs = 64 - sample.board.empty().count_ones();
    Example { features: features(&seen, moves, discs), label: sample.label }
}

fn mean_error(examples: &[Example<PARTS>], weights: &[f64]) -> f64 {
    let errors = examples.iter().map(|one| (one.sum(weights) - f64::from(one.label)).abs());
    errors.fold(0.0, |sum, error| sum + error) / (examples.len() as f64).max(1.0)
}
