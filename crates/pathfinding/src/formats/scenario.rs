//! The `.scen` format of the MovingAI benchmarks (Sturtevant 2012): queries on a map, each with the
//! length of its shortest path. A line `version 1`, then a line per query:
//!
//! ```text
//! bucket  map  width  height  start-x  start-y  goal-x  goal-y  length
//! ```
//!
//! `x` is the column. Lengths are for movement in eight directions, where a diagonal step costs √2 and
//! may not cut corners. If width and height differ from the map's, the map is scaled to them first; see
//! [`Scenario::scale`].
//!
//! Also accepted: tabs or spaces between the columns (with tabs, the map's name may contain spaces),
//! versions `1` and `1.0`, no version, queries in any order, lengths with any number of decimals, blank
//! lines, `\r\n`, a missing last newline, a byte order mark. Rejected: another number of columns, invalid
//! numbers, cells outside the given size, queries of different sizes or on different maps in one file.
//!
//! ```
//! use pathfinding::formats::scenario;
//!
//! let scenario = scenario::parse("version 1\n0\tmaps/a.map\t4\t3\t0\t2\t3\t2\t3.82843\n")?;
//! assert_eq!((scenario.rows, scenario.columns), (3, 4));
//! let first = &scenario.queries[0];
//! assert_eq!((first.from, first.to), ((2, 0).into(), (2, 3).into()));
//! assert!(first.agrees(1.0 + 2.0 * 2f64.sqrt()));
//! assert_eq!(
//!     scenario::parse("version 1\n0 a.map 4 3 0 3 3 2 3\n").unwrap_err().to_string(),
//!     "line 2, start y: found `3`, allowed: a whole number from 0 to 2",
//! );
//! # Ok::<(), pathfinding::formats::FormatError>(())
//! ```

use super::FormatError;
use super::sheet::{lines, side};
use crate::map::{Cell, Map};
use search::notation::quote;

/// The contents of a scenario file.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The map's name in the file.
    pub map: String,
    /// The number of rows that the map is scaled to.
    pub rows: u32,
    /// The number of columns that the map is scaled to.
    pub columns: u32,
    /// The queries in the order of the file.
    pub queries: Vec<Experiment>,
}

/// A query with its known path length.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The line in the file, from 1.
    pub line: usize,
    /// The bucket: a group of queries of similar length.
    pub bucket: u32,
    /// The start.
    pub from: Cell,
    /// The goal.
    pub to: Cell,
    /// The length of the shortest path.
    pub length: f64,
}

impl Experiment {
    /// Whether a path of this cost has the length in the file.
    ///
    /// Some files have only two decimals, or six digits in total. A cost is `a + b √2`, and two different
    /// costs less than 0.01 apart differ by at least 70 diagonal steps, so the tolerance hides no search
    /// error.
    pub fn agrees(&self, cost: f64) -> bool {
        (cost - self.length).abs() <= (self.length * 1e-5).max(0.01)
    }
}

impl Scenario {
    /// The map scaled to the size of the scenario (nearest neighbour).
    pub fn scale(&self, map: Map) -> Map {
        if (map.rows(), map.columns()) == (self.rows, self.columns) {
            return map;
        }
        let along = |place: u32, from: u32, to: u32| {
            // The product of two sides fits, and the quotient is less than a side.
            (u64::from(place) * u64::from(from) / u64::from(to)) as u32
        };
        Map::new(self.rows, self.columns, |cell| {
            let row = along(cell.row, map.rows(), self.rows);
            map.terrain(Cell { row, column: along(cell.column, map.columns(), self.columns) })
        })
    }
}

/// Parses a scenario.
pub fn parse(text: &str) -> Result<Scenario, FormatError> {
    let mut lines = lines(text).peekable();
    if let Some((line, version)) =
        lines.peek().and_then(|&(line, text)| Some((line, text.strip_prefix("version")?.trim())))
    {
        if !matches!(version, "1" | "1.0") {
            let place = format!("line {line}, version");
            return Err(FormatError::new(place, quote(version), "1 or 1.0"));
        }
        lines.next();
    }
    let mut scenario: Option<Scenario> = None;
    for (line, text) in lines {
        let (map, rows, columns, query) = read_query(line, text)?;
        let scenario = scenario.get_or_insert_with(|| Scenario {
            map: map.to_owned(),
            rows,
            columns,
            queries: Vec::new(),
        });
        if map != scenario.map {
            let allowed = format!("{} in every line of a file", quote(&scenario.map));
            return Err(FormatError::new(format!("line {line}, map"), quote(map), allowed));
        }
        if (rows, columns) != (scenario.rows, scenario.columns) {
            let found = format!("{columns} x {rows}");
            let allowed =
                format!("{} x {} in every line of a file", scenario.columns, scenario.rows);
            return Err(FormatError::new(format!("line {line}, size"), found, allowed));
        }
        scenario.queries.push(query);
    }
    scenario.ok_or_else(|| {
        FormatError::new("scenario", "no queries", "at least one line of nine columns")
    })
}

