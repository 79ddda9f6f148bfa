//! Gomocup opening files: one opening per line, `x,y` pairs as offsets from the centre.
//!
//! ```text
//! 0,0, 1,-1, 3,2
//! ```
//! Stones alternate, black first. The centre is column `columns / 2` and row `rows / 2`, counted from
//! 0 at the top left, so on a 20x20 board offsets range from -10 to 9.
//!
//! Also accepted: any white space or none, a comma at the end of a line, line ends of either kind,
//! empty lines, and lines that begin with `#`.
//!
//! ```
//! use gomoku::notation::{offsets, replay};
//! use gomoku::{Gomoku, Rule, Size};
//!
//! let board = Gomoku::new(Size::square(15), Rule::Freestyle);
//! let openings = offsets::parse("0,0, 1,-1, 3,2\n", &board)?;
//! assert_eq!(replay::move_text(&openings[0]), "h8i9k6");
//! # Ok::<(), search::NotationError>(())
//! ```

use super::replay;
use crate::{Gomoku, Point, Size};
use record::PlayedGame;
use search::NotationError;
use search::notation::quote;

/// Reads the openings for an empty board. None of them may end the game.
pub fn parse(text: &str, board: &Gomoku) -> Result<Vec<PlayedGame<Gomoku>>, NotationError> {
    let numbered = (1..).zip(text.lines().map(str::trim));
    let lines = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(number, line)| {
            parse_line(line, board).map_err(|error| {
                let place = format!("line {number}, {}", error.place);
                NotationError { place, ..error }
            })
        })
        .collect()
}

fn parse_line(line: &str, board: &Gomoku) -> Result<PlayedGame<Gomoku>, NotationError> {
    let points: Vec<Point> = numbers(line)?
        .chunks(2)
        .zip(1..)
        .map(|(pair, number)| {
            let place = format!("stone {number}");
            match *pair {
                [x, y] => point(board.size(), x, y).ok_or_else(|| {
                    let allowed =
                        format!("an offset from the centre of the {} board", board.size());
                    NotationError::new(place, quote(&format!("{x},{y}")), allowed)
                }),
                _ => Err(NotationError::new(place, "one number", "x,y")),
            }
        })
        .collect::<Result<_, _>>()?;
    let mut opening = replay::of_points(board.clone(), points)?;
    opening.opening = opening.plies();
    match opening.outcome() {
        None => Ok(opening),
        Some(_) => Err(NotationError::new(
            "end",
            format!("a game that is over under the rule {}", board.rule()),
            "an unfinished game",
        )),
    }
}

fn numbers(line: &str) -> Result<Vec<i32>, NotationError> {
    let line = line.trim_end_matches(|c: char| c == ',' || c.is_whitespace());
    let parts = line.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let refuse =
                |_| NotationError::new("number", quote(part), "x,y pairs of whole numbers");
            part.parse::<i32>().map_err(refuse)
        })
        .collect()
}

/// The point at this offset from the centre.
fn point(size: Size, x: i32, y: i32) -> Option<Point> {
    let place = |length: u8, offset: i32| {
        let place = i32::from(length / 2).checked_add(offset)?;
        u8::try_from(place).ok().filter(|&place| place < length)
    };
    Some(Point::new(place(size.rows, y)?, place(size.columns, x)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;
    use proptest::prelude::*;

    fn board(side: u8) -> Gomoku {
        Gomoku::new(Size::square(side), Rule::Freestyle)
    }

    fn moves(text: &str, side: u8) -> Vec<String> {
        parse(text, &board(side)).unwrap().iter().map(replay::move_text).collect()
    }

    #[test]
    fn offsets_count_from_the_centre_to_the_right_and_down() {
        assert_eq!(moves("0,0, 1,-1, -7,7", 15), ["h8i9a1"]);
        assert_eq!(moves("-10,-10,9,9", 20), ["a20t1"]);
    }

    #[test]
    fn lenient_input_is_accepted() {
        let text = "# openings\r\n\r\n0,0,1,1\r\n 0 , 0 ,1,  1 ,\r\n";
        assert_eq!(moves(text, 15), ["h8i7", "h8i7"]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, expected) in [
            ("0,0\n0,0,0", "line 2, stone 2: found one number, allowed: x,y"),
            ("0,0,8,0", "line 1, stone 2: found `8,0`, allowed: an offset from the centre"),
            ("0,0,0,0", "line 1, move 2: `h8` is not legal: the point is occupied"),
            ("0,0,a,0", "line 1, number: found `a`, allowed: x,y pairs"),
            ("0,0,0,1,1,0,1,1,2,0,2,1,3,0,3,1,4,0", "line 1, end: found a game that is over"),
            ("2147483647,0", "line 1, stone 1: found `2147483647,0`"),
        ] {
            let error = parse(text, &board(15)).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in "(-?[0-9]{1,11}|,| |\n|#|.){0,30}") {
            let _ = parse(&text, &board(9));
        }
    }
}
