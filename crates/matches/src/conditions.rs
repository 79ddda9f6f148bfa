//! What all games of a match or tournament have in common: [`Conditions`].

use crate::adjudication::Adjudication;
use crate::game::PathJudge;
use crate::openings::Openings;
use crate::setup::{MAX_CONCURRENCY, MatchError, range};
use search::Notation;
use std::time::Duration;

/// What all games of a match or tournament have in common.
pub struct Conditions<G: Notation> {
    /// The name of the game, for the record.
    pub game: String,
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
}

impl<G: Notation> Conditions<G> {
    pub(crate) fn validate(&self) -> Result<(), MatchError> {
        range("concurrency", self.concurrency, 1, MAX_CONCURRENCY)?;
        range("openings", self.openings.bases(), 1, usize::MAX)?;
        let refuse = |problem: String| MatchError::setting("adjudication", problem);
        self.adjudication.validate().map_err(refuse)
    }
}
