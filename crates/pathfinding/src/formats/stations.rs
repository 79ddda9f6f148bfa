//! Station files: `cave.stations` adds a supply and stations to the map `cave.map`, `cave.png` or
//! `cave.pbm`, which has none and stays unchanged.
//!
//! ```text
//! supply 60        # the number of steps possible from the start and from each station
//! start 3,0        # optional
//! goal 17,80       # optional
//! 5,12             # a station: row,column, counted from 0 at the top left
//! 9,40
//! ```
//!
//! Also accepted: lines in any order, no stations, white space around words and commas, comments from
//! `#` to the end of the line, blank lines, `\r\n`, a missing last newline, a byte order mark. Rejected:
//! no supply, duplicate entries, a cell outside the map or in a wall, a map that has its own supply.
//!
//! ```
//! use pathfinding::formats::{self, Format, stations};
//! use pathfinding::Terrain;
//!
//! let map = formats::parse("type octile\nheight 1\nwidth 3\nmap\n...\n", Format::Auto)?;
//! let puzzle = stations::parse("supply 2\n0,1\n")?.place(map)?;
//! assert_eq!(puzzle.supply, Some(2));
//! assert_eq!(puzzle.map.terrain((0, 1).into()), Terrain::Station);
//! # Ok::<(), pathfinding::formats::FormatError>(())
//! ```

use super::sheet::{self, lines};
use super::{FormatError, Puzzle};
use crate::map::{Cell, Map, Terrain};
use search::notation::quote;
use std::collections::HashSet;
use std::fmt::Write;

/// The contents of a station file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stations {
    supply: u32,
    start: Option<Place>,
    goal: Option<Place>,
    stations: Vec<Place>,
}

/// A cell with its line in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    line: usize,
    cell: Cell,
}

/// Parses a station file.
pub fn parse(text: &str) -> Result<Stations, FormatError> {
    let (mut supply, mut start, mut goal) = (None, None, None);
    let mut stations = Vec::new();
    for (line, text) in lines(text) {
        let text = text.split('#').next().unwrap_or_default().trim();
        if text.is_empty() {
            continue;
        }
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        let place = |key: &str| format!("line {line}, {key}");
        let twice = |is_there: bool| match is_there {
            true => Err(FormatError::new(place(key), format!("a second {key}"), "one")),
            false => Ok(()),
        };
        match key {
            "supply" => {
                twice(supply.is_some())?;
                supply = Some(sheet::supply(&place(key), value)?);
            }
            "start" => {
                twice(start.is_some())?;
                start = Some(Place { line, cell: cell(&place(key), value)? });
            }
            "goal" => {
                twice(goal.is_some())?;
                goal = Some(Place { line, cell: cell(&place(key), value)? });
            }
            _ => stations.push(Place { line, cell: cell(&format!("line {line}"), text)? }),
        }
    }
    let none = || FormatError::new("stations", "no supply", "a line supply T");
    Ok(Stations { supply: supply.ok_or_else(none)?, start, goal, stations })
}

fn cell(place: &str, text: &str) -> Result<Cell, FormatError> {
    let read = || {
        let (row, column) = text.split_once(',')?;
        Some(Cell { row: row.trim().parse().ok()?, column: column.trim().parse().ok()? })
    };
    let allowed = "row,column as in 5,12, or supply, start or goal before its value";
    read().ok_or_else(|| FormatError::new(place, quote(text), allowed))
}

