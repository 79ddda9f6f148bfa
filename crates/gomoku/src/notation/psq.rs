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
//! The head has columns and rows, the levels of the two players (0 for a person), and which of them
//! began, 0 or 1. A move is column and row, counted from 1 at the top left, and milliseconds. Then
//! come the names of the players, if the game was one of a tournament, and a code for the way it
//! ended, -1 for a game that was played out. The rule is not told: it is the reader's.
//!
//! Forgiven: a byte order mark, line ends of either kind, empty lines, blanks around numbers, a head
//! without levels and beginner, moves without time, missing names, a missing code, and whatever
//! follows the code. Levels and code are not kept: the board tells how a game ended. Written are the
//! levels 0:0, and the code -1.
//!
//! ```
//! use gomoku::{Rule, formats::psq};
//!
//! let record = psq::parse("Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\n9,7,1530\r\n-1\r\n", Rule::Freestyle)?;
//! assert_eq!(record.move_text(), "h8i9");
//! # Ok::<(), search::NotationError>(())
//! ```

use super::record::RecordWriter;
use super::{Record, Timed};
use crate::rules::point::SIZES;
use crate::{Gomoku, Point, Rule, Size};
use search::notation::quote;
use search::{Game, NotationError, Side};
use std::fmt::Write;
use std::time::Duration;
use thiserror::Error;

/// The first word of every file.
pub(crate) const MAGIC: &str = "Piskvorky";

/// Why a game cannot be written in this format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "found a game that begins with stones which no moves can have put there, allowed in psq: moves \
     from an empty board"
)]
pub struct NoMovesToStart;

/// Reads a game that was played by this rule.
pub fn parse(text: &str, rule: Rule) -> Result<Record, NotationError> {
    let text = text.trim_start_matches('\u{feff}');
    let numbered = (1..).zip(text.lines().map(str::trim));
    let mut lines = numbered.filter(|(_, line)| !line.is_empty()).peekable();
    let (number, head) = lines.next().unwrap_or((1, ""));
    let head = parse_head(head).map_err(|error| at_line(number, error))?;
    let mut writer = RecordWriter::new(Gomoku::new(head.size, rule));
    while let Some((number, line)) = lines.next_if(|(_, line)| looks_like_a_move(line)) {
        let added = parse_move(line).and_then(|mv| writer.play(mv, line));
        added.map_err(|error| at_line(number, error))?;
    }
    let rest: Vec<&str> = lines.map(|(_, line)| line).take(3).collect();
    let mut record = writer.finish();
    if let Some((one, other)) = names(&rest) {
        record.names = [one, other].map(str::to_owned);
        if head.second_began {
            record.names.reverse();
        }
    }
    Ok(record)
}

fn at_line(number: usize, error: NotationError) -> NotationError {
    let place = format!("line {number}, {}", error.place);
    NotationError { place, ..error }
}

struct Head {
    size: Size,
    second_began: bool,
}

/// `Piskvorky 15x15, 11:11, 0`.
fn parse_head(line: &str) -> Result<Head, NotationError> {
    let refuse = || {
        let example = format!("{MAGIC} 15x15, 0:0, 0");
        NotationError::new("head", quote(line), example)
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
    let second_began = match parts.nth(1) {
        None | Some("0") => false,
        Some("1") => true,
        Some(other) => {
            return Err(NotationError::new("player who began", quote(other), "0 or 1"));
        }
    };
    Ok(Head { size: Size { rows, columns }, second_began })
}

/// Whether a line is meant as a move: two numbers at least, the way Piskvork itself tells moves from
/// the names behind them.
fn looks_like_a_move(line: &str) -> bool {
    let mut parts = line.splitn(3, ',').map(str::trim);
    let mut is_number = || parts.next().is_some_and(|part| part.parse::<i64>().is_ok());
    is_number() && is_number()
}

/// `8,8,1530`.
fn parse_move(line: &str) -> Result<Timed, NotationError> {
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
    // Some managers count time with a sign; a clock that ran backwards counts as none.
    let millis: i64 = millis.parse().map_err(|_| refuse("whole milliseconds".into()))?;
    let used = Duration::from_millis(millis.max(0).unsigned_abs());
    Ok(Timed { point: Point::new(row, column), used })
}

/// The two names in the lines behind the moves, up to the code.
fn names<'a>(rest: &[&'a str]) -> Option<(&'a str, &'a str)> {
    let is_code = |text: &str| text.parse::<i64>().is_ok();
    match *rest {
        [one, other, code] if is_code(code) => Some((one, other)),
        [one, other, ..] if !is_code(one) => Some((one, other)),
        _ => None,
    }
}

/// Writes a game. Stones on the board before its first move become moves too, in the order of the
/// board, if black and white can have put them there in turn.
pub fn write(record: &Record) -> Result<String, NoMovesToStart> {
    let Size { rows, columns } = record.start.size();
    let setup = moves_to(&record.start).ok_or(NoMovesToStart)?;
    let mut text = format!("{MAGIC} {columns}x{rows}, 0:0, 0\n");
    for mv in setup.iter().chain(&record.moves) {
        let (x, y) = (mv.point.column() + 1, mv.point.row() + 1);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{x},{y},{}", mv.used.as_millis());
    }
    if record.names.iter().any(|name| !name.is_empty()) {
        for name in &record.names {
            text.push_str(&plain_name(name));
            text.push('\n');
        }
    }
    text.push_str("-1\n");
    Ok(text)
}

