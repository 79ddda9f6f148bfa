//! `generate`: makes a random map, in a format of the labs or as a MovingAI `.map`.

use crate::formats::{maze, movingai, stations, supply};
use crate::map::Map;
use crate::map::generate::{self, Supplied};
use crate::program::tool::Pathfinding;
use clap::{Args, ValueEnum};
use harness::cli::{Context, Finish, HarnessError};
use serde::Serialize;
use std::path::PathBuf;

/// The accepted numbers of rows and columns.
const SIDES: std::ops::RangeInclusive<i64> = 2..=Map::MAX_SIDE as i64;

/// Arguments of `generate`.
#[derive(Args)]
pub(crate) struct Generate {
    /// Kind of map
    #[arg(value_enum)]
    kind: Kind,
    /// Rows
    #[arg(long, default_value_t = 31, value_parser = clap::value_parser!(u32).range(SIDES))]
    rows: u32,
    /// Columns
    #[arg(long, default_value_t = 61, value_parser = clap::value_parser!(u32).range(SIDES))]
    columns: u32,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Density of walls, from 0 to 1 (random, supply) [default: 0.3]
    #[arg(long, value_parser = share)]
    walls: Option<f64>,
    /// Side length of a room in cells (rooms) [default: 7]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=Map::MAX_SIDE as i64))]
    room: Option<u32>,
    /// Number of stations (supply) [default: 20]
    #[arg(long)]
    stations: Option<u32>,
    /// Steps that a full supply lasts (supply) [default: 20]
    #[arg(long)]
    supply: Option<u32>,
    /// Write the map to this file: NAME.map in MovingAI's format (stations, start and goal in
    /// NAME.stations), any other name in the labs' format
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Scattered walls; the top left and bottom right corners are free
    Random,
    /// A grid of connected rooms
    Rooms,
    /// A perfect maze (one path between any two cells), entry 1,0 and exit -2,-1 as in the lab
    Maze,
    /// A supply map: scattered walls and stations, random start and goal
    Supply,
}

/// A map as a result.
#[derive(Serialize)]
struct MapRow<'a> {
    /// The seed it was made from.
    seed: u64,
    /// Its text.
    map: &'a str,
}

/// The text of a map, and of its stations if its format has none.
struct Files {
    map: String,
    stations: Option<String>,
}

/// Runs the verb.
pub(crate) fn run(context: &Context<Pathfinding>, args: Generate) -> Result<Finish, HarnessError> {
    refuse_unused(&args)?;
    let is_map = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "map");
    let pure = args.output.as_ref().is_some_and(is_map);
    let beside = args.output.as_ref().map(|path| path.with_extension("stations"));
    let beside = beside.filter(|_| pure && args.kind == Kind::Supply);
    let files = args.output.iter().chain(&beside);
    files.into_iter().try_for_each(|path| context.check_writable(path))?;
    let files = make(&args, pure);
    let Some(path) = &args.output else {
        context.result(&MapRow { seed: args.seed, map: &files.map }, &files.map)?;
        return Ok(Finish::Done);
    };
    context.write_file(path, files.map)?;
    if let (Some(path), Some(stations)) = (beside, files.stations) {
        context.write_file(&path, stations)?;
    }
    Ok(Finish::Done)
}

fn make(args: &Generate, pure: bool) -> Files {
    let Generate { rows, columns, seed, .. } = *args;
    let walls = args.walls.unwrap_or(0.3);
    let map = match args.kind {
        Kind::Random => generate::random(rows, columns, walls, seed),
        Kind::Rooms => generate::rooms(rows, columns, args.room.unwrap_or(7), seed),
        Kind::Maze => generate::maze(rows, columns, seed),
        Kind::Supply => {
            let count = args.stations.unwrap_or(20);
            let Supplied { map, start, goal } = generate::supply(rows, columns, walls, count, seed);
            let supply = args.supply.unwrap_or(20);
            return match pure {
                true => Files {
                    map: movingai::write(&map),
                    stations: Some(stations::write(&map, start, goal, supply)),
                },
                false => Files { map: supply::write(&map, start, goal, supply), stations: None },
            };
        }
    };
    Files { map: if pure { movingai::write(&map) } else { maze::write(&map) }, stations: None }
}

fn refuse_unused(args: &Generate) -> Result<(), HarnessError> {
    let refuse = |option: &str, kinds: &str| {
        let problem = format!("only for maps of kind {kinds}");
        Err(HarnessError::input(option, problem))
    };
    if args.walls.is_some() && !matches!(args.kind, Kind::Random | Kind::Supply) {
        return refuse("--walls", "random or supply");
    }
    if args.room.is_some() && args.kind != Kind::Rooms {
        return refuse("--room", "rooms");
    }
    if args.stations.is_some() && args.kind != Kind::Supply {
        return refuse("--stations", "supply");
    }
    if args.supply.is_some() && args.kind != Kind::Supply {
        return refuse("--supply", "supply");
    }
    for (option, side) in [("--rows", args.rows), ("--columns", args.columns)] {
        if args.kind == Kind::Maze && (side % 2 == 0 || side < 3) {
            let problem = format!("found {side}, a maze needs an odd number of at least 3");
            return Err(HarnessError::input(option, problem));
        }
    }
    Ok(())
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("use a number from 0 to 1".to_owned()),
    }
}
