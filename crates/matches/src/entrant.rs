//! Players as options name them: [`Named`], and the [`Entrant`] that each becomes.

use crate::options::{ConfigLoader, ConfigSource};
use crate::players::{ChooserMaker, EnginePlayer, OpponentPlayer, RandomPlayer};
use crate::setup::{Entrant, MatchError, PlayerMaker};
use config::{Assignment, Choice, ConfigErrorKind};
use protocols::drive::{CommandLine, Patience, ProcessPlayer};
use protocols::{Control, LoadedConfig, Playable, Player, PlayerFault, ProtocolMaker};
use search::Limits;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// A player as an option names it.
pub(crate) enum Named<D: Playable> {
    Config {
        name: String,
        config: Box<LoadedConfig<D>>,
    },
    Random,
    Opponent {
        name: &'static str,
        config: Box<LoadedConfig<D>>,
    },
    External {
        command: CommandLine,
        protocol: ProtocolMaker<D::Game>,
        options: Vec<(String, String)>,
    },
}

impl<D: Playable> Named<D> {
    pub(crate) fn read(
        key: &'static str,
        text: &str,
        load: &ConfigLoader<'_, D>,
    ) -> Result<Self, MatchError> {
        if text == "random" {
            return Ok(Named::Random);
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
            return Ok(Named::External { command, protocol, options });
        }
        if let Some(number) = text.strip_prefix("level:") {
            return Named::level(key, number, load);
        }
        let chosen = load(ConfigSource::CommandLine)?;
        let opponents: Vec<_> = D::opponents(&chosen, 0).iter().map(|one| one.name).collect();
        if let Some(&name) = opponents.iter().find(|name| **name == text) {
            return Ok(Named::Opponent { name, config: Box::new(chosen) });
        }
        let (config_name, changes) = changed(text);
        let changes: Vec<Assignment> = changes.into_iter().map(Assignment::from).collect();
        let choice = Choice::option(&option(key), config_name);
        let config =
            load(ConfigSource::Choice(&choice, &changes)).map_err(|error| match error.kind() {
                ConfigErrorKind::UnknownConfig { names, suggestion } => {
                    let mut names = names.clone();
                    names.extend(["a file", "random"].map(str::to_owned));
                    names.extend(opponents.iter().map(|name| (*name).to_owned()));
                    names.extend(protocols.iter().map(|(name, _)| format!("{name}:COMMAND")));
                    let suggestion = suggestion.clone();
                    let problem = ConfigErrorKind::UnknownConfig { names, suggestion }.to_string();
                    MatchError::UnknownPlayer { place: choice.place.clone(), problem }
                }
                _ => error.into(),
            })?;
        let stem = Path::new(config_name).file_stem();
        let name = stem.map_or(config_name.into(), |stem| stem.to_string_lossy());
        let name = format!("{name}{}", &text[config_name.len()..]);
        Ok(Named::Config { name, config: Box::new(config) })
    }

    fn level(
        key: &'static str,
        number: &str,
        load: &ConfigLoader<'_, D>,
    ) -> Result<Self, MatchError> {
        if number.parse::<u32>().is_err() {
            let problem = format!("found \"level:{number}\", allowed: level:NUMBER");
            return Err(MatchError::setting(key, problem));
        }
        let level = Assignment::level(format!("{} level:{number}", option(key)), number);
        let config = Box::new(load(ConfigSource::Level(level))?);
        Ok(Named::Config { name: format!("level {number}"), config })
    }

    pub(crate) fn config(&self) -> Option<&LoadedConfig<D>> {
        match self {
            Named::Config { config, .. } => Some(config),
            _ => None,
        }
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Named::Config { name, .. } => name.clone(),
            Named::Random => "random".into(),
            Named::Opponent { name, .. } => (*name).into(),
            Named::External { command, .. } => {
                let program = Path::new(&command.program);
                program.file_stem().unwrap_or(program.as_os_str()).to_string_lossy().into_owned()
            }
        }
    }

    pub(crate) fn entrant(
        self,
        key: &'static str,
        name: String,
        control: Control,
        patience: Patience,
    ) -> Result<Entrant<D::Game>, MatchError> {
        let unlimited = control.is_unlimited();
        let (identity, make): (Value, PlayerMaker<D::Game>) = match self {
            Named::Random => {
                let name = name.clone();
                (json!("random"), Box::new(move || Ok(Box::new(RandomPlayer::new(name.clone())))))
            }
            Named::Opponent { name: own, config } => {
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
            Named::Config { config, .. } => {
                if unlimited && Limits::from_config(D::search(&config)).is_unlimited() {
                    return Err(no_limit(key));
                }
                let identity = serde_json::to_value(&config.config)
                    .map_err(|error| MatchError::setting(key, error.to_string()))?;
                (identity, engine_maker::<D>(name.clone(), config))
            }
            Named::External { command, protocol, options } => {
                if unlimited {
                    return Err(no_limit(key));
                }
                protocol()
                    .check_control(&control)
                    .map_err(|problem| MatchError::setting(key, problem))?;
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

/// How an error names what gave a player: an option, or the argument of a tournament.
fn option(key: &str) -> String {
    if key == "player" { key.to_owned() } else { format!("--{key}") }
}

/// The parts of `CONFIG[KEY=VALUE,...]`; a text of another form is the name of a configuration.
fn changed(text: &str) -> (&str, Vec<&str>) {
    let parts = text.strip_suffix(']').and_then(|text| text.split_once('['));
    match parts {
        Some((name, changes)) if !name.is_empty() => (name, changes.split(',').collect()),
        _ => (text, Vec::new()),
    }
}

/// Options of an external engine; `None` if they are malformed.
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

fn engine_maker<D: Playable>(name: String, config: Box<LoadedConfig<D>>) -> PlayerMaker<D::Game> {
    Box::new(move || {
        let analyst =
            D::engine(&config).map_err(|problem| PlayerFault::StartFailed(problem.to_string()))?;
        Ok(Box::new(EnginePlayer::new(name.clone(), analyst)))
    })
}

fn no_limit(key: &'static str) -> MatchError {
    let problem = "no limit; give --time, --clock, --nodes or --depth";
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

    #[test]
    fn a_configuration_may_be_given_changes() {
        let (name, changes) = changed("lab/deep.toml[search.depth=4,evaluator.weight=2]");
        assert_eq!(
            (name, changes),
            ("lab/deep.toml", vec!["search.depth=4", "evaluator.weight=2"])
        );
        assert_eq!(changed("default"), ("default", vec![]));
        assert_eq!(changed("[a]"), ("[a]", vec![]));
    }

    proptest! {
        #[test]
        fn reading_a_player_never_panics(text in "[a-z\\[\\]=:, é]{0,20}") {
            let _ = external(&text);
            let _ = changed(&text);
        }
    }
}
