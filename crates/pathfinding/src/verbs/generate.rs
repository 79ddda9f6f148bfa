//! `generate`: a random map from a seed, in a format of the labs.

use crate::formats::{maze, supply};
use crate::generate;
use crate::map::Map;
use crate::tool::Pathfinding;
use clap::{Args, ValueEnum};
use harness::cli::{Context, Finish, HarnessError};
use serde_json::json;
use std::path::PathBuf;

/// The rows and columns that can be asked for.
const SIDES: std::ops::RangeInclusive<i64> = 2..=Map::MAX_SIDE as i64;

/// Arguments of `generate`.
#[derive(Args)]
pub(crate) struct Generate {
    /// What to make
    #[arg(value_enum)]
    kind: Kind,
    /// Rows
    #[arg(long, default_value_t = 31, value_parser = clap::value_parser!(u32).range(SIDES))]
    rows: u32,
    /// Columns
    #[arg(long, default_value_t = 61, value_parser = clap::value_parser!(u32).range(SIDES))]
    columns: u32,
    /// The same seed makes the same map
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The share of walls (random and supply), from 0 to 1 [default: 0.3]
    #[arg(long, value_parser = share)]
    walls: Option<f64>,
    /// Stations (supply) [default: 20]
    #[arg(long)]
    stations: Option<u32>,
    /// The supply (supply) [default: 20]
    #[arg(long)]
    supply: Option<u32>,
    /// Write it to this file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Walls strewn at random; the corners at the top left and bottom right are free
    Random,
    /// A maze with one way between any two cells, entry 1,0 and exit -2,-1 as in the lab
    Maze,
    /// A supply map: walls, stations, start and goal strewn at random
    Supply,
}

/// Runs the verb.
pub(crate) fn run(context: &Context<Pathfinding>, args: Generate) -> Result<Finish, HarnessError> {
    refuse_unused(&args)?;
    if let Some(path) = &args.output {
        context.check_writable(path)?;
    }
    let walls = args.walls.unwrap_or(0.3);
    let text = match args.kind {
        Kind::Random => maze::write(&generate::random(args.rows, args.columns, walls, args.seed)),
        Kind::Maze => maze::write(&generate::maze(args.rows, args.columns, args.seed)),
        Kind::Supply => {
            let stations = args.stations.unwrap_or(20);
            let made = generate::supply(args.rows, args.columns, walls, stations, args.seed);
            supply::write(&made.map, made.start, made.goal, args.supply.unwrap_or(20))
        }
    };
    match &args.output {
        Some(path) => context.write_file(path, &text)?,
        None => context.result(&json!({ "seed": args.seed, "map": text }), &text)?,
    }
    Ok(Finish::Done)
}

fn refuse_unused(args: &Generate) -> Result<(), HarnessError> {
    let refuse = |option: &str, kinds: &str| {
        let problem = format!("found with a map of another kind, allowed with: {kinds}");
        Err(HarnessError::input(option, problem))
    };
    if args.walls.is_some() && args.kind == Kind::Maze {
        return refuse("--walls", "random, supply");
    }
    if args.stations.is_some() && args.kind != Kind::Supply {
        return refuse("--stations", "supply");
    }
    if args.supply.is_some() && args.kind != Kind::Supply {
        return refuse("--supply", "supply");
    }
    for (option, side) in [("--rows", args.rows), ("--columns", args.columns)] {
        if args.kind == Kind::Maze && (side % 2 == 0 || side < 3) {
            let problem = format!("found {side}, allowed for a maze: an odd number from 3");
            return Err(HarnessError::input(option, problem));
        }
    }
    Ok(())
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("allowed: a number from 0 to 1".to_owned()),
    }
}
