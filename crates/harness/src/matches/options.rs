//! A match as plain data, [`MatchOptions`], and how it becomes a [`MatchSetup`].

use super::adjudication::Adjudication;
use super::control::Control;
use super::external::{Patience, ProcessPlayer, Protocol};
use super::game::PathVerdict;
use super::openings::{Opening, random_openings, read_openings};
use super::player::{
    ChooserMaker, EnginePlayer, OpponentPlayer, Player, PlayerFault, RandomPlayer,
};
use super::process::CommandLine;
use super::setup::{Entrant, MAX_GAMES, MatchError, MatchSetup, PlayerMaker, RecordFile};
use super::sprt::Sprt;
use crate::Domain;
use search::{Limits, Notation};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How many random plies begin a game when no opening is given: without any, two deterministic
/// engines would play the same two games over and over.
pub const DEFAULT_RANDOM_PLIES: usize = 4;

/// Makes a [`Protocol`] for one engine process.
pub type ProtocolMaker<G> = fn() -> Box<dyn Protocol<G>>;

/// How a configuration is loaded: from a file, or the default one.
pub type ConfigLoader<'a, D> = dyn Fn(Option<&Path>) -> Result<<D as Domain>::Config, Box<dyn std::error::Error + Send + Sync>>
    + 'a;

/// Everything the `match` verb can be told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchOptions {
    /// The player whose view the results are told from: a configuration file, `default`, `random`,
    /// the name of one of the domain's
    /// [opponents](Domain::opponents), or `PROTOCOL:COMMAND` for an external engine, with
    /// options for it as `PROTOCOL[NAME=VALUE,...]:COMMAND`.
    pub first: String,
    /// Its opponent, in the same way.
    pub second: String,
    /// How many games.
    pub games: usize,
    /// The opening file.
    pub openings: Option<PathBuf>,
    /// How many random plies follow the opening, or the start position.
    pub random_plies: Option<usize>,
    /// Where chance begins.
    pub seed: u64,
    /// How many games at once.
    pub concurrency: usize,
    /// The limits of the first player.
    pub first_control: Control,
    /// The limits of the second player.
    pub second_control: Control,
    /// The sequential test.
    pub sprt: Option<Sprt>,
    /// The record file.
    pub record: Option<PathBuf>,
    /// Whether to continue the match it holds.
    pub resume: bool,
    /// When games end early.
    pub adjudication: Adjudication,
    /// By how many seconds a move may be late.
    pub margin: f64,
    /// How many seconds beyond its time an external engine may be silent before it has hung.
    pub hang: f64,
}

