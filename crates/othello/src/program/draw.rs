//! The board on a terminal.

use crate::rules::game::Othello;
use crate::rules::square::Move;
use board::DrawStyle;
use search::{Game, Side};
use std::fmt::Write;

/// The board with coordinates, the discs counted beside it: `X` black, `O` white, `*` where the side
/// to move can play, the last move in brackets.
pub(crate) fn draw(position: &Othello, last: Option<Move>, style: DrawStyle) -> String {
    let size = position.size();
    let rows = size.rows();
    let mut text = String::from("   ");
    for column in 0..rows {
        // Writing to a string cannot fail.
        let _ = write!(text, " {} ", char::from(b'a' + column));
    }
    text.push('\n');
    let last = last.and_then(Move::square);
    for row in 0..rows {
        let _ = write!(text, "{:>2} ", row + 1);
        for square in (0..rows).filter_map(|column| size.square(row, column)) {
            let bit = square.bit();
            let (mark, colour) = if position.discs(Side::First) & bit != 0 {
                (if style.unicode { '●' } else { 'X' }, "1;32")
            } else if position.discs(Side::Second) & bit != 0 {
                (if style.unicode { '○' } else { 'O' }, "1;37")
            } else if position.moves() & bit != 0 {
                ('*', "33")
            } else {
                (if style.unicode { '·' } else { '.' }, "2")
            };
            let (open, close) = if last == Some(square) { ('[', ']') } else { (' ', ' ') };
            let _ = match style.colour {
                true => write!(text, "{open}\x1b[{colour}m{mark}\x1b[0m{close}"),
                false => write!(text, "{open}{mark}{close}"),
            };
        }
        let count = |side| position.discs(side).count_ones();
        let beside = match row {
            1 => {
                format!("  black {} {}", if style.unicode { '●' } else { 'X' }, count(Side::First))
            }
            2 => {
                format!("  white {} {}", if style.unicode { '○' } else { 'O' }, count(Side::Second))
            }
            3 if position.outcome().is_some() => "  the game is over".to_owned(),
            3 if position.moves() == 0 => {
                format!("  {} has to pass", super::domain::side_name(position.side()))
            }
            _ => String::new(),
        };
        text.push_str(&beside);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use search::Notation;

    #[test]
    fn discs_moves_counts_and_the_last_move_are_shown() {
        let mut position = Othello::start(Size::Four);
        let last = position.parse_move("b1").unwrap();
        position.play(last);
        let text = "    a  b  c  d \n 1  * [X] * .\n 2  .  X  X  .   black X 4\n 3  *  X  O  .   \
                    white O 1\n 4  .  .  .  . \n";
        let shown = draw(&position, Some(last), DrawStyle::default());
        let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(squeeze(&shown), squeeze(text));
        let coloured = draw(&position, None, DrawStyle { colour: true, unicode: true });
        assert!(coloured.contains("\x1b[1;32m●\x1b[0m"));
    }

    #[test]
    fn a_pass_and_the_end_are_told() {
        let shown =
            |text: &str| draw(&Othello::parse_position(text).unwrap(), None, DrawStyle::default());
        assert!(shown("OX-------------- X").contains("black has to pass"));
        assert!(shown("OX-------------X O").contains("c  d"));
        assert!(shown("XX-------------- O").contains("the game is over"));
    }
}
