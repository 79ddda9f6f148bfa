//! Text notation for positions, moves and points.
//!
//! A position is its rows from the top joined by `/` (`X` black, `O` white, `.` empty), a space, and
//! the side to move: `...../...../..X../..... O`. Alternatively it is the sequence of moves from an
//! empty board: `h8i9g7`. Either may be followed by the name of a rule. The default is freestyle, or
//! the configured rule if there is a configuration. A sequence of moves is played on a 15x15 board, or
//! on one of the configured size. A move is a letter for the column from the left and a number for the
//! row from the bottom, as on a printed board: `h8`.
//!
//! Also accepted: white space around the text, any white space between its words, upper case letters
//! in moves and lower case ones in boards.

use crate::rules::gomoku::Gomoku;
use crate::rules::point::{Point, SIZES, Size};
use crate::rules::rule::Rule;
use search::notation::quote;
use search::{Game, Notation, NotationError, Side};

/// The board of a sequence of moves if no size is configured.
const DEFAULT_SIZE: Size = Size::square(15);

/// `X` or `O`.
pub(crate) const fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// The character of a point: `X`, `O` or `.`.
pub(crate) fn cell(game: &Gomoku, point: Point) -> char {
    game.stone(point).map_or('.', letter)
}

/// Reads a position. `size` is the board of a sequence of moves, and `rule` the rule if the text does
/// not name one.
pub fn parse_position(text: &str, size: Size, rule: Rule) -> Result<Gomoku, NotationError> {
    let words: Vec<&str> = text.split_whitespace().take(4).collect();
    let (board, rest) = words.split_first().ok_or_else(|| {
        let allowed = "rows joined by / and the side to move (X or O), or moves such as h8i9";
        NotationError::new("position", quote(text), allowed)
    })?;
    let is_board = board.contains('/');
    let (side, rest) = match rest.split_first() {
        _ if !is_board => (None, rest),
        Some((side, rest)) => (Some(parse_side(side)?), rest),
        None => return Err(NotationError::new("side to move", "nothing", "X or O")),
    };
    let rule = match rest.first() {
        None => rule,
        Some(name) => Rule::from_name(name).ok_or_else(|| {
            let names = Rule::ALL.map(Rule::name).join(", ");
            NotationError::new("rule", quote(name), format!("{names} or nothing"))
        })?,
    };
    if let Some(more) = rest.get(1) {
        return Err(NotationError::new("end of the position", quote(more), "nothing"));
    }
    match side {
        Some(side) => parse_board(board, rule, side),
        None => parse_moves(board, size, rule),
    }
}

fn parse_side(text: &str) -> Result<Side, NotationError> {
    match text {
        "X" | "x" => Ok(Side::First),
        "O" | "o" => Ok(Side::Second),
        _ => Err(NotationError::new("side to move", quote(text), "X or O")),
    }
}

fn parse_board(text: &str, rule: Rule, side: Side) -> Result<Gomoku, NotationError> {
    let range = format!("{} to {}", SIZES.start(), SIZES.end());
    let fits = |count: usize| u8::try_from(count).ok().filter(|count| SIZES.contains(count));
    let rows = text.split('/').count();
    let Some(rows) = fits(rows) else {
        return Err(NotationError::new("board", format!("{rows} rows"), format!("{range} rows")));
    };
    let columns = text.split('/').next().map_or(0, |row| row.chars().count());
    let Some(columns) = fits(columns) else {
        let found = format!("{columns} points");
        return Err(NotationError::new("row 1", found, format!("{range} points")));
    };
    let mut stones = Vec::new();
    for (row, line) in (0u8..).zip(text.split('/')) {
        let found = line.chars().count();
        if found != usize::from(columns) {
            return Err(NotationError::new(
                format!("row {}", row + 1),
                format!("{found} points"),
                format!("{columns} points, as in row 1"),
            ));
        }
        for (column, cell) in (0u8..).zip(line.chars()) {
            let side = match cell {
                '.' => continue,
                'X' | 'x' => Side::First,
                'O' | 'o' => Side::Second,
                _ => {
                    let place = format!("row {}, column {}", row + 1, column + 1);
                    let found = quote(cell.encode_utf8(&mut [0; 4]));
                    return Err(NotationError::new(place, found, "X, O or ."));
                }
            };
            stones.push((Point::new(row, column), side));
        }
    }
    Ok(Gomoku::with_stones(Size { rows, columns }, rule, stones, side))
}

fn parse_moves(text: &str, size: Size, rule: Rule) -> Result<Gomoku, NotationError> {
    let mut game = Gomoku::new(size, rule);
    let mut rest = text;
    let mut number = 1;
    while !rest.is_empty() {
        // A move is one character and the digits after it.
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let digits = rest[first..].bytes().take_while(u8::is_ascii_digit).count();
        let (mv, after) = rest.split_at(first + digits);
        let point = game
            .parse_move(mv)
            .map_err(|error| NotationError { place: format!("move {number}"), ..error })?;
        game.play(point);
        rest = after;
        number += 1;
    }
    Ok(game)
}