impl Stations {
    /// Adds the stations to a map. A start or goal of this file overrides that of the map.
    pub fn place(self, puzzle: Puzzle) -> Result<Puzzle, FormatError> {
        let Puzzle { map, start, goal, supply } = puzzle;
        if supply.is_some() || map.has_stations() {
            let found = "a map that has a supply or stations of its own";
            return Err(FormatError::new("stations", found, "a map without stations and supply"));
        }
        let mut stations = HashSet::new();
        for place in self.start.iter().chain(&self.goal).chain(&self.stations) {
            let refuse = |found: String, allowed: &str| {
                Err(FormatError::new(format!("line {}", place.line), found, allowed))
            };
            let Place { cell, .. } = *place;
            if !map.contains(cell) {
                let (last_row, last_column) = (map.rows() - 1, map.columns() - 1);
                let allowed = format!("rows 0 to {last_row}, columns 0 to {last_column}");
                return refuse(cell.to_string(), &allowed);
            }
            if map.terrain(cell) == Terrain::Wall {
                return refuse(format!("{cell}, a wall"), "a free cell");
            }
        }
        for &Place { line, cell } in &self.stations {
            if !stations.insert(cell) {
                let found = format!("a second station at {cell}");
                return Err(FormatError::new(format!("line {line}"), found, "one"));
            }
        }
        let with_stations = Map::new(map.rows(), map.columns(), |cell| {
            if stations.contains(&cell) { Terrain::Station } else { map.terrain(cell) }
        });
        Ok(Puzzle {
            map: with_stations,
            start: self.start.map(|place| place.cell).or(start),
            goal: self.goal.map(|place| place.cell).or(goal),
            supply: Some(self.supply),
        })
    }
}

/// Writes the stations of a map in this format.
pub fn write(map: &Map, start: Cell, goal: Cell, supply: u32) -> String {
    let mut text = format!("supply {supply}\nstart {start}\ngoal {goal}\n");
    for cell in map.cells().filter(|&cell| map.terrain(cell) == Terrain::Station) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{cell}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::movingai;
    use proptest::prelude::*;

    fn room() -> Puzzle {
        movingai::parse("height 2\nwidth 3\nmap\n...\n..@\n").unwrap()
    }

    fn error(text: &str) -> String {
        parse(text).and_then(|stations| stations.place(room())).unwrap_err().to_string()
    }

    #[test]
    fn stations_round_trip() {
        let text = "supply 7\nstart 0,0\ngoal 1,1\n0,2\n1,0\n";
        let puzzle = parse(text).unwrap().place(room()).unwrap();
        assert_eq!((puzzle.start, puzzle.goal), (Some((0, 0).into()), Some((1, 1).into())));
        assert_eq!(write(&puzzle.map, (0, 0).into(), (1, 1).into(), 7), text);
    }

    #[test]
    fn comments_and_white_space_are_accepted() {
        let text = "\u{feff}# a cave\r\n\r\n 0 , 1  # here\r\nsupply\t3";
        let puzzle = parse(text).unwrap().place(room()).unwrap();
        assert_eq!(puzzle.map.terrain((0, 1).into()), Terrain::Station);
    }

    #[test]
    fn invalid_lines_are_rejected_with_their_place() {
        assert!(error("0,0\n").starts_with("stations: found no supply"));
        assert!(error("supply 1\nsupply 2\n").starts_with("line 2, supply: found a second"));
        assert!(error("supply -1\n").starts_with("line 1, supply: found `-1`"));
        assert!(error("supply 1\n0;1\n").starts_with("line 2: found `0;1`"));
        assert!(error("supply 1\ngoal 9\n").starts_with("line 2, goal: found `9`"));
        assert!(error("supply 1\n2,0\n").starts_with("line 2: found 2,0, allowed: rows 0 to 1"));
        assert!(error("supply 1\n1,2\n").starts_with("line 2: found 1,2, a wall"));
        assert!(error("supply 1\n0,0\n0,0\n").starts_with("line 3: found a second station"));
        let placed = parse("supply 1\n").unwrap().place(room()).unwrap();
        let again = parse("supply 1\n").unwrap().place(placed).unwrap_err();
        assert!(again.to_string().contains("of its own"), "{again}");
    }

    proptest! {
        #[test]
        fn parsing_never_panics(
            any in "(?s).{0,100}",
            almost in "(supply|start|goal|[0-9]{1,11}|,| |\n|#|-){0,30}",
        ) {
            for text in [any, almost] {
                if let Err(error) = parse(&text).and_then(|stations| stations.place(room())) {
                    prop_assert!(!error.to_string().contains('\n'), "{error}");
                }
            }
        }
    }
}
