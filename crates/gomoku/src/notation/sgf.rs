//! Writes SGF, the Smart Game Format (`FF[4]`, Hollosi 1997) that most board viewers read: `GM[4]`, gomoku
//! and renju.
//!
//! Points are two letters, column and row from the top left. Stones on the board before the first
//! move become a setup (`AB`, `AW`, `PL`); names, rule and result are told where they are known.
//!
//! ```
//! use gomoku::formats::{Record, sgf};
//! use gomoku::{Gomoku, Point, Rule, Size};
//!
//! let start = Gomoku::new(Size::square(15), Rule::Freestyle);
//! let record = Record::of_points(start, [Point::new(7, 7), Point::new(6, 8)])?;
//! assert!(sgf::write(&record).ends_with(";B[hh];W[ig])\n"));
//! # Ok::<(), search::NotationError>(())
//! ```

use super::Record;
use crate::{Point, Size};
use search::{Game, Outcome, Side};
use std::fmt::Write;

/// Moves on a line of the file: lines stay below 80 characters.
const PER_LINE: usize = 12;

/// Writes a game as one game tree. Several, one behind the other, are a collection.
pub fn write(record: &Record) -> String {
    let start = &record.start;
    let mut text = format!(
        "(;FF[4]GM[4]CA[UTF-8]AP[Plywood gomoku:{}]SZ[{}]RU[{}]",
        env!("CARGO_PKG_VERSION"),
        size_text(start.size()),
        start.rule(),
    );
    for (key, name) in ["PB", "PW"].into_iter().zip(&record.names) {
        if !name.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{key}[{}]", escaped(name));
        }
    }
    let result = match record.result {
        Some(Outcome::Win(Side::First)) => "B+",
        Some(Outcome::Win(Side::Second)) => "W+",
        Some(Outcome::Draw) => "0",
        None => "?",
    };
    let _ = write!(text, "RE[{result}]");
    setup(&mut text, record);
    let mut side = start.side();
    for (number, mv) in record.moves.iter().enumerate() {
        if number % PER_LINE == 0 {
            text.push('\n');
        }
        let _ = write!(text, ";{}[{}]", colour(side), point_text(mv.point));
        side = !side;
    }
    text.push_str(")\n");
    text
}

/// `15`, or columns and rows where they differ.
fn size_text(size: Size) -> String {
    if size.rows == size.columns {
        size.rows.to_string()
    } else {
        format!("{}:{}", size.columns, size.rows)
    }
}

/// The stones before the first move, and who moves then.
fn setup(text: &mut String, record: &Record) {
    let start = &record.start;
    for side in [Side::First, Side::Second] {
        let mut stones = start.size().iter().filter(|&point| start.stone(point) == Some(side));
        if let Some(first) = stones.next() {
            let _ = write!(text, "\nA{}[{}]", colour(side), point_text(first));
            stones.for_each(|point| text.push_str(&format!("[{}]", point_text(point))));
        }
    }
    if start.empties() < start.size().points() || start.side() == Side::Second {
        let _ = write!(text, "PL[{}]", colour(start.side()));
    }
}

const fn colour(side: Side) -> char {
    match side {
        Side::First => 'B',
        Side::Second => 'W',
    }
}

fn point_text(point: Point) -> String {
    [point.column(), point.row()].map(|place| char::from(b'a' + place)).iter().collect()
}

/// SimpleText: `]` and `\` stand behind a `\`, and white space is blanks.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ']' | '\\' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::record::testing::any_record;
    use super::*;
    use crate::{Gomoku, Rule};
    use proptest::prelude::*;
    use search::Notation;

    #[test]
    fn a_game_is_written_with_names_rule_and_result() {
        let start = Gomoku::new(Size { rows: 5, columns: 6 }, Rule::Standard);
        let moves = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3), (0, 4)];
        let points = moves.map(|(row, column)| Point::new(row, column));
        let mut record = Record::of_points(start, points).unwrap();
        record.names = ["A [b\\".into(), String::new()];
        let text = sgf_without_version(&record);
        assert_eq!(
            text,
            "(;FF[4]GM[4]CA[UTF-8]AP[]SZ[6:5]RU[standard]PB[A [b\\\\]RE[B+]\n\
             ;B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])\n"
        );
    }

    #[test]
    fn stones_before_the_game_are_a_setup() {
        let start = Gomoku::parse_position("X....../O..X.../......./......./....... O").unwrap();
        let record = Record::of_points(start, [Point::new(4, 6)]).unwrap();
        let text = sgf_without_version(&record);
        assert_eq!(
            text,
            "(;FF[4]GM[4]CA[UTF-8]AP[]SZ[7:5]RU[freestyle]RE[?]\nAB[aa][db]\nAW[ab]PL[W]\n;W[ge])\n"
        );
    }

    fn sgf_without_version(record: &Record) -> String {
        let version = format!("Plywood gomoku:{}", env!("CARGO_PKG_VERSION"));
        write(record).replace(&version, "")
    }

    /// How many properties and nodes a reader would see: brackets that are not escaped.
    fn structure(text: &str) -> [usize; 4] {
        let mut counts = [0; 4];
        let mut inside = false;
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' if inside => drop(chars.next()),
                '[' if !inside => (inside, counts[0]) = (true, counts[0] + 1),
                ']' if inside => (inside, counts[1]) = (false, counts[1] + 1),
                ';' if !inside => counts[2] += 1,
                '(' | ')' if !inside => counts[3] += 1,
                _ => {}
            }
        }
        counts
    }

    proptest! {
        #[test]
        fn no_name_breaks_the_tree(record in any_record(), one in ".{0,12}", other in "[\\]\\[();]{0,8}") {
            let names = [one, other];
            let named = names.iter().filter(|name| !name.is_empty()).count();
            let record = Record { names, ..record };
            let text = write(&record);
            let [open, close, nodes, parentheses] = structure(&text);
            prop_assert_eq!(open, close);
            prop_assert_eq!(open, 7 + named + record.moves.len());
            prop_assert_eq!(nodes, 1 + record.moves.len());
            prop_assert_eq!(parentheses, 2);
            prop_assert!(text.lines().skip(1).all(|line| line.len() < 80));
        }
    }
}
