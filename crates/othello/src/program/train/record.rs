//! One game of the training file as a line of text: [`Record`].
//!
//! `f5d6c3d3c4... -1.25,+0.5,-3?,...,+6=,+6=`: the moves without passes, then the player's score of each
//! position that it moved in, for the side to move, in discs. The random opening moves have no score. `=`
//! marks an exact score, `?` a score after which a random move was played.

use crate::notation::parse_move;
use crate::rules::board::Size;
use crate::rules::game::Othello;
use crate::rules::square::Move;
use search::Game;
use search::notation::quote;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt::Write;
use thiserror::Error;

/// The player's score of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Value {
    /// In discs, for the side to move.
    pub(crate) discs: f32,
    /// Whether it is exact, from the solver.
    pub(crate) exact: bool,
    /// Whether a random move was played instead of the best.
    pub(crate) chance: bool,
}

/// A game: its moves without passes, and the scores of the positions after the opening.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Record {
    pub(crate) moves: Vec<Move>,
    pub(crate) values: Vec<Value>,
}

/// An invalid line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum RecordError {
    #[error("move {number}: found {found}, allowed: a legal move")]
    Move { number: usize, found: String },
    #[error("value {number}: found {found}, allowed: -64 to 64, optionally followed by = or ?")]
    Value { number: usize, found: String },
    #[error("values: found {values} for {moves} moves, allowed: at most one per move")]
    Count { moves: usize, values: usize },
    #[error("moves: the game is not over after {0} moves")]
    Unfinished(usize),
}

/// The position of the next disc, with passes played. `None` at the end of the game.
pub(crate) fn skip_passes(mut position: Othello) -> Option<Othello> {
    if position.outcome().is_some() {
        return None;
    }
    if position.moves() == 0 {
        position.play(Move::PASS);
    }
    Some(position)
}

impl Record {
    /// The positions before each move, and the final one.
    pub(crate) fn replay(&self) -> (Vec<Othello>, Othello) {
        let mut position = Othello::start(Size::Eight);
        let mut positions = Vec::with_capacity(self.moves.len());
        for &mv in &self.moves {
            let Some(next) = skip_passes(position).filter(|next| next.is_legal(mv)) else { break };
            position = next;
            positions.push(position);
            position.play(mv);
        }
        (positions, position)
    }

    /// Keeps only the exact scores at the end.
    pub(crate) fn forget_guesses(&mut self) {
        let exact = self.values.iter().rev().take_while(|value| value.exact).count();
        self.values.drain(..self.values.len() - exact);
    }

    /// The line, without the line break.
    pub(crate) fn to_line(&self) -> String {
        let mut line: String = self.moves.iter().map(Move::to_string).collect();
        for (index, value) in self.values.iter().enumerate() {
            line.push(if index == 0 { ' ' } else { ',' });
            // Rounded to hundredths of a disc.
            let hundredths = (value.discs * 100.0).round() / 100.0;
            // Writing to a string cannot fail.
            let _ = write!(line, "{hundredths:+}");
            line.push_str(if value.exact { "=" } else { "" });
            line.push_str(if value.chance { "?" } else { "" });
        }
        line
    }

    /// Reads a line.
    pub(crate) fn parse(line: &str) -> Result<Record, RecordError> {
        let (text, values) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let mut record = Record::default();
        let mut position = Othello::start(Size::Eight);
        for number in 1..=text.len().div_ceil(2) {
            let found = text.get(2 * number - 2..2 * number).unwrap_or("?");
            let wrong = || RecordError::Move { number, found: quote(found) };
            let mv = parse_move(Size::Eight, found).ok_or_else(wrong)?;
            position = skip_passes(position).filter(|next| next.is_legal(mv)).ok_or_else(wrong)?;
            position.play(mv);
            record.moves.push(mv);
        }
        if position.outcome().is_none() {
            return Err(RecordError::Unfinished(record.moves.len()));
        }
        for (number, text) in (1..).zip(values.split_terminator(',')) {
            let wrong = || RecordError::Value { number, found: quote(text) };
            let number = text.trim_end_matches(['=', '?']);
            let discs: f32 = number.trim().parse().ok().ok_or_else(wrong)?;
            if !(-64.0..=64.0).contains(&discs) {
                return Err(wrong());
            }
            let (exact, chance) = (text.contains('='), text.contains('?'));
            record.values.push(Value { discs, exact, chance });
        }
        let (moves, values) = (record.moves.len(), record.values.len());
        if values > moves {
            return Err(RecordError::Count { moves, values });
        }
        Ok(record)
    }
}

/// In a journal, a row is the line as a string.
impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_line())
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let line = Cow::<str>::deserialize(deserializer)?;
        Record::parse(&line).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use search::rng::Rng;

    /// A random game in which every position after the opening has a value.
    fn random_record(seed: u64) -> Record {
        let mut rng = Rng::new(seed);
        let mut record = Record::default();
        let mut position = Othello::start(Size::Eight);
        while let Some(mut next) = skip_passes(position) {
            let squares: Vec<_> = crate::squares(next.moves()).collect();
            let mv = Move::at(rng.choose(&squares).unwrap());
            if record.moves.len() >= 10 {
                let discs = (rng.below(2561) as f32 - 1280.0) / 20.0;
                let (exact, chance) = (rng.below(2) == 0, rng.below(2) == 0);
                record.values.push(Value { discs, exact, chance });
            }
            next.play(mv);
            record.moves.push(mv);
            position = next;
        }
        record
    }

    proptest! {
        #[test]
        fn a_written_game_reads_back_equal(seed: u64) {
            let record = random_record(seed);
            let read = Record::parse(&record.to_line()).unwrap();
            prop_assert_eq!(&read.moves, &record.moves);
            for (one, other) in read.values.iter().zip(&record.values) {
                prop_assert!((one.discs - other.discs).abs() < 0.006);
                prop_assert_eq!((one.exact, one.chance), (other.exact, other.chance));
            }
            let (positions, last) = read.replay();
            prop_assert_eq!(positions.len(), read.moves.len());
            prop_assert!(last.outcome().is_some());
        }

        #[test]
        fn parsing_never_panics(text in "\\PC{0,40}", cut in 0..400_usize, seed: u64) {
            let _ = Record::parse(&text);
            let mut line = random_record(seed).to_line();
            line.truncate(cut);
            let _ = Record::parse(&line);
        }
    }

    #[test]
    fn only_the_exact_scores_at_the_end_are_kept() {
        let value = |exact| Value { discs: 1.0, exact, chance: false };
        let values = vec![value(false), value(true), value(false), value(true), value(true)];
        let mut record = Record { moves: Vec::new(), values };
        record.forget_guesses();
        assert_eq!(record.values, [value(true); 2]);
    }

    #[test]
    fn errors_name_the_place() {
        let refused = |line: &str| Record::parse(line).unwrap_err().to_string();
        assert!(refused("f5a1 +1").starts_with("move 2: found `a1`"));
        assert!(refused("f5d").starts_with("move 2"));
        assert!(refused("f5d6 +1").contains("not over after 2 moves"));
        let record = random_record(3);
        let moves: String = record.moves.iter().map(Move::to_string).collect();
        assert!(refused(&format!("{moves} +1,+65")).starts_with("value 2: found `+65`"));
        assert!(refused(&format!("{moves} {}", "+1,".repeat(70))).starts_with("values: found 70"));
    }
}
