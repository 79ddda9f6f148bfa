//! Parses a line of the protocol: [`Command`], [`Place`].
//!
//! Also accepted: lower case, white space around and between the parts, spaces in place of commas.

use crate::rules::point::SIZES;
use crate::{Point, Size};
use search::notation::quote;
use std::fmt;

/// A line split into a command and its arguments. The arguments are parsed when the command is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command<'a> {
    /// An empty line.
    Nothing,
    /// `START 15`.
    Start(&'a str),
    /// `RECTSTART 20,15`.
    RectStart(&'a str),
    Restart,
    Begin,
    /// `TURN 7,7`.
    Turn(&'a str),
    /// `PLAY 7,7`.
    Play(&'a str),
    /// `TAKEBACK 7,7`.
    TakeBack(&'a str),
    Board,
    Swap2Board,
    Done,
    /// `INFO timeout_turn 5000`.
    Info {
        key: &'a str,
        value: &'a str,
    },
    About,
    End,
    /// `7,7,1`: valid only in a list.
    Stone(&'a str),
    Unknown(&'a str),
}

impl<'a> Command<'a> {
    pub(crate) fn parse(line: &'a str) -> Command<'a> {
        let line = line.trim();
        let (word, rest) = first_word(line);
        match word.to_ascii_uppercase().as_str() {
            "" => Command::Nothing,
            "START" => Command::Start(rest),
            "RECTSTART" => Command::RectStart(rest),
            "RESTART" => Command::Restart,
            "BEGIN" => Command::Begin,
            "TURN" => Command::Turn(rest),
            "PLAY" => Command::Play(rest),
            "TAKEBACK" => Command::TakeBack(rest),
            "BOARD" => Command::Board,
            "SWAP2BOARD" => Command::Swap2Board,
            "DONE" => Command::Done,
            "INFO" => {
                let (key, value) = first_word(rest);
                Command::Info { key, value }
            }
            "ABOUT" => Command::About,
            "END" => Command::End,
            _ if line.starts_with(|c: char| c.is_ascii_digit()) => Command::Stone(line),
            _ => Command::Unknown(line),
        }
    }
}

fn first_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// The integers of a text; `None` if it has more than four or contains anything else.
pub(crate) fn numbers(text: &str) -> Option<Vec<i64>> {
    const MOST: usize = 4;
    let parts = text.split(|c: char| c == ',' || c.is_whitespace());
    let numbers: Option<Vec<i64>> = parts
        .filter(|part| !part.is_empty())
        .take(MOST + 1)
        .map(|part| part.parse().ok())
        .collect();
    numbers.filter(|numbers| numbers.len() <= MOST)
}

/// Parses `15`, or `20,15` for columns and rows.
pub(crate) fn parse_size(text: &str) -> Result<Size, String> {
    let size = match numbers(text).as_deref() {
        Some(&[side]) => Some((side, side)),
        Some(&[columns, rows]) => Some((columns, rows)),
        _ => None,
    };
    let length = |n: i64| u8::try_from(n).ok().filter(|n| SIZES.contains(n));
    size.and_then(|(columns, rows)| Some(Size { rows: length(rows)?, columns: length(columns)? }))
        .ok_or_else(|| {
            let found = quote(text);
            format!("size: found {found}, allowed: {} to {}", SIZES.start(), SIZES.end())
        })
}

/// Parses `7,7`: column and row, counted from 0 at the top left.
pub(crate) fn parse_point(size: Size, text: &str) -> Result<Point, String> {
    let point = match numbers(text).as_deref() {
        Some(&[x, y]) => point_at(size, x, y),
        _ => None,
    };
    point.ok_or_else(|| {
        let (x, y) = (size.columns - 1, size.rows - 1);
        format!("point: found {}, allowed: 0,0 to {x},{y}", quote(text))
    })
}

/// The point in this column and row, if it is on the board.
pub(crate) fn point_at(size: Size, x: i64, y: i64) -> Option<Point> {
    let place = |n: i64, length: u8| u8::try_from(n).ok().filter(|&n| n < length);
    Some(Point::new(place(y, size.rows)?, place(x, size.columns)?))
}

/// A point as the protocol writes it.
pub(crate) struct Place(pub(super) Point);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0.column(), self.0.row())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn commands_are_known_in_any_case_and_with_any_blanks() {
        assert_eq!(Command::parse("  turn   7 , 8 \t"), Command::Turn("7 , 8"));
        assert_eq!(Command::parse("BEGIN"), Command::Begin);
        assert_eq!(Command::parse("7,8,1"), Command::Stone("7,8,1"));
        assert_eq!(Command::parse("   "), Command::Nothing);
        assert_eq!(Command::parse("TURNS 1,1"), Command::Unknown("TURNS 1,1"));
        let info = Command::Info { key: "folder", value: "C:\\a b" };
        assert_eq!(Command::parse("INFO folder C:\\a b"), info);
    }

    #[test]
    fn points_count_columns_first_from_the_top_left() {
        let size = Size { rows: 9, columns: 12 };
        assert_eq!(parse_point(size, "11, 3"), Ok(Point::new(3, 11)));
        assert_eq!(Place(Point::new(3, 11)).to_string(), "11,3");
        for wrong in ["12,3", "3,9", "-1,3", "3", "3,3,3", "a,b", "99999999999999999999,1", ""] {
            let error = parse_point(size, wrong).unwrap_err();
            assert!(error.contains("allowed: 0,0 to 11,8"), "{error}");
        }
    }

    #[test]
    fn sizes_are_one_number_or_columns_and_rows() {
        assert_eq!(parse_size("15"), Ok(Size::square(15)));
        assert_eq!(parse_size("20,15"), Ok(Size { rows: 15, columns: 20 }));
        for wrong in ["4", "21", "", "15,4", "x", "15,15,15", "-15"] {
            assert!(parse_size(wrong).unwrap_err().contains("allowed: 5 to 20"));
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics(line in ".{0,30}|(START|TURN|INFO|RECTSTART) ?[0-9, -]{0,24}") {
            if let Command::Start(rest) | Command::RectStart(rest) = Command::parse(&line) {
                let _ = parse_size(rest);
            }
            let _ = parse_point(Size::square(15), &line);
        }
    }
}
