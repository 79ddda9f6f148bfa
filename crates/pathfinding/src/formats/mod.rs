//! Map files: bytes in, a [`Puzzle`] out.
//!
//! - [`maze`]: the maze lab, `0` and `1`.
//! - [`supply`]: the supply lab, `M N T` and codes from `0` to `4`.
//! - [`drawing`]: our own, as a map is drawn in a terminal.
//! - [`movingai`]: `.map` of the MovingAI benchmarks; [`scenario`]: their queries.
//! - [`mod@png`] and [`pbm`]: pictures, dark walls on light floor.
//! - [`stations`]: a supply beside a map that knows of none.
//! - [`lab`]: what the labs write.
//!
//! Whatever is wrong with a file comes back as one line with its place; each format's page lists
//! what it forgives.

pub mod drawing;
pub mod lab;
pub mod maze;
pub mod movingai;
pub mod pbm;
pub mod png;
pub mod scenario;
mod sheet;
pub mod stations;
pub mod supply;

use crate::map::{Cell, Map};
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
    /// Told by the first bytes of a picture, else by the first line: `type`, `height`, `width` or `map` begins a `.map`, three numbers of
    /// which one of the first two is more than 1 are a supply map (a map of one cell cannot hold a
    /// start and a goal, so nothing valid is mistaken), other numbers a maze, anything else a
    /// drawing.
    #[default]
    Auto,
    /// [`maze`].
    Maze,
    /// [`supply`].
    Supply,
    /// [`drawing`].
    Drawing,
    /// [`mod@movingai`].
    Movingai,
    /// [`mod@png`].
    Png,
    /// [`pbm`].
    Pbm,
}

/// Why a file is not a map.
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

/// Reads a map file.
pub fn read(bytes: &[u8], format: Format) -> Result<Puzzle, FormatError> {
    match format {
        Format::Auto => read(bytes, guess(bytes)),
        Format::Maze => maze::parse(text(bytes)?),
        Format::Supply => supply::parse(text(bytes)?),
        Format::Drawing => drawing::parse(text(bytes)?),
        Format::Movingai => movingai::parse(text(bytes)?),
        Format::Png => png::read(bytes),
        Format::Pbm => pbm::read(bytes),
    }
}

/// Reads a map from text.
pub fn parse(text: &str, format: Format) -> Result<Puzzle, FormatError> {
    read(text.as_bytes(), format)
}

/// The text of a file that is one.
pub fn text(bytes: &[u8]) -> Result<&str, FormatError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = &bytes[..error.valid_up_to()];
        let line = 1 + valid.iter().filter(|byte| **byte == b'\n').count();
        FormatError::new(format!("line {line}"), "bytes that are no text", "UTF-8 text")
    })
}

fn guess(bytes: &[u8]) -> Format {
    if png::begins(bytes) {
        return Format::Png;
    }
    if pbm::begins(bytes) {
        return Format::Pbm;
    }
    // What is no text is refused by any of the formats that are.
    let Ok(text) = text(bytes) else { return Format::Drawing };
    let Some((_, first)) = sheet::lines(text).next() else { return Format::Maze };
    let numbers: Option<Vec<u64>> =
        first.split_whitespace().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([rows, columns, _]) if *rows > 1 || *columns > 1 => Format::Supply,
        Some(_) => Format::Maze,
        None if first.starts_with(|c: char| c.is_ascii_digit()) => Format::Maze,
        None if movingai::begins(first) => Format::Movingai,
        None => Format::Drawing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [Format; 7] = [
        Format::Auto,
        Format::Maze,
        Format::Supply,
        Format::Drawing,
        Format::Movingai,
        Format::Png,
        Format::Pbm,
    ];

    #[test]
    fn the_beginning_tells_the_format() {
        assert_eq!(guess(b"5 4 2\n1 0 4 0\n"), Format::Supply);
        assert_eq!(guess(b"\n1 1 1\n0 0 0\n"), Format::Maze);
        assert_eq!(guess(b"0 0 1 0\n"), Format::Maze);
        assert_eq!(guess(b"0 x 1\n"), Format::Maze);
        assert_eq!(guess(b"S.#\n"), Format::Drawing);
        assert_eq!(guess(b"type octile\nheight 1\n"), Format::Movingai);
        assert_eq!(guess(b"P1 1 1 0"), Format::Pbm);
        assert_eq!(guess(b"\x89PNG\r\n"), Format::Png);
        assert_eq!(guess(b""), Format::Maze);
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
        fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            for format in ALL {
                let _ = read(&bytes, format);
            }
        }

        #[test]
        fn no_text_makes_a_parser_panic(text in "(?s).{0,200}") {
            for format in ALL {
                let _ = parse(&text, format);
            }
        }

        #[test]
        fn no_text_that_is_almost_a_map_makes_a_parser_panic(
            text in "[0-5 #.SGo\\-\n\r\tsuply]{0,120}",
        ) {
            for format in ALL {
                if let Err(error) = parse(&text, format) {
                    prop_assert!(!error.to_string().contains('\n'), "{error}");
                }
            }
        }
    }
}