fn read_query(line: usize, text: &str) -> Result<(&str, u32, u32, Experiment), FormatError> {
    let words: Vec<&str> = text.split_whitespace().take(COLUMNS + 1).collect();
    let tabbed: Vec<&str> = text.split('\t').map(str::trim).take(COLUMNS + 1).collect();
    let columns = if words.len() == COLUMNS { words } else { tabbed };
    let [bucket, map, width, height, start_x, start_y, goal_x, goal_y, length] = columns[..] else {
        let found = format!("{} columns", text.split_whitespace().count());
        let allowed = "9: bucket map width height start-x start-y goal-x goal-y length";
        return Err(FormatError::new(format!("line {line}"), found, allowed));
    };
    let place = |name: &str| format!("line {line}, {name}");
    let (columns, rows) = (side(&place("width"), width)?, side(&place("height"), height)?);
    let along = |name: &str, text: &str, length: u32| match text.parse() {
        Ok(at) if at < length => Ok(at),
        _ => {
            let allowed = format!("a whole number from 0 to {}", length - 1);
            Err(FormatError::new(place(name), quote(text), allowed))
        }
    };
    let query = Experiment {
        line,
        bucket: bucket.parse().map_err(|_| {
            FormatError::new(place("bucket"), quote(bucket), "a whole number from 0")
        })?,
        from: Cell {
            column: along("start x", start_x, columns)?,
            row: along("start y", start_y, rows)?,
        },
        to: Cell { column: along("goal x", goal_x, columns)?, row: along("goal y", goal_y, rows)? },
        length: match length.parse() {
            Ok(length) if (0.0..f64::INFINITY).contains(&length) => length,
            _ => return Err(FormatError::new(place("length"), quote(length), "a number from 0")),
        },
    };
    Ok((map, rows, columns, query))
}

/// The number of columns of a line.
const COLUMNS: usize = 9;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Terrain;
    use proptest::prelude::*;

    #[test]
    fn tabs_spaces_versions_and_line_ends_make_no_difference() {
        let expected = parse("version 1\n3\ta.map\t9\t8\t1\t2\t3\t4\t2.83\n").unwrap();
        for text in [
            "version 1.0\n3 a.map 9 8 1 2 3 4 2.83\n",
            "version 1\r\n3\ta.map\t9\t8\t1\t2\t3\t4\t2.83\r\n\r\n\n",
            "version 1\n3 a.map  9\t8 1 2 3 4 2.83",
        ] {
            assert_eq!(parse(text).unwrap(), expected);
        }
        let spaced = parse("0\tmy own map.map\t9\t8\t1\t2\t3\t4\t2.83\n").unwrap();
        assert_eq!(spaced.map, "my own map.map");
    }

    #[test]
    fn lengths_agree_only_within_the_precision_of_the_file() {
        let query = |length| Experiment {
            line: 1,
            bucket: 0,
            from: (0, 0).into(),
            to: (0, 0).into(),
            length,
        };
        let root = 2f64.sqrt();
        assert!(query(244.95).agrees(101.0 + 101.79 * root));
        assert!(query(2.83).agrees(2.0 * root));
        assert!(query(4786.0).agrees(4786.0));
        assert!(!query(4786.0).agrees(4786.0 - 2.0 + root));
        assert!(!query(99.0).agrees(58.0 + 29.0 * root));
    }

    #[test]
    fn a_map_of_another_size_is_scaled() {
        let map = Map::new(1, 2, |cell| match cell.column {
            0 => Terrain::Floor,
            _ => Terrain::Wall,
        });
        let scenario = parse("0 a.map 4 3 0 0 1 2 2.41421\n").unwrap();
        let scaled = scenario.scale(map.clone());
        assert_eq!((scaled.rows(), scaled.columns()), (3, 4));
        assert_eq!(scaled.terrain((2, 1).into()), Terrain::Floor);
        assert_eq!(scaled.terrain((0, 2).into()), Terrain::Wall);
        let same = parse("0 a.map 2 1 0 0 0 0 0\n").unwrap();
        assert_eq!(same.scale(map.clone()), map);
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in "(?s).{0,200}") {
            let _ = parse(&text);
        }

        #[test]
        fn parsing_near_scenarios_never_panics(
            words in prop::collection::vec("[0-9]{1,3}|a\\.map|-1|1e9|nan|\t|\n|version 1|9{30}", 0..40),
            between in "[ \t]",
        ) {
            if let Err(error) = parse(&words.join(&between)) {
                prop_assert!(!error.to_string().contains('\n'), "{error}");
            }
        }
    }
}
