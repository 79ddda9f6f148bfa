//! A game as text: [`GameRecord`], the form that files have.
//!
//! A line of JSON in the records of a match and the TOML of a saved game have the same fields:
//!
//! ```toml
//! game = "othello"
//! players = ["Ann", "ai"]
//! start = "---------------------------OX------XO--------------------------- X"
//! moves = ["f5", { move = "d6", score = -0.5, depth = 8, nodes = 12345, seconds = 0.02 }]
//! result = "1-0"
//! reason = "resigned"
//! ```
//!
//! A move is its text, or a table with remarks. `result` is from the view of the game's first side. Empty
//! fields are omitted; unknown fields are refused.

use crate::ending::{self, Ending, Termination};
use crate::game::PlayedGame;
use crate::remarks::Remarks;
use crate::result_text;
use search::notation::quote;
use search::{Notation, NotationError, Outcome};
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// Why a record is not a valid game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}")]
pub struct RecordError {
    /// The field: `start`, `move 12`.
    pub place: String,
    /// The problem and the accepted values.
    pub problem: String,
}

impl RecordError {
    /// An error at `place`; see the fields.
    pub fn new(place: impl Into<String>, problem: impl ToString) -> Self {
        RecordError { place: place.into(), problem: problem.to_string() }
    }
}

/// A comment between the moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    /// Number of moves before it.
    pub after: usize,
    /// Its text.
    pub text: String,
}

/// A move in notation and its remarks.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveText {
    /// The move, in the notation of its position.
    pub text: String,
    /// The remarks of its player.
    pub remarks: Remarks,
}

/// A game as text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// The name of the game: `othello`.
    pub game: String,
    /// Its number in a match, from 1. An odd one and the next form a pair: the same opening, colours
    /// swapped, so that the match's first player plays the game's first side in odd games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The variant of the rules, if the start position does not include it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The names of the players, the first side's first.
    #[serde(default, skip_serializing_if = "nameless")]
    pub players: [String; 2],
    /// The position before the first move.
    pub start: String,
    /// Number of moves that belong to the given opening.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub opening: usize,
    /// The moves.
    pub moves: Vec<MoveText>,
    /// The result for the game's first side: `1-0`, `0-1` or `1/2-1/2`.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "ending::result")]
    pub result: Option<Outcome>,
    /// Why it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Termination>,
    /// Details of the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Comments between the moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Comment>,
    /// Other properties: pairs of a name and a value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<(String, String)>,
}

