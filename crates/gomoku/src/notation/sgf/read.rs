//! From the properties of a file to a game: [`parse_all`].

use super::tree::{MainLine, Property, main_lines};
use super::{FORFEIT, NOT_TAGS};
use crate::notation::replay;
use crate::rules::point::SIZES;
use crate::{Gomoku, Point, Rule, Size};
use record::{Comment, Ending, PlayedGame, Remarks, Termination};
use search::notation::quote;
use search::{Game, Notation, NotationError, Outcome, Side};

/// Reads the main line of every game of a text. `usual` has the board and the rule of games that say
/// nothing of theirs.
pub fn parse_all(text: &str, usual: &Gomoku) -> Result<Vec<PlayedGame<Gomoku>>, NotationError> {
    let lines = main_lines(text)?;
    lines.iter().map(|nodes| game(nodes, usual)).collect()
}

fn game(nodes: &MainLine, usual: &Gomoku) -> Result<PlayedGame<Gomoku>, NotationError> {
    let root: &[Property] = nodes.first().map_or(&[], |root| root);
    let mut game = PlayedGame::new(start(root, usual)?);
    let mut result = None;
    for property in root {
        let value = property.values[0].as_str();
        match property.name.as_str() {
            "GM" if value.trim() != "4" => {
                return Err(at(property, quote(value), "GM[4], gomoku and renju"));
            }
            "PB" => game.players[0] = simple(value),
            "PW" => game.players[1] = simple(value),
            "RE" => result = read_result(value),
            "B" | "W" => {}
            name if NOT_TAGS.contains(&name) => {}
            name => game.tags.push((name.to_owned(), simple(value))),
        }
    }
    for (number, node) in nodes.iter().enumerate() {
        let colours = node.iter().filter(|property| matches!(property.name.as_str(), "B" | "W"));
        for property in colours {
            play(&mut game, property)?;
        }
        for property in node {
            match property.name.as_str() {
                "AB" | "AW" | "AE" | "PL" if number > 0 => {
                    let found = format!("{} after the first node", property.name);
                    return Err(at(property, found, "stones only before the first move"));
                }
                "C" => {
                    let text = property.values[0].replace("\r\n", "\n").trim().to_owned();
                    game.comments.push(Comment { after: game.plies(), text });
                }
                _ => {}
            }
        }
    }
    if let (None, Some(ending)) = (game.outcome(), result) {
        game.end(ending);
    }
    Ok(game)
}

fn at(property: &Property, found: impl Into<String>, allowed: &str) -> NotationError {
    NotationError::new(place(property), found, allowed)
}

fn place(property: &Property) -> String {
    format!("line {}, {}", property.line, property.name)
}

/// SimpleText: white space is blanks.
fn simple(value: &str) -> String {
    value.replace(char::is_control, " ").trim().to_owned()
}

/// The position before the first move.
fn start(root: &[Property], usual: &Gomoku) -> Result<Gomoku, NotationError> {
    let find = |name: &str| root.iter().find(|property| property.name == name);
    let size = find("SZ").map_or(Ok(usual.size()), read_size)?;
    let rule = find("RU").and_then(|rule| Rule::from_name(&simple(&rule.values[0]).to_lowercase()));
    let rule = rule.unwrap_or(usual.rule());
    let mut stones = vec![vec!['.'; usize::from(size.columns)]; usize::from(size.rows)];
    for property in root {
        let stone = match property.name.as_str() {
            "AB" => 'X',
            "AW" => 'O',
            "AE" => '.',
            _ => continue,
        };
        for value in &property.values {
            let points = rectangle(value, size);
            for point in points.ok_or_else(|| at(property, quote(value), &points_of(size)))? {
                stones[usize::from(point.row())][usize::from(point.column())] = stone;
            }
        }
    }
    let rows: Vec<String> = stones.iter().map(|row| row.iter().collect()).collect();
    let count = |stone: char| rows.iter().map(|row| row.matches(stone).count()).sum::<usize>();
    let turn = match find("PL") {
        None if count('X') > count('O') => 'O',
        None => 'X',
        Some(property) => match simple(&property.values[0]).to_uppercase().as_str() {
            "B" | "BLACK" => 'X',
            "W" | "WHITE" => 'O',
            other => return Err(at(property, quote(other), "B or W")),
        },
    };
    if count('.') == usize::from(size.rows) * usize::from(size.columns) && turn == 'X' {
        return Ok(Gomoku::new(size, rule));
    }
    Gomoku::parse_position(&format!("{} {turn} {rule}", rows.join("/")))
        .map_err(|error| NotationError { place: format!("setup: {}", error.place), ..error })
}

