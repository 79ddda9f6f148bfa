//! `compare`: solves the same positions by several searches.

use super::run::Solved;
use super::{SearchConfig, SlidingPuzzle, input};
use crate::sliding_puzzle::Heuristic;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::verbs::input::named;
use harness::verbs::searches::{self, CompareOptions, Comparison, Measured, SearchName};
use search::graph::GraphAlgorithm;

/// Arguments of `compare`.
#[derive(Args)]
pub(super) struct Compare {
    /// Positions, as for `solve`
    #[arg(required = true, value_name = "POSITION")]
    positions: Vec<String>,
    /// Comma-separated algorithms [default: the configured one]
    #[arg(long, value_delimiter = ',', value_parser = named::<GraphAlgorithm>)]
    algorithms: Vec<GraphAlgorithm>,
    /// Comma-separated heuristics, each with every algorithm that uses one
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = named::<Heuristic>,
        default_value = "manhattan,linear-conflict"
    )]
    heuristics: Vec<Heuristic>,
    #[command(flatten)]
    options: CompareOptions,
}

/// Runs the verb.
pub(super) fn run(context: &Context<SlidingPuzzle>, args: Compare) -> Result<Finish, HarnessError> {
    let config = context.config();
    let boards = input::positions(config, &args.positions)?;
    let configs = searches(&config.search, &args);
    let comparison = Comparison {
        task: "position",
        states: "states",
        length: "moves",
        with_cost: false,
        with_generated: true,
        tasks: boards.iter().map(ToString::to_string).collect(),
        searches: configs.iter().map(name).collect(),
    };
    let stop = context.stop();
    searches::run(context, &args.options, &comparison, |task, search| {
        let solved = Solved::new(&boards[task], config.puzzle.goal, &configs[search], &stop);
        let stats = &solved.answer.stats;
        Ok(Measured {
            length: solved.moves(),
            cost: solved.answer.solution.as_ref().ok().map(|tiles| tiles.len() as f64),
            expanded: stats.expanded,
            generated: stats.generated,
            seconds: stats.seconds,
        })
    })
}

/// Every algorithm with every heuristic; an algorithm without heuristic once.
fn searches(configured: &SearchConfig, args: &Compare) -> Vec<SearchConfig> {
    let algorithms = match &args.algorithms[..] {
        [] => &[configured.algorithm][..],
        algorithms => algorithms,
    };
    let mut searches = Vec::new();
    for &algorithm in algorithms {
        let different = if algorithm.estimates() { args.heuristics.len() } else { 1 };
        for &heuristic in &args.heuristics[..different] {
            searches.push(SearchConfig { algorithm, heuristic, ..configured.clone() });
        }
    }
    searches
}

fn name(search: &SearchConfig) -> SearchName {
    let heuristic = search.algorithm.estimates().then(|| search.heuristic.to_string());
    SearchName { algorithm: search.algorithm.to_string(), heuristic }
}
