//! The settings that matches and tournaments share: [`CommonOptions`].

use super::ConfigLoader;
use crate::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::conditions::Conditions;
use crate::entrant::Named;
use crate::game::PathJudge;
use crate::log::RecordFile;
use crate::openings::{MAX_RANDOM_PLIES, Openings, PositionReader, read_openings};
use crate::options::ConfigSource;
use crate::rules::same_rules;
use crate::setup::{MAX_CONCURRENCY, MatchError, range};
use files::Shard;
use protocols::drive::Patience;
use protocols::{Control, GameClock, LoadedConfig, Playable};
use record::PlayedGame;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Random plies of an opening when no opening file is given. Without any, two deterministic engines
/// would repeat the same two games.
const DEFAULT_RANDOM_PLIES: usize = 4;

/// The settings that matches and tournaments share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct CommonOptions {
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
    /// Record the games in this file, one line of JSON per game
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub record: Option<PathBuf>,
    /// Continue the match in the record file
    #[cfg_attr(feature = "clap", arg(long, requires = "record"))]
    pub resume: bool,
    /// Write the games to this file in order, without times, when all are played
    ///
    /// An interrupted run is continued by the same command, and a complete file is only read. Times go to
    /// FILE.times.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", conflicts_with = "record"))]
    pub output: Option<PathBuf>,
    /// Play only the games of this part, for example 2/4; `plywood merge` joins the outputs
    #[cfg_attr(feature = "clap", arg(long, value_name = "I/N", requires = "output"))]
    pub shard: Option<Shard>,
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

/// Players as the options name them, and the configuration whose rules hold.
pub(super) struct Players<D: Playable> {
    pub(super) named: Vec<Named<D>>,
    pub(super) rules: LoadedConfig<D>,
}

impl<D: Playable> Players<D> {
    /// Reads players, each with the option that names it, and checks that they play the same game.
    pub(super) fn read(
        options: &[(&'static str, &str)],
        load: &ConfigLoader<'_, D>,
    ) -> Result<Self, MatchError> {
        let named = options.iter().map(|(key, text)| Named::<D>::read(key, text, load));
        let named: Vec<Named<D>> = named.collect::<Result<_, _>>()?;
        let mut configs = named.iter().filter_map(Named::config);
        let rules = match configs.next() {
            Some(config) => config.clone(),
            None => load(ConfigSource::CommandLine)?,
        };
        for ((key, _), player) in options.iter().zip(&named) {
            let Some(config) = player.config() else { continue };
            let refuse = |problem: String| MatchError::setting(key, problem);
            same_rules::<D>(&rules, config).map_err(refuse)?;
            if D::opening_rule(config).is_some() {
                let problem = "its configuration has an opening rule, which a match does not support; \
                               use --openings and --random-plies instead";
                return Err(refuse(problem.to_owned()));
            }
        }
        Ok(Players { named, rules })
    }

    /// Their names, with numbers where several have the same one.
    pub(super) fn names(&self) -> Vec<String> {
        let names: Vec<String> = self.named.iter().map(Named::name).collect();
        let number = |(index, name): (usize, &String)| {
            let same = |other: &&String| *other == name;
            match names.iter().filter(same).count() {
                1 => name.clone(),
                _ => format!("{name} {}", 1 + names[..index].iter().filter(same).count()),
            }
        };
        names.iter().enumerate().map(number).collect()
    }
}

impl CommonOptions {
    /// The limits of every player without limits of its own.
    pub fn control(&self) -> Control {
        let CommonOptions { time, clock, nodes, depth, .. } = *self;
        Control { time, clock, nodes, depth }
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

    /// Checks the numbers that decide how much work it is, before any of it is done.
    pub(super) fn check(&self) -> Result<(), MatchError> {
        range("concurrency", self.concurrency, 1, MAX_CONCURRENCY)?;
        range("random plies", self.random_plies.unwrap_or(0), 0, MAX_RANDOM_PLIES)
    }

    pub(super) fn patience(&self) -> Result<Patience, MatchError> {
        Ok(Patience { hang: seconds("hang", self.hang)?, ..Patience::default() })
    }

    /// The file of the games, if there is one. Games that depend on one another cannot be split.
    pub(super) fn record_file<D: Playable>(
        &self,
        players: &Players<D>,
    ) -> Result<Option<RecordFile>, MatchError> {
        let configs = players.named.iter().filter_map(Named::config);
        if self.shard.is_some()
            && let Some(key) = configs.filter_map(|config| D::learns(config)).next()
        {
            let problem = format!(
                "the games depend on one another, because a player learns from each ({key}); allowed: players \
                 that do not"
            );
            return Err(MatchError::setting("shard", problem));
        }
        let shard = self.shard.unwrap_or(Shard::ALL);
        let part = self.output.clone().map(|path| RecordFile::Part { path, shard });
        let resume = self.resume;
        Ok(part.or(self.record.clone().map(|path| RecordFile::Journal { path, resume })))
    }

    pub(super) fn conditions<D: Playable>(
        &self,
        rules: LoadedConfig<D>,
    ) -> Result<Conditions<D::Game>, MatchError> {
        let openings = self.openings::<D>(&rules)?;
        let path_verdict: PathJudge<D::Game> =
            Arc::new(move |game, history| D::path_rule(&rules)?.verdict(game, history));
        Ok(Conditions {
            game: D::NAME.to_owned(),
            openings,
            seed: self.seed,
            concurrency: self.concurrency,
            adjudication: self.adjudication(),
            path_verdict: Some(path_verdict),
            margin: seconds("margin", self.margin)?,
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
