//! The record file of a match: a [`Header`] and one [`GameRecord`] per game, each a line of JSON.

use crate::adjudication::Adjudication;
use crate::schedule::Slot;
use crate::setup::Entrant;
use crate::stats::GameResult;
use protocols::Control;
use record::{GameRecord, Termination};
use search::Notation;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One side of a match in its header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeaderEntrant {
    /// Its name in results.
    pub name: String,
    /// Its configuration or command line.
    pub identity: Value,
    /// Its limits.
    pub control: Control,
}

impl HeaderEntrant {
    pub(crate) fn of<G: Notation>(entrant: &Entrant<G>) -> HeaderEntrant {
        let Entrant { name, identity, control, .. } = entrant;
        HeaderEntrant { name: name.clone(), identity: identity.clone(), control: *control }
    }
}

/// The first line of a record file: all settings that the games depend on, except the openings, which
/// are part of each game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// The match's first player.
    pub first: HeaderEntrant,
    /// The match's second player.
    pub second: HeaderEntrant,
    /// Random seed.
    pub seed: u64,
    /// When games end early.
    pub adjudication: Adjudication,
    /// Lateness that is tolerated, in seconds.
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
    /// Takes what counts from a record; `schedule` gives the game of a number.
    pub(crate) fn read(
        record: &GameRecord,
        schedule: impl Fn(usize) -> Slot,
    ) -> Result<Counted, &'static str> {
        let number =
            record.number.filter(|&number| number > 0).ok_or("number: allowed: 1 or more")?;
        let slot = schedule(number - 1);
        let outcome = record.result.ok_or("result: missing")?;
        let result = GameResult::of(outcome, slot.first_side());
        Ok(Counted { slot, result, reason: record.reason.ok_or("reason: missing")? })
    }
}
