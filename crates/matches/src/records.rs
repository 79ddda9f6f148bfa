//! What is kept of a match: a [`Header`] and one [`GameRecord`] per game, each a line of JSON.

use crate::adjudication::Adjudication;
use crate::stats::GameResult;
use protocols::Control;
use protocols::{Choice, PlayerFault};
use search::Notation;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::time::Duration;

/// The version of the format, in every header.
pub const FORMAT: u32 = 1;

/// Why a game ended. Everything from [`StartFailed`](Termination::StartFailed) on is a forfeit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// The rules of the game: checkmate, five in a row, no stones left.
    Rules,
    /// A rule about how the position came about: repetition.
    PathRule,
    /// Both players had called it even for long enough.
    DrawAgreed,
    /// Both players had called it won for long enough.
    WinAgreed,
    /// Both players had proved the result.
    WinProven,
    /// The game was cut off at its greatest length.
    MaxPlies,
    /// A player gave up.
    Resigned,
    /// A player could not be started.
    StartFailed,
    /// A player's process ended, or its code panicked.
    Crashed,
    /// A player did not answer.
    Hung,
    /// A player played an illegal move.
    IllegalMove,
    /// A player answered something that its protocol does not allow.
    ProtocolError,
    /// A player answered too late.
    TimeForfeit,
}

impl Termination {
    /// Whether a player lost by its own fault and not by play.
    pub fn is_forfeit(self) -> bool {
        self >= Termination::StartFailed
    }
}

/// The name it has in records: `illegal-move`.
impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl From<&PlayerFault> for Termination {
    fn from(fault: &PlayerFault) -> Self {
        match fault {
            PlayerFault::Resigned => Termination::Resigned,
            PlayerFault::StartFailed(_) => Termination::StartFailed,
            // A stopped match drops its games: one that is kept had a player that gave up.
            PlayerFault::Crashed(_) | PlayerFault::Stopped => Termination::Crashed,
            PlayerFault::Hung(_) => Termination::Hung,
            PlayerFault::IllegalMove(_) => Termination::IllegalMove,
            PlayerFault::Protocol(_) => Termination::ProtocolError,
        }
    }
}

/// One side of a match in its header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeaderEntrant {
    /// What it is called.
    pub name: String,
    /// What it is: a whole configuration, or a command line.
    pub identity: Value,
    /// Its limits.
    pub control: Control,
}

/// The first line of a record file: everything that decides how the games go, except the openings,
/// which every game carries itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format's version.
    #[serde(rename = "plywood-match")]
    pub format: u32,
    /// The game that is played.
    pub game: String,
    /// The match's first player.
    pub first: HeaderEntrant,
    /// The match's second player.
    pub second: HeaderEntrant,
    /// Where chance begins.
    pub seed: u64,
    /// When games end early.
    pub adjudication: Adjudication,
    /// By how many seconds a move may be late.
    pub margin: f64,
}

/// A move and what its player said about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveRecord {
    /// The move in notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value for the mover in points; absent if unknown or proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// A proven result: plies to the mover's win, or minus the plies to its loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven: Option<i64>,
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Visited nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// How long it took.
    pub seconds: f64,
}

impl MoveRecord {
    /// The record of a move about to be played in `position`.
    pub(crate) fn new<G: Notation>(
        position: &G,
        choice: &Choice<G::Move>,
        units_per_point: i64,
        used: Duration,
    ) -> Self {
        let points = choice.score.map(|score| score.points(units_per_point));
        let proven = choice.score.and_then(|score| {
            let plies = score.distance()? as i64;
            Some(if score.units() > 0 { plies } else { -plies })
        });
        MoveRecord {
            text: position.move_text(choice.mv),
            score: points.filter(|points| points.is_finite()),
            proven,
            depth: choice.depth,
            nodes: choice.nodes,
            // Microseconds are more than anybody can use; the rest is noise.
            seconds: used.as_micros() as f64 / 1e6,
        }
    }
}

