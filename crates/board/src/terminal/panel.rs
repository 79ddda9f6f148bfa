//! The panel to the right of a board.

use super::cell::{colours, rank_digit};
use crate::{BoardView, DrawStyle};

/// The sides, the remarks, the end of the game and the candidates, one line each.
pub(super) fn lines(view: &BoardView, style: DrawStyle) -> Vec<String> {
    let sides = (0u8..).zip(&view.sides).map(|(index, side)| {
        let arrow = if view.to_move == Some(index) { '>' } else { ' ' };
        let mut line = format!("{arrow} ");
        if let Some(kind) = &side.piece {
            let symbol = if style.unicode { kind.character } else { kind.letter };
            let colour = colours(view.surface)[usize::from(index.min(1))];
            match symbol.to_string() {
                symbol if symbol == side.name => {}
                symbol if style.colour => line += &format!("\x1b[{colour}m{symbol}\x1b[0m "),
                symbol => line += &format!("{symbol} "),
            }
        }
        line += side.name;
        if let Some(count) = side.count {
            line += &format!(" {count}");
        }
        if view.to_move == Some(index) {
            line += " to move";
        }
        line
    });
    let mut lines: Vec<String> = sides.collect();
    lines.extend(view.notes.iter().map(|note| format!("  {note}")));
    lines.extend(view.ending_text().map(|text| format!("  {text}")));
    lines.extend(view.forbidden.iter().map(|point| {
        let at = |labels: &[String], index: u8| labels.get(usize::from(index)).cloned();
        let column = at(&view.column_labels, point.place.column).unwrap_or_default();
        let row = at(&view.row_labels, point.place.row).unwrap_or_default();
        format!("  {column}{row} forbidden: {}", point.reason)
    }));
    let wide = view.candidates.iter().map(|candidate| candidate.text.len()).max().unwrap_or(0);
    lines.extend(view.candidates.iter().enumerate().map(|(rank, candidate)| {
        format!("  {} {:<wide$}  {}", rank_digit(rank), candidate.text, candidate.score)
    }));
    lines
}
