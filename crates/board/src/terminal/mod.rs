//! A board in a terminal, with its coordinates and the last move in brackets. A panel to its right shows the
//! two sides, the remarks and the candidate moves.
//!
//! ```text
//!    a b c d e                          9  +---+---+--[k]--+---+---+---+---+
//!  5 . . . . . 5   > X black to move       |   |   |   | \ | / |   |   |   |
//!  4 . . .[O]. 4     O white            8  +---+---+---+---+---+---+---+---+
//! ```
//! Without colour, a winning line is marked by equals signs (`=X=`), `!` is a forbidden point, `*` a square
//! that can be played on, `@` a visited square, and a digit the rank of a candidate.

mod cell;
mod lines;
mod panel;

use crate::{BoardView, DrawStyle, Surface};
use cell::Cells;

/// Draws the board for a terminal of this many columns; `None` for any width. Each line ends in a newline.
/// If the board does not fit, the result is one line that says so.
pub fn draw(view: &BoardView, style: DrawStyle, width: Option<u16>) -> String {
    let board = rows(view, style);
    let wide = |text: &str| text.chars().map(columns_of).sum::<usize>();
    let board_width = board.iter().map(|row| row.width).max().unwrap_or_default();
    let available = width.map_or(usize::MAX, usize::from);
    if board_width > available {
        return format!("terminal too narrow: needs {board_width} columns, has {available}\n");
    }
    let panel = panel::lines(view, style);
    let plain = panel::lines(view, DrawStyle { colour: false, ..style });
    let panel_width = plain.iter().map(|line| wide(line)).max().unwrap_or_default();
    let beside = board_width + GAP.len() + panel_width <= available;
    let mut text = String::new();
    let mut beside_lines = panel.iter().filter(|_| beside);
    for row in &board {
        text.push_str(row.text.trim_end());
        if let Some(line) = row.takes_panel.then(|| beside_lines.next()).flatten() {
            let trimmed = row.text.len() - row.text.trim_end().len();
            text.push_str(&" ".repeat(board_width - row.width + trimmed));
            text.push_str(GAP);
            text.push_str(line);
        }
        text.push('\n');
    }
    // If the panel is longer than the board, its remaining lines stay in the same column.
    let indent = if beside { board_width + GAP.len() } else { 0 };
    let below = panel.iter().filter(|_| !beside);
    for line in beside_lines.chain(below) {
        text.push_str(&" ".repeat(indent));
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// The space between the board and the panel.
const GAP: &str = "   ";

/// One printed row.
struct Row {
    text: String,
    /// The width in terminal columns; colour codes take none.
    width: usize,
    /// Whether a line of the panel may follow it.
    takes_panel: bool,
}

fn rows(view: &BoardView, style: DrawStyle) -> Vec<Row> {
    let cells = Cells::new(view, style);
    let label = view.row_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0) + 1;
    let both = view.surface == Surface::Wood;
    let header = || {
        let text = format!("{}{}", " ".repeat(label), cells.header()).trim_end().to_owned();
        Row { width: text.chars().count(), text, takes_panel: true }
    };
    let mut rows = Vec::new();
    if both || view.reads_from_top() {
        rows.push(Row { takes_panel: false, ..header() });
    }
    for row in 0..view.rows {
        let name = view.row_labels.get(usize::from(row)).map_or("", String::as_str);
        let after = if both { name } else { "" };
        let text = format!("{name:>label$}{}{after}", cells.row(row));
        let width = label + cells.width() + after.chars().count();
        rows.push(Row { text, width, takes_panel: true });
        if view.surface == Surface::Paper && row + 1 < view.rows {
            let between = lines::below(view, row, style.unicode);
            let text = format!("{}{between}", " ".repeat(label));
            rows.push(Row { width: text.chars().count(), text, takes_panel: true });
        }
    }
    if both || !view.reads_from_top() {
        rows.push(header());
    }
    rows
}

/// The width of a character in terminal columns: two for Chinese characters.
fn columns_of(c: char) -> usize {
    if ('\u{2e80}'..='\u{9fff}').contains(&c) { 2 } else { 1 }
}

#[cfg(test)]
mod tests;
