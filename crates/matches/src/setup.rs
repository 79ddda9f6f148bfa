//! Everything that defines a match: [`MatchSetup`]; why one cannot be played: [`MatchError`].

use crate::conditions::Conditions;
use crate::log::{RecordFile, games_of};
use crate::openings::OpeningError;
use crate::records::{Header, HeaderEntrant};
use crate::sprt::Sprt;
use config::ConfigError;
use files::{JournalError, Shard};
use protocols::{Control, Player, PlayerFault};
use search::Notation;
use serde_json::Value;
use thiserror::Error;

/// Most games played at the same time.
pub const MAX_CONCURRENCY: usize = 1024;
/// Most games of a match.
pub const MAX_GAMES: usize = 10_000_000;

/// Creates a player: once per thread, and again after a fault.
pub type PlayerMaker<G> = Box<dyn Fn() -> Result<Box<dyn Player<G>>, PlayerFault> + Send + Sync>;

/// One side of a match.
pub struct Entrant<G: Notation> {
    /// Its name in results.
    pub name: String,
    /// What the record identifies it by: its configuration or command line.
    pub identity: Value,
    /// Its limits.
    pub control: Control,
    /// Creates the player.
    pub make: PlayerMaker<G>,
}

/// Everything that defines a match.
pub struct MatchSetup<G: Notation> {
    /// The first player; results are counted from its view.
    pub first: Entrant<G>,
    /// Its opponent.
    pub second: Entrant<G>,
    /// Number of games.
    pub games: usize,
    /// What all games have in common.
    pub conditions: Conditions<G>,
    /// The sequential test that can end the match.
    pub sprt: Option<Sprt>,
    /// The file that games are recorded in.
    pub record: Option<RecordFile>,
}

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// A setting is out of range.
    #[error("{key}: {problem}")]
    Setting {
        /// The setting.
        key: &'static str,
        /// The problem and the accepted values.
        problem: String,
    },
    /// No player has this name.
    #[error("{place}: {problem}")]
    UnknownPlayer {
        /// The option: `--first strong`.
        place: String,
        /// The known names.
        problem: String,
    },
    /// The openings cannot be read or made.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The record file cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A player cannot be created or started.
    #[error("{name} {fault}")]
    Player {
        /// Its name.
        name: String,
        /// Why.
        fault: PlayerFault,
    },
    /// A configuration was refused.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

impl MatchError {
    pub(crate) fn setting(key: &'static str, problem: impl Into<String>) -> Self {
        MatchError::Setting { key, problem: problem.into() }
    }
}

pub(crate) fn range(
    key: &'static str,
    found: usize,
    least: usize,
    most: usize,
) -> Result<(), MatchError> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    let allowed =
        if most == usize::MAX { format!("at least {least}") } else { format!("{least} to {most}") };
    Err(MatchError::setting(key, format!("found {found}, allowed: {allowed}")))
}

impl<G: Notation> MatchSetup<G> {
    pub(crate) fn validate(&self) -> Result<(), MatchError> {
        range("games", self.games, 1, MAX_GAMES)?;
        self.conditions.validate()?;
        let keyed = |key| move |problem: String| MatchError::setting(key, problem);
        self.first.control.validate().map_err(keyed("first control"))?;
        self.second.control.validate().map_err(keyed("second control"))?;
        self.sprt.map_or(Ok(()), |sprt| sprt.validate()).map_err(keyed("sprt"))
    }

    pub(crate) fn header(&self) -> Header {
        let Conditions { game, seed, adjudication, margin, .. } = &self.conditions;
        Header {
            game: game.clone(),
            first: HeaderEntrant::of(&self.first),
            second: HeaderEntrant::of(&self.second),
            seed: *seed,
            adjudication: *adjudication,
            margin: margin.as_secs_f64(),
        }
    }

    /// How many games are played: all, or those of a shard.
    pub(crate) fn games_of_shard(&self) -> usize {
        games_of(self.record.as_ref().map_or(Shard::ALL, RecordFile::shard), self.games)
    }
}
