//! Positions, moves and engines from the command line, for the standard verbs and for those that a
//! game adds.

use crate::Domain;
use crate::cli::{Context, HarnessError};
use clap::Args;
use config::{ConfigProblem, MAX_FILE_BYTES, read_text};
use files::read_text_from;
use protocols::LoadedConfig;
use record::{PlayedGame, Remarks};
use search::config::MAX_DEPTH;
use search::{Analyst, Game, Limits, Notation, NotationError, PathVerdict};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as ValueError, StrDeserializer};
use std::path::Path;
use std::time::Duration;

/// A position: none for the start, `-` for stdin, a position string, or a file with one in it.
pub fn position<D: Domain>(
    context: &Context<D>,
    text: Option<&str>,
) -> Result<D::Game, HarnessError> {
    let parsed = read(text, |text| D::parse_position(context.config(), text))?;
    Ok(parsed.unwrap_or_else(|| D::start(context.config())))
}

/// The same with the moves that led to the position, if the text is a list of moves.
pub(super) fn game<D: Domain>(
    context: &Context<D>,
    text: Option<&str>,
) -> Result<PlayedGame<D::Game>, HarnessError> {
    let parsed = read(text, |text| D::parse_game(context.config(), text))?;
    Ok(parsed.unwrap_or_else(|| PlayedGame::new(D::start(context.config()))))
}

/// What an argument names, in itself or in a file; `None` without one.
fn read<T>(
    text: Option<&str>,
    parse: impl Fn(&str) -> Result<T, NotationError>,
) -> Result<Option<T>, HarnessError> {
    let Some(text) = text.map(str::trim) else { return Ok(None) };
    if text == "-" {
        let place = "standard input";
        let input = read_text_from(std::io::stdin().lock(), MAX_FILE_BYTES)
            .map_err(|error| HarnessError::input(place, error))?;
        return parse(input.trim_end())
            .map(Some)
            .map_err(|error| HarnessError::input(place, error));
    }
    let parsed = parse(text).or_else(|error| {
        let path = Path::new(text);
        // Pipes may be read as well: `analyse <(command)`.
        if !path.exists() || path.is_dir() {
            let problem = match error.illegal {
                // Moves that can be read are not the name of a file.
                Some(_) => error.to_string(),
                None => format!("{error}; or give a file with a position"),
            };
            // The place is named once, with the text.
            let problem = problem.strip_prefix("position: ").unwrap_or(&problem);
            return Err(HarnessError::input(format!("position {text:?}"), problem));
        }
        parse(read_text(path)?.trim_end()).map_err(|error| HarnessError::input(text, error))
    });
    parsed.map(Some)
}

/// Moves by name, all of them legal in the position.
pub(super) fn moves<G: Game + Notation>(
    position: &G,
    texts: &[String],
) -> Result<Vec<G::Move>, HarnessError> {
    let parse = |text: &String| {
        position
            .parse_move(text)
            .map_err(|error| HarnessError::input(format!("--moves {text:?}"), error))
    };
    texts.iter().map(parse).collect()
}

/// Plays the moves of `--played` one after the other.
pub(super) fn play_all<D: Domain>(
    config: &D::Config,
    game: &mut PlayedGame<D::Game>,
    texts: &[String],
) -> Result<(), HarnessError> {
    for text in texts {
        let refuse = |problem: String| HarnessError::input(format!("--played {text:?}"), problem);
        let verdict =
            D::path_rule(config).and_then(|rule| rule.verdict(game.position(), game.history()));
        if let Some(PathVerdict { rule, .. }) = verdict {
            return Err(refuse(format!("the game is already over: {rule}")));
        }
        let parsed = game.position().parse_move(text);
        let mv = parsed.map_err(|error| refuse(error.to_string()))?;
        game.push(mv, Remarks::default());
    }
    Ok(())
}

/// The engine of a configuration that has been checked.
pub(super) fn engine<D: Domain>(
    config: &LoadedConfig<D>,
) -> Result<Box<dyn Analyst<D::Game>>, HarnessError> {
    D::engine(config).map_err(|problem: ConfigProblem| HarnessError::input("config", problem))
}

/// The limits of one search on the command line.
#[derive(Args, Clone, Debug, Default)]
pub struct LimitArgs {
    /// Search to this depth in plies, and ignore the limits of the configuration
    #[arg(long, value_name = "PLIES", value_parser = depth)]
    depth: Option<u32>,
    /// Search this many nodes at most, and ignore the limits of the configuration
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search this many seconds at most, and ignore the limits of the configuration
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
}

impl LimitArgs {
    /// What was asked for; unlimited if nothing was.
    pub fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, soft_time: None }
    }
}

/// Depth in plies as the search accepts it.
pub(super) fn depth(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(depth @ 1..=MAX_DEPTH) => Ok(depth),
        _ => Err(format!("allowed: a whole number from 1 to {MAX_DEPTH}")),
    }
}

/// A value by its name in a configuration: an algorithm, a heuristic.
pub fn named<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, String> {
    let deserializer: StrDeserializer<'_, ValueError> = text.into_deserializer();
    T::deserialize(deserializer).map_err(|error| error.to_string())
}

/// A positive number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let allowed = || "allowed: seconds, more than 0 and at most 1e9".to_owned();
    let seconds: f64 = text.parse().map_err(|_| allowed())?;
    if seconds > 0.0 && seconds <= 1e9 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(allowed())
    }
}

/// The limits of a command: its own, if it gives any, else those of the configuration.
pub fn limits(own: Limits, config: &search::SearchConfig) -> Limits {
    if own.is_unlimited() { Limits::from_config(config) } else { own }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_a_command_replace_those_of_the_configuration() {
        let config = search::SearchConfig { depth: Some(9), ..Default::default() };
        assert_eq!(limits(Limits::default(), &config), Limits::depth(9));
        assert_eq!(limits(Limits::nodes(5), &config), Limits::nodes(5));
    }

    #[test]
    fn seconds_are_positive_and_finite() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for bad in ["0", "-1", "inf", "nan", "1e10", "", "1s"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }
}
