//! Text notation for positions, moves and squares.
//!
//! A position is its rows from the top joined by `/` (`+` free, `@` visited, `A` and `B` the
//! knights), a space, and the side to move: `A++/+++/++B A`. The end rule may follow: `plain` or `lab`.
//! The default is the lab's rule, or the configured one if there is a configuration. A move is its
//! target square, a letter for the column from the left and a number for the row from the bottom, as on
//! a printed board: `c5`.
//!
//! Also accepted: white space around the text, any white space between its words, and upper case
//! letters in moves. A move may also be written `c 5`, `c-5` or `3,5`: the column, then the row, both
//! from 1 as the board is labelled. (A start square of a configuration, [`parse_square`], is the lab's
//! `ROW,COLUMN` from 0 instead.)

use crate::rules::duel::{Duel, End, SIZES, Size};
use crate::rules::illegal::Illegal;
use crate::rules::squares::{Square, Squares};
use search::notation::{Coordinates, quote};
use search::{Game, Notation, NotationError, Side};

/// `A` or `B`.
pub(crate) const fn letter(side: Side) -> char {
    match side {
        Side::First => 'A',
        Side::Second => 'B',
    }
}

/// Reads a position. `end` is the end rule if the text does not name one.
pub fn parse_position(text: &str, end: End) -> Result<Duel, NotationError> {
    let mut words = text.split_whitespace();
    let form = "a board, a space and the side to move (A or B)";
    let (Some(board), Some(side)) = (words.next(), words.next()) else {
        return Err(NotationError::new("position", quote(text), form));
    };
    let side = match side {
        "A" => Side::First,
        "B" => Side::Second,
        _ => return Err(NotationError::new("side to move", quote(side), "A or B")),
    };
    let end = match words.next() {
        None => end,
        Some("lab") => End::Lab,
        Some("plain") => End::Plain,
        Some(other) => {
            return Err(NotationError::new("end rule", quote(other), "lab, plain or nothing"));
        }
    };
    if let Some(more) = words.next() {
        return Err(NotationError::new("end of the position", quote(more), "nothing"));
    }
    let (size, visited, [a, b]) = parse_board(board)?;
    let missing = |knight: char| {
        NotationError::new("board", format!("no {knight}"), "one A and one B, the knights")
    };
    let knights = [a.ok_or_else(|| missing('A'))?, b.ok_or_else(|| missing('B'))?];
    Ok(Duel::with_visited(size, knights, visited, side, end))
}

/// The size, the visited squares and the knights of a board.
fn parse_board(text: &str) -> Result<(Size, Squares, [Option<Square>; 2]), NotationError> {
    let range = format!("{} to {}", SIZES.start(), SIZES.end());
    let fits = |count: usize| u8::try_from(count).ok().filter(|count| SIZES.contains(count));
    let rows = text.split('/').count();
    let Some(rows) = fits(rows) else {
        return Err(NotationError::new("board", format!("{rows} rows"), format!("{range} rows")));
    };
    let columns = text.split('/').next().map_or(0, |row| row.chars().count());
    let Some(columns) = fits(columns) else {
        let found = format!("{columns} squares");
        return Err(NotationError::new("row 1", found, format!("{range} squares")));
    };
    let mut visited = Squares::NONE;
    let mut knights = [None; 2];
    for (row, line) in (0u8..).zip(text.split('/')) {
        let found = line.chars().count();
        if found != usize::from(columns) {
            return Err(NotationError::new(
                format!("row {}", row + 1),
                format!("{found} squares"),
                format!("{columns} squares, as in row 1"),
            ));
        }
        for (column, cell) in (0u8..).zip(line.chars()) {
            let square = Square::new(row, column);
            let place = || format!("row {}, column {}", row + 1, column + 1);
            let knight = match cell {
                '+' => continue,
                '@' => {
                    visited = visited.with(square);
                    continue;
                }
                'A' => &mut knights[0],
                'B' => &mut knights[1],
                _ => {
                    let found = quote(cell.encode_utf8(&mut [0; 4]));
                    return Err(NotationError::new(place(), found, "+, @, A or B"));
                }
            };
            if knight.replace(square).is_some() {
                return Err(NotationError::new(
                    place(),
                    format!("a second {cell}"),
                    "one A and one B",
                ));
            }
        }
    }
    Ok((Size { rows, columns }, visited, knights))
}

/// Reads a start square of a configuration: `c5` as in moves, or the lab's `ROW,COLUMN` from 0 at the top left.
pub fn parse_square(size: Size, text: &str) -> Result<Square, NotationError> {
    let named = |text: &str| {
        let mut chars = text.chars();
        let column = chars.next()?.to_ascii_lowercase();
        let column = u8::try_from(u32::from(column).checked_sub(u32::from('a'))?).ok()?;
        let row = size.rows.checked_sub(plain_number(chars.as_str())?)?;
        Some((row, column))
    };
    let numbered = |text: &str| {
        let (row, column) = text.split_once(',')?;
        Some((plain_number(row.trim())?, plain_number(column.trim())?))
    };
    let found = numbered(text.trim()).or_else(|| named(text.trim()));
    let on_board = found.filter(|&(row, column)| row < size.rows && column < size.columns);
    on_board.map(|(row, column)| Square::new(row, column)).ok_or_else(|| {
        let corner = square_text(size, Square::new(0, size.columns - 1));
        let (row, column) = (size.rows - 1, size.columns - 1);
        let allowed =
            format!("a1 to {corner}, or ROW,COLUMN from 0,0 (top left) to {row},{column}");
        NotationError::new("square", quote(text), allowed)
    })
}

