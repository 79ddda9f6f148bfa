//! `compare`: solves the same maps by several searches, as in the labs' table "with and without heuristic".

use super::input::{self, Ends};
use super::run;
use crate::finder::{Algorithm, Finder, Heuristic, SearchConfig};
use crate::map::movement::Movement;
use crate::program::tool::Pathfinding;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::verbs::input::named;
use harness::verbs::searches::{self, CompareOptions, Comparison, Measured, SearchName};
use std::path::PathBuf;

/// Arguments of `compare`.
#[derive(Args)]
pub(crate) struct Compare {
    /// Map files
    #[arg(required = true, value_name = "MAP")]
    maps: Vec<PathBuf>,
    /// Comma-separated algorithms [default: the configured one]
    #[arg(long, value_delimiter = ',', value_parser = named::<Algorithm>)]
    algorithms: Vec<Algorithm>,
    /// Comma-separated heuristics, each with every algorithm that uses one
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = named::<Heuristic>,
        default_value = "auto,zero"
    )]
    heuristics: Vec<Heuristic>,
    #[command(flatten)]
    ends: Ends,
    #[command(flatten)]
    options: CompareOptions,
}

/// Runs the verb.
pub(crate) fn run(context: &Context<Pathfinding>, args: Compare) -> Result<Finish, HarnessError> {
    let configs = searches(context, &args);
    let mut maps = Vec::new();
    for path in &args.maps {
        let name = path.display().to_string();
        let (puzzle, query) = input::read(path, &context.config().map, args.ends)?;
        for search in &configs {
            let checked = Finder::new(&puzzle.map).check(&query, search);
            checked.map_err(|error| HarnessError::input(&name, error))?;
        }
        maps.push((name, puzzle, query));
    }
    // With a supply, a cell is a state for each supply with which it is reached.
    let has_supply = maps.iter().any(|(_, _, query)| query.supply.is_some());
    let comparison = Comparison {
        task: "map",
        states: if has_supply { "states" } else { "cells" },
        length: "steps",
        // With four neighbours the cost is the number of steps.
        with_cost: context.config().map.movement == Some(Movement::Eight),
        with_generated: false,
        tasks: maps.iter().map(|(name, ..)| name.clone()).collect(),
        searches: configs.iter().map(name).collect(),
    };
    let stop = context.stop();
    // One finder for all searches of a map.
    let mut current: Option<(usize, Finder<'_>)> = None;
    searches::run(context, &args.options, &comparison, |task, search| {
        let (name, puzzle, query) = &maps[task];
        let (_, finder) = match current.take().filter(|(of, _)| *of == task) {
            Some(used) => current.insert(used),
            None => current.insert((task, Finder::new(&puzzle.map))),
        };
        let answer = run::answer_with(finder, &puzzle.map, query, &configs[search], &stop, &mut ())
            .map_err(|error| HarnessError::input(name, error))?;
        Ok(Measured {
            length: answer.steps(),
            cost: answer.report.cost(),
            expanded: answer.report.expanded,
            generated: answer.report.generated,
            seconds: answer.seconds,
        })
    })
}

/// Every algorithm with every heuristic; an algorithm without heuristic once.
fn searches(context: &Context<Pathfinding>, args: &Compare) -> Vec<SearchConfig> {
    let configured = &context.config().search;
    let algorithms = match &args.algorithms[..] {
        [] => &[configured.algorithm][..],
        algorithms => algorithms,
    };
    let mut searches = Vec::new();
    for &algorithm in algorithms {
        let different = if algorithm.estimates() { args.heuristics.len() } else { 1 };
        for heuristic in &args.heuristics[..different] {
            let heuristic = heuristic.on(context.config().map.movement.unwrap_or_default());
            searches.push(SearchConfig { algorithm, heuristic, ..configured.clone() });
        }
    }
    searches
}

fn name(search: &SearchConfig) -> SearchName {
    let heuristic = search.algorithm.estimates().then(|| search.heuristic.to_string());
    SearchName { algorithm: search.algorithm.to_string(), heuristic }
}
