//! A match as plain data: [`MatchOptions`], and how it becomes a [`MatchSetup`].

mod common;
mod tournament;

pub use common::CommonOptions;
pub use tournament::TournamentOptions;

use crate::setup::{MAX_GAMES, MatchError, MatchSetup, range};
use crate::sprt::Sprt;
use common::Players;
use config::{Assignment, Choice, ConfigError};
use protocols::{Control, LoadedConfig, Playable};
use serde::{Deserialize, Serialize};

/// Which configuration a player has.
pub enum ConfigSource<'a> {
    /// What the command line chooses: `--config`, else the default.
    CommandLine,
    /// A configuration by name or file, with changes.
    Choice(&'a Choice, &'a [Assignment]),
    /// What the command line chooses, at this level.
    Level(Assignment),
}

/// How the configuration of a player is loaded.
pub type ConfigLoader<'a, D> =
    dyn Fn(ConfigSource<'_>) -> Result<LoadedConfig<D>, ConfigError> + 'a;

/// The settings of a match; with the feature `clap`, the arguments of the verb `match`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct MatchOptions {
    /// First player: a configuration (name or file), `level:N`, `random`, an opponent of the game or an external engine
    ///
    /// Results are counted from its view. `default[search.depth=4]` is a configuration with changed values. `level:4` is the configuration of the command line at level 4,
    /// in games with levels. An external engine is written `PROTOCOL:COMMAND`, for example
    /// "ugi:./engine --threads 1".
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLAYER"))]
    pub first: String,
    /// Second player, written like the first
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLAYER"))]
    pub second: String,
    /// Number of games; each opening is played twice, with colours swapped
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 100))]
    pub games: usize,
    /// Limits of the first player, instead of the common ones
    ///
    /// Any of time=SECONDS, clock=BASE+INCREMENT, nodes=N and depth=N, separated by commas.
    #[cfg_attr(feature = "clap", arg(long, value_name = "LIMITS"))]
    pub first_control: Option<Control>,
    /// Limits of the second player, instead of the common ones
    #[cfg_attr(feature = "clap", arg(long, value_name = "LIMITS"))]
    pub second_control: Option<Control>,
    /// Stop as soon as a sequential test (SPRT) accepts one of the two Elo differences
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "ELO0,ELO1,ALPHA,BETA", allow_hyphen_values = true)
    )]
    pub sprt: Option<Sprt>,
    /// What it shares with tournaments.
    #[cfg_attr(feature = "clap", command(flatten))]
    pub common: CommonOptions,
}

impl MatchOptions {
    /// The limits of both players, the first player's first.
    pub fn controls(&self) -> [Control; 2] {
        let common = self.common.control();
        [self.first_control, self.second_control].map(|own| own.unwrap_or(common))
    }

    /// Loads the configurations, reads the openings and names the players.
    pub fn setup<D: Playable>(
        &self,
        load: &ConfigLoader<'_, D>,
    ) -> Result<MatchSetup<D::Game>, MatchError> {
        range("games", self.games, 1, MAX_GAMES)?;
        self.common.check()?;
        if self.sprt.is_some() && self.common.output.is_some() {
            let key = if self.common.shard.is_some() { "shard" } else { "output" };
            let problem = "a sequential test decides after each pair whether to go on; allowed: a fixed \
                           number of games, without --sprt";
            return Err(MatchError::setting(key, problem));
        }
        let patience = self.common.patience()?;
        let players = [("first", self.first.as_str()), ("second", self.second.as_str())];
        let players = Players::<D>::read(&players, load)?;
        let record = self.common.record_file(&players)?;
        let entrants = players.names().into_iter().zip(self.controls());
        let entrants = entrants.zip(players.named).zip(["first", "second"]);
        let mut entrants = entrants
            .map(|(((name, control), player), key)| player.entrant(key, name, control, patience));
        let missing = || Err(MatchError::setting("first", "missing"));
        let conditions = self.common.conditions::<D>(players.rules)?;
        Ok(MatchSetup {
            first: entrants.next().unwrap_or_else(missing)?,
            second: entrants.next().unwrap_or_else(missing)?,
            games: self.games,
            conditions,
            sprt: self.sprt,
            record,
        })
    }
}
