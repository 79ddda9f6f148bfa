//! From a game to text: [`write()`].

use super::{FORFEIT, NOT_TAGS};
use crate::{Gomoku, Point, Size};
use record::{Ending, PlayedGame, Termination};
use search::{Game, Outcome, Side};
use std::fmt::Write;

/// Moves on a line of the file: lines stay below 80 characters.
const PER_LINE: usize = 12;

/// Writes a game as one game tree. Several, one behind the other, are a collection.
pub fn write(game: &PlayedGame<Gomoku>) -> String {
    let start = game.start();
    let mut text = format!(
        "(;FF[4]GM[4]CA[UTF-8]AP[Plywood gomoku:{}]SZ[{}]RU[{}]",
        env!("CARGO_PKG_VERSION"),
        size_text(start.size()),
        start.rule(),
    );
    for (key, name) in ["PB", "PW"].into_iter().zip(&game.players) {
        if !name.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{key}[{}]", escaped(name));
        }
    }
    let _ = write!(text, "RE[{}]", game.ending().map_or("?".to_owned(), |ending| result(&ending)));
    for (name, value) in &game.tags {
        let is_name = (1..=2).contains(&name.len()) && name.bytes().all(|c| c.is_ascii_uppercase());
        if is_name && !NOT_TAGS.contains(&name.as_str()) && !matches!(name.as_str(), "B" | "W") {
            let _ = write!(text, "{name}[{}]", escaped(value));
        }
    }
    setup(&mut text, start);
    comments(&mut text, game, 0);
    for (number, (point, side)) in game.moves().zip(game.sides()).enumerate() {
        if number % PER_LINE == 0 {
            text.push('\n');
        }
        let _ = write!(text, ";{}[{}]", colour(side), point_text(point));
        comments(&mut text, game, number + 1);
    }
    text.push_str(")\n");
    text
}

/// `B+R`.
fn result(ending: &Ending) -> String {
    let winner = match ending.outcome {
        Outcome::Draw => return "0".to_owned(),
        Outcome::Win(side) => colour(side),
    };
    let how = match ending.reason {
        Termination::Resigned => "R",
        Termination::TimeForfeit => "T",
        reason if reason.is_forfeit() || ending.detail.as_deref() == Some(FORFEIT) => "F",
        _ => "",
    };
    format!("{winner}+{how}")
}

/// What is said after so many moves, in the node of the last of them.
fn comments(text: &mut String, game: &PlayedGame<Gomoku>, after: usize) {
    let here = game.comments.iter().filter(|comment| comment.after == after);
    let said: Vec<&str> = here.map(|comment| comment.text.as_str()).collect();
    if !said.is_empty() {
        let _ = write!(text, "C[{}]", protected(&said.join("\n"), |c| c == '\n'));
    }
}

/// `15`, or columns and rows where they differ.
fn size_text(size: Size) -> String {
    if size.rows == size.columns {
        size.rows.to_string()
    } else {
        format!("{}:{}", size.columns, size.rows)
    }
}

/// The stones before the first move, and who moves then.
fn setup(text: &mut String, start: &Gomoku) {
    for side in [Side::First, Side::Second] {
        let mut stones = start.size().iter().filter(|&point| start.stone(point) == Some(side));
        if let Some(first) = stones.next() {
            let _ = write!(text, "\nA{}[{}]", colour(side), point_text(first));
            stones.for_each(|point| text.push_str(&format!("[{}]", point_text(point))));
        }
    }
    if start.empties() < start.size().points() || start.side() == Side::Second {
        let _ = write!(text, "PL[{}]", colour(start.side()));
    }
}

const fn colour(side: Side) -> char {
    match side {
        Side::First => 'B',
        Side::Second => 'W',
    }
}

fn point_text(point: Point) -> String {
    [point.column(), point.row()].map(|place| char::from(b'a' + place)).iter().collect()
}

/// SimpleText: white space is blanks.
fn escaped(text: &str) -> String {
    protected(text, |_| false)
}

/// `]` and `\` after a `\`, and blanks for control characters but for some.
fn protected(text: &str, keeps: fn(char) -> bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ']' | '\\' => escaped.extend(['\\', c]),
            c if c.is_control() && !keeps(c) => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
