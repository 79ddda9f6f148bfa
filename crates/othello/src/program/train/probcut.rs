//! The verb `train-probcut`: searches positions to every depth, and finds out how well each depth
//! foretells a deeper one.

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
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `train-probcut`.
#[derive(Args)]
pub(crate) struct Fit {
    /// Files of games to take positions from
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The file to write
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// How many positions of each stage of the game
    #[arg(long, value_name = "N", default_value_t = 150)]
    positions: usize,
    /// The deepest search
    #[arg(long, value_name = "PLIES", default_value_t = 9, value_parser = clap::value_parser!(u32).range(4..=16))]
    depth: u32,
    /// Another seed, other positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Runs the verb.
pub(crate) fn run(context: &Context<OthelloDomain>, args: Fit) -> Result<Finish, HarnessError> {
    context.check_writable(&args.output)?;
    let mut config = context.config().clone();
    // What is measured must not be used while it is measured, and nothing may be exact.
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
    let text = found.to_text();
    context.result(&json!({ "positions": total, "parameters": text }), &text)?;
    context.write_file(&args.output, text)?;
    Ok(Finish::Done)
}

/// Positions by stage, at most so many of each, none twice from one game.
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
        // Enough empty squares for the deepest search not to see the end everywhere.
        let open = positions.iter().filter(|position| position.empty().count_ones() > args.depth);
        let open: Vec<Othello> = open.copied().collect();
        let Some(position) = rng.choose(&open) else { continue };
        let of_stage = &mut stages[stage(64 - position.empty().count_ones())];
        if of_stage.len() < args.positions {
            of_stage.push(position);
        }
    }
    // Where the end is too near for so deep a search, the last stage before it has to do.
    for stage in 1..STAGES {
        if stages[stage].len() < 2 {
            stages[stage] = stages[stage - 1].clone();
        }
    }
    Ok(stages)
}

/// The straight line that comes nearest to (shallow, deep) pairs, and how near.
fn relation(pairs: &[(f64, f64)]) -> Relation {
    let count = (pairs.len() as f64).max(1.0);
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let spread: f64 = pairs.iter().map(|pair| (pair.0 - x).powi(2)).sum();
    let common: f64 = pairs.iter().map(|pair| (pair.0 - x) * (pair.1 - y)).sum();
    // Values that are all the same foretell themselves.
    let slope = if spread > 0.0 { (common / spread).clamp(0.1, 10.0) } else { 1.0 };
    let offset = y - slope * x;
    let rest: f64 = pairs.iter().map(|pair| (pair.1 - slope * pair.0 - offset).powi(2)).sum();
    Relation { slope, offset, deviation: (rest / count).sqrt().max(0.01) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_with_what_strays_from_it() {
        let pairs = [(0.0, 1.0), (0.0, 5.0), (4.0, 9.0), (4.0, 13.0)];
        let Relation { slope, offset, deviation } = relation(&pairs);
        assert_eq!((slope, offset, deviation), (2.0, 3.0, 2.0));
        let alike = relation(&[(2.0, 2.0), (2.0, 2.0)]);
        assert_eq!((alike.slope, alike.offset), (1.0, 0.0));
    }
}
