//! Game records of other programs: [`psq`] (Piskvork), [`sgf`] (most viewers), and [`offsets`], the
//! opening files of the Gomocup.
//!
//! Text becomes a [`Record`], and a [`Record`] becomes text; what a file says is replayed by the
//! rules before anybody sees it.

use crate::{Gomoku, Point};
use search::notation::quote;
use search::{Game, Notation, NotationError, Outcome};
use std::time::Duration;

/// A move and the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timed {
    /// Where the stone was put.
    pub point: Point,
    /// How long that took; zero if nobody knows.
    pub used: Duration,
}

/// A game as files hold it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position before the first move, with the board and the rule.
    pub start: Gomoku,
    /// The moves, all legal.
    pub moves: Vec<Timed>,
    /// What black and white are called; empty if nobody knows.
    pub names: [String; 2],
    /// How it ended, whether on the board or otherwise; `None` if it did not or nobody knows.
    pub result: Option<Outcome>,
}

impl Record {
    /// A game that begins at `start` and has no moves yet.
    pub fn new(start: Gomoku) -> Record {
        let result = start.outcome();
        Record { start, moves: Vec::new(), names: Default::default(), result }
    }

    /// The game between these moves, all of which must be legal.
    pub fn of_points(
        start: Gomoku,
        points: impl IntoIterator<Item = Point>,
    ) -> Result<Record, NotationError> {
        let mut writer = RecordWriter::new(start);
        for (number, point) in (1..).zip(points) {
            let text = crate::notation::point_text(writer.game.size(), point);
            writer
                .play(Timed { point, used: Duration::ZERO }, &text)
                .map_err(|error| NotationError { place: format!("move {number}"), ..error })?;
        }
        Ok(writer.finish())
    }

    /// The position after the last move.
    pub fn end(&self) -> Gomoku {
        let mut game = self.start.clone();
        self.moves.iter().for_each(|mv| game.play(mv.point));
        game
    }

    /// The moves one behind the other, `h8i9g7`: a position string if the board was empty at first.
    pub fn move_text(&self) -> String {
        self.moves.iter().map(|mv| self.start.move_text(mv.point)).collect()
    }
}

/// Builds a record move by move, as the lines of a file come.
pub(crate) struct RecordWriter {
    record: Record,
    game: Gomoku,
}

impl RecordWriter {
    pub(crate) fn new(start: Gomoku) -> RecordWriter {
        RecordWriter { record: Record::new(start.clone()), game: start }
    }

    /// Adds a move, or says why the rules refuse it. `text` is how the file writes it.
    pub(crate) fn play(&mut self, mv: Timed, text: &str) -> Result<(), NotationError> {
        let game = &self.game;
        let refuse = |why: &str, allowed: &str| {
            Err(NotationError::new("move", format!("{}, {why}", quote(text)), allowed))
        };
        if !game.size().contains(mv.point) {
            return refuse("off the board", &format!("a point of the {} board", game.size()));
        }
        if game.outcome().is_some() {
            let why = format!("after the end of the game under the rule {}", game.rule());
            return refuse(&why, "no move");
        }
        if !game.is_empty(mv.point) {
            return refuse("where a stone stands", "an empty point");
        }
        if !game.is_legal(mv.point) {
            return refuse("forbidden to black", "what black may play in renju");
        }
        self.game.play(mv.point);
        self.record.moves.push(mv);
        Ok(())
    }

    pub(crate) fn finish(self) -> Record {
        Record { result: self.game.outcome(), ..self.record }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::{Rule, Size};
    use proptest::prelude::*;

    /// Random games on boards of all sizes, from the empty board.
    pub(crate) fn any_record() -> impl Strategy<Value = Record> {
        let rule = prop::sample::select(Rule::ALL.to_vec());
        let choices = prop::collection::vec((any::<prop::sample::Index>(), 0u64..100_000), 0..60);
        let name = "([A-Za-z][A-Za-z0-9 .-]{0,8}[a-z])?";
        (5u8..=20, 5u8..=20, rule, choices, [name, name]).prop_map(
            |(rows, columns, rule, choices, names)| {
                let mut writer = RecordWriter::new(Gomoku::new(Size { rows, columns }, rule));
                for (choice, millis) in choices {
                    let mut moves = Vec::new();
                    if writer.game.expand(&mut moves).is_some() {
                        break;
                    }
                    let used = Duration::from_millis(millis);
                    writer.play(Timed { point: *choice.get(&moves), used }, "").unwrap();
                }
                Record { names, ..writer.finish() }
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rule, Size};

    #[test]
    fn moves_that_the_rules_refuse_are_named() {
        let start = Gomoku::new(Size::square(6), Rule::Freestyle);
        let [a, b] = [Point::new(2, 2), Point::new(3, 2)];
        let error = Record::of_points(start.clone(), [a, b, a]).unwrap_err().to_string();
        assert_eq!(error, "move 3: found `c4`, where a stone stands, allowed: an empty point");
        let error = Record::of_points(start, [Point::new(6, 0)]).unwrap_err().to_string();
        assert!(error.contains("off the board, allowed: a point of the 6x6 board"), "{error}");
    }

    #[test]
    fn nothing_is_played_after_the_end_which_the_rule_decides() {
        let row = |number: u8| (0..6).map(move |column| Point::new(number, column));
        let moves: Vec<Point> = row(1).zip(row(3)).flat_map(|(one, other)| [one, other]).collect();
        let start = Gomoku::new(Size::square(6), Rule::Freestyle);
        let error = Record::of_points(start, moves).unwrap_err().to_string();
        assert!(error.starts_with("move 10: found `e3`, after the end"), "{error}");
        assert!(error.contains("rule freestyle"), "{error}");
    }

    #[test]
    fn the_moves_of_a_record_are_a_position_string() {
        let start = Gomoku::new(Size::square(15), Rule::Freestyle);
        let record = Record::of_points(start, [Point::new(7, 7), Point::new(6, 8)]).unwrap();
        assert_eq!(record.move_text(), "h8i9");
        assert_eq!(Gomoku::parse_position("h8i9").unwrap(), record.end());
    }
}
