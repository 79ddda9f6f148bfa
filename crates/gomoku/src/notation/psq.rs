//! `.psq`, the game file of the Piskvork manager, in which the Gomocup publishes its games.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0
//! 8,8,0
//! 9,7,1530
//! black.zip
//! white.zip
//! -1
//! ```
//! The header has columns and rows, the levels of the two players (0 for a human), and which of them
//! moved first, 0 or 1. A move is column and row, counted from 1 at the top left, and milliseconds.
//! Tournament games then have the names of the players. The last line is a code for how the game
//! ended, -1 if it was played to the end. The file does not contain the rule; the caller passes it.
//!
//! Also accepted: a byte order mark, line ends of either kind, empty lines, spaces around numbers, a
//! header without levels and first player, moves without time, missing names, a missing code, and any
//! text after the code. Levels and code are not stored: the board shows how a game ended. The writer
//! uses the levels 0:0 and the code -1.
//!
//! ```
//! use gomoku::Rule;
//! use gomoku::notation::{psq, replay};
//!
//! let game = psq::parse("Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\n9,7,1530\r\n-1\r\n", Rule::Freestyle)?;
//! assert_eq!(replay::move_text(&game), "h8i9");
//! # Ok::<(), search::NotationError>(())
//! ```

use super::replay;
use crate::rules::point::SIZES;
use crate::{Gomoku, Point, Rule, Size};
use record::{PlayedGame, Remarks};
use search::notation::quote;
use search::{Game, NotationError, Side};
use std::fmt::Write;
use thiserror::Error;

/// The first word of every file.
pub(crate) const MAGIC: &str = "Piskvorky";

/// The game starts from stones that alternating moves cannot have placed, so psq cannot store it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the start position cannot be reached by alternating moves from an empty board, which psq \
     requires; write sgf instead"
)]
pub struct NoMovesToStart;

/// Reads a game that was played under this rule.
pub fn parse(text: &str, rule: Rule) -> Result<PlayedGame<Gomoku>, NotationError> {
    let text = text.trim_start_matches('\u{feff}');
    let numbered = (1..).zip(text.lines().map(str::trim));
    let mut lines = numbered.filter(|(_, line)| !line.is_empty()).peekable();
    let (number, header) = lines.next().unwrap_or((1, ""));
    let header = parse_header(header).map_err(|error| at_line(number, error))?;
    let mut game = PlayedGame::new(Gomoku::new(header.size, rule));
    while let Some((number, line)) = lines.next_if(|(_, line)| looks_like_a_move(line)) {
        let added = parse_move(line)
            .and_then(|(point, remarks)| replay::play(&mut game, point, remarks, line));
        added.map_err(|error| at_line(number, error))?;
    }
    let rest: Vec<&str> = lines.map(|(_, line)| line).take(3).collect();
    if let Some((one, other)) = names(&rest) {
        game.players = [one, other].map(str::to_owned);
        if header.second_moved_first {
            game.players.reverse();
        }
    }
    Ok(game)
}

fn at_line(number: usize, error: NotationError) -> NotationError {
    let place = format!("line {number}, {}", error.place);
    NotationError { place, ..error }
}

struct Header {
    size: Size,
    second_moved_first: bool,
}

/// `Piskvorky 15x15, 11:11, 0`.
fn parse_header(line: &str) -> Result<Header, NotationError> {
    let refuse = || {
        let example = format!("{MAGIC} 15x15, 0:0, 0");
        NotationError::new("header", quote(line), example)
    };
    let mut parts = line.split(',').map(str::trim);
    let board = parts.next().and_then(|part| part.split_once(char::is_whitespace));
    let (magic, board) = board.ok_or_else(refuse)?;
    let (columns, rows) = board.trim().split_once(['x', 'X']).ok_or_else(refuse)?;
    if !magic.eq_ignore_ascii_case(MAGIC) {
        return Err(refuse());
    }
    let count = |text: &str| text.trim().parse::<u8>().ok().filter(|n| SIZES.contains(n));
    let (Some(columns), Some(rows)) = (count(columns), count(rows)) else {
        let [least, most] = [SIZES.start(), SIZES.end()];
        let allowed = format!("{least}x{least} to {most}x{most}");
        return Err(NotationError::new("board", quote(board), allowed));
    };
    let second_moved_first = match parts.nth(1) {
        None | Some("0") => false,
        Some("1") => true,
        Some(other) => {
            return Err(NotationError::new("first player", quote(other), "0 or 1"));
        }
    };
    Ok(Header { size: Size { rows, columns }, second_moved_first })
}