/// Reads a point of a board: `h8`.
pub fn parse_point(size: Size, text: &str) -> Result<Point, NotationError> {
    let named = |text: &str| {
        let mut chars = text.chars();
        let column = u32::from(chars.next()?.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
        let column = u8::try_from(column).ok().filter(|&column| column < size.columns)?;
        // Only one spelling of a number is accepted: no sign, no leading zero.
        let number = chars.as_str();
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
        let number: u8 = number.parse().ok().filter(|_| is_plain)?;
        let row = size.rows.checked_sub(number).filter(|&row| row < size.rows)?;
        Some(Point::new(row, column))
    };
    named(text.trim()).ok_or_else(|| {
        let corner = point_text(size, Point::new(0, size.columns - 1));
        NotationError::new("point", quote(text), format!("a1 to {corner}"))
    })
}

/// The name of a point: `h8`.
pub fn point_text(size: Size, point: Point) -> String {
    format!("{}{}", char::from(b'a' + point.column()), size.rows.saturating_sub(point.row()))
}

impl Notation for Gomoku {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        parse_position(text, DEFAULT_SIZE, Rule::default())
    }

    fn position_text(&self) -> String {
        let size = self.size();
        let row = |row| (0..size.columns).map(move |column| cell(self, Point::new(row, column)));
        let rows: Vec<String> = (0..size.rows).map(|number| row(number).collect()).collect();
        let rule = match self.rule() {
            Rule::Freestyle => String::new(),
            rule => format!(" {rule}"),
        };
        format!("{} {}{rule}", rows.join("/"), letter(self.side()))
    }

    fn parse_move(&self, text: &str) -> Result<Point, NotationError> {
        let point = parse_point(self.size(), text)?;
        if self.is_legal(point) {
            return Ok(point);
        }
        let (found, allowed) = if self.outcome().is_some() {
            ("after the end of the game", "no move")
        } else if self.is_empty(point) {
            (
                "forbidden to black",
                "a point where black makes no overline, double four or double three",
            )
        } else {
            ("taken", "an empty point")
        };
        let found = format!("{}, {found}", quote(text));
        Err(NotationError::new("move", found, allowed))
    }

    fn move_text(&self, point: Point) -> String {
        point_text(self.size(), point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn points_are_named_from_the_bottom_left() {
        let size = Size { rows: 10, columns: 8 };
        assert_eq!(parse_point(size, "a10"), Ok(Point::new(0, 0)));
        assert_eq!(parse_point(size, " H1 "), Ok(Point::new(9, 7)));
        assert_eq!(point_text(size, Point::new(0, 7)), "h10");
        for bad in ["", "a", "a0", "a01", "a11", "i1", "1a", "a+1", "é1", "a99999999999"] {
            assert!(parse_point(size, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_sequence_of_moves_gives_the_position_after_it() {
        let rows = |rows: [&str; 5]| rows.join("/");
        let moves = parse_position("b5C3b4", Size::square(5), Rule::Freestyle).unwrap();
        assert_eq!(
            moves.position_text(),
            rows([".X...", ".X...", "..O..", ".....", "....."]) + " O"
        );
        let renju = Gomoku::parse_position("h8 renju").unwrap();
        assert_eq!((renju.size(), renju.rule()), (Size::square(15), Rule::Renju));
        assert!(renju.position_text().ends_with(" O renju"));
    }

    #[test]
    fn errors_name_the_place() {
        let empty = ["....."; 5].join("/");
        for (text, place) in [
            ("".to_owned(), "position"),
            (empty.clone(), "side to move"),
            (format!("{empty} Y"), "side to move"),
            (format!("{empty} X go"), "rule"),
            (format!("{empty} X caro x"), "end of the position"),
            ("...../..... X".to_owned(), "board"),
            ("..../...../...../...../..... X".to_owned(), "row 1"),
            ("...../..../...../...../..... X".to_owned(), "row 2"),
            ("...../..x.-/...../...../..... X".to_owned(), "row 2, column 5"),
            ("h8i9h8".to_owned(), "move 3"),
            ("h8p9".to_owned(), "move 2"),
            ("h8h".to_owned(), "move 2"),
            ("a1b1a2b2a3b3a4b4a5b5".to_owned(), "move 10"),
        ] {
            assert_eq!(Gomoku::parse_position(&text).unwrap_err().place, place, "{text}");
        }
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in "[XOxo./ a-o0-9]{0,80}|.{0,40}") {
            let _ = Gomoku::parse_position(&text);
            let _ = parse_point(Size::square(20), &text);
        }

        #[test]
        fn parsing_sequences_of_moves_never_panics(text in "([a-p]1?[0-9]){0,30}( renju| caro)?") {
            let _ = Gomoku::parse_position(&text);
        }
    }
}