impl MatchOptions {
    /// Loads the configurations, reads the openings and names the players.
    pub fn setup<D: Domain>(
        &self,
        load: &ConfigLoader<'_, D>,
    ) -> Result<MatchSetup<D::Game>, MatchError> {
        let patience = Patience { hang: seconds("hang", self.hang)?, ..Patience::default() };
        let first = Side::<D>::read("first", &self.first, load)?;
        let second = Side::<D>::read("second", &self.second, load)?;
        let rules = match first.config().or(second.config()) {
            Some(config) => config.clone(),
            None => load(None).map_err(MatchError::Config)?,
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
        let openings = self.openings(&start, &|text| D::parse_position(&rules, text))?;
        let path_verdict: PathVerdict<D::Game> =
            Arc::new(move |game, history| D::path_rule(&rules)?.verdict(game, history));
        let (one, two) = (first.name(), second.name());
        let clash = one == two;
        let named = |name: String, number: u8| {
            if clash { format!("{name} {number}") } else { name }
        };
        Ok(MatchSetup {
            game: D::NAME.to_owned(),
            first: first.entrant("first", named(one, 1), self.first_control, patience)?,
            second: second.entrant("second", named(two, 2), self.second_control, patience)?,
            games: self.games,
            openings,
            seed: self.seed,
            concurrency: self.concurrency,
            adjudication: self.adjudication,
            path_verdict: Some(path_verdict),
            margin: seconds("margin", self.margin)?,
            sprt: self.sprt,
            record: self.record.clone().map(|path| RecordFile { path, resume: self.resume }),
        })
    }

    fn openings<G: Notation>(
        &self,
        start: &G,
        position: &super::openings::PositionReader<'_, G>,
    ) -> Result<Vec<Opening<G>>, MatchError> {
        let bases = match &self.openings {
            Some(file) => read_openings(file, start, position)?,
            None => vec![Opening::at(start.clone())],
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

/// What an option names as a player.
enum Side<D: Domain> {
    Config {
        name: String,
        config: Box<D::Config>,
    },
    Random,
    Opponent {
        name: &'static str,
        config: Box<D::Config>,
    },
    External {
        command: CommandLine,
        protocol: ProtocolMaker<D::Game>,
        options: Vec<(String, String)>,
    },
}

impl<D: Domain> Side<D> {
    fn read(key: &'static str, text: &str, load: &ConfigLoader<'_, D>) -> Result<Self, MatchError> {
        if text == "random" {
            return Ok(Side::Random);
        }
        let protocols = D::protocols();
        if let Some((name, options, command)) = external(text)
            && let Some(&(_, protocol)) = protocols.iter().find(|entry| entry.0 == name)
        {
            let refuse = |problem: String| MatchError::setting(key, problem);
            let command = CommandLine::parse(command).ok_or_else(|| {
                refuse(format!("found \"{text}\", allowed: {name}:PROGRAM [ARGUMENT...]"))
            })?;
            let options = options.ok_or_else(|| {
                refuse(format!("found \"{text}\", allowed: {name}[NAME=VALUE,...]:PROGRAM"))
            })?;
            protocol().set_options(&options).map_err(refuse)?;
            return Ok(Side::External { command, protocol, options });
        }
        let load = |file: Option<&Path>| load(file).map(Box::new).map_err(MatchError::Config);
        let file = (text != "default").then(|| Path::new(text));
        if let Some(file) = file {
            let config = load(None)?;
            let opponents: Vec<_> = D::opponents(&config, 0).iter().map(|one| one.name).collect();
            if let Some(&name) = opponents.iter().find(|name| **name == text) {
                return Ok(Side::Opponent { name, config });
            }
            if !file.exists() {
                let protocols = protocols.iter().map(|(name, _)| format!("{name}:COMMAND"));
                let names = ["a configuration file", "default", "random"].map(str::to_owned);
                let opponents = opponents.iter().map(|name| (*name).to_owned());
                let allowed: Vec<_> = names.into_iter().chain(opponents).chain(protocols).collect();
                let problem = format!("found {text:?}, allowed: {}", allowed.join(", "));
                return Err(MatchError::setting(key, problem));
            }
        }
        let config = load(file)?;
        let name =
            file.and_then(Path::file_stem).map_or(text.into(), |stem| stem.to_string_lossy());
        Ok(Side::Config { name: name.into_owned(), config })
    }

    fn config(&self) -> Option<&D::Config> {
        match self {
            Side::Config { config, .. } => Some(config),
            _ => None,
        }
    }

    fn name(&self) -> String {
        match self {
            Side::Config { name, .. } => name.clone(),
            Side::Random => "random".into(),
            Side::Opponent { name, .. } => (*name).into(),
            Side::External { command, .. } => {
                let program = Path::new(&command.program);
                program.file_stem().unwrap_or(program.as_os_str()).to_string_lossy().into_owned()
            }
        }
    }

    fn entrant(
        self,
        key: &'static str,
        name: String,
        control: Control,
        patience: Patience,
    ) -> Result<Entrant<D::Game>, MatchError> {
        let unlimited = control.is_unlimited();
        let (identity, make): (Value, PlayerMaker<D::Game>) = match self {
            Side::Random => {
                let name = name.clone();
                (json!("random"), Box::new(move || Ok(Box::new(RandomPlayer::new(name.clone())))))
            }
            Side::Opponent { name: own, config } => {
                let name = name.clone();
                let choosers: ChooserMaker<D::Game> = Arc::new(move |seed| {
                    let mut opponents = D::opponents(&config, seed).into_iter();
                    opponents.find(|one| one.name == own).map(|one| one.choose)
                });
                let make = move || -> Result<Box<dyn Player<D::Game>>, PlayerFault> {
                    Ok(Box::new(OpponentPlayer::new(name.clone(), Arc::clone(&choosers))))
                };
                (json!(own), Box::new(make))
            }
            Side::Config { config, .. } => {
                if unlimited && Limits::from_config(D::search(&config)).is_unlimited() {
                    return Err(no_limit(key));
                }
                let identity = serde_json::to_value(&*config)
                    .map_err(|error| MatchError::Config(Box::new(error)))?;
                (identity, engine_maker::<D>(name.clone(), config))
            }
            Side::External { command, protocol, options } => {
                if unlimited {
                    return Err(no_limit(key));
                }
                let mut identity = json!([command.program, command.arguments]);
                if let (Value::Array(parts), false) = (&mut identity, options.is_empty()) {
                    parts.push(json!(options));
                }
                let name = name.clone();
                let make = move || -> Result<Box<dyn Player<D::Game>>, PlayerFault> {
                    let (name, command) = (name.clone(), command.clone());
                    let mut protocol = protocol();
                    protocol.set_options(&options).map_err(PlayerFault::StartFailed)?;
                    Ok(Box::new(ProcessPlayer::new(name, command, protocol, patience)))
                };
                (identity, Box::new(make))
            }
        };
        Ok(Entrant { name, identity, control, make })
    }
}

/// An external engine's options, unless they make no sense.
type EngineOptions = Option<Vec<(String, String)>>;

/// The parts of `PROTOCOL:COMMAND` or `PROTOCOL[NAME=VALUE,...]:COMMAND`.
fn external(text: &str) -> Option<(&str, EngineOptions, &str)> {
    let name_end = text.find(['[', ':'])?;
    let (name, rest) = text.split_at(name_end);
    if let Some(command) = rest.strip_prefix(':') {
        return Some((name, Some(Vec::new()), command));
    }
    let (inside, command) = rest[1..].split_once("]:")?;
    let pair = |part: &str| {
        let (name, value) = part.split_once('=')?;
        let name = Some(name.trim()).filter(|name| !name.is_empty())?;
        Some((name.to_owned(), value.trim().to_owned()))
    };
    Some((name, inside.split(',').map(pair).collect(), command))
}

fn engine_maker<D: Domain>(name: String, config: Box<D::Config>) -> PlayerMaker<D::Game> {
    Box::new(move || {
        let analyst =
            D::engine(&config).map_err(|problem| PlayerFault::StartFailed(problem.to_string()))?;
        Ok(Box::new(EnginePlayer::new(name.clone(), analyst)))
    })
}

fn no_limit(key: &'static str) -> MatchError {
    let problem = "found no limit, allowed: a time, clock, nodes or depth for this player";
    MatchError::setting(key, problem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_external_engine_may_be_given_options() {
        let none = Some(Vec::new());
        assert_eq!(external("uci:engine -x"), Some(("uci", none, "engine -x")));
        let hash = vec![("Hash".to_owned(), "16".to_owned()), ("Move Overhead".into(), "".into())];
        let (name, options, command) = external("uci[Hash=16, Move Overhead=]:a b:c").unwrap();
        assert_eq!((name, options, command), ("uci", Some(hash), "a b:c"));
        assert_eq!(external("uci[Hash]:a"), Some(("uci", None, "a")));
        assert_eq!(external("uci[]:a"), Some(("uci", None, "a")));
        assert_eq!(external("default"), None);
        assert_eq!(external("uci[Hash=1"), None);
    }

    proptest! {
        #[test]
        fn reading_a_player_never_panics(text in "[a-z\\[\\]=:, é]{0,20}") {
            let _ = external(&text);
        }
    }
}
