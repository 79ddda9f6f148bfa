//! A tournament as plain data: [`TournamentOptions`].

use super::ConfigLoader;
use super::common::{CommonOptions, Players};
use crate::setup::{MAX_GAMES, MatchError, range};
use crate::tournament::{Kind, MAX_PLAYERS, TournamentSetup};
use protocols::Playable;
use serde::{Deserialize, Serialize};

/// The settings of a tournament; with the feature `clap`, the arguments of the verb `tournament`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct TournamentOptions {
    /// Players, two or more, each written like the first player of a match
    #[cfg_attr(feature = "clap", arg(required = true, num_args = 1.., value_name = "PLAYER"))]
    pub players: Vec<String>,
    /// Only the first player plays all others, instead of everyone against everyone
    #[cfg_attr(feature = "clap", arg(long))]
    pub gauntlet: bool,
    /// Number of games of each pairing, an even number; each opening is played twice, with colours swapped
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 20))]
    pub games: usize,
    /// What it shares with matches.
    #[cfg_attr(feature = "clap", command(flatten))]
    pub common: CommonOptions,
}

impl TournamentOptions {
    /// Loads the configurations, reads the openings and names the players.
    pub fn setup<D: Playable>(
        &self,
        load: &ConfigLoader<'_, D>,
    ) -> Result<TournamentSetup<D::Game>, MatchError> {
        range("players", self.players.len(), 2, MAX_PLAYERS)?;
        range("games", self.games, 2, MAX_GAMES)?;
        self.common.check()?;
        let patience = self.common.patience()?;
        let named: Vec<_> = self.players.iter().map(|text| ("player", text.as_str())).collect();
        let players = Players::<D>::read(&named, load)?;
        let record = self.common.record_file(&players)?;
        let control = self.common.control();
        let names = players.names();
        let entrants = players.named.into_iter().zip(names);
        let entrants =
            entrants.map(|(player, name)| player.entrant("player", name, control, patience));
        Ok(TournamentSetup {
            players: entrants.collect::<Result<_, _>>()?,
            kind: if self.gauntlet { Kind::Gauntlet } else { Kind::RoundRobin },
            games: self.games,
            conditions: self.common.conditions::<D>(players.rules)?,
            record,
        })
    }
}
