//! A book as text: one line a position, so that it can be read, searched and compared.
//!
//! ```text
//! plywood othello book 1 8x8
//! ---------------------------OX------XO--------------------------- X result +2.00 games 12 best c4 -0.50
//! end 1 9c0f5a5d2b1e7733
//! ```
//! A position is in OBF with the side to move as `X`, turned so that it comes first among its images;
//! `best` is the best move out of the book with its value, `?` if nobody has looked, `-` if there is
//! none. Values are discs for the side to move. The last line counts the positions and carries a
//! checksum of all lines before it, so that a file cut short or changed by accident is refused.
//! Nothing is forgiven: only `othello book learn` writes books.
//!
//! A book is written beside the old one and renamed into its place: whoever reads it, and whenever the
//! writer dies, there is a whole book.

use super::{Book, Deviation, Entry, Hundredths, MOST_POSITIONS};
use crate::notation::parse_move;
use crate::rules::board::Size;
use crate::rules::game::Othello;
use files;
use search::notation::quote;
use search::rng::mix;
use search::{Game, Notation, Side};
use std::fmt::Write;
use std::path::Path;
use thiserror::Error;

const HEADER: &str = "plywood othello book 1";
/// No value is further from 0.
pub(crate) const MOST_VALUE: Hundredths = 6400;
/// Longest line, with room to spare.
const LINE_BYTES: usize = 160;

/// Why a book was refused: the line, what was found there and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: found {found}, allowed: {allowed}")]
pub struct BookError {
    /// From 1; 0 for the file as a whole.
    pub line: usize,
    /// What was found.
    pub found: String,
    /// What would do.
    pub allowed: &'static str,
}

impl Book {
    /// The text of the whole book.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER} {}\n", self.size());
        for (board, entry) in self.entries() {
            let position = Othello::new(board, Side::First, self.size());
            // Writing to a string cannot fail.
            let _ = write!(text, "{} result {} ", position.position_text(), discs(entry.result));
            let _ = write!(text, "games {} best ", entry.games);
            let _ = match entry.deviation {
                Deviation::Unknown => writeln!(text, "?"),
                Deviation::Nothing => writeln!(text, "-"),
                Deviation::Move(mv, value) => {
                    writeln!(text, "{} {}", position.move_text(mv), discs(value))
                }
            };
        }
        let sum = checksum(&text);
        let _ = writeln!(text, "end {} {sum:016x}", self.len());
        text
    }

    /// Reads a whole book.
    pub fn parse(text: &str) -> Result<Book, BookError> {
        let refuse = |line: usize, found: &str, allowed| {
            Err(BookError { line, found: quote(found), allowed })
        };
        let body = text.strip_suffix('\n').unwrap_or(text);
        let Some((body, end)) = body.rsplit_once('\n') else {
            return refuse(1, text, "a book of several lines");
        };
        let mut lines = (1..).zip(body.lines());
        let (_, header) = lines.next().unwrap_or((1, ""));
        let size = header.strip_prefix(HEADER).map(str::trim);
        let Some(size) = Size::ALL.into_iter().find(|one| Some(&*one.to_string()) == size) else {
            return refuse(1, header, "`plywood othello book 1` and 4x4, 6x6 or 8x8");
        };
        let mut book = Book::new(size);
        for (number, line) in lines {
            if book.len() >= MOST_POSITIONS {
                return refuse(number, line, "at most 1000000 positions");
            }
            match parse_entry(size, line) {
                Ok((position, entry)) => {
                    if book.entries.insert(position.board(), entry).is_some() {
                        return refuse(number, line, "each position once");
                    }
                }
                Err(allowed) => return refuse(number, line, allowed),
            }
        }
        let number = body.lines().count() + 1;
        let count = book.len();
        let sum = checksum(&text[..body.len() + 1]);
        if end != format!("end {count} {sum:016x}") {
            let allowed = "`end`, the number of positions and their checksum (the file was cut short \
                           or changed)";
            return refuse(number, end, allowed);
        }
        book.propagate();
        Ok(book)
    }

    /// Reads a file.
    pub fn load(path: &Path) -> Result<Book, String> {
        let most = (MOST_POSITIONS * LINE_BYTES) as u64;
        let text = files::read_text(path, most).map_err(|error| error.to_string())?;
        Book::parse(&text).map_err(|error| error.to_string())
    }

    /// Replaces a file, whole or not at all.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        files::write_atomically(path, self.to_text().as_bytes())
    }
}

/// One position; the error says what is allowed.
fn parse_entry(size: Size, line: &str) -> Result<(Othello, Entry), &'static str> {
    const FORM: &str = "a position, then result, games and best with their values";
    let words: Vec<&str> = line.split(' ').take(10).collect();
    let [cells, "X", "result", result, "games", games, "best", best @ ..] = &words[..] else {
        return Err(FORM);
    };
    let position = Othello::parse_position(&format!("{cells} X")).map_err(|_| FORM)?;
    if position.size() != size || position.moves() == 0 {
        return Err("positions of the board in the first line, with a move to play");
    }
    if position.board().canonical() != position.board() {
        return Err("positions turned so that they come first among their images");
    }
    const VALUE: &str = "values from -64.00 to +64.00";
    let result = hundredths(result).ok_or(VALUE)?;
    let games = games.parse().map_err(|_| "a number of games")?;
    let deviation = match best {
        ["?"] => Deviation::Unknown,
        ["-"] => Deviation::Nothing,
        [mv, value] => {
            let mv = parse_move(size, mv).filter(|&mv| position.is_legal(mv));
            Deviation::Move(mv.ok_or("a legal move after best")?, hundredths(value).ok_or(VALUE)?)
        }
        _ => return Err("`?`, `-`, or a move and its value after best"),
    };
    Ok((position, Entry { result, games, deviation, value: result }))
}

/// `+1.50`.
pub(crate) fn discs(value: Hundredths) -> String {
    let sign = if value < 0 { '-' } else { '+' };
    format!("{sign}{}.{:02}", value.abs() / 100, value.abs() % 100)
}

/// Reads what [`discs`] writes.
fn hundredths(text: &str) -> Option<Hundredths> {
    let (sign, digits) = match text.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let (whole, part) = digits.split_once('.')?;
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if part.len() != 2 || whole.len() > 2 || !all_digits(whole) || !all_digits(part) {
        return None;
    }
    let value = 100 * whole.parse::<i32>().ok()? + part.parse::<i32>().ok()?;
    (value <= MOST_VALUE).then_some(sign * value)
}

/// Against accidents, not against malice.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0, |sum, byte| mix(sum ^ u64::from(byte)))
}
