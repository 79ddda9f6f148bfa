//! The map builder and helpers that all parsers share.

use super::{FormatError, Puzzle};
use crate::map::{Cell, Map, Terrain};
use search::notation::quote;

/// The trimmed non-blank lines with their numbers, from 1. Skips a byte order mark.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty())
}

/// The characters of a row, each as a `&str`.
pub(super) fn characters(row: &str) -> impl Iterator<Item = &str> {
    row.char_indices().map(|(at, c)| &row[at..at + c.len_utf8()])
}

/// Parses a number of rows or columns. Its limit is checked before anything of that size is allocated.
pub(super) fn side(place: &str, text: &str) -> Result<u32, FormatError> {
    match text.parse() {
        Ok(side @ 1..=Map::MAX_SIDE) => Ok(side),
        Ok(1..) => Err(FormatError::new(place, quote(text), too_large())),
        _ => {
            let allowed = format!("a whole number from 1 to {}", Map::MAX_SIDE);
            Err(FormatError::new(place, quote(text), allowed))
        }
    }
}

/// Parses a supply.
pub(super) fn supply(place: &str, text: &str) -> Result<u32, FormatError> {
    text.parse().map_err(|_| {
        let allowed = format!("a whole number from 0 to {}", u32::MAX);
        FormatError::new(place, quote(text), allowed)
    })
}

pub(super) fn too_large() -> String {
    format!("at most {} rows and columns", Map::MAX_SIDE)
}

/// The meaning of a symbol of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    Terrain(Terrain),
    Start,
    Goal,
}

/// The size that a file declares, and the part of the file that declares it.
struct Declared {
    rows: u32,
    columns: u32,
    by: &'static str,
}

/// A map builder: rows of symbols, all of one length, with at most one start and goal.
///
/// It grows with the text that is read, never in advance to the declared size.
#[derive(Default)]
pub(super) struct Sheet {
    cells: Vec<Terrain>,
    rows: u32,
    columns: Option<u32>,
    declared: Option<Declared>,
    pub(super) start: Option<Cell>,
    pub(super) goal: Option<Cell>,
}

impl Sheet {
    /// A sheet whose size was declared by a part of the file, such as `the first line`.
    pub(super) fn of_size(rows: u32, columns: u32, by: &'static str) -> Self {
        Sheet { declared: Some(Declared { rows, columns, by }), ..Sheet::default() }
    }

    /// Appends a row. `read` returns the meaning of a symbol, or the allowed symbols.
    pub(super) fn row<'a>(
        &mut self,
        line: usize,
        symbols: impl Iterator<Item = &'a str>,
        read: impl Fn(&str) -> Result<Symbol, &'static str>,
    ) -> Result<(), FormatError> {
        let row = self.rows;
        match &self.declared {
            Some(Declared { rows, by, .. }) if row == *rows => {
                let found = format!("a row number {row} (they count from 0)");
                let allowed = format!("{rows} rows, as {by} says");
                return Err(FormatError::new(format!("line {line}"), found, allowed));
            }
            _ if row >= Map::MAX_SIDE => {
                let found = format!("a row number {row}");
                return Err(FormatError::new(format!("line {line}"), found, too_large()));
            }
            _ => {}
        }
        let mut length = 0;
        for symbol in symbols {
            let place = || format!("line {line}, row {row}, column {length}");
            if length >= Map::MAX_SIDE {
                return Err(FormatError::new(place(), "one more column", too_large()));
            }
            let cell = Cell { row, column: length };
            let (name, end) = match read(symbol) {
                Err(allowed) => return Err(FormatError::new(place(), quote(symbol), allowed)),
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
                return Err(FormatError::new(
                    place(),
                    found,
                    format!("one; the first is at {first}"),
                ));
            }
            *end = Some(cell);
            self.cells.push(Terrain::Floor);
            length += 1;
        }
        self.check_length(length).map_err(|allowed| {
            FormatError::new(format!("line {line}, row {row}"), format!("{length} cells"), allowed)
        })?;
        self.rows += 1;
        Ok(())
    }

    fn check_length(&mut self, length: u32) -> Result<(), String> {
        match &self.declared {
            Some(Declared { columns, by, .. }) if length != *columns => {
                return Err(format!("{columns}, as {by} says"));
            }
            _ => {}
        }
        let columns = *self.columns.get_or_insert(length);
        if length == columns { Ok(()) } else { Err(format!("{columns}, as in the rows before")) }
    }

    pub(super) fn finish(self, supply: Option<u32>) -> Result<Puzzle, FormatError> {
        match &self.declared {
            Some(Declared { rows, by, .. }) if self.rows != *rows => {
                let found = format!("{} rows", self.rows);
                return Err(FormatError::new("map", found, format!("{rows}, as {by} says")));
            }
            _ => {}
        }
        if self.cells.is_empty() {
            return Err(FormatError::new("map", "no rows", "at least one row of cells"));
        }
        let columns = self.columns.unwrap_or(0);
        let at =
            |cell: Cell| self.cells[cell.row as usize * columns as usize + cell.column as usize];
        let map = Map::new(self.rows, columns, at);
        Ok(Puzzle { map, start: self.start, goal: self.goal, supply })
    }
}
