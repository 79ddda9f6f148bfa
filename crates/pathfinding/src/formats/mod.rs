//! Map files: text in, a [`Puzzle`] out.
//!
//! - [`maze`]: the maze lab, `0` and `1`.
//! - [`supply`]: the supply lab, `M N T` and codes from `0` to `4`.
//! - [`drawing`]: our own, as a map is drawn in a terminal.
//! - [`lab`]: what the labs write.
//!
//! Whatever is wrong with a text comes back as one line with its place; each format's page lists
//! what it forgives.

pub mod drawing;
pub mod lab;
pub mod maze;
pub mod supply;

use crate::map::{Cell, Map, Terrain};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a map file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The map.
    pub map: Map,
    /// The start, where the file has one.
    pub start: Option<Cell>,
    /// The goal, where the file has one.
    pub goal: Option<Cell>,
    /// How many steps can be taken from the start and from every station; `None` for any number.
    pub supply: Option<u32>,
}

/// The format of a map file by its name in a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Told by the first line: three numbers of which one of the first two is more than 1 are a
    /// supply map (a map of one cell cannot hold a start and a goal, so nothing valid is mistaken),
    /// other numbers a maze, anything else a drawing.
    #[default]
    Auto,
    /// [`maze`].
    Maze,
    /// [`supply`].
    Supply,
    /// [`drawing`].
    Drawing,
}

/// Why a text is not a map.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: found {found}, allowed: {allowed}")]
pub struct FormatError {
    /// `line 4, row 2, column 7`: lines from 1 as editors count, rows and columns from 0 as cells.
    pub place: String,
    /// What stands there.
    pub found: String,
    /// What could.
    pub allowed: String,
}

impl FormatError {
    fn new(place: impl Into<String>, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        FormatError { place: place.into(), found: found.into(), allowed: allowed.into() }
    }
}

/// Reads a map.
pub fn parse(text: &str, format: Format) -> Result<Puzzle, FormatError> {
    match format {
        Format::Auto => parse(text, guess(text)),
        Format::Maze => maze::parse(text),
        Format::Supply => supply::parse(text),
        Format::Drawing => drawing::parse(text),
    }
}

fn guess(text: &str) -> Format {
    let Some((_, first)) = lines(text).next() else { return Format::Maze };
    let numbers: Option<Vec<u64>> =
        first.split_whitespace().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([rows, columns, _]) if *rows > 1 || *columns > 1 => Format::Supply,
        Some(_) => Format::Maze,
        None if first.starts_with(|c: char| c.is_ascii_digit()) => Format::Maze,
        None => Format::Drawing,
    }
}

/// The lines that are not blank, with their numbers from 1, trimmed. A byte order mark is not text.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty())
}

/// At most 20 characters of a text in quotes.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 20;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// What a symbol of a map stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symbol {
    Terrain(Terrain),
    Start,
    Goal,
}

/// Rows of symbols on their way to becoming a map: all of one length, at most one start and goal.
#[derive(Default)]
struct Sheet {
    cells: Vec<Terrain>,
    rows: u32,
    columns: Option<u32>,
    start: Option<Cell>,
    goal: Option<Cell>,
}

impl Sheet {
    /// Appends a row, symbol by symbol; `read` gives the meaning of a symbol or what is allowed.
    fn row<'a>(
        &mut self,
        line: usize,
        symbols: impl Iterator<Item = &'a str>,
        read: impl Fn(&str) -> Result<Symbol, &'static str>,
    ) -> Result<(), FormatError> {
        let row = self.rows;
        if row >= Map::MAX_SIDE {
            let found = format!("a row number {row}");
            return Err(FormatError::new(format!("line {line}"), found, too_large()));
        }
        let mut length = 0;
        for symbol in symbols {
            let place = || format!("line {line}, row {row}, column {length}");
            if length >= Map::MAX_SIDE {
                return Err(FormatError::new(place(), "one more column", too_large()));
            }
            let cell = Cell { row, column: length };
            let (name, end) = match read(symbol) {
                Err(allowed) => return Err(FormatError::new(place(), quoted(symbol), allowed)),
                Ok(Symbol::Terrain(terrain)) => {
                    self.cells.push(terrain);
                    length += 1;
                    continue;
                }
                Ok(Symbol::Start) => ("start", &mut self.start),
                Ok(Symbol::Goal) => ("goal", &mut self.goal),
            };
            if let Some(first) = end {
                let found = format!("a second {name}");
                return Err(FormatError::new(place(), found, format!("one, and {first} is it")));
            }
            *end = Some(cell);
            self.cells.push(Terrain::Floor);
            length += 1;
        }
        let columns = *self.columns.get_or_insert(length);
        if length != columns {
            let place = format!("line {line}, row {row}");
            return Err(FormatError::new(
                place,
                format!("{length} cells"),
                format!("{columns}, as in the rows before"),
            ));
        }
        self.rows += 1;
        Ok(())
    }

    fn finish(self, supply: Option<u32>) -> Result<Puzzle, FormatError> {
        let columns = self.columns.unwrap_or(0);
        if self.cells.is_empty() {
            return Err(FormatError::new("map", "no rows", "at least one row of cells"));
        }
        let at =
            |cell: Cell| self.cells[cell.row as usize * columns as usize + cell.column as usize];
        let map = Map::new(self.rows, columns, at);
        Ok(Puzzle { map, start: self.start, goal: self.goal, supply })
    }
}

fn too_large() -> String {
    format!("at most {} rows and columns", Map::MAX_SIDE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_first_line_tells_the_format() {
        assert_eq!(guess("5 4 2\n1 0 4 0\n"), Format::Supply);
        assert_eq!(guess("\n1 1 1\n0 0 0\n"), Format::Maze);
        assert_eq!(guess("0 0 1 0\n"), Format::Maze);
        assert_eq!(guess("0 x 1\n"), Format::Maze);
        assert_eq!(guess("S.#\n"), Format::Drawing);
        assert_eq!(guess(""), Format::Maze);
    }

    #[test]
    fn a_map_larger_than_allowed_is_refused_without_being_read_to_the_end() {
        let wide = "0 ".repeat(Map::MAX_SIDE as usize + 1);
        let tall = "0\n".repeat(Map::MAX_SIDE as usize + 1);
        for text in [wide, tall] {
            let error = parse(&text, Format::Maze).unwrap_err();
            assert!(error.allowed.contains("8192"), "{error}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_a_parser_panic(text in "(?s).{0,200}") {
            for format in [Format::Auto, Format::Maze, Format::Supply, Format::Drawing] {
                let _ = parse(&text, format);
            }
        }

        #[test]
        fn no_text_that_is_almost_a_map_makes_a_parser_panic(
            text in "[0-5 #.SGo\\-\n\r\tsuply]{0,120}",
        ) {
            for format in [Format::Auto, Format::Maze, Format::Supply, Format::Drawing] {
                if let Err(error) = parse(&text, format) {
                    prop_assert!(!error.to_string().contains('\n'), "{error}");
                }
            }
        }
    }
}
