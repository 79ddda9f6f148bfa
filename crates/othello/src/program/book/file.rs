//! The text file of a book: one line per position, readable and easy to compare.
//!
//! ```text
//! plywood othello book 1 8x8
//! ---------------------------OX------XO--------------------------- X result +2.00 games 12 best c4 -0.50
//! end 1 9c0f5a5d2b1e7733
//! ```
//! A position is in OBF with the side to move as `X`, in its canonical orientation. `best` is the best move
//! out of the book with its value, `?` if the position is unexplored, `-` if no move leads out of the
//! book. Values are in discs for the side to move. The last line has the number of positions and a
//! checksum of all lines before it, so that a truncated or damaged file is rejected. The parser is strict:
//! books are written by this program only.
//!
//! A book is written to a temporary file that then replaces the old one, so that a crash leaves a complete
//! book. Reading, changing and writing it again happens under a [`Claim`], so that two processes never
//! undo each other's changes.

use super::{Book, Deviation, Entry, Hundredths, MOST_POSITIONS};
use crate::notation::parse_move;
use crate::rules::board::Size;
use crate::rules::game::Othello;
use files::Claim;
use record::PlayedGame;
use search::notation::quote;
use search::rng::mix;
use search::{Game, Notation, Side};
use std::fmt::Write;
use std::path::Path;
use thiserror::Error;

const HEADER: &str = "plywood othello book 1";
/// The largest absolute value.
pub(crate) const MOST_VALUE: Hundredths = 6400;
/// An upper bound on the length of a line.
const LINE_BYTES: usize = 160;

/// An invalid book: the line, what was found there and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: found {found}, allowed: {allowed}")]
pub struct BookError {
    /// The line number, from 1.
    pub line: usize,
    /// What was found.
    pub found: String,
    /// Accepted values.
    pub allowed: &'static str,
}

impl Book {
    /// The text of the file.
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

    /// Parses the text of a file.
    pub fn parse(text: &str) -> Result<Book, BookError> {
        let refuse = |line: usize, found: &str, allowed| {
            Err(BookError { line, found: quote(found), allowed })
        };
        let body = text.strip_suffix('\n').unwrap_or(text);
        let Some((body, end)) = body.rsplit_once('\n') else {
            return refuse(1, text, "a book with at least two lines");
        };
        let mut lines = (1..).zip(body.lines());
        let (_, header) = lines.next().unwrap_or((1, ""));
        let size = header.strip_prefix(HEADER).map(str::trim);
        let Some(size) = Size::ALL.into_iter().find(|one| Some(&*one.to_string()) == size) else {
            return refuse(1, header, "`plywood othello book 1`, then 4x4, 6x6 or 8x8");
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
            let allowed = "`end`, the number of positions and the checksum (the file is truncated or \
                           damaged)";
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

    /// Replaces a file atomically. The caller holds the [`Claim`] to the file.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        files::write_atomically(path, self.to_text().as_bytes())
    }

    /// Adds a finished game to the book in a file, as [`add_game`](Book::add_game) does, and returns that
    /// book. Games that other processes have added to the file in the meantime are kept.
    pub(crate) fn add_game_to_file(
        path: &Path,
        game: &PlayedGame<Othello>,
        plies: u32,
    ) -> Result<Book, String> {
        let claim = Claim::to(path).map_err(|error| error.to_string())?;
        let Some(_claim) = claim else {
            return Err("another process is writing this book; try again later".to_owned());
        };
        let mut book = Book::load(path)?;
        if !book.add_game(game, plies) {
            return Err("only finished games on a board of the book's size can be added".to_owned());
        }
        book.save(path).map_err(|error| error.to_string())?;
        Ok(book)
    }
}

/// Parses the line of a position. The error is the accepted form.
fn parse_entry(size: Size, line: &str) -> Result<(Othello, Entry), &'static str> {
    const FORM: &str = "a position, then `result`, `games` and `best` with their values";
    let words: Vec<&str> = line.split(' ').take(10).collect();
    let [cells, "X", "result", result, "games", games, "best", best @ ..] = &words[..] else {
        return Err(FORM);
    };
    let position = Othello::parse_position(&format!("{cells} X")).map_err(|_| FORM)?;
    if position.size() != size || position.moves() == 0 {
        return Err("a position with a legal move, on the board named in the first line");
    }
    if position.board().canonical() != position.board() {
        return Err("a position in its canonical orientation");
    }
    const VALUE: &str = "values from -64.00 to +64.00";
    let result = hundredths(result).ok_or(VALUE)?;
    let games = games.parse().map_err(|_| "a number of games")?;
    let deviation = match best {
        ["?"] => Deviation::Unknown,
        ["-"] => Deviation::Nothing,
        [mv, value] => {
            let mv = parse_move(size, mv).filter(|&mv| position.is_legal(mv));
            Deviation::Move(mv.ok_or("a legal move after `best`")?, hundredths(value).ok_or(VALUE)?)
        }
        _ => return Err("`?`, `-`, or a move and its value after `best`"),
    };
    Ok((position, Entry { result, games, deviation, value: result }))
}

/// `+1.50`.
pub(crate) fn discs(value: Hundredths) -> String {
    let sign = if value < 0 { '-' } else { '+' };
    format!("{sign}{}.{:02}", value.abs() / 100, value.abs() % 100)
}

/// Parses the form that [`discs`] writes.
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

/// Detects accidental damage, not manipulation.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0, |sum, byte| mix(sum ^ u64::from(byte)))
}