/// Whether a line is meant as a move: at least two numbers. Piskvork itself separates moves from the
/// names after them in this way.
fn looks_like_a_move(line: &str) -> bool {
    let mut parts = line.splitn(3, ',').map(str::trim);
    let mut is_number = || parts.next().is_some_and(|part| part.parse::<i64>().is_ok());
    is_number() && is_number()
}

/// `8,8,1530`.
fn parse_move(line: &str) -> Result<(Point, Remarks), NotationError> {
    let refuse = |allowed: String| NotationError::new("move", quote(line), allowed);
    let parts: Vec<&str> = line.split(',').map(str::trim).take(4).collect();
    let place = |text: &str| {
        let place: u8 = text.parse().ok()?;
        place.checked_sub(1).filter(|place| place < SIZES.end())
    };
    let (x, y, millis) = match parts[..] {
        [x, y] => (x, y, "0"),
        [x, y, millis] => (x, y, millis),
        _ => return Err(refuse("column,row,milliseconds".into())),
    };
    let (Some(column), Some(row)) = (place(x), place(y)) else {
        return Err(refuse(format!("column and row from 1 to {}", SIZES.end())));
    };
    // Some managers write negative times. They count as zero.
    let millis: i64 = millis.parse().map_err(|_| refuse("whole milliseconds".into()))?;
    // Zero is what is written of a time that is not known.
    let seconds = (millis > 0).then_some(millis as f64 / 1000.0);
    Ok((Point::new(row, column), Remarks { seconds, ..Remarks::default() }))
}

/// The two names in the lines after the moves, before the code.
fn names<'a>(rest: &[&'a str]) -> Option<(&'a str, &'a str)> {
    let is_code = |text: &str| text.parse::<i64>().is_ok();
    match *rest {
        [one, other, code] if is_code(code) => Some((one, other)),
        [one, other, ..] if !is_code(one) => Some((one, other)),
        _ => None,
    }
}

/// Writes a game. Stones on the board before the first move become moves too, in board order, if
/// alternating moves can have placed them.
pub fn write(game: &PlayedGame<Gomoku>) -> Result<String, NoMovesToStart> {
    let Size { rows, columns } = game.start().size();
    let setup = moves_to(game.start()).ok_or(NoMovesToStart)?;
    let mut text = format!("{MAGIC} {columns}x{rows}, 0:0, 0\n");
    let setup = setup.into_iter().map(|point| (point, 0));
    let times =
        game.remarks().map(|remarks| (1000.0 * remarks.time().as_secs_f64()).round() as u64);
    for (point, millis) in setup.chain(game.moves().zip(times)) {
        let (x, y) = (point.column() + 1, point.row() + 1);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{x},{y},{millis}");
    }
    if game.players.iter().any(|name| !name.is_empty()) {
        for name in &game.players {
            text.push_str(&plain_name(name));
            text.push('\n');
        }
    }
    text.push_str("-1\n");
    Ok(text)
}

/// Alternating moves from the empty board to a position, if there are any.
fn moves_to(start: &Gomoku) -> Option<Vec<Point>> {
    let of = |side| start.size().iter().filter(move |&point| start.stone(point) == Some(side));
    let (mut black, mut white) = (of(Side::First), of(Side::Second));
    let mut turn = Side::First;
    let mut moves = Vec::new();
    for _ in start.empties()..start.size().points() {
        let point = if turn == Side::First { black.next() } else { white.next() };
        moves.push(point?);
        turn = !turn;
    }
    (turn == start.side()).then_some(moves)
}

