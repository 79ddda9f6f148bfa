//! The verb `train-test`: the error of the player on positions with known exact scores.

use crate::OthelloDomain;
use crate::notation::obf;
use clap::Args;
use config::read_text;
use harness::cli::{Context, Finish, HarnessError};
use harness::progress;
use protocols::Playable;
use report::number;
use search::{Limits, Request};
use serde::Serialize;
use std::path::PathBuf;

/// Arguments of `train-test`.
#[derive(Args)]
pub(crate) struct Test {
    /// OBF files with the score of every move
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Search depth in plies; 0 for the static evaluation
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,
}

/// The error of the player over all positions.
#[derive(Serialize)]
struct ErrorRow {
    /// Positions compared.
    positions: u32,
    /// Search depth in plies; 0 for the static evaluation.
    depth: u32,
    /// Mean absolute error of the score in discs.
    error: f64,
    /// Mean signed error in discs.
    mean: f64,
    /// Positions in which the player chose a best move.
    best: usize,
    /// Mean loss of the chosen move in discs.
    lost: f64,
    /// Nodes searched.
    nodes: u64,
}

/// Runs the verb. The solver is not used at the root, because the evaluator is to be tested.
pub(crate) fn run(context: &Context<OthelloDomain>, args: Test) -> Result<Finish, HarnessError> {
    let mut records = Vec::new();
    for path in &args.files {
        let found = obf::parse(&read_text(path)?).map_err(|(line, error)| {
            HarnessError::input(format!("{}:{line}", path.display()), error)
        })?;
        records.extend(found.into_iter().filter(|record| !record.scores.is_empty()));
    }
    let mut config = context.config().clone();
    config.endgame.root = 0;
    let engine = OthelloDomain::engine(&config);
    let mut engine = engine.map_err(|problem| HarnessError::Usage(problem.to_string()))?;
    let bar = progress::bar(records.len() as u64, "positions", context.flags().quiet);
    let (mut error, mut shift, mut lost, mut best, mut nodes) = (0.0, 0.0, 0.0, 0, 0);
    let mut count = 0;
    for record in &records {
        let (Some(exact), false) = (record.score(), context.stop().is_stopped()) else { break };
        engine.new_game();
        let found = if args.depth == 0 {
            let value = engine.evaluate(&record.position).score;
            let value = value.points(engine.units_per_point());
            if search::Game::side(&record.position) == search::Side::First { value } else { -value }
        } else {
            let request = Request::new(record.position, Limits::depth(args.depth));
            let report = engine.search(&request, &mut |_| {});
            nodes += report.nodes;
            let chosen = record.scores.iter().find(|(mv, _)| Some(*mv) == report.best);
            lost += chosen.map_or(0.0, |&(_, score)| f64::from(exact - score));
            best += usize::from(chosen.is_some_and(|&(_, score)| score == exact));
            report.score.points(engine.units_per_point())
        };
        error += (found - f64::from(exact)).abs();
        shift += found - f64::from(exact);
        count += 1;
        bar.step(1);
    }
    bar.finish();
    let mean = |sum: f64| sum / f64::from(count.max(1));
    let row = ErrorRow {
        positions: count,
        depth: args.depth,
        error: mean(error),
        mean: mean(shift),
        best,
        lost: mean(lost),
        nodes,
    };
    context.result(&row, &text(&row))?;
    Ok(if count < records.len() as u32 { Finish::Different } else { Finish::Done })
}

fn text(row: &ErrorRow) -> String {
    let ErrorRow { positions, depth, error, mean, best, lost, nodes } = row;
    let mut text = format!(
        "{positions} positions at depth {depth}: mean absolute error {error:.2} discs, mean error {mean:+.2}\n"
    );
    if *depth > 0 {
        let nodes = number::grouped(*nodes);
        text += &format!("best move {best} times, {lost:.2} discs lost per move, {nodes} nodes\n");
    }
    text
}