fn nameless(players: &[String; 2]) -> bool {
    players.iter().all(String::is_empty)
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl GameRecord {
    /// The text of a game.
    pub(crate) fn new<G: Notation>(played: &PlayedGame<G>, game: &str) -> Self {
        let ending = played.ending();
        let moves = played.move_texts().into_iter().zip(played.remarks());
        GameRecord {
            game: game.to_owned(),
            number: None,
            rules: played.rules.clone(),
            players: played.players.clone(),
            start: played.start().position_text(),
            opening: played.opening,
            moves: moves.map(|(text, &remarks)| MoveText { text, remarks }).collect(),
            result: ending.as_ref().map(|ending| ending.outcome),
            reason: ending.as_ref().map(|ending| ending.reason),
            detail: ending.and_then(|ending| ending.detail),
            comments: played.comments.clone(),
            tags: played.tags.clone(),
        }
    }

    /// The game, with every move checked; `position` parses its start.
    pub fn replay<G: Notation>(
        &self,
        position: impl FnOnce(&str) -> Result<G, NotationError>,
    ) -> Result<PlayedGame<G>, RecordError> {
        let start = position(&self.start).map_err(|error| RecordError::new("start", error))?;
        let mut game = PlayedGame::new(start);
        for (number, MoveText { text, remarks }) in (1..).zip(&self.moves) {
            let refuse = |problem: String| RecordError::new(format!("move {number}"), problem);
            if game.position().outcome().is_some() {
                let found = quote(text);
                return Err(refuse(format!("found {found}, but the game is over")));
            }
            let mv = game.position().parse_move(text).map_err(|error| refuse(error.to_string()))?;
            check(remarks).map_err(refuse)?;
            game.push(mv, *remarks);
        }
        if self.opening > game.plies() {
            let problem = format!("found {}, allowed: 0 to {}", self.opening, game.plies());
            return Err(RecordError::new("opening", problem));
        }
        if let Some(ending) = self.ending(game.position().outcome())? {
            game.end(ending);
        }
        game.rules = self.rules.clone();
        game.players = self.players.clone();
        game.opening = self.opening;
        game.comments = self.comments.clone();
        game.tags = self.tags.clone();
        Ok(game)
    }

    /// The ending of the record, unless the position shows the same.
    fn ending(&self, on_board: Option<Outcome>) -> Result<Option<Ending>, RecordError> {
        let Some(outcome) = self.result else {
            return match self.reason {
                None => Ok(None),
                Some(reason) => {
                    let problem = format!("found {reason} without a result");
                    Err(RecordError::new("reason", problem))
                }
            };
        };
        let reason = self.reason;
        match on_board {
            Some(shown) if shown != outcome => {
                let (found, allowed) = (result_text(outcome), result_text(shown));
                let problem = format!("found {found}, allowed: {allowed}, by the rules");
                Err(RecordError::new("result", problem))
            }
            Some(_) if reason.is_none_or(|reason| reason == Termination::Rules) => Ok(None),
            None if reason == Some(Termination::Rules) => {
                let problem = "found rules, but the position is not final";
                Err(RecordError::new("reason", problem))
            }
            _ => {
                let reason = reason.unwrap_or(Termination::Unknown);
                Ok(Some(Ending { outcome, reason, detail: self.detail.clone() }))
            }
        }
    }
}

/// Refuses NaN and infinite numbers, which TOML allows.
fn check(remarks: &Remarks) -> Result<(), String> {
    let is_bad = |number: Option<f64>, least: f64| {
        number.filter(|number| !(number.is_finite() && *number >= least))
    };
    if let Some(score) = is_bad(remarks.score, f64::NEG_INFINITY) {
        return Err(format!("score: found {score}, allowed: a finite number"));
    }
    match is_bad(remarks.seconds, 0.0) {
        Some(seconds) => Err(format!("seconds: found {seconds}, allowed: 0 or more")),
        None => Ok(()),
    }
}

/// One line: `game 3: default - random 1-0, 23 plies, rules`.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "game {number}: ")?,
            None => write!(f, "{}: ", self.game)?,
        }
        let [one, other] = &self.players;
        let score = match self.result {
            Some(Outcome::Draw) => "½-½",
            Some(outcome) => result_text(outcome),
            None => "*",
        };
        write!(f, "{one} - {other} {score}, {} plies", self.moves.len())?;
        self.reason.map_or(Ok(()), |reason| write!(f, ", {reason}"))?;
        self.detail.as_ref().map_or(Ok(()), |detail| write!(f, " ({detail})"))
    }
}

/// A move without remarks is only its text.
impl Serialize for MoveText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.remarks.is_empty() {
            return serializer.serialize_str(&self.text);
        }
        let Remarks { score, proven, depth, nodes, seconds } = self.remarks;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("move", &self.text)?;
        score.map_or(Ok(()), |score| map.serialize_entry("score", &score))?;
        proven.map_or(Ok(()), |proven| map.serialize_entry("proven", &proven))?;
        depth.map_or(Ok(()), |depth| map.serialize_entry("depth", &depth))?;
        nodes.map_or(Ok(()), |nodes| map.serialize_entry("nodes", &nodes))?;
        seconds.map_or(Ok(()), |seconds| map.serialize_entry("seconds", &seconds))?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for MoveText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MoveVisitor)
    }
}

struct MoveVisitor;

impl<'de> Visitor<'de> for MoveVisitor {
    type Value = MoveText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move, or a table with a move and its remarks")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<MoveText, E> {
        Ok(MoveText { text: text.to_owned(), remarks: Remarks::default() })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<MoveText, A::Error> {
        const KEYS: &[&str] = &["move", "score", "proven", "depth", "nodes", "seconds"];
        let mut text = None;
        let mut remarks = Remarks::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "move" => text = Some(map.next_value()?),
                "score" => remarks.score = Some(map.next_value()?),
                "proven" => remarks.proven = Some(map.next_value()?),
                "depth" => remarks.depth = Some(map.next_value()?),
                "nodes" => remarks.nodes = Some(map.next_value()?),
                "seconds" => remarks.seconds = Some(map.next_value()?),
                _ => return Err(de::Error::unknown_field(&key, KEYS)),
            }
        }
        let text = text.ok_or_else(|| de::Error::missing_field("move"))?;
        Ok(MoveText { text, remarks })
    }
}

#[cfg(test)]
mod tests;
