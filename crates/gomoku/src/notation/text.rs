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
//! in moves and lower case ones in boards; white space and commas in a sequence of moves (`h8 i9, g7`).
//! A single move may also be written `h 8`, `h-8` or `8,8`: the column, then the row, both from 1 as the
//! board is labelled.

use crate::rules::gomoku::Gomoku;
use crate::rules::illegal::Illegal;
use crate::rules::point::{Point, SIZES, Size};
use crate::rules::rule::Rule;
use record::{PlayedGame, Remarks};
use search::notation::{Coordinates, quote};
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
    parse_game(text, size, rule).map(|game| game.position().clone())
}

/// Reads a position with the moves that led to it, if the text is a sequence of moves.
pub fn parse_game(text: &str, size: Size, rule: Rule) -> Result<PlayedGame<Gomoku>, NotationError> {
    let mut words = text.split_whitespace().peekable();
    let first = *words.peek().ok_or_else(|| {
        let allowed = "rows joined by / and the side to move (X or O), or moves such as h8i9";
        NotationError::new("position", quote(text), allowed)
    })?;
    if !first.contains('/') {
        let mut words = text.split(is_separator).filter(|word| !word.is_empty()).peekable();
        let mut moves = String::new();
        while let Some(word) = words.next_if(|word| !is_name(word)) {
            moves.push_str(word);
        }
        return parse_moves(&moves, size, parse_rule(words, rule)?);
    }
    words.next();
    let side = words.next().ok_or_else(|| NotationError::new("side to move", "nothing", "X or O"));
    let side = parse_side(side?)?;
    parse_board(first, parse_rule(words, rule)?, side).map(PlayedGame::new)
}

/// What may separate the moves of a sequence.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// Whether a word after moves is a name, not a move.
fn is_name(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Reads the last word of a position, if there is one.
fn parse_rule<'a>(
    mut words: impl Iterator<Item = &'a str>,
    rule: Rule,
) -> Result<Rule, NotationError> {
    let Some(name) = words.next() else { return Ok(rule) };
    let rule = Rule::from_name(name).ok_or_else(|| {
        let names = Rule::ALL.map(Rule::name).join(", ");
        NotationError::new("rule", quote(name), format!("{names} or nothing"))
    })?;
    match words.next() {
        None => Ok(rule),
        Some(more) => Err(NotationError::new("end of the position", quote(more), "nothing")),
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

fn parse_moves(text: &str, size: Size, rule: Rule) -> Result<PlayedGame<Gomoku>, NotationError> {
    let mut game = PlayedGame::new(Gomoku::new(size, rule));
    let mut rest = text;
    while !rest.is_empty() {
        // A move is one character and the digits after it.
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let digits = rest[first..].bytes().take_while(u8::is_ascii_digit).count();
        let (mv, after) = rest.split_at(first + digits);
        let place = || format!("move {}", game.plies() + 1);
        let point = game
            .position()
            .parse_move(mv)
            .map_err(|error| NotationError { place: place(), ..error })?;
        game.push(point, Remarks::default());
        rest = after;
    }
    Ok(game)
}

/// Reads a point of a board: `h8`.
pub fn parse_point(size: Size, text: &str) -> Result<Point, NotationError> {
    Coordinates::parse(text)
        .and_then(|place| point_at(size, place))
        .ok_or_else(|| NotationError::new("point", quote(text), points_of(size)))
}

/// The point that a person names, if the board has it.
fn point_at(size: Size, place: Coordinates) -> Option<Point> {
    let column = place.column.checked_sub(1).filter(|&column| column < size.columns)?;
    let row = size.rows.checked_sub(place.row).filter(|&row| row < size.rows)?;
    Some(Point::new(row, column))
}

/// The names of the points: `a1 to o15`.
fn points_of(size: Size) -> String {
    format!("a1 to {}", point_text(size, Point::new(0, size.columns - 1)))
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
        let place = Coordinates::parse(text)
            .ok_or_else(|| NotationError::new("move", quote(text), points_of(self.size())))?;
        let Some(point) = point_at(self.size(), place) else {
            let size = self.size();
            let reason = format!("{}, which has {}", Illegal::OffBoard(size), points_of(size));
            return Err(NotationError::illegal(text, reason));
        };
        match self.why_illegal(point) {
            None => Ok(point),
            Some(reason) => Err(NotationError::illegal(text, reason)),
        }
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
        for text in ["b5 C3 b4", " b5,c3 , b4", "b5 c3b4", "b 5 c 3 b 4"] {
            let same = parse_position(text, Size::square(5), Rule::Freestyle).unwrap();
            assert_eq!(same.position_text(), moves.position_text(), "{text}");
        }
        let renju = Gomoku::parse_position("h8, i9 renju").unwrap();
        assert_eq!((renju.stones(Side::Second), renju.rule()), (1, Rule::Renju));
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
            ("h8, p9".to_owned(), "move 2"),
            ("h8 i9 go".to_owned(), "rule"),
            ("h8 i9 caro x".to_owned(), "end of the position"),
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
