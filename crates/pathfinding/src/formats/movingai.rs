//! The `.map` format of the MovingAI benchmarks (Sturtevant 2012): a header, then the rows.
//!
//! ```text
//! type octile
//! height 2
//! width 4
//! map
//! ..@T
//! .G.W
//! ```
//!
//! `.`, `G` and swamp `S` are free; `@` and `O` (out of bounds), trees `T` and water `W` are blocked.
//! Start and goal are not in the file; a [`scenario`](super::scenario) has them.
//!
//! Also accepted: header lines in any order and case, no `type`, white space around a row, blank lines,
//! `\r\n`, a missing last newline, a byte order mark. Rejected: a type other than `octile`, a number of
//! rows or columns other than in the header, white space within a row, any other letter.
//!
//! ```
//! use pathfinding::formats::movingai;
//!
//! let puzzle = movingai::parse("type octile\r\nheight 1\r\nwidth 3\r\nmap\r\n.@G\r\n")?;
//! assert_eq!(movingai::write(&puzzle.map), "type octile\nheight 1\nwidth 3\nmap\n.@.\n");
//! assert_eq!(
//!     movingai::parse("type octile\nheight 1\nwidth 3\nmap\n.@#\n").unwrap_err().to_string(),
//!     "line 5, row 0, column 2: found `#`, allowed: . G S (free) or @ O T W (blocked)",
//! );
//! # Ok::<(), pathfinding::formats::FormatError>(())
//! ```

use super::sheet::{Sheet, Symbol, characters, lines, side};
use super::{FormatError, Puzzle};
use crate::map::{Map, Terrain};
use search::notation::quote;

/// Whether a line can begin a file of this format.
pub(super) fn begins(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["type", "height", "width", "map"].iter().any(|key| word.eq_ignore_ascii_case(key))
}

/// Parses a map.
pub fn parse(text: &str) -> Result<Puzzle, FormatError> {
    let mut lines = lines(text);
    let (rows, columns) = read_header(&mut lines)?;
    let mut sheet = Sheet::of_size(rows, columns, "the header");
    for (line, row) in lines {
        sheet.row(line, characters(row), |letter| match letter {
            "." | "G" | "S" => Ok(Symbol::Terrain(Terrain::Floor)),
            "@" | "O" | "T" | "W" => Ok(Symbol::Terrain(Terrain::Wall)),
            _ => Err(". G S (free) or @ O T W (blocked)"),
        })?;
    }
    sheet.finish(None)
}

/// Parses the header up to the line `map`: the number of rows and columns.
fn read_header<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
) -> Result<(u32, u32), FormatError> {
    let (mut height, mut width) = (None, None);
    for (line, text) in lines {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (key, value) = (key.to_ascii_lowercase(), value.trim());
        let place = format!("line {line}, {key}");
        let size = match (key.as_str(), value) {
            ("height", _) => &mut height,
            ("width", _) => &mut width,
            ("type", kind) if kind.eq_ignore_ascii_case("octile") => continue,
            ("type", other) => return Err(FormatError::new(place, quote(other), "octile")),
            ("map", "") => {
                let missing =
                    |name: &str| FormatError::new(&place, format!("no {name}"), "one before");
                let height = height.ok_or_else(|| missing("height"))?;
                return Ok((height, width.ok_or_else(|| missing("width"))?));
            }
            _ => {
                let allowed = "type octile, height N, width N or map";
                return Err(FormatError::new(format!("line {line}"), quote(text), allowed));
            }
        };
        if size.is_some() {
            return Err(FormatError::new(&place, format!("a second {key}"), "one"));
        }
        *size = Some(side(&place, value)?);
    }
    Err(FormatError::new("header", "no line map", "type octile, height N, width N, map"))
}

/// Writes a map in this format: `.` free, `@` blocked. Stations become free cells; see
/// [`stations`](super::stations).
pub fn write(map: &Map) -> String {
    let mut text = format!("type octile\nheight {}\nwidth {}\nmap\n", map.rows(), map.columns());
    text.reserve(map.rows() as usize * (map.columns() as usize + 1));
    for cell in map.cells() {
        text.push(if map.terrain(cell) == Terrain::Wall { '@' } else { '.' });
        if cell.column + 1 == map.columns() {
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn height_is_the_number_of_rows_and_width_of_columns() {
        let map = parse("type octile\nheight 3\nwidth 1\nmap\n.\n@\n.\n").unwrap().map;
        assert_eq!((map.rows(), map.columns()), (3, 1));
    }

    #[test]
    fn every_letter_is_free_or_blocked() {
        let map = parse("type octile\nheight 1\nwidth 7\nmap\n.GS@OTW\n").unwrap().map;
        let free = map.cells().map(|cell| map.terrain(cell) == Terrain::Floor);
        assert_eq!(free.collect::<Vec<_>>(), [true, true, true, false, false, false, false]);
    }

    #[test]
    fn a_header_is_read_in_any_order_and_case() {
        let map = parse("\u{feff}WIDTH\t2\n\nHeight 1\nMAP\n ..  \n\n\n").unwrap().map;
        assert_eq!((map.rows(), map.columns()), (1, 2));
    }

    #[test]
    fn a_declared_size_allocates_nothing_before_its_rows_are_read() {
        let error = parse("type octile\nheight 8192\nwidth 8192\nmap\n").unwrap_err();
        assert_eq!(error.to_string(), "map: found 0 rows, allowed: 8192, as the header says");
        let error = parse("height 4294967296\nwidth 1\nmap\n").unwrap_err();
        assert!(error.to_string().starts_with("line 1, height: found `4294967296`"), "{error}");
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

        #[test]
        fn parsing_near_maps_never_panics(
            head in "(type|height|width|map|[a-z]{1,3}| |\n|[0-9]{1,11}|octile){0,12}",
            rows in "[.@GOSTW\n\r #]{0,40}",
        ) {
            for text in [format!("{head}{rows}"), format!("height 3\nwidth 3\nmap\n{rows}")] {
                if let Err(error) = parse(&text) {
                    prop_assert!(!error.to_string().contains('\n'), "{error}");
                }
            }
        }
    }
}
