//! The format of the maze lab: rows of `0` (free) and `1` (wall), separated by white space. Start and
//! goal are not in the file.
//!
//! Also accepted: any white space between and around the codes, blank lines, `\r\n`, a missing last
//! newline, a byte order mark. Rejected: rows of different length, any other code.
//!
//! ```
//! use pathfinding::formats::maze;
//!
//! let puzzle = maze::parse("0 1\r\n0\t0")?;
//! assert_eq!((puzzle.map.rows(), puzzle.map.columns()), (2, 2));
//! assert_eq!(
//!     maze::parse("0 1\n0 7\n").unwrap_err().to_string(),
//!     "line 2, row 1, column 1: found `7`, allowed: 0 (free) or 1 (wall)",
//! );
//! # Ok::<(), pathfinding::formats::FormatError>(())
//! ```

use super::sheet::{Sheet, Symbol, lines};
use super::{FormatError, Puzzle};
use crate::map::{Map, Terrain};

/// Parses a maze.
pub fn parse(text: &str) -> Result<Puzzle, FormatError> {
    let mut sheet = Sheet::default();
    for (line, row) in lines(text) {
        sheet.row(line, row.split_whitespace(), |code| match code {
            "0" => Ok(Symbol::Terrain(Terrain::Floor)),
            "1" => Ok(Symbol::Terrain(Terrain::Wall)),
            _ => Err("0 (free) or 1 (wall)"),
        })?;
    }
    sheet.finish(None)
}

/// Writes a map as a maze; stations become free cells.
pub fn write(map: &Map) -> String {
    let mut text = String::with_capacity(2 * map.rows() as usize * map.columns() as usize);
    for cell in map.cells() {
        text.push(if map.terrain(cell) == Terrain::Wall { '1' } else { '0' });
        text.push(if cell.column + 1 == map.columns() { '\n' } else { ' ' });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rows_of_different_length_are_rejected_with_line_and_row() {
        let error = parse("\n0 0 0\n0 0\n").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 3, row 1: found 2 cells, allowed: 3, as in the rows before"
        );
    }

    proptest! {
        #[test]
        fn maps_round_trip(rows in 1u32..9, columns in 1u32..9, bits in any::<u64>()) {
            let map = Map::new(rows, columns, |cell| {
                match bits >> (cell.row * columns + cell.column) & 1 {
                    0 => Terrain::Floor,
                    _ => Terrain::Wall,
                }
            });
            prop_assert_eq!(parse(&write(&map)).unwrap().map, map);
        }
    }
}