/// Moves from the empty board to a position, if its stones allow any.
fn moves_to(start: &Gomoku) -> Option<Vec<Timed>> {
    let of = |side| start.size().iter().filter(move |&point| start.stone(point) == Some(side));
    let (mut black, mut white) = (of(Side::First), of(Side::Second));
    let mut turn = Side::First;
    let mut moves = Vec::new();
    for _ in start.empties()..start.size().points() {
        let point = if turn == Side::First { black.next() } else { white.next() };
        moves.push(Timed { point: point?, used: Duration::ZERO });
        turn = !turn;
    }
    (turn == start.side()).then_some(moves)
}

/// A name on one line that cannot be taken for a move.
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
    use super::super::record::testing::any_record;
    use super::*;
    use proptest::prelude::*;
    use search::{Notation, Outcome};

    const GAME: &str = "Piskvorky 20x15, 11:11, 0\n\
        10,8,0\n10,9,0\n11,8,1530\n11,9,2001\n12,8,17\n12,9,9\n13,8,3\n13,9,3\n14,8,0\n\
        RAPFI.zip\nZETOR.zip\n-1\n0,Freestyle_1\n";

    #[test]
    fn a_game_of_a_tournament_is_read() {
        let record = parse(GAME, Rule::Freestyle).unwrap();
        assert_eq!(record.start.size(), Size { rows: 15, columns: 20 });
        assert_eq!(record.move_text(), "j8j7k8k7l8l7m8m7n8");
        assert_eq!(record.moves[2].used, Duration::from_millis(1530));
        assert_eq!(record.names, ["RAPFI.zip", "ZETOR.zip"]);
        assert_eq!(record.result, Some(Outcome::Win(Side::First)));
    }

    #[test]
    fn names_follow_the_player_who_began() {
        let text = GAME.replace("11:11, 0", "11:11, 1");
        assert_eq!(parse(&text, Rule::Freestyle).unwrap().names, ["ZETOR.zip", "RAPFI.zip"]);
    }

    #[test]
    fn what_the_module_forgives_is_forgiven() {
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
        assert_eq!(parse(text, Rule::Freestyle).unwrap().names, ["42", "43"]);
    }

    #[test]
    fn bad_files_are_refused_with_the_line() {
        for (text, expected) in [
            ("", "line 1, head: found ``, allowed: Piskvorky 15x15, 0:0, 0"),
            ("Gomoku 15x15, 0:0, 0\n", "line 1, head: found `Gomoku 15x15, 0:0, 0`"),
            ("Piskvorky 4x15, 0:0, 0", "line 1, board: found `4x15`, allowed: 5x5 to 20x20"),
            ("Piskvorky 15x15, 0:0, 2", "line 1, player who began: found `2`, allowed: 0 or 1"),
            ("Piskvorky 9x9\n\n10,3,0", "line 3, move: found `10,3,0`, off the board"),
            ("Piskvorky 9x9\n0,3,0", "line 2, move: found `0,3,0`, allowed: column and row from 1"),
            ("Piskvorky 9x9\n3,3,x", "line 2, move: found `3,3,x`, allowed: whole milliseconds"),
            ("Piskvorky 9x9\n3,3,0\n3,3,0", "line 3, move: found `3,3,0`, where a stone stands"),
        ] {
            let error = parse(text, Rule::Freestyle).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn stones_before_the_game_become_moves_if_they_can() {
        let start = Gomoku::parse_position("h8i9g9").unwrap();
        let record = Record::of_points(start, [Point::new(0, 0)]).unwrap();
        let back = parse(&write(&record).unwrap(), Rule::Freestyle).unwrap();
        assert_eq!(back.end(), record.end());
        assert_eq!(back.moves.len(), 4);
        for text in ["XX.../...../...../...../..... O", "X..../...../...../...../..... X"] {
            let record = Record::new(Gomoku::parse_position(text).unwrap());
            assert_eq!(write(&record), Err(NoMovesToStart));
        }
    }

    proptest! {
        #[test]
        fn what_was_written_reads_back(record in any_record()) {
            let back = parse(&write(&record).unwrap(), record.start.rule()).unwrap();
            let unnamed = |name: &String| name.is_empty();
            if record.names.iter().any(unnamed) && !record.names.iter().all(unnamed) {
                prop_assert_eq!(&back.moves, &record.moves);
            } else {
                prop_assert_eq!(back, record);
            }
        }

        #[test]
        fn no_name_can_spoil_the_moves(record in any_record(), one in ".{0,12}", other in "[0-9,]{0,8}") {
            let record = Record { names: [one, other], ..record };
            let back = parse(&write(&record).unwrap(), record.start.rule()).unwrap();
            prop_assert_eq!(back.moves, record.moves);
        }

        #[test]
        fn reading_never_panics(text in "(Piskvorky|[0-9]{1,3}|x|,|:| |\n|\r|-|.){0,40}") {
            let _ = parse(&text, Rule::Renju);
            let _ = parse(&format!("Piskvorky 6x6\n{text}"), Rule::Renju);
        }
    }
}
