//! A match as plain data, [`MatchOptions`], and how it becomes a [`MatchSetup`].

use crate::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::entrant::Named;
use crate::game::PathJudge;
use crate::openings::{PositionReader, random_openings, read_openings};
use crate::setup::{MAX_GAMES, MatchError, MatchSetup, RecordFile};
use crate::sprt::Sprt;
use config::{Choice, ConfigError};
use protocols::drive::Patience;
use protocols::{Control, GameClock, LoadedConfig, Playable};
use record::PlayedGame;
use search::Notation;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How many random plies begin a game when no opening is given: without any, two deterministic
/// engines would play the same two games over and over.
pub const DEFAULT_RANDOM_PLIES: usize = 4;

/// How the configuration of a player is loaded, by name or file; `None` for what the command line
/// chooses (`--config`, else the default).
pub type ConfigLoader<'a, D> = dyn Fn(Option<&Choice>) -> Result<LoadedConfig<D>, ConfigError> + 'a;

/// Everything the `match` verb can be told; with the feature `clap`, its arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct MatchOptions {
    /// A player: a configuration (name or file), `random`, an opponent of the game or an external engine
    ///
    /// Results are counted from its view. An external engine is written `PROTOCOL:COMMAND`, for
    /// example "ugi:./engine --threads 1".
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLAYER"))]
    pub first: String,
    /// Its opponent, in the same way
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLAYER"))]
    pub second: String,
    /// How many games; two make a pair with the same opening and colours swapped
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 100))]
    pub games: usize,
    /// A file with one opening per line: a position or moves
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub openings: Option<PathBuf>,
    /// Random plies after the opening [default: 4 without --openings, 0 with]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub random_plies: Option<usize>,
    /// Random seed; the same seed gives the same match
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 1))]
    pub seed: u64,
    /// How many games at once
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 1))]
    pub concurrency: usize,
    /// Seconds per move
    #[cfg_attr(feature = "clap", arg(long, value_name = "SECONDS"))]
    pub time: Option<f64>,
    /// A clock for the whole game, in seconds
    #[cfg_attr(feature = "clap", arg(long, value_name = "BASE+INCREMENT"))]
    pub clock: Option<GameClock>,
    /// Nodes per move
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub nodes: Option<u64>,
    /// Plies per search
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub depth: Option<u32>,
    /// The limits of the first player in place of the common ones
    ///
    /// Any of time=SECONDS, clock=BASE+INCREMENT, nodes=N and depth=N, commas between them.
    #[cfg_attr(feature = "clap", arg(long, value_name = "LIMITS"))]
    pub first_control: Option<Control>,
    /// The limits of the second player in place of the common ones
    #[cfg_attr(feature = "clap", arg(long, value_name = "LIMITS"))]
    pub second_control: Option<Control>,
    /// Ends the match when it is clear which Elo difference holds
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "ELO0,ELO1,ALPHA,BETA", allow_hyphen_values = true)
    )]
    pub sprt: Option<Sprt>,
    /// Records the games in this file, one line of JSON each
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub record: Option<PathBuf>,
    /// Continues the match in the record file
    #[cfg_attr(feature = "clap", arg(long, requires = "record"))]
    pub resume: bool,
    /// A draw after this many plies; 0 for never
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 1000))]
    pub max_plies: usize,
    /// A draw when both players have called it one for long enough
    ///
    /// After at least AFTER plies, when all scores of the last PLIES plies were within POINTS of 0.
    #[cfg_attr(feature = "clap", arg(long, value_name = "AFTER,PLIES,POINTS"))]
    pub draw: Option<DrawRule>,
    /// A win when both players have called it one for long enough
    ///
    /// When the scores of the last MOVES moves of each player were at least POINTS for the same side.
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES,POINTS"))]
    pub resign: Option<ResignRule>,
    /// A win as soon as the scores of both players prove it
    #[cfg_attr(feature = "clap", arg(long))]
    pub proven: bool,
    /// By how many seconds a move may be late
    #[cfg_attr(feature = "clap", arg(long, value_name = "SECONDS", default_value_t = 0.1))]
    pub margin: f64,
    /// How long an external engine may be silent beyond its time before it has hung
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
        let patience = Patience { hang: seconds("hang", self.hang)?, ..Patience::default() };
        let first = Named::<D>::read("first", &self.first, load)?;
        let second = Named::<D>::read("second", &self.second, load)?;
        let rules = match first.config().or(second.config()) {
            Some(config) => config.clone(),
            None => load(None)?,
        };
        let start = D::start(&rules);
        if let Some(other) = second.config()
            && D::start(other).position_text() != start.position_text()
        {
            let problem =
                "found other rules than the first player's, allowed: the same start position";
            return Err(MatchError::setting("second", problem));
        }
        for (key, side) in [("first", &first), ("second", &second)] {
            if side.config().is_some_and(|config| D::opening_rule(config).is_some()) {
                let problem = "found a rule by which the players settle the opening, allowed: none \
                               in a match (--openings and --random-plies give openings)";
                return Err(MatchError::setting(key, problem));
            }
        }
        let mut openings = self.openings(&start, &|text| D::parse_position(&rules, text))?;
        let variant = D::rules(&rules);
        openings.iter_mut().for_each(|opening| opening.rules = variant.clone());
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

    fn openings<G: Notation>(
        &self,
        start: &G,
        position: &PositionReader<'_, G>,
    ) -> Result<Vec<PlayedGame<G>>, MatchError> {
        let bases = match &self.openings {
            Some(file) => read_openings(file, start, position)?,
            None => vec![PlayedGame::new(start.clone())],
        };
        let default = if self.openings.is_some() { 0 } else { DEFAULT_RANDOM_PLIES };
        let plies = self.random_plies.unwrap_or(default);
        if plies == 0 {
            return Ok(bases);
        }
        let pairs = self.games.min(MAX_GAMES).div_ceil(2);
        Ok(random_openings(&bases, plies, pairs, self.seed)?)
    }
}

/// A number of seconds, 0 allowed.
fn seconds(key: &'static str, value: f64) -> Result<Duration, MatchError> {
    if (0.0..=1e6).contains(&value) {
        Ok(Duration::from_secs_f64(value))
    } else {
        let problem = format!("found {value}, allowed: 0 to 1e6 seconds");
        Err(MatchError::setting(key, problem))
    }
}
