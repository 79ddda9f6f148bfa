//! The board in a terminal: Chinese glyphs where they can be shown, letters where not.
//!
//! A glyph takes two columns of a terminal, so points lie four columns apart with glyphs and with
//! letters alike. The river, the palaces and the last move are marked.

use crate::rules::moves::Move;
use crate::rules::piece::Piece;
use crate::rules::position::Position;
use crate::rules::square::{FILES, RANKS, Square};
use board::DrawStyle;
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

/// Four columns for a point: a bracket or a line, the piece, a bracket or a line. A glyph takes two of
/// them, a letter one.
fn cell(position: &Position, square: Square, last: Option<Move>, style: DrawStyle) -> String {
    let horizontal = if style.unicode { '─' } else { '-' };
    let before = if square.file() == 0 { ' ' } else { horizontal };
    let after = if square.file() == FILES - 1 { ' ' } else { horizontal };
    let marked = last.is_some_and(|mv| mv.from == square || mv.to == square);
    let (left, right) = if marked { ('[', ']') } else { (before, after) };
    let point = match position.piece_at(square) {
        Some(piece) => {
            let name = if style.unicode { glyph(piece) } else { piece.letter() };
            if style.colour { format!("{}{name}\x1b[0m", colour(piece.side)) } else { name.into() }
        }
        None if marked => if style.unicode { "  " } else { " " }.to_owned(),
        None if style.unicode => format!("{}{after}", crossing(square)),
        None => "+".to_owned(),
    };
    if style.unicode {
        format!("{left}{point}{right}")
    } else {
        format!("{left}{point}{right}{after}")
    }
}

/// How the lines meet on an empty point: files end at the edges and at the river.
fn crossing(square: Square) -> char {
    let pick = |left, middle, right| match square.file() {
        0 => left,
        file if file == FILES - 1 => right,
        _ => middle,
    };
    match square.rank() {
        9 => pick('┌', '┬', '┐'),
        4 => pick('├', '┬', '┤'),
        5 => pick('├', '┴', '┤'),
        0 => pick('└', '┴', '┘'),
        _ => pick('├', '┼', '┤'),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use search::Notation;

    fn drawn(unicode: bool) -> Vec<String> {
        let position = Position::parse_position("3k5/9/9/9/9/9/4R4/9/9/4K4 b").unwrap();
        let last = Move::parse("a3e3");
        let style = DrawStyle { colour: false, unicode };
        draw(&position, last, style).lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_board_is_drawn_in_letters() {
        let rows = drawn(false);
        assert_eq!(rows.len(), 20);
        assert_eq!(rows[0], "9  +---+---+---k---+---+---+---+---+");
        assert_eq!(rows[1], r"   |   |   |   | \ | / |   |   |   |");
        assert_eq!(rows[9], "   |                               |");
        assert_eq!(rows[12], "3 [ ]--+---+---+--[R]--+---+---+---+");
        assert_eq!(rows[19], "   a   b   c   d   e   f   g   h   i");
    }

    #[test]
    fn the_board_is_drawn_in_glyphs() {
        let rows = drawn(true);
        assert_eq!(rows[0], "9  ┌───┬───┬───将──┬───┬───┬───┬───┐");
        assert_eq!(rows[8], "5  ├───┴───┴───┴───┴───┴───┴───┴───┤");
        assert_eq!(rows[12], "3 [  ]─┼───┼───┼──[车]─┼───┼───┼───┤");
        assert_eq!(rows[18], "0  └───┴───┴───┴───帅──┴───┴───┴───┘");
    }

    #[test]
    fn colours_are_used_only_where_they_may_be() {
        let style = DrawStyle { colour: true, unicode: true };
        assert!(draw(&Position::start(), None, style).contains("\x1b[1;31m帅\x1b[0m"));
        let plain = DrawStyle { colour: false, unicode: true };
        assert!(!draw(&Position::start(), None, plain).contains('\x1b'));
    }
}
