//! Shared helpers for the position formats of these games.

use search::notation::quote;
use search::{Notation, NotationError, Side};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// `X` or `O`.
pub(crate) const fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// Reads `X` or `O`.
pub(crate) fn read_side(text: &str) -> Result<Side, NotationError> {
    match text {
        "X" => Ok(Side::First),
        "O" => Ok(Side::Second),
        _ => Err(NotationError::new("side to move", quote(text), "X or O")),
    }
}

/// Splits off the side to move, the last word of a position.
pub(crate) fn split_side(text: &str) -> Result<(&str, Side), NotationError> {
    let Some((board, side)) = text.trim().rsplit_once(char::is_whitespace) else {
        return Err(NotationError::new(
            "position",
            quote(text),
            "a board, a space and the side to move (X or O)",
        ));
    };
    Ok((board.trim_end(), read_side(side)?))
}

/// Reads the rows of a board from the top, joined by `/`: `X`, `O` and `.` for an empty cell. The result
/// has `height` rows of `width` cells, top row first.
pub(crate) fn read_rows(
    text: &str,
    width: usize,
    height: usize,
) -> Result<Vec<Option<Side>>, NotationError> {
    let found = text.split('/').count();
    if found != height {
        return Err(NotationError::new("board", format!("{found} rows"), format!("{height} rows")));
    }
    let mut cells = Vec::with_capacity(width * height);
    for (row, line) in (1..).zip(text.split('/')) {
        let found = line.chars().count();
        if found != width {
            return Err(NotationError::new(
                format!("row {row}"),
                format!("{found} cells"),
                format!("{width} cells"),
            ));
        }
        for (column, cell) in (1..).zip(line.chars()) {
            cells.push(match cell {
                'X' => Some(Side::First),
                'O' => Some(Side::Second),
                '.' => None,
                _ => {
                    return Err(NotationError::new(
                        format!("row {row}, column {column}"),
                        quote(cell.encode_utf8(&mut [0; 4])),
                        "X, O or .",
                    ));
                }
            });
        }
    }
    Ok(cells)
}

/// Writes the rows in the format of [`read_rows`], followed by the side to move.
pub(crate) fn write_rows(cells: &[Option<Side>], width: usize, side: Side) -> String {
    let rows: Vec<String> = cells
        .chunks(width)
        .map(|row| row.iter().map(|cell| cell.map_or('.', letter)).collect())
        .collect();
    format!("{} {}", rows.join("/"), letter(side))
}

/// Checks that the sides moved in turn, starting with the first player.
pub(crate) fn check_turns(first: u32, second: u32, side: Side) -> Result<(), NotationError> {
    let ahead = match side {
        Side::First => 0,
        Side::Second => 1,
    };
    if first == second + ahead {
        return Ok(());
    }
    Err(NotationError::new(
        "side to move",
        format!("{} with {first} X and {second} O", letter(side)),
        "X if there are as many X as O, O if there is one more X",
    ))
}

/// Reads a number within limits.
pub(crate) fn number<T: FromStr + PartialOrd + Display>(
    place: impl Into<String>,
    text: &str,
    limits: RangeInclusive<T>,
) -> Result<T, NotationError> {
    text.parse().ok().filter(|number| limits.contains(number)).ok_or_else(|| {
        let allowed = format!("a number from {} to {}", limits.start(), limits.end());
        NotationError::new(place, quote(text), allowed)
    })
}

/// Reads the values of `name=value` words, which must be in this order.
pub(crate) fn fields<'a, const N: usize>(
    text: &'a str,
    names: [&str; N],
) -> Result<[&'a str; N], NotationError> {
    let mut words = text.split_whitespace();
    let mut values = [""; N];
    for (index, name) in names.into_iter().enumerate() {
        let word = words.next().unwrap_or_default();
        let value = word.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
        values[index] = value.ok_or_else(|| {
            NotationError::new(format!("word {}", index + 1), quote(word), format!("{name}=..."))
        })?;
    }
    match words.next() {
        None => Ok(values),
        Some(word) => {
            let place = format!("word {}", N + 1);
            Err(NotationError::new(place, quote(word), "the side to move (X or O)"))
        }
    }
}

/// The error for a text that is not a legal move. It lists the legal ones.
pub(crate) fn refused_move<G: Notation>(game: &G, text: &str) -> NotationError {
    let mut moves = Vec::new();
    let allowed = match game.expand(&mut moves) {
        Some(_) => "no move: the game is over".to_owned(),
        None => list(moves.iter().map(|&mv| game.move_text(mv))),
    };
    NotationError::new("move", quote(text), allowed)
}

/// The first items of a list, separated by commas.
fn list(items: impl ExactSizeIterator<Item = String>) -> String {
    const LISTED: usize = 40;
    let more = items.len().saturating_sub(LISTED);
    let mut list = items.take(LISTED).collect::<Vec<_>>().join(", ");
    if more > 0 {
        list.push_str(&format!(" and {more} more"));
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_cell_and_the_accepted_values() {
        let error = read_rows(".../.#./...", 3, 3).unwrap_err();
        assert_eq!(error.to_string(), "row 2, column 2: found `#`, allowed: X, O or .");
    }
}
