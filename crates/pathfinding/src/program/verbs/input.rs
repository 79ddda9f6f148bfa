//! Maps and cells from files, the command line and the configuration.

use crate::finder::Query;
use crate::formats::scenario::{self, Scenario};
use crate::formats::{self, Format, FormatError, Puzzle, stations};
use crate::map::{Cell, Map};
use crate::program::tool::MapConfig;
use clap::Args;
use harness::cli::HarnessError;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;
use thiserror::Error;

/// The maximum size of a file: enough for the largest map with white space. A larger file is not read.
const MAX_FILE_BYTES: u64 = 1 << 28;

/// An error in a map file, or in the start and goal on it; one line.
#[derive(Debug, Error)]
#[error("{0}")]
pub(super) struct InputError(String);

impl From<String> for InputError {
    fn from(text: String) -> Self {
        InputError(text)
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, InputError> {
    let unreadable = |error| InputError(files::read_problem(&error));
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(InputError(format!("larger than {} MiB", MAX_FILE_BYTES >> 20)));
    }
    Ok(bytes)
}

/// Reads a file with one of the parsers. Errors start with the name of the file.
fn parsed<T>(
    path: &Path,
    parse: impl Fn(&[u8]) -> Result<T, FormatError>,
) -> Result<T, HarnessError> {
    let refused = |error: InputError| HarnessError::input(path.display().to_string(), error);
    let bytes = bytes(path).map_err(refused)?;
    parse(&bytes).map_err(|error| refused(error.to_string().into()))
}

/// Reads a map file alone.
pub(super) fn map(path: &Path, format: Format) -> Result<Puzzle, HarnessError> {
    // A broken image must not be read as text: the error would be misleading.
    let is_picture = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    let format = if is_picture && format == Format::Auto { Format::Png } else { format };
    parsed(path, |bytes| formats::read(bytes, format))
}

/// Reads a map file with its stations: from the given file, or else from the one next to the map if the map
/// has no supply.
pub(super) fn supplied_map(
    path: &Path,
    given: Option<&Path>,
    format: Format,
) -> Result<Puzzle, HarnessError> {
    let puzzle = map(path, format)?;
    let beside = path.with_extension("stations");
    let knows_none = puzzle.supply.is_none() && !puzzle.map.has_stations();
    let file = match given {
        Some(file) => file,
        None if knows_none && beside.is_file() => &beside,
        None => return Ok(puzzle),
    };
    let stations = parsed(file, |bytes| stations::parse(formats::text(bytes)?))?;
    let refused = |error| HarnessError::input(file.display().to_string(), error);
    stations.place(puzzle).map_err(refused)
}

/// Reads a scenario file.
pub(super) fn scenario(path: &Path) -> Result<Scenario, HarnessError> {
    parsed(path, |bytes| scenario::parse(formats::text(bytes)?))
}

/// `row,column`, where negative numbers count from the end: -1 is the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coordinates {
    row: i64,
    column: i64,
}

impl FromStr for Coordinates {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (row, column) = text.split_once(',')?;
            Some(Coordinates { row: row.trim().parse().ok()?, column: column.trim().parse().ok()? })
        };
        read().ok_or_else(|| "allowed: row,column as in 1,0 (negative from the end)".to_owned())
    }
}

impl From<[i64; 2]> for Coordinates {
    fn from([row, column]: [i64; 2]) -> Self {
        Coordinates { row, column }
    }
}

impl Coordinates {
    fn on(self, map: &Map, end: &str) -> Result<Cell, InputError> {
        let resolve = |value: i64, length: u32| {
            let from_start = if value < 0 { value.checked_add(length.into())? } else { value };
            u32::try_from(from_start).ok().filter(|&place| place < length)
        };
        match (resolve(self.row, map.rows()), resolve(self.column, map.columns())) {
            (Some(row), Some(column)) => Ok(Cell { row, column }),
            _ => Err(InputError(format!(
                "{end} {},{} is outside the map, allowed: rows 0 to {}, columns 0 to {}",
                self.row,
                self.column,
                map.rows() - 1,
                map.columns() - 1
            ))),
        }
    }
}

/// The start and the goal on the command line.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    /// The start, row,column; negative numbers count from the end
    #[arg(long, value_name = "ROW,COLUMN", allow_hyphen_values = true)]
    pub(super) from: Option<Coordinates>,
    /// The goal, row,column; negative numbers count from the end
    #[arg(long, value_name = "ROW,COLUMN", allow_hyphen_values = true)]
    pub(super) to: Option<Coordinates>,
}

/// Reads a map file and builds the query on it.
pub(super) fn read(
    path: &Path,
    config: &MapConfig,
    ends: Ends,
) -> Result<(Puzzle, Query), HarnessError> {
    read_with(path, None, config, ends)
}

/// The same with a station file.
pub(super) fn read_with(
    path: &Path,
    stations: Option<&Path>,
    config: &MapConfig,
    ends: Ends,
) -> Result<(Puzzle, Query), HarnessError> {
    let puzzle = supplied_map(path, stations, config.format)?;
    let query = query(&puzzle, config, ends)
        .map_err(|error| HarnessError::input(path.display().to_string(), error))?;
    Ok((puzzle, query))
}

/// The query on a map. Start and goal come from the command line, or else the map, or else the configuration.
pub(super) fn query(puzzle: &Puzzle, config: &MapConfig, ends: Ends) -> Result<Query, InputError> {
    let end = |name: &str, option: &str, given: Option<Coordinates>, own, configured| match given {
        Some(given) => given.on(&puzzle.map, name),
        None => match (own, configured) {
            (Some(own), _) => Ok(own),
            (None, Some(configured)) => Coordinates::from(configured).on(&puzzle.map, name),
            (None, None) => Err(InputError(format!(
                "found no {name}, allowed: --{option} row,column, or map.{option} in the configuration"
            ))),
        },
    };
    Ok(Query {
        from: end("start", "from", ends.from, puzzle.start, config.from)?,
        to: end("goal", "to", ends.to, puzzle.goal, config.to)?,
        supply: puzzle.supply,
        movement: config.movement.unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Terrain;

    #[test]
    fn coordinates_count_from_either_end() {
        let map = Map::new(3, 5, |_| Terrain::Floor);
        let on = |text: &str| text.parse::<Coordinates>().unwrap().on(&map, "start");
        assert_eq!(on("1,0").unwrap(), (1, 0).into());
        assert_eq!(on("-2, -1").unwrap(), (1, 4).into());
        for outside in ["3,0", "0,5", "-4,0", "0,9223372036854775807", "-9223372036854775808,0"] {
            assert!(on(outside).is_err(), "{outside}");
        }
    }

    #[test]
    fn what_is_given_wins_over_the_map_and_the_map_over_the_configuration() {
        let puzzle = formats::parse("S.\n.G\n", Format::Drawing).unwrap();
        let config = MapConfig { from: Some([0, 1]), to: None, ..MapConfig::default() };
        let found = query(&puzzle, &config, Ends { from: None, to: "1,0".parse().ok() }).unwrap();
        assert_eq!((found.from, found.to), ((0, 0).into(), (1, 0).into()));
        let maze = formats::parse("0 0\n0 0\n", Format::Maze).unwrap();
        let error = query(&maze, &config, Ends::default()).unwrap_err().to_string();
        assert_eq!(
            error,
            "found no goal, allowed: --to row,column, or map.to in the configuration"
        );
    }
}
