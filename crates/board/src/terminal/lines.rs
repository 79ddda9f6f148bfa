//! The lines of a board: their crossings, and the lines between two rows of a xiangqi board.

use crate::{BoardView, Place, Surface};

/// The character of an empty point where lines cross. On a xiangqi board the vertical lines end at the river.
pub(super) fn crossing(view: &BoardView, place: Place) -> char {
    let pick = |left, middle, right| match place.column {
        0 => left,
        column if column + 1 == view.columns => right,
        _ => middle,
    };
    let river = river(view);
    match place.row {
        0 => pick('┌', '┬', '┐'),
        row if row + 1 == view.rows => pick('└', '┴', '┘'),
        row if Some(row) == river => pick('├', '┴', '┤'),
        row if row > 0 && Some(row - 1) == river => pick('├', '┬', '┤'),
        _ => pick('├', '┼', '┤'),
    }
}

/// The row above the river.
fn river(view: &BoardView) -> Option<u8> {
    (view.surface == Surface::Paper).then(|| (view.rows / 2).saturating_sub(1))
}

/// The text between a row of a xiangqi board and the next: the vertical lines, the river, the diagonals of
/// the palaces.
pub(super) fn below(view: &BoardView, row: u8, unicode: bool) -> String {
    let bar = if unicode { '│' } else { '|' };
    let (falling, rising) = if unicode { ('╲', '╱') } else { ('\\', '/') };
    let (from_top, from_bottom) = (row, view.rows.saturating_sub(2 + row));
    let diagonals = match (from_top, from_bottom) {
        (0, _) | (_, 1) => Some((falling, rising)),
        (1, _) | (_, 0) => Some((rising, falling)),
        _ => None,
    };
    let middle = view.columns / 2;
    let mut text = String::from(" ");
    for column in 0..view.columns {
        let is_edge = column == 0 || column + 1 == view.columns;
        text.push(if river(view) == Some(row) && !is_edge { ' ' } else { bar });
        match diagonals {
            Some((left, _)) if column + 1 == middle => text.push_str(&format!(" {left} ")),
            Some((_, right)) if column == middle => text.push_str(&format!(" {right} ")),
            _ => text.push_str("   "),
        }
    }
    text.trim_end().to_owned()
}
