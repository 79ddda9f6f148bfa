//! Everything that defines a match: [`MatchSetup`]; why one cannot be played: [`MatchError`].

use crate::adjudication::Adjudication;
use crate::game::PathJudge;
use crate::openings::{OpeningError, Openings};
use crate::records::{Counted, Header, HeaderEntrant};
use crate::sprt::Sprt;
use crate::standing::Standing;
use config::ConfigError;
use files::{Difference, Journal, JournalError, Mode};
use protocols::{Control, Player, PlayerFault};
use record::GameRecord;
use search::{Notation, StopFlag};
use serde_json::Value;
use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;
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

/// The file that games are recorded in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFile {
    /// Its path.
    pub path: PathBuf,
    /// Whether to continue the match in it.
    pub resume: bool,
}

/// Everything that defines a match.
pub struct MatchSetup<G: Notation> {
    /// The name of the game, for the record.
    pub game: String,
    /// The first player; results are counted from its view.
    pub first: Entrant<G>,
    /// Its opponent.
    pub second: Entrant<G>,
    /// Number of games.
    pub games: usize,
    /// The openings; each is played with both colours.
    pub openings: Openings<G>,
    /// Random seed of the players.
    pub seed: u64,
    /// Games played at the same time.
    pub concurrency: usize,
    /// When games end early.
    pub adjudication: Adjudication,
    /// Rules about the moves of a game, such as repetition.
    pub path_verdict: Option<PathJudge<G>>,
    /// Lateness that is tolerated.
    pub margin: Duration,
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

/// Checks the numbers that decide how much work a match is, before any of it is done.
pub(crate) fn check_counts(games: usize, concurrency: usize) -> Result<(), MatchError> {
    range("games", games, 1, MAX_GAMES)?;
    range("concurrency", concurrency, 1, MAX_CONCURRENCY)
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
        check_counts(self.games, self.concurrency)?;
        range("openings", self.openings.bases(), 1, usize::MAX)?;
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

    /// Opens the record file, if there is one, and adds its games to the standing. The second result is
    /// the set of games that it holds, counted from 0.
    pub(crate) fn journal(
        &self,
        standing: &mut Standing,
        stop: &StopFlag,
    ) -> Result<(Option<Journal<GameRecord>>, HashSet<usize>), MatchError> {
        let mut seen = HashSet::new();
        let Some(RecordFile { path, resume }) = &self.record else { return Ok((None, seen)) };
        let mode = if *resume { Mode::Resume } else { Mode::New };
        let (journal, games) = Journal::open(path, &self.header(), mode)?;
        for (line, record) in (2..).zip(games) {
            let bad = |problem: String| JournalError::BadLine { file: path.clone(), line, problem };
            let counted = Counted::read(&record).map_err(|problem| bad(problem.to_owned()))?;
            let Counted { slot, result, reason } = counted;
            if !seen.insert(slot.game) {
                return Err(bad(format!("game {} is recorded twice", slot.game + 1)).into());
            }
            if slot.game >= self.games {
                continue;
            }
            let Some(opening) = self.openings.get(slot.opening, stop)? else { break };
            let (found, expected) = (opening_text(&record), opening_text(&opening.record("")));
            if found != expected {
                let key = format!("game {}: opening", slot.game + 1);
                let differences = vec![Difference { key, found, expected }];
                return Err(JournalError::Other { file: path.clone(), differences }.into());
            }
            standing.add(slot.game, result, reason);
        }
        Ok((Some(journal), seen))
    }
}

/// The start and the moves of the opening.
fn opening_text(record: &GameRecord) -> String {
    let moves = record.moves.iter().take(record.opening).map(|mv| mv.text.as_str());
    [record.start.as_str()].into_iter().chain(moves).collect::<Vec<_>>().join(" ")
}
