//! Our own format, a map as it is drawn: `.` free, `#` wall, `+` station, `S` start, `G` goal; a first
//! line `supply T` gives it a supply. Fixtures are written in it.
//!
//! Forgiven: white space around a row, blank lines, `\r\n`, a missing last newline, a byte order mark,
//! no start or no goal (then they are asked for elsewhere). Not forgiven: rows of different length,
//! white space within a row, any other character, a second start or goal.
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

/// Reads a drawing.
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
    fn a_wrong_character_or_supply_is_refused_where_it_stands() {
        let refused = |text: &str| parse(text).unwrap_err().to_string();
        assert!(refused("S.\n.x\n").starts_with("line 2, row 1, column 1: found `x`"));
        assert!(refused("supply many\nSG\n").starts_with("line 1, supply: found `many`"));
        assert!(refused("SS\n").contains("a second start"));
        assert!(refused("supply 3\n").contains("no rows"));
    }
}
