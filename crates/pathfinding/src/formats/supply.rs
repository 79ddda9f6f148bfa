//! The format of the supply lab: a line `M N T` (rows, columns, supply), then M rows of N codes:
//! `0` free, `1` wall, `2` station, `3` start, `4` goal.
//!
//! Also accepted: any white space between and around the numbers, blank lines, `\r\n`, a missing last
//! newline, a byte order mark. Rejected: a number of rows or columns other than in the first line, any
//! other code, a missing or second start or goal.
//!
//! ```
//! use pathfinding::formats::supply;
//!
//! let puzzle = supply::parse("1 3 2\n3 0 4\n")?;
//! assert_eq!((puzzle.start, puzzle.goal), (Some((0, 0).into()), Some((0, 2).into())));
//! assert_eq!(puzzle.supply, Some(2));
//! assert_eq!(
//!     supply::parse("1 3 2\n3 0\n").unwrap_err().to_string(),
//!     "line 2, row 0: found 2 cells, allowed: 3, as the first line says",
//! );
//! # Ok::<(), pathfinding::formats::FormatError>(())
//! ```

use super::sheet::{self, Sheet, Symbol, lines, side};
use super::{FormatError, Puzzle};
use crate::map::{Cell, Map, Terrain};
use search::notation::quote;

/// Parses a supply map.
pub fn parse(text: &str) -> Result<Puzzle, FormatError> {
    let mut lines = lines(text);
    let header = lines
        .next()
        .ok_or_else(|| FormatError::new("line 1", "nothing", "M N T: rows, columns and supply"))?;
    let (rows, columns, supply) = read_header(header)?;
    let mut sheet = Sheet::of_size(rows, columns, "the first line");
    for (line, row) in lines {
        sheet.row(line, row.split_whitespace(), symbol)?;
    }
    let puzzle = sheet.finish(Some(supply))?;
    for (end, name) in [(puzzle.start, "start (3)"), (puzzle.goal, "goal (4)")] {
        if end.is_none() {
            return Err(FormatError::new("map", format!("no {name}"), "exactly one"));
        }
    }
    Ok(puzzle)
}

fn symbol(code: &str) -> Result<Symbol, &'static str> {
    match code {
        "0" => Ok(Symbol::Terrain(Terrain::Floor)),
        "1" => Ok(Symbol::Terrain(Terrain::Wall)),
        "2" => Ok(Symbol::Terrain(Terrain::Station)),
        "3" => Ok(Symbol::Start),
        "4" => Ok(Symbol::Goal),
        _ => Err("0 (free), 1 (wall), 2 (station), 3 (start) or 4 (goal)"),
    }
}

fn read_header((line, text): (usize, &str)) -> Result<(u32, u32, u32), FormatError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [rows, columns, supply] = words[..] else {
        let allowed = "three numbers M N T: rows, columns and supply";
        return Err(FormatError::new(format!("line {line}"), quote(text), allowed));
    };
    let place = |name: &str| format!("line {line}, {name}");
    Ok((side(&place("M"), rows)?, side(&place("N"), columns)?, sheet::supply(&place("T"), supply)?))
}

/// Writes a map in this format.
pub fn write(map: &Map, start: Cell, goal: Cell, supply: u32) -> String {
    let mut text = format!("{} {} {supply}\n", map.rows(), map.columns());
    for cell in map.cells() {
        text.push(match map.terrain(cell) {
            _ if cell == start => '3',
            _ if cell == goal => '4',
            Terrain::Floor => '0',
            Terrain::Wall => '1',
            Terrain::Station => '2',
        });
        text.push(if cell.column + 1 == map.columns() { '\n' } else { ' ' });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_round_trip() {
        let text = "2 3 7\n3 1 2\n0 0 4\n";
        let puzzle = parse(text).unwrap();
        let (start, goal) = (puzzle.start.unwrap(), puzzle.goal.unwrap());
        assert_eq!(write(&puzzle.map, start, goal, 7), text);
    }

    #[test]
    fn exactly_one_start_and_one_goal_are_required() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(error("1 2 3\n0 4\n"), "map: found no start (3), allowed: exactly one");
        assert_eq!(error("1 2 3\n3 0\n"), "map: found no goal (4), allowed: exactly one");
        assert_eq!(
            error("1 3 3\n3 4 3\n"),
            "line 2, row 0, column 2: found a second start, allowed: one; the first is at 0,0"
        );
    }

    #[test]
    fn the_first_line_is_checked_against_the_rest() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert!(error("2 2 3\n3 4\n").contains("found 1 rows, allowed: 2"));
        assert!(error("1 2 3\n3 4\n0 0\n").starts_with("line 3: found a row number 1"));
        assert!(error("9999 2 3\n").contains("at most 8192"));
        assert!(error("-1 2 3\n").contains("line 1, M"));
        assert!(error("1 2 -3\n").contains("line 1, T"));
        assert!(error("1 2\n").contains("three numbers"));
        assert!(error("").contains("nothing"));
    }
}