/// The name on one line, in a form that cannot be mistaken for a move.
fn plain_name(name: &str) -> String {
    let name: String =
        name.chars().map(|c| if c.is_control() || c == ',' { ' ' } else { c }).collect();
    match name.trim() {
        "" => "?".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::replay::testing::any_game;
    use super::*;
    use proptest::prelude::*;
    use search::{Notation, Outcome};

    const GAME: &str = "Piskvorky 20x15, 11:11, 0\n\
        10,8,0\n10,9,0\n11,8,1530\n11,9,2001\n12,8,17\n12,9,9\n13,8,3\n13,9,3\n14,8,0\n\
        RAPFI.zip\nZETOR.zip\n-1\n0,Freestyle_1\n";

    #[test]
    fn a_tournament_game_is_read() {
        let record = parse(GAME, Rule::Freestyle).unwrap();
        assert_eq!(record.start().size(), Size { rows: 15, columns: 20 });
        assert_eq!(replay::move_text(&record), "j8j7k8k7l8l7m8m7n8");
        assert_eq!(record.remarks().nth(2).unwrap().seconds, Some(1.53));
        assert_eq!(record.players, ["RAPFI.zip", "ZETOR.zip"]);
        assert_eq!(record.outcome(), Some(Outcome::Win(Side::First)));
    }

    #[test]
    fn the_first_player_is_named_first() {
        let text = GAME.replace("11:11, 0", "11:11, 1");
        assert_eq!(parse(&text, Rule::Freestyle).unwrap().players, ["ZETOR.zip", "RAPFI.zip"]);
    }

    #[test]
    fn lenient_input_is_accepted() {
        let plain = parse("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n-1\n", Rule::Caro).unwrap();
        for text in [
            "\u{feff}piskvorky 15x15\r\n8,8\r\n\r\n 9 , 7 \r\n",
            "\n\nPISKVORKY   15X15, 3:0 ,0\n8,8,0\n9,7,-3\n-1\nmore,and,more\n",
            "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0",
        ] {
            assert_eq!(parse(text, Rule::Caro).unwrap(), plain, "{text}");
        }
    }

    #[test]
    fn numbers_can_be_names() {
        let text = "Piskvorky 15x15, 0:0, 0\n8,8,0\n42\n43\n-1\n";
        assert_eq!(parse(text, Rule::Freestyle).unwrap().players, ["42", "43"]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, expected) in [
            ("", "line 1, header: found ``, allowed: Piskvorky 15x15, 0:0, 0"),
            ("Gomoku 15x15, 0:0, 0\n", "line 1, header: found `Gomoku 15x15, 0:0, 0`"),
            ("Piskvorky 4x15, 0:0, 0", "line 1, board: found `4x15`, allowed: 5x5 to 20x20"),
            ("Piskvorky 15x15, 0:0, 2", "line 1, first player: found `2`, allowed: 0 or 1"),
            ("Piskvorky 9x9\n\n10,3,0", "line 3, move: `10,3,0` is not legal: off the 9x9 board"),
            ("Piskvorky 9x9\n0,3,0", "line 2, move: found `0,3,0`, allowed: column and row from 1"),
            ("Piskvorky 9x9\n3,3,x", "line 2, move: found `3,3,x`, allowed: whole milliseconds"),
            (
                "Piskvorky 9x9\n3,3,0\n3,3,0",
                "line 3, move: `3,3,0` is not legal: the point is occupied",
            ),
        ] {
            let error = parse(text, Rule::Freestyle).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn setup_stones_become_moves_if_moves_can_have_placed_them() {
        let start = Gomoku::parse_position("h8i9g9").unwrap();
        let record = replay::of_points(start, [Point::new(0, 0)]).unwrap();
        let back = parse(&write(&record).unwrap(), Rule::Freestyle).unwrap();
        assert_eq!(back.position(), record.position());
        assert_eq!(back.plies(), 4);
        for text in ["XX.../...../...../...../..... O", "X..../...../...../...../..... X"] {
            let record = PlayedGame::new(Gomoku::parse_position(text).unwrap());
            assert_eq!(write(&record), Err(NoMovesToStart));
        }
    }

    proptest! {
        #[test]
        fn what_was_written_reads_back(record in any_game()) {
            let back = parse(&write(&record).unwrap(), record.start().rule()).unwrap();
            let unnamed = |name: &String| name.is_empty();
            if record.players.iter().any(unnamed) && !record.players.iter().all(unnamed) {
                prop_assert!(back.moves().eq(record.moves()) && back.remarks().eq(record.remarks()));
            } else {
                prop_assert_eq!(back, record);
            }
        }

        #[test]
        fn no_name_can_spoil_the_moves(record in any_game(), one in ".{0,12}", other in "[0-9,]{0,8}") {
            let mut record = record;
            record.players = [one, other];
            let back = parse(&write(&record).unwrap(), record.start().rule()).unwrap();
            prop_assert!(back.moves().eq(record.moves()));
        }

        #[test]
        fn parsing_never_panics(text in "(Piskvorky|[0-9]{1,3}|x|,|:| |\n|\r|-|.){0,40}") {
            let _ = parse(&text, Rule::Renju);
            let _ = parse(&format!("Piskvorky 6x6\n{text}"), Rule::Renju);
        }
    }
}
