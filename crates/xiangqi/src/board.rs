//! The board in a terminal: Chinese glyphs where they can be shown, letters where not.
//!
//! A glyph takes two columns of a terminal, so points lie four columns apart with glyphs and with
//! letters alike. The river, the palaces and the last move are marked.

use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;
use crate::square::{FILES, RANKS, Square};
use harness::DrawStyle;
use search::Side;

/// The glyph of a piece: the two sides write most of them differently.
pub const fn glyph(piece: Piece) -> char {
    const RED: [char; 7] = ['帅', '仕', '相', '马', '车', '炮', '兵'];
    const BLACK: [char; 7] = ['将', '士', '象', '馬', '車', '砲', '卒'];
    match piece.side {
        Side::First => RED[piece.kind.index()],
        Side::Second => BLACK[piece.kind.index()],
    }
}

/// Red's pieces in red, black's in green: black on a dark terminal could not be read.
const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "\x1b[1;31m",
        Side::Second => "\x1b[1;32m",
    }
}

/// The board with coordinates, the two squares of the last move in brackets.
pub(crate) fn draw(position: &Position, last: Option<Move>, style: DrawStyle) -> String {
    let mut text = String::new();
    for rank in (0..RANKS).rev() {
        text.push_str(&format!("{rank} "));
        for file in 0..FILES {
            text.push_str(&cell(position, Square::new(file, rank), last, style));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        if rank > 0 {
            text.push_str(&format!("  {}\n", lines_below(rank, style.unicode)));
        }
    }
    let files: Vec<String> = ('a'..='i').map(|file| format!(" {file}  ")).collect();
    text.push_str(&format!("  {}\n", files.concat().trim_end()));
    text
}

/// Four columns for a point: a bracket or a line, two for the piece, a bracket or a line.
fn cell(position: &Position, square: Square, last: Option<Move>, style: DrawStyle) -> String {
    let marked = last.is_some_and(|mv| mv.from == square || mv.to == square);
    let line = if style.unicode { '─' } else { '-' };
    let (left, right) = match (marked, square.file()) {
        (true, _) => ('[', ']'),
        (false, 0) => (' ', line),
        (false, file) if file == FILES - 1 => (line, ' '),
        (false, _) => (line, line),
    };
    let point = match position.piece_at(square) {
        Some(piece) => {
            // A letter takes one column, a glyph two.
            let name = if style.unicode {
                glyph(piece).to_string()
            } else {
                format!("{}", piece.letter())
            };
            let pad = if style.unicode || square.file() == FILES - 1 {
                String::new()
            } else {
                line.to_string()
            };
            let name =
                if style.colour { format!("{}{name}\x1b[0m", colour(piece.side)) } else { name };
            return if marked && !style.unicode {
                format!("[{name}]{}", if square.file() == FILES - 1 { ' ' } else { line })
            } else {
                format!("{left}{name}{pad}{right}")
            };
        }
        None if marked => "  ".to_owned(),
        None => empty_point(square, style.unicode),
    };
    format!("{left}{point}{right}")
}

/// Two columns for an empty point.
fn empty_point(square: Square, unicode: bool) -> String {
    if !unicode {
        return if square.file() == FILES - 1 { "+ ".into() } else { "+-".into() };
    }
    let (top, bottom) = (
        square.rank() == RANKS - 1 || square.rank() == 4,
        square.rank() == 0 || square.rank() == 5,
    );
    let edge = |left, middle, right| match square.file() {
        0 => left,
        file if file == FILES - 1 => right,
        _ => middle,
    };
    let river_edge = matches!(square.rank(), 4 | 5) && matches!(square.file(), 0 | 8);
    let corner = match (top && !river_edge, bottom && !river_edge) {
        (true, _) => edge('┌', '┬', '┐'),
        (_, true) => edge('└', '┴', '┘'),
        _ => edge('├', '┼', '┤'),
    };
    if square.file() == FILES - 1 { format!("{corner} ") } else { format!("{corner}─") }
}

/// The row between a rank and the next lower one: the lines of the files, the river, the diagonals
/// of the palaces.
fn lines_below(rank: usize, unicode: bool) -> String {
    let bar = if unicode { '│' } else { '|' };
    let (falling, rising) = if unicode { ('╲', '╱') } else { ('\\', '/') };
    let diagonals = match rank {
        9 | 2 => Some((falling, rising)),
        8 | 1 => Some((rising, falling)),
        _ => None,
    };
    let mut row = String::new();
    for file in 0..FILES {
        let line = if rank == 5 && file > 0 && file < FILES - 1 { ' ' } else { bar };
        let after = match (diagonals, file) {
            (Some((left, _)), 3) => format!(" {left} "),
            (Some((_, right)), 4) => format!(" {right} "),
            _ => "   ".to_owned(),
        };
        row.push_str(&format!("{line}{after}"));
    }
    format!(" {}", row.trim_end())
}