/// One finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Its number in the match, from 1. An odd one and the next form a pair: the same opening,
    /// colours swapped.
    pub game: usize,
    /// The names of the players, the one who plays the game's first side first.
    pub sides: [String; 2],
    /// Whether the match's first player plays the game's second side.
    pub swapped: bool,
    /// The position before the opening.
    pub start: String,
    /// The moves of the opening.
    pub opening: Vec<String>,
    /// The moves of the players.
    pub moves: Vec<MoveRecord>,
    /// The result for the match's first player.
    pub result: GameResult,
    /// Why it ended.
    pub reason: Termination,
    /// More about the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// One line for people: `game 3: default - random 1-0, 23 plies, rules`.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = &self.sides;
        let score = match (self.result, self.swapped) {
            (GameResult::Draw, _) => "½-½",
            (GameResult::Win, false) | (GameResult::Loss, true) => "1-0",
            (GameResult::Win, true) | (GameResult::Loss, false) => "0-1",
        };
        let plies = self.opening.len() + self.moves.len();
        write!(f, "game {}: {one} - {other} {score}, {plies} plies, {}", self.game, self.reason)?;
        match &self.detail {
            Some(detail) => write!(f, " ({detail})"),
            None => Ok(()),
        }
    }
}

impl GameRecord {
    /// Reads a line of a record file.
    pub fn parse(line: &str) -> Result<GameRecord, String> {
        let record: GameRecord = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if record.game == 0 { Err("game: found 0, allowed: 1 or more".into()) } else { Ok(record) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    type Heap = proof_games::heap::Heap<2>;
    use proptest::prelude::*;
    use search::Score;

    fn record() -> GameRecord {
        let choice =
            Choice { mv: 2, score: Some(Score::new(-150)), depth: Some(4), nodes: Some(99) };
        let played = MoveRecord::new(&Heap::of(7), &choice, 100, Duration::from_millis(5));
        GameRecord {
            game: 3,
            sides: ["a".into(), "b".into()],
            swapped: false,
            start: "7 A".into(),
            opening: vec!["1".into()],
            moves: vec![played],
            result: GameResult::Win,
            reason: Termination::IllegalMove,
            detail: Some("b played the illegal move \"9\"".into()),
        }
    }

    #[test]
    fn a_record_is_one_readable_line_and_reads_back() {
        let line = serde_json::to_string(&record()).unwrap();
        assert_eq!(
            line,
            "{\"game\":3,\"sides\":[\"a\",\"b\"],\"swapped\":false,\"start\":\"7 A\",\
             \"opening\":[\"1\"],\"moves\":[{\"move\":\"2\",\"score\":-1.5,\"depth\":4,\
             \"nodes\":99,\"seconds\":0.005}],\"result\":\"win\",\"reason\":\"illegal-move\",\
             \"detail\":\"b played the illegal move \\\"9\\\"\"}"
        );
        assert_eq!(GameRecord::parse(&line).unwrap(), record());
    }

    #[test]
    fn proven_scores_are_told_by_their_distance_and_sign() {
        let of = |score| {
            let choice = Choice { score: Some(score), ..Choice::bare(1) };
            let record = MoveRecord::new(&Heap::of(7), &choice, 1, Duration::ZERO);
            (record.score, record.proven)
        };
        assert_eq!(of(Score::win_in(3)), (None, Some(3)));
        assert_eq!(of(Score::loss_in(4)), (None, Some(-4)));
        assert_eq!(of(Score::new(7)), (Some(7.0), None));
    }

    proptest! {
        #[test]
        fn reading_a_record_never_panics(line in ".{0,200}") {
            prop_assert!(GameRecord::parse(&line).is_err());
        }

        #[test]
        fn reading_a_damaged_record_never_panics(at in 0usize..300, with in ".{0,4}") {
            let mut line = serde_json::to_string(&record()).unwrap();
            let at = at.min(line.len());
            line.replace_range(at..line.len().min(at + 3), &with);
            let _ = GameRecord::parse(&line);
        }
    }
}
