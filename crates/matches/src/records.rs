//! What is kept of a match: a [`Header`] and one [`GameRecord`] per game, each a line of JSON.

use crate::adjudication::Adjudication;
use crate::schedule::Slot;
use crate::stats::GameResult;
use protocols::Control;
use record::{GameRecord, Termination};
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
pub struct Header {
    /// The game that is played.
    pub game: String,
    /// The match's first player.
    pub first: HeaderEntrant,
    /// The match's second player.
    pub second: HeaderEntrant,
    /// Random seed.
    pub seed: u64,
    /// When games end early.
    pub adjudication: Adjudication,
    /// By how many seconds a move may be late.
    pub margin: f64,
}

impl files::Header for Header {
    const KIND: &'static str = "plywood-match";
    const VERSION: u32 = 2;
}

/// A finished game of a match, as the standing counts it.
pub(crate) struct Counted {
    pub(crate) slot: Slot,
    pub(crate) result: GameResult,
    pub(crate) reason: Termination,
}

impl Counted {
    /// Reads what counts off a record, in a match with this many openings.
    pub(crate) fn read(record: &GameRecord, openings: usize) -> Result<Counted, &'static str> {
        let number =
            record.number.filter(|&number| number > 0).ok_or("number: allowed: 1 or more")?;
        let slot = Slot::new(number - 1, openings);
        let outcome = record.result.ok_or("result: missing")?;
        let result = GameResult::of(outcome, slot.first_side());
        Ok(Counted { slot, result, reason: record.reason.ok_or("reason: missing")? })
    }
}
