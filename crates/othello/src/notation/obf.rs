//! OBF: one position per line, with the exact scores of its moves if known.
//!
//! ```text
//! --XXXXX--OOOXX-O-... X; G8:+18; H1:+12; H7:+6; ...
//! ```
//!
//! A [position string](crate::notation), then moves with the disc difference for the side to move,
//! separated by `;`. Also accepted: everything that position strings accept, uppercase letters, a missing
//! sign, blank lines, comments from `%` or `#` to the end of the line. Moves with scores beyond ±64, which
//! mark moves without a score in some files, are skipped.

use crate::rules::game::Othello;
use crate::rules::square::Move;
use search::notation::quote;
use search::{Notation, NotationError};

/// A position with the known scores of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position.
    pub position: Othello,
    /// Moves and their scores for the side to move, in the order of the file.
    pub scores: Vec<(Move, i32)>,
}

impl Record {
    /// The highest score, which is the score of the position if every move is listed.
    pub fn score(&self) -> Option<i32> {
        self.scores.iter().map(|&(_, score)| score).max()
    }

    /// The moves with the highest score.
    pub fn best(&self) -> Vec<Move> {
        let best = self.score();
        let wanted = |&&(_, score): &&(Move, i32)| Some(score) == best;
        self.scores.iter().filter(wanted).map(|&(mv, _)| mv).collect()
    }
}

/// Parses a line; `None` if it is empty or a comment.
pub fn parse_line(line: &str) -> Result<Option<Record>, NotationError> {
    let line = line.split(['%', '#']).next().unwrap_or_default().trim();
    if line.is_empty() {
        return Ok(None);
    }
    let mut fields = line.split(';');
    let position = Othello::parse_position(fields.next().unwrap_or_default())?;
    let mut scores = Vec::new();
    for field in fields.map(str::trim).filter(|field| !field.is_empty()) {
        let form = "a move, a colon and its score, as in G8:+18";
        let wrong = || NotationError::new("scored move", quote(field), form);
        let (mv, score) = field.split_once(':').ok_or_else(wrong)?;
        let score: i32 = score.trim().parse().map_err(|_| wrong())?;
        if (-64..=64).contains(&score) {
            scores.push((position.parse_move(mv)?, score));
        }
    }
    Ok(Some(Record { position, scores }))
}

/// Parses a file. An error has its line number, from 1.
pub fn parse(text: &str) -> Result<Vec<Record>, (usize, NotationError)> {
    let mut records = Vec::new();
    for (index, line) in text.lines().enumerate() {
        records.extend(parse_line(line).map_err(|error| (index + 1, error))?);
    }
    Ok(records)
}

/// Writes a record as a line, without the line break.
pub fn write(record: &Record) -> String {
    let mut line = record.position.position_text();
    for &(mv, score) in &record.scores {
        line.push_str(&format!("; {}:{score:+}", record.position.move_text(mv)));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LINE: &str = "-----OX--XO----- X; B1:+3; a2:-4 ;d3:3;c4:-127; % of no importance";

    #[test]
    fn scored_moves_are_parsed_and_moves_without_a_score_are_skipped() {
        let record = parse_line(LINE).unwrap().unwrap();
        assert_eq!(record.score(), Some(3));
        let best: Vec<String> =
            record.best().iter().map(|&mv| record.position.move_text(mv)).collect();
        assert_eq!(best, ["b1", "d3"]);
        assert_eq!(record.scores.len(), 3);
        assert_eq!(write(&record), "-----OX--XO----- X; b1:+3; a2:-4; d3:+3");
    }

    #[test]
    fn the_smallest_integer_is_a_missing_score_like_any_other_beyond_64() {
        let line = format!("-----OX--XO----- X; b1:{}; a2:{}; d3:65; c4:-64", i32::MIN, i32::MAX);
        let record = parse_line(&line).unwrap().unwrap();
        assert_eq!(record.scores.iter().map(|&(_, score)| score).collect::<Vec<_>>(), [-64]);
    }

    #[test]
    fn errors_have_the_line_and_the_problem() {
        let text = format!("# comment\n\n{LINE}\n-----OX--XO----- X; a1:+3\n");
        let (line, error) = parse(&text).unwrap_err();
        assert_eq!((line, error.place.as_str(), error.found.as_str()), (4, "move", "`a1`"));
        let error = parse_line("-----OX--XO----- X; b1+3").unwrap_err().to_string();
        assert!(error.starts_with("scored move: found `b1+3`"), "{error}");
    }

    proptest! {
        #[test]
        fn records_round_trip_and_parsing_never_panics(
            tail in "[-+;:a-h0-9 \\PC]{0,40}",
        ) {
            let text = format!("-----OX--XO----- X; {tail}");
            if let Ok(Some(record)) = parse_line(&text) {
                prop_assert_eq!(parse_line(&write(&record)), Ok(Some(record)));
            }
            let _ = parse(&tail);
        }
    }
}
