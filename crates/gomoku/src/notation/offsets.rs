//! Opening files of the Gomocup: one opening a line, `x,y` pairs as distances from the centre.
//!
//! ```text
//! 0,0, 1,-1, 3,2
//! ```
//! Stones alternate, black first. The centre is column `columns / 2` and row `rows / 2`, counted from
//! 0 at the top left, so that on a board of even size distances reach from -10 to 9.
//!
//! Forgiven: any blanks, no blanks at all, a comma at the end of a line, line ends of either kind,
//! empty lines, and lines that begin with `#`.
//!
//! ```
//! use gomoku::{Gomoku, Rule, Size, formats::offsets};
//!
//! let board = Gomoku::new(Size::square(15), Rule::Freestyle);
//! let openings = offsets::parse("0,0, 1,-1, 3,2\n", &board)?;
//! assert_eq!(openings[0].move_text(), "h8i9k6");
//! # Ok::<(), search::NotationError>(())
//! ```

use super::Record;
use crate::{Gomoku, Point, Size};
use search::notation::quote;
use search::{Game, NotationError};

/// Reads the openings for a board, which is empty. None of them may end the game.
pub fn parse(text: &str, board: &Gomoku) -> Result<Vec<Record>, NotationError> {
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

fn parse_line(line: &str, board: &Gomoku) -> Result<Record, NotationError> {
    let points: Vec<Point> = numbers(line)?
        .chunks(2)
        .zip(1..)
        .map(|(pair, number)| {
            let place = format!("stone {number}");
            match *pair {
                [x, y] => point(board.size(), x, y).ok_or_else(|| {
                    let allowed =
                        format!("a distance from the centre of the {} board", board.size());
                    NotationError::new(place, quote(&format!("{x},{y}")), allowed)
                }),
                _ => Err(NotationError::new(place, "one number", "x,y")),
            }
        })
        .collect::<Result<_, _>>()?;
    let record = Record::of_points(board.clone(), points)?;
    match record.end().outcome() {
        None => Ok(record),
        Some(_) => Err(NotationError::new(
            "end",
            format!("a game that is over under the rule {}", board.rule()),
            "a game that is not over yet",
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

/// The point this far from the centre.
fn point(size: Size, x: i32, y: i32) -> Option<Point> {
    let place = |length: u8, distance: i32| {
        let place = i32::from(length / 2).checked_add(distance)?;
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
        parse(text, &board(side)).unwrap().iter().map(Record::move_text).collect()
    }

    #[test]
    fn distances_count_from_the_centre_down_and_to_the_right() {
        assert_eq!(moves("0,0, 1,-1, -7,7", 15), ["h8i9a1"]);
        assert_eq!(moves("-10,-10,9,9", 20), ["a20t1"]);
    }

    #[test]
    fn what_the_module_forgives_is_forgiven() {
        let text = "# openings\r\n\r\n0,0,1,1\r\n 0 , 0 ,1,  1 ,\r\n";
        assert_eq!(moves(text, 15), ["h8i7", "h8i7"]);
    }

    #[test]
    fn bad_lines_are_refused_by_number() {
        for (text, expected) in [
            ("0,0\n0,0,0", "line 2, stone 2: found one number, allowed: x,y"),
            ("0,0,8,0", "line 1, stone 2: found `8,0`, allowed: a distance from the centre"),
            ("0,0,0,0", "line 1, move 2: found `h8`, where a stone stands"),
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
        fn reading_never_panics(text in "(-?[0-9]{1,11}|,| |\n|#|.){0,30}") {
            let _ = parse(&text, &board(9));
        }
    }
}