/// `15`, or columns and rows.
fn read_size(property: &Property) -> Result<Size, NotationError> {
    let value = property.values[0].trim();
    let (columns, rows) = value.split_once(':').unwrap_or((value, value));
    let count = |text: &str| text.trim().parse::<u8>().ok().filter(|n| SIZES.contains(n));
    match (count(rows), count(columns)) {
        (Some(rows), Some(columns)) => Ok(Size { rows, columns }),
        _ => {
            let [least, most] = [SIZES.start(), SIZES.end()];
            Err(at(property, quote(value), &format!("{least} to {most}, or COLUMNS:ROWS")))
        }
    }
}

fn points_of(size: Size) -> String {
    format!("two letters, column and row from the top left, on the {size} board")
}

fn read_point(text: &str, size: Size) -> Option<Point> {
    let [column, row] = <[u8; 2]>::try_from(text.trim().as_bytes()).ok()?;
    let place = |letter: u8, length: u8| letter.checked_sub(b'a').filter(|&at| at < length);
    Some(Point::new(place(row, size.rows)?, place(column, size.columns)?))
}

/// A point, or all points of `aa:cc`.
fn rectangle(text: &str, size: Size) -> Option<Vec<Point>> {
    let (one, other) = text.split_once(':').unwrap_or((text, text));
    let (one, other) = (read_point(one, size)?, read_point(other, size)?);
    let rows = one.row()..=other.row();
    Some(
        rows.flat_map(|row| (one.column()..=other.column()).map(move |c| Point::new(row, c)))
            .collect(),
    )
}

fn play(game: &mut PlayedGame<Gomoku>, property: &Property) -> Result<(), NotationError> {
    let text = property.values[0].as_str();
    let board = game.position();
    let point = read_point(text, board.size());
    let point = point.ok_or_else(|| at(property, quote(text), &points_of(board.size())))?;
    let side = if property.name == "B" { Side::First } else { Side::Second };
    if board.outcome().is_none() && board.side() != side {
        return Err(at(property, quote(text), "a move of the colour whose turn it is"));
    }
    replay::play(game, point, Remarks::default(), text)
        .map_err(|error| NotationError { place: place(property), ..error })
}

/// `B+`, `W+R`, `0`; `None` for a game without a result.
fn read_result(text: &str) -> Option<Ending> {
    let text = text.trim().to_ascii_lowercase();
    if matches!(text.as_str(), "0" | "draw" | "jigo") {
        return Some(Ending::new(Outcome::Draw, Termination::Unknown));
    }
    let (winner, how) = text.split_once('+')?;
    let winner = match winner.trim() {
        "b" | "black" => Side::First,
        "w" | "white" => Side::Second,
        _ => return None,
    };
    let ending = |reason| Ending::new(Outcome::Win(winner), reason);
    Some(match how.trim() {
        "r" | "resign" => ending(Termination::Resigned),
        "t" | "time" => ending(Termination::TimeForfeit),
        "f" | "forfeit" => {
            Ending { detail: Some(FORFEIT.to_owned()), ..ending(Termination::Unknown) }
        }
        _ => ending(Termination::Unknown),
    })
}
