//! A match as plain data: [`MatchOptions`], and how it becomes a [`MatchSetup`].

use crate::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::entrant::Named;
use crate::game::PathJudge;
use crate::openings::{MAX_RANDOM_PLIES, Openings, PositionReader, read_openings};
use crate::rules::same_rules;
use crate::setup::{MatchError, MatchSetup, RecordFile, check_counts, range};
use crate::sprt::Sprt;
use config::{Assignment, Choice, ConfigError};
use protocols::drive::Patience;
use protocols::{Control, GameClock, LoadedConfig, Playable};
use record::PlayedGame;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Random plies of an opening when no opening file is given. Without any, two deterministic engines
/// would repeat the same two games.
pub(crate) const DEFAULT_RANDOM_PLIES: usize = 4;

/// Which configuration a player has.
pub enum ConfigSource<'a> {
    /// What the command line chooses: `--config`, else the default.
    CommandLine,
    /// A configuration by name or file.
    Choice(&'a Choice),
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
    /// Results are counted from its view. `level:4` is the configuration of the command line at level 4,
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
    /// File with one opening per line: a position or moves
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub openings: Option<PathBuf>,
    /// Random plies after the opening [default: 4 without --openings, 0 with]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub random_plies: Option<usize>,
    /// Random seed; the same seed gives the same match
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 1))]
    pub seed: u64,
    /// Number of games played at the same time
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 1))]
    pub concurrency: usize,
    /// Seconds per move
    #[cfg_attr(feature = "clap", arg(long, value_name = "SECONDS"))]
    pub time: Option<f64>,
    /// Game clock of each player, in seconds
    #[cfg_attr(feature = "clap", arg(long, value_name = "BASE+INCREMENT"))]
    pub clock: Option<GameClock>,
    /// Nodes per move
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub nodes: Option<u64>,
    /// Search depth in plies
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub depth: Option<u32>,
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
    /// Record the games in this file, one line of JSON per game
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub record: Option<PathBuf>,
    /// Continue the match in the record file
    #[cfg_attr(feature = "clap", arg(long, requires = "record"))]
    pub resume: bool,
    /// Adjudicate a draw after this many plies; 0 for no limit
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 1000))]
    pub max_plies: usize,
    /// Adjudicate a draw when the scores of both players stay near 0
    ///
    /// From ply AFTER on, when all scores of the last PLIES plies are within POINTS of 0.
    #[cfg_attr(feature = "clap", arg(long, value_name = "AFTER,PLIES,POINTS"))]
    pub draw: Option<DrawRule>,
    /// Adjudicate a win when both players score the game as won for the same side
    ///
    /// When the last MOVES scores of each player are at least POINTS for the same side.
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES,POINTS"))]
    pub resign: Option<ResignRule>,
    /// Adjudicate a win as soon as both players have proven it
    #[cfg_attr(feature = "clap", arg(long))]
    pub proven: bool,
    /// Tolerated lateness of a move, in seconds
    ///
    /// A later move loses the game. An engine of this process that searches with one thread is timed by
    /// its CPU time, where the system measures it, so a loaded machine does not make it late. Engines
    /// with several threads and external engines are timed by the wall clock.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SECONDS", default_value_t = 0.1))]
    pub margin: f64,
    /// Time after which an external engine that has exceeded its limit counts as hung, in seconds
    #[cfg_attr(feature = "clap", arg(long, value_name = "SECONDS", default_value_t = 60.0))]
    pub hang: f64,
}

impl MatchOptions {
    /// The limits of both players, the first player's first.
    pub fn controls(&self) -> [Control; 2] {
        let MatchOptions { time, clock, nodes, depth, .. } = *self;
        let common = Control { time, clock, nodes, depth };
        [self.first_control, self.second_control].map(|own| own.unwrap_or(common))
    }

    /// When games end early.
    pub fn adjudication(&self) -> Adjudication {
        Adjudication {
            draw: self.draw,
            resign: self.resign,
            proven: self.proven,
            max_plies: (self.max_plies > 0).then_some(self.max_plies),
        }
    }

    /// Loads the configurations, reads the openings and names the players.
    pub fn setup<D: Playable>(
        &self,
        load: &ConfigLoader<'_, D>,
    ) -> Result<MatchSetup<D::Game>, MatchError> {
        check_counts(self.games, self.concurrency)?;
        range("random plies", self.random_plies.unwrap_or(0), 0, MAX_RANDOM_PLIES)?;
        let patience = Patience { hang: seconds("hang", self.hang)?, ..Patience::default() };
        let first = Named::<D>::read("first", &self.first, load)?;
        let second = Named::<D>::read("second", &self.second, load)?;
        let rules = match first.config().or(second.config()) {
            Some(config) => config.clone(),
            None => load(ConfigSource::CommandLine)?,
        };
        if let (Some(one), Some(other)) = (first.config(), second.config()) {
            same_rules::<D>(one, other)
                .map_err(|problem| MatchError::setting("second", problem))?;
        }
        for (key, side) in [("first", &first), ("second", &second)] {
            if side.config().is_some_and(|config| D::opening_rule(config).is_some()) {
                let problem = "its configuration has an opening rule, which a match does not support; \
                               use --openings and --random-plies instead";
                return Err(MatchError::setting(key, problem));
            }
        }
        let openings = self.openings::<D>(&rules)?;
        let [first_control, second_control] = self.controls();
        let path_verdict: PathJudge<D::Game> =
            Arc::new(move |game, history| D::path_rule(&rules)?.verdict(game, history));
        let (one, two) = (first.name(), second.name());
        let clash = one == two;
        let named = |name: String, number: u8| {
            if clash { format!("{name} {number}") } else { name }
        };
        Ok(MatchSetup {
            game: D::NAME.to_owned(),
            first: first.entrant("first", named(one, 1), first_control, patience)?,
            second: second.entrant("second", named(two, 2), second_control, patience)?,
            games: self.games,
            openings,
            seed: self.seed,
            concurrency: self.concurrency,
            adjudication: self.adjudication(),
            path_verdict: Some(path_verdict),
            margin: seconds("margin", self.margin)?,
            sprt: self.sprt,
            record: self.record.clone().map(|path| RecordFile { path, resume: self.resume }),
        })
    }

    fn openings<D: Playable>(
        &self,
        rules: &LoadedConfig<D>,
    ) -> Result<Openings<D::Game>, MatchError> {
        let start = D::start(rules);
        let position: &PositionReader<'_, D::Game> = &|text| D::parse_position(rules, text);
        let mut bases = match &self.openings {
            Some(file) => read_openings(file, &start, position)?,
            None => vec![PlayedGame::new(start)],
        };
        let variant = D::rules(rules);
        bases.iter_mut().for_each(|opening| opening.rules = variant.clone());
        let default = if self.openings.is_some() { 0 } else { DEFAULT_RANDOM_PLIES };
        Ok(match self.random_plies.unwrap_or(default) {
            0 => bases.into(),
            plies => Openings::random(bases, plies, self.seed),
        })
    }
}

/// A number of seconds, at least 0.
fn seconds(key: &'static str, value: f64) -> Result<Duration, MatchError> {
    if (0.0..=1e6).contains(&value) {
        Ok(Duration::from_secs_f64(value))
    } else {
        let problem = format!("found {value}, allowed: 0 to 1e6 seconds");
        Err(MatchError::setting(key, problem))
    }
}
