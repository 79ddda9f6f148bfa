//! Map file formats. Each parser turns bytes or text into a [`Puzzle`].
//!
//! - [`maze`]: the maze lab, `0` and `1`.
//! - [`supply`]: the supply lab, `M N T` and codes from `0` to `4`.
//! - [`drawing`]: our own, like the drawing of a map in a terminal.
//! - [`movingai`]: `.map` of the MovingAI benchmarks; [`scenario`]: their queries.
//! - [`mod@png`] (feature `pictures`) and [`pbm`]: images with dark walls on light floor.
//! - [`stations`]: a companion file that adds stations and a supply to a map without them.
//! - [`lab`]: the output files of the labs.
//!
//! An error is one line with the place in the file. The documentation of each format lists the
//! deviations that its parser accepts.

pub mod drawing;
pub mod lab;
pub mod maze;
pub mod movingai;
pub mod pbm;
#[cfg(feature = "pictures")]
pub mod png;
pub mod scenario;
mod sheet;
pub mod stations;
pub mod supply;

use crate::map::{Cell, Map};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The contents of a map file.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The map.
    pub map: Map,
    /// The start, if the file has one.
    pub start: Option<Cell>,
    /// The goal, if the file has one.
    pub goal: Option<Cell>,
    /// The number of steps possible from the start and from each station; `None` for no limit.
    pub supply: Option<u32>,
}

/// The format of a map file. Named as in a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Detected from the first bytes of an image, or else from the first line. `type`, `height`, `width`
    /// or `map` begins a MovingAI map. Three numbers of which one of the first two is more than 1 are a
    /// supply map (a map of one cell cannot have a start and a goal, so no valid file is misdetected).
    /// Other numbers are a maze, and anything else is a drawing.
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
    #[cfg(feature = "pictures")]
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
    /// What was found there.
    pub found: String,
    /// What is allowed there.
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
        #[cfg(feature = "pictures")]
        Format::Png => png::read(bytes),
        Format::Pbm => pbm::read(bytes),
    }
}

/// Parses a map from text.
pub fn parse(text: &str, format: Format) -> Result<Puzzle, FormatError> {
    read(text.as_bytes(), format)
}

/// The contents of a file as text; an error if it is not UTF-8.
pub fn text(bytes: &[u8]) -> Result<&str, FormatError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = &bytes[..error.valid_up_to()];
        let line = 1 + valid.iter().filter(|byte| **byte == b'\n').count();
        FormatError::new(format!("line {line}"), "invalid UTF-8", "UTF-8 text")
    })
}

fn guess(bytes: &[u8]) -> Format {
    #[cfg(feature = "pictures")]
    if png::begins(bytes) {
        return Format::Png;
    }
    if pbm::begins(bytes) {
        return Format::Pbm;
    }
    // Any of the text formats rejects bytes that are not text.
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

    const ALL: &[Format] = &[
        Format::Auto,
        Format::Maze,
        Format::Supply,
        Format::Drawing,
        Format::Movingai,
        #[cfg(feature = "pictures")]
        Format::Png,
        Format::Pbm,
    ];

    #[test]
    fn the_format_is_detected_from_the_beginning() {
        assert_eq!(guess(b"5 4 2\n1 0 4 0\n"), Format::Supply);
        assert_eq!(guess(b"\n1 1 1\n0 0 0\n"), Format::Maze);
        assert_eq!(guess(b"0 0 1 0\n"), Format::Maze);
        assert_eq!(guess(b"0 x 1\n"), Format::Maze);
        assert_eq!(guess(b"S.#\n"), Format::Drawing);
        assert_eq!(guess(b"type octile\nheight 1\n"), Format::Movingai);
        assert_eq!(guess(b"P1 1 1 0"), Format::Pbm);
        #[cfg(feature = "pictures")]
        assert_eq!(guess(b"\x89PNG\r\n"), Format::Png);
        assert_eq!(guess(b""), Format::Maze);
    }

    #[test]
    fn a_map_that_is_too_large_is_rejected_early() {
        let wide = "0 ".repeat(Map::MAX_SIDE as usize + 1);
        let tall = "0\n".repeat(Map::MAX_SIDE as usize + 1);
        for text in [wide, tall] {
            let error = parse(&text, Format::Maze).unwrap_err();
            assert!(error.allowed.contains("8192"), "{error}");
        }
    }

    proptest! {
        #[test]
        fn reading_bytes_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            for &format in ALL {
                let _ = read(&bytes, format);
            }
        }

        #[test]
        fn parsing_text_never_panics(text in "(?s).{0,200}") {
            for &format in ALL {
                let _ = parse(&text, format);
            }
        }

        #[test]
        fn parsing_near_maps_never_panics(
            text in "[0-5 #.SGo\\-\n\r\tsuply]{0,120}",
        ) {
            for &format in ALL {
                if let Err(error) = parse(&text, format) {
                    prop_assert!(!error.to_string().contains('\n'), "{error}");
                }
            }
        }
    }
}
