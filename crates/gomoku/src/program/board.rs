//! The board on a terminal.

use crate::notation::cell;
use crate::rules::gomoku::Gomoku;
use crate::rules::point::Point;
use board::DrawStyle;
use std::fmt::Write;

/// The board with coordinates: `X` black, `O` white, the last move in brackets.
pub(crate) fn draw(game: &Gomoku, last: Option<Point>, style: DrawStyle) -> String {
    let size = game.size();
    let columns: String = (0..size.columns).fold("   ".into(), |mut line, column| {
        line.push(' ');
        line.push(char::from(b'a' + column));
        line
    });
    let mut text = format!("{columns}\n");
    for row in 0..size.rows {
        let number = size.rows - row;
        // Writing to a string cannot fail.
        let _ = write!(text, "{number:>3}");
        for column in 0..=size.columns {
            // What stands between two points belongs to the one on the left or right, whichever
            // was played last.
            let at = |column: u8| last == Some(Point::new(row, column));
            let closes = column > 0 && at(column - 1);
            let opens = column < size.columns && at(column);
            text.push(if closes {
                ']'
            } else if opens {
                '['
            } else {
                ' '
            });
            if column < size.columns {
                let mark = cell(game, Point::new(row, column));
                let shown = match mark {
                    'X' if style.unicode => '●',
                    'O' if style.unicode => '○',
                    '.' if style.unicode => '·',
                    mark => mark,
                };
                let colour = match mark {
                    'X' => "1;31",
                    'O' => "1;36",
                    _ => "2",
                };
                let _ = match style.colour {
                    true => write!(text, "\x1b[{colour}m{shown}\x1b[0m"),
                    false => write!(text, "{shown}"),
                };
            }
        }
        let _ = writeln!(text, "{number}");
    }
    text + &columns + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rule, Size, notation};

    #[test]
    fn the_last_move_is_in_brackets_between_coordinates() {
        let game = notation::parse_position("c3d4", Size::square(5), Rule::Freestyle).unwrap();
        let text = "    a b c d e\n  5 . . . . . 5\n  4 . . .[O]. 4\n  3 . . X . . 3\n  2 . . . . . 2\n\
                    \x20 1 . . . . . 1\n    a b c d e\n";
        assert_eq!(draw(&game, Some(Point::new(1, 3)), DrawStyle::default()), text);
        let coloured = draw(&game, None, DrawStyle { colour: true, unicode: true });
        assert!(coloured.contains("\x1b[1;31m●\x1b[0m"), "{coloured}");
    }
}
