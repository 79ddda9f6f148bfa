//! How a game ended and why: [`Ending`], [`Termination`].

use search::{Outcome, Side};
use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// Why a game ended. Everything from [`StartFailed`](Termination::StartFailed) on is a forfeit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// The rules of the game: checkmate, five in a row, no stones left.
    Rules,
    /// A rule about the moves of the game: repetition.
    PathRule,
    /// The scores of both players were near 0 for long enough.
    DrawAgreed,
    /// Both players scored it as won for the same side for long enough.
    WinAgreed,
    /// Both players had proven the result.
    WinProven,
    /// The greatest length of a game was reached.
    MaxPlies,
    /// A player resigned.
    Resigned,
    /// The source gives a result, but no reason.
    Unknown,
    /// A player could not be started.
    StartFailed,
    /// A player's process ended, or its code panicked.
    Crashed,
    /// A player did not answer.
    Hung,
    /// A player played an illegal move.
    IllegalMove,
    /// A player violated its protocol.
    ProtocolError,
    /// A player answered too late.
    TimeForfeit,
}

impl Termination {
    /// Whether a player lost by a fault and not by play.
    pub fn is_forfeit(self) -> bool {
        self >= Termination::StartFailed
    }

    /// Whether the moves on the board decided the game.
    pub fn is_by_moves(self) -> bool {
        matches!(self, Termination::Rules | Termination::PathRule | Termination::WinProven)
    }
}

/// The name it has in records: `illegal-move`.
impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won, or a draw.
    pub outcome: Outcome,
    /// Why.
    pub reason: Termination,
    /// Details: the name of the rule, the fault of an engine.
    pub detail: Option<String>,
}

impl Ending {
    /// An ending without details.
    pub fn new(outcome: Outcome, reason: Termination) -> Self {
        Ending { outcome, reason, detail: None }
    }

    /// Ended by a path rule, given by its name.
    pub fn by_path_rule(outcome: Outcome, rule: &str) -> Self {
        Ending { detail: Some(rule.to_owned()), ..Ending::new(outcome, Termination::PathRule) }
    }

    /// This side resigned.
    pub fn resignation(loser: Side) -> Self {
        Ending::new(Outcome::Win(!loser), Termination::Resigned)
    }
}

/// A result as records write it: `1-0` for a win of the first side, `0-1`, `1/2-1/2`.
pub fn result_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::First) => "1-0",
        Outcome::Win(Side::Second) => "0-1",
        Outcome::Draw => "1/2-1/2",
    }
}

/// The field `result` of a record.
pub(crate) mod result {
    use super::*;

    const NAMES: &[&str] = &["1-0", "0-1", "1/2-1/2"];
    const OUTCOMES: [Outcome; 3] =
        [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];

    pub(crate) fn serialize<S: Serializer>(
        result: &Option<Outcome>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        result.map(result_text).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Outcome>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let place = NAMES.iter().position(|name| *name == text);
        let unknown = || de::Error::unknown_variant(&text, NAMES);
        place.map(|place| Some(OUTCOMES[place])).ok_or_else(unknown)
    }
}
