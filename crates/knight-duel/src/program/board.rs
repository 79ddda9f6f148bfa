//! The board on a terminal.

use crate::notation::cell;
use crate::rules::duel::Duel;
use crate::rules::squares::Square;
use board::DrawStyle;
use search::Game;
use std::fmt::Write;

/// The board with coordinates: `+` free, `@` visited, `*` where the side to move can go, the last
/// move in brackets.
pub(crate) fn draw(duel: &Duel, last: Option<Square>, style: DrawStyle) -> String {
    let size = duel.size();
    let mut text = String::new();
    for row in 0..size.rows {
        // Writing to a string cannot fail.
        let _ = write!(text, "{:>3} ", size.rows - row);
        for column in 0..size.columns {
            let square = Square::new(row, column);
            let mark = if duel.is_legal(square) { '*' } else { cell(duel, square) };
            let colour = match mark {
                'A' => Some("1;31"),
                'B' => Some("1;34"),
                '*' => Some("32"),
                '@' => Some("2"),
                _ => None,
            };
            let (open, close) = if last == Some(square) { ('[', ']') } else { (' ', ' ') };
            let _ = match colour.filter(|_| style.colour) {
                Some(code) => write!(text, "{open}\x1b[{code}m{mark}\x1b[0m{close}"),
                None => write!(text, "{open}{mark}{close}"),
            };
        }
        text.push('\n');
    }
    text.push_str("    ");
    for column in 0..size.columns {
        let _ = write!(text, " {} ", char::from(b'a' + column));
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Notation;

    #[test]
    fn reachable_squares_and_the_last_move_are_marked() {
        let duel = Duel::parse_position("A++/+@+/++B A").unwrap();
        let last = Some(Square::new(2, 2));
        let text = "  3  A  +  + \n  2  +  @  * \n  1  +  * [B]\n     a  b  c \n";
        assert_eq!(draw(&duel, last, DrawStyle::default()), text);
        let coloured = draw(&duel, None, DrawStyle { colour: true, unicode: true });
        assert!(coloured.contains("\x1b[1;31mA\x1b[0m"));
    }
}