/// Parses a number without signs or leading zeros, so that each number has only one spelling.
fn plain_number(text: &str) -> Option<u8> {
    let is_plain =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if is_plain { text.parse().ok() } else { None }
}

/// The square that a person names in a move, if the board has it.
fn square_at(size: Size, place: Coordinates) -> Option<Square> {
    let column = place.column.checked_sub(1).filter(|&column| column < size.columns)?;
    let row = size.rows.checked_sub(place.row).filter(|&row| row < size.rows)?;
    Some(Square::new(row, column))
}

/// The names of the squares: `a1 to h8`.
fn squares_of(size: Size) -> String {
    format!("a1 to {}", square_text(size, Square::new(0, size.columns - 1)))
}

/// The name of a square: `c5`.
pub fn square_text(size: Size, square: Square) -> String {
    format!("{}{}", char::from(b'a' + square.column()), size.rows.saturating_sub(square.row()))
}

/// The character of a square: `+`, `@`, `A` or `B`.
pub(crate) fn cell(duel: &Duel, square: Square) -> char {
    if duel.knight(Side::First) == square {
        'A'
    } else if duel.knight(Side::Second) == square {
        'B'
    } else if duel.free().contains(square) {
        '+'
    } else {
        '@'
    }
}

/// The rows of a board from the top, with a separator between the squares of a row.
pub(crate) fn rows(duel: &Duel, separator: &str) -> Vec<String> {
    let row = |row| {
        let cells = (0..duel.size().columns).map(|column| cell(duel, Square::new(row, column)));
        cells.map(String::from).collect::<Vec<_>>().join(separator)
    };
    (0..duel.size().rows).map(row).collect()
}

impl Notation for Duel {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        parse_position(text, End::default())
    }

    fn position_text(&self) -> String {
        let rule = match self.end() {
            End::Lab => "",
            End::Plain => " plain",
        };
        format!("{} {}{rule}", rows(self, "").join("/"), letter(self.side()))
    }

    fn parse_move(&self, text: &str) -> Result<Square, NotationError> {
        let squares = squares_of(self.size());
        let place = Coordinates::parse(text)
            .ok_or_else(|| NotationError::new("move", quote(text), &squares))?;
        let Some(to) = square_at(self.size(), place) else {
            let reason = format!("{}, which has {squares}", Illegal::OffBoard);
            return Err(NotationError::illegal(text, reason));
        };
        match self.why_illegal(to) {
            None => Ok(to),
            Some(reason) => Err(NotationError::illegal(text, reason)),
        }
    }

    fn move_text(&self, to: Square) -> String {
        square_text(self.size(), to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn squares_are_named_from_the_bottom_left_and_numbered_from_the_top_left() {
        let size = Size { rows: 10, columns: 8 };
        assert_eq!(parse_square(size, "a10"), Ok(Square::new(0, 0)));
        assert_eq!(parse_square(size, "H1"), Ok(Square::new(9, 7)));
        assert_eq!(parse_square(size, "9,7"), Ok(Square::new(9, 7)));
        assert_eq!(square_text(size, Square::new(0, 7)), "h10");
        for bad in ["", "a", "a0", "a01", "a11", "i1", "10,0", "0,8", "-1,0", "+1,0", "a+1", "é1"]
        {
            assert!(parse_square(size, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        for (text, place) in [
            ("", "position"),
            ("A++/+++/++B", "position"),
            ("A++/+++/++B C", "side to move"),
            ("A++/+++/++B A plane", "end rule"),
            ("A++/+++/++B A lab x", "end of the position"),
            ("A++/++B A", "board"),
            ("A+/++/+B A", "row 1"),
            ("A++/++/++B A", "row 2"),
            ("A++/+x+/++B A", "row 2, column 2"),
            ("A++/+A+/++B A", "row 2, column 2"),
            ("A++/+++/+++ A", "board"),
            ("+++/+++/++B A", "board"),
        ] {
            assert_eq!(Duel::parse_position(text).unwrap_err().place, place, "{text}");
        }
    }

    #[test]
    fn the_text_overrides_the_configured_end_rule() {
        let end = |text, configured| parse_position(text, configured).unwrap().end();
        assert_eq!(end("A++/+++/++B A", End::Plain), End::Plain);
        assert_eq!(end("A++/+++/++B A lab", End::Plain), End::Lab);
        assert_eq!(end("A++/+++/++B A plain", End::Lab), End::Plain);
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in "[A-C+@/ plain]{0,60}|.{0,40}") {
            let _ = Duel::parse_position(&text);
            let _ = parse_square(Size::square(16), &text);
        }
    }
}
