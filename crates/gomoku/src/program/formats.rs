//! The game formats that `convert` supports in addition to those common to all games.

use crate::notation::{self, psq, replay, sgf};
use crate::program::config::Config;
use crate::program::domain::FiveInARow;
use crate::{Gomoku, Rule, Size};
use harness::formats::{Format, Games, begins_with, text};
use protocols::Playable;
use record::PlayedGame;
use search::{Notation, NotationError};

/// Piskvork files, SGF, and lines of moves, optionally followed by the rule.
pub(crate) fn all() -> Vec<Format<FiveInARow>> {
    vec![
        Format {
            name: "psq",
            about: "one game, as Piskvork and the Gomocup keep it",
            is_like: |bytes| begins_with(bytes, psq::MAGIC),
            read: Some(|config, bytes| {
                let game = psq::parse(text(bytes)?, config.game.rule);
                game.map(|game| vec![game]).map_err(|error| error.to_string())
            }),
            write: Some(|_, game| psq::write(game).map_err(|problem| problem.to_string())),
            many: false,
        },
        Format {
            name: "sgf",
            about: "smart game format, as most board viewers read it",
            is_like: |bytes| begins_with(bytes, "(;"),
            read: Some(|config, bytes| {
                let usual = Gomoku::new(config.game.size(), config.game.rule);
                sgf::parse_all(text(bytes)?, &usual).map_err(|error| error.to_string())
            }),
            write: Some(|_, game| Ok(sgf::write(game))),
            many: true,
        },
        Format {
            name: "moves",
            about: "a line of moves per game (h8i9 renju), or a position: an opening file",
            is_like: |_| true,
            read: Some(read_moves),
            write: Some(|_, game| Ok(format!("{}\n", moves_text(game)))),
            many: true,
        },
    ]
}

fn read_moves(config: &Config, bytes: &[u8]) -> Result<Games<FiveInARow>, String> {
    let numbered = (1..).zip(text(bytes)?.lines().map(str::trim));
    let lines = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let read = |(number, line): (usize, &str)| {
        read_line(config, line).map_err(|error| format!("line {number}: {error}"))
    };
    lines.map(read).collect()
}

/// Reads a line of moves or a position. A line of moves keeps the order of play.
fn read_line(config: &Config, line: &str) -> Result<PlayedGame<Gomoku>, NotationError> {
    let position = FiveInARow::parse_position(config, line)?;
    let word = line.split_whitespace().next().unwrap_or_default();
    let game = points_of(word, position.size(), position.rule());
    Ok(game.unwrap_or_else(|| PlayedGame::new(position)))
}

/// The game of a sequence of moves such as `h8i9`.
fn points_of(text: &str, size: Size, rule: Rule) -> Option<PlayedGame<Gomoku>> {
    let mut points = Vec::new();
    let mut rest = text;
    while let Some(column) = rest.chars().next() {
        let head = column.len_utf8();
        let digits = rest[head..].bytes().take_while(u8::is_ascii_digit).count();
        let (point, after) = rest.split_at(head + digits);
        points.push(notation::parse_point(size, point).ok()?);
        rest = after;
    }
    replay::of_points(Gomoku::new(size, rule), points).ok()
}

/// The moves; for a game that does not start from an empty board, the last position instead.
fn moves_text(game: &PlayedGame<Gomoku>) -> String {
    let start = game.start();
    if start.empties() < start.size().points() || game.plies() == 0 {
        return game.position().position_text();
    }
    match start.rule() {
        Rule::Freestyle => replay::move_text(game),
        rule => format!("{} {rule}", replay::move_text(game)),
    }
}
