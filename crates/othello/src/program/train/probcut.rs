//! The verb `train-probcut`: searches positions to every depth, and fits how well a shallow search
//! predicts a deep one.

use super::games;
use crate::OthelloDomain;
use crate::hooks::probcut::{ProbCut, Relation, STAGES, shallow_depth, stage};
use crate::rules::game::Othello;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::progress;
use protocols::Playable;
use search::rng::Rng;
use search::{Limits, Request};
use serde::Serialize;
use std::path::PathBuf;

/// Arguments of `train-probcut`.
#[derive(Args)]
pub(crate) struct Fit {
    /// Files of games that positions are taken from, from `train-games`
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Parameter file to write
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Number of positions per stage of the game
    #[arg(long, value_name = "N", default_value_t = 150)]
    positions: usize,
    /// Maximum search depth
    #[arg(long, value_name = "PLIES", default_value_t = 9, value_parser = clap::value_parser!(u32).range(4..=16))]
    depth: u32,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The fitted parameters.
#[derive(Serialize)]
struct ProbCutRow {
    /// Positions searched.
    positions: usize,
    /// The text of the parameter file.
    parameters: String,
}

/// Runs the verb.
pub(crate) fn run(context: &Context<OthelloDomain>, args: Fit) -> Result<Finish, HarnessError> {
    context.check_writable(&args.output)?;
    let mut config = context.config().clone();
    // Neither Multi-ProbCut itself nor exact scores may influence the searches.
    config.search.probcut = None;
    config.search.solver = None;
    let engine = OthelloDomain::engine(&config);
    let mut engine = engine.map_err(|problem| HarnessError::Usage(problem.to_string()))?;
    let stages = positions(&args)?;
    let total: usize = stages.iter().map(Vec::len).sum();
    let bar = progress::bar(total as u64, "positions", context.flags().quiet);
    let mut found = ProbCut::default();
    for (stage, positions) in stages.iter().enumerate() {
        // The value of each position at each depth, from 1.
        let mut values: Vec<Vec<f64>> = Vec::new();
        for position in positions {
            if context.stop().is_stopped() {
                return Ok(Finish::Different);
            }
            engine.new_game();
            let units = engine.units_per_point();
            let mut scores = Vec::new();
            let request = Request::new(*position, Limits::depth(args.depth));
            engine.search(&request, &mut |iteration| {
                scores.extend(iteration.lines.first().map(|line| line.score.points(units)));
            });
            values.push(scores);
            bar.step(1);
        }
        for deep in 3..=args.depth {
            let Some(shallow) = shallow_depth(deep) else { continue };
            let value = |values: &Vec<f64>, depth: u32| values.get(depth as usize - 1).copied();
            let pairs =
                values.iter().filter_map(|of| Some((value(of, shallow)?, value(of, deep)?)));
            found.set(stage, deep, relation(&pairs.collect::<Vec<_>>()));
        }
    }
    bar.finish();
    let row = ProbCutRow { positions: total, parameters: found.to_text() };
    context.result(&row, &row.parameters)?;
    context.write_file(&args.output, row.parameters)?;
    Ok(Finish::Done)
}

/// Random positions by stage, at most `args.positions` each and one per game.
fn positions(args: &Fit) -> Result<[Vec<Othello>; STAGES], HarnessError> {
    let mut rng = Rng::new(args.seed);
    let mut stages: [Vec<Othello>; STAGES] = Default::default();
    let mut records = Vec::new();
    for path in &args.games {
        records.extend(games::read(path)?);
    }
    rng.shuffle(&mut records);
    for record in &records {
        let (positions, _) = record.replay();
        // Enough empty squares that the deepest search does not always reach the end of the game.
        let open = positions.iter().filter(|position| position.empty().count_ones() > args.depth);
        let open: Vec<Othello> = open.copied().collect();
        let Some(position) = rng.choose(&open) else { continue };
        let of_stage = &mut stages[stage(64 - position.empty().count_ones())];
        if of_stage.len() < args.positions {
            of_stage.push(position);
        }
    }
    // A stage too close to the end for this depth uses the positions of the stage before it.
    for stage in 1..STAGES {
        if stages[stage].len() < 2 {
            stages[stage] = stages[stage - 1].clone();
        }
    }
    Ok(stages)
}

/// Linear regression of (shallow, deep) pairs.
fn relation(pairs: &[(f64, f64)]) -> Relation {
    let count = (pairs.len() as f64).max(1.0);
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let spread: f64 = pairs.iter().map(|pair| (pair.0 - x).powi(2)).sum();
    let common: f64 = pairs.iter().map(|pair| (pair.0 - x) * (pair.1 - y)).sum();
    // Without any spread the slope is undefined: assume equality.
    let slope = if spread > 0.0 { (common / spread).clamp(0.1, 10.0) } else { 1.0 };
    let offset = y - slope * x;
    let rest: f64 = pairs.iter().map(|pair| (pair.1 - slope * pair.0 - offset).powi(2)).sum();
    Relation { slope, offset, deviation: (rest / count).sqrt().max(0.01) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_regression_finds_slope_offset_and_deviation() {
        let pairs = [(0.0, 1.0), (0.0, 5.0), (4.0, 9.0), (4.0, 13.0)];
        let Relation { slope, offset, deviation } = relation(&pairs);
        assert_eq!((slope, offset, deviation), (2.0, 3.0, 2.0));
        let alike = relation(&[(2.0, 2.0), (2.0, 2.0)]);
        assert_eq!((alike.slope, alike.offset), (1.0, 0.0));
    }
}
