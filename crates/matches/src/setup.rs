//! What a match is made of: [`MatchSetup`], and why there may be none: [`MatchError`].

use crate::adjudication::Adjudication;
use crate::game::PathJudge;
use crate::openings::OpeningError;
use crate::records::{Counted, Header, HeaderEntrant};
use crate::sprt::Sprt;
use crate::standing::Standing;
use config::ConfigError;
use files::{Difference, Journal, JournalError, Mode};
use protocols::{Control, Player, PlayerFault};
use record::{GameRecord, PlayedGame};
use search::Notation;
use serde_json::Value;
use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// Greatest number of games at once.
pub const MAX_CONCURRENCY: usize = 1024;
/// Greatest number of games.
pub const MAX_GAMES: usize = 10_000_000;

/// Makes a player: once for every thread, and anew after a fault.
pub type PlayerMaker<G> = Box<dyn Fn() -> Result<Box<dyn Player<G>>, PlayerFault> + Send + Sync>;

/// One side of a match.
pub struct Entrant<G: Notation> {
    /// What it is called.
    pub name: String,
    /// What it is, for the record: a whole configuration, or a command line.
    pub identity: Value,
    /// Its limits.
    pub control: Control,
    /// Makes the player.
    pub make: PlayerMaker<G>,
}

/// Where the games are recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFile {
    /// The file.
    pub path: PathBuf,
    /// Whether to continue the match it holds.
    pub resume: bool,
}

/// Everything about a match.
pub struct MatchSetup<G: Notation> {
    /// The name of the game, for the record.
    pub game: String,
    /// The player whose view the results are told from.
    pub first: Entrant<G>,
    /// Its opponent.
    pub second: Entrant<G>,
    /// How many games.
    pub games: usize,
    /// The openings; each is played with both colours, and again if there are more games.
    pub openings: Vec<PlayedGame<G>>,
    /// Where the chances of players come from.
    pub seed: u64,
    /// How many games at once.
    pub concurrency: usize,
    /// When games end early.
    pub adjudication: Adjudication,
    /// Rules that look at the past.
    pub path_verdict: Option<PathJudge<G>>,
    /// By how much a move may be late.
    pub margin: Duration,
    /// Ends the match when the question is answered.
    pub sprt: Option<Sprt>,
    /// Where the games are recorded.
    pub record: Option<RecordFile>,
}

/// Why there is no match.
#[derive(Debug, Error)]
pub enum MatchError {
    /// A setting is out of range.
    #[error("{key}: {problem}")]
    Setting {
        /// Which.
        key: &'static str,
        /// What was found and what is allowed.
        problem: String,
    },
    /// A name that no player has.
    #[error("{place}: {problem}")]
    UnknownPlayer {
        /// The option: `--first strong`.
        place: String,
        /// Which names there are.
        problem: String,
    },
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The record file cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A player could not be made or started at all.
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

impl<G: Notation> MatchSetup<G> {
    pub(crate) fn validate(&self) -> Result<(), MatchError> {
        let range = |key, found: usize, most: usize| {
            if (1..=most).contains(&found) {
                Ok(())
            } else {
                Err(MatchError::setting(key, format!("found {found}, allowed: 1 to {most}")))
            }
        };
        range("games", self.games, MAX_GAMES)?;
        range("concurrency", self.concurrency, MAX_CONCURRENCY)?;
        range("openings", self.openings.len(), MAX_GAMES)?;
        let keyed = |key| move |problem: String| MatchError::setting(key, problem);
        self.first.control.validate().map_err(keyed("first control"))?;
        self.second.control.validate().map_err(keyed("second control"))?;
        self.adjudication.validate().map_err(keyed("adjudication"))?;
        self.sprt.map_or(Ok(()), |sprt| sprt.validate()).map_err(keyed("sprt"))
    }

    fn header(&self) -> Header {
        let entrant = |entrant: &Entrant<G>| HeaderEntrant {
            name: entrant.name.clone(),
            identity: entrant.identity.clone(),
            control: entrant.control,
        };
        Header {
            game: self.game.clone(),
            first: entrant(&self.first),
            second: entrant(&self.second),
            seed: self.seed,
            adjudication: self.adjudication,
            margin: self.margin.as_secs_f64(),
        }
    }

    /// Opens the record, if there is to be one, and counts what it holds.
    pub(crate) fn journal(
        &self,
        standing: &mut Standing,
    ) -> Result<Option<Journal<GameRecord>>, MatchError> {
        let Some(RecordFile { path, resume }) = &self.record else { return Ok(None) };
        let mode = if *resume { Mode::Resume } else { Mode::New };
        let (journal, games) = Journal::open(path, &self.header(), mode)?;
        let mut seen = HashSet::new();
        for (line, record) in (2..).zip(games) {
            let bad = |problem: String| JournalError::BadLine { file: path.clone(), line, problem };
            let counted = Counted::read(&record, self.openings.len())
                .map_err(|problem| bad(problem.to_owned()))?;
            let Counted { slot, result, reason } = counted;
            if !seen.insert(slot.game) {
                return Err(bad(format!("game {} is recorded twice", slot.game + 1)).into());
            }
            if slot.game >= self.games {
                continue;
            }
            let (found, expected) =
                (opening_text(&record), opening_text(&self.openings[slot.opening].record("")));
            if found != expected {
                let key = format!("game {}: opening", slot.game + 1);
                let differences = vec![Difference { key, found, expected }];
                return Err(JournalError::Other { file: path.clone(), differences }.into());
            }
            standing.add(slot.game, result, reason);
        }
        Ok(Some(journal))
    }
}

/// The start and the moves of the opening.
fn opening_text(record: &GameRecord) -> String {
    let moves = record.moves.iter().take(record.opening).map(|mv| mv.text.as_str());
    [record.start.as_str()].into_iter().chain(moves).collect::<Vec<_>>().join(" ")
}
