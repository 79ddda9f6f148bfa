//! Our own text format: `.` free, `#` wall, `+` station, `S` start, `G` goal. An optional first line
//! `supply T` sets the supply. Fixtures use it.
//!
//! Also accepted: white space around a row, blank lines, `\r\n`, a missing last newline, a byte order
//! mark, no start or no goal (they can be given elsewhere). Rejected: rows of different length, white
//! space within a row, any other character, a second start or goal.
//!
//! ```
//! use pathfinding::formats::drawing;
//!
//! let puzzle = drawing::parse("supply 4\nS.#\n+.G\n")?;
//! assert_eq!(puzzle.supply, Some(4));
//! assert_eq!(puzzle.goal, Some((1, 2).into()));
//! # Ok::<(), pathfinding::formats::FormatError>(())
//! ```

use super::sheet::{self, Sheet, Symbol, characters, lines};
use super::{FormatError, Puzzle};
use crate::map::Terrain;

/// Parses a drawing.
pub fn parse(text: &str) -> Result<Puzzle, FormatError> {
    let mut lines = lines(text).peekable();
    let mut supply = None;
    if let Some((line, number)) =
        lines.peek().and_then(|&(line, text)| Some((line, text.strip_prefix("supply")?)))
    {
        supply = Some(sheet::supply(&format!("line {line}, supply"), number.trim())?);
        lines.next();
    }
    let mut sheet = Sheet::default();
    for (line, row) in lines {
        sheet.row(line, characters(row), |character| match character {
            "." => Ok(Symbol::Terrain(Terrain::Floor)),
            "#" => Ok(Symbol::Terrain(Terrain::Wall)),
            "+" => Ok(Symbol::Terrain(Terrain::Station)),
            "S" => Ok(Symbol::Start),
            "G" => Ok(Symbol::Goal),
            _ => Err(". (free), # (wall), + (station), S (start) or G (goal)"),
        })?;
    }
    sheet.finish(supply)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_character_or_supply_is_rejected_with_its_place() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert!(error("S.\n.x\n").starts_with("line 2, row 1, column 1: found `x`"));
        assert!(error("supply many\nSG\n").starts_with("line 1, supply: found `many`"));
        assert!(error("SS\n").contains("a second start"));
        assert!(error("supply 3\n").contains("no rows"));
    }
}
