//! Positions, moves and engines from the command line.

use crate::Domain;
use crate::cli::{Context, HarnessError};
use crate::config::{ConfigProblem, read_text};
use search::{Analyst, Game, Limits, Notation};
use std::io::Read;
use std::path::Path;
use std::time::Duration;

/// A position: none for the start, `-` for stdin, a position string, or a file with one in it.
pub(super) fn position<D: Domain>(
    context: &Context<D>,
    text: Option<&str>,
) -> Result<D::Game, HarnessError> {
    let config = context.config();
    let Some(text) = text.map(str::trim) else { return Ok(D::start(config)) };
    if text == "-" {
        let mut input = String::new();
        let limited = std::io::stdin().lock().take(crate::config::MAX_FILE_BYTES);
        let read = { limited }.read_to_string(&mut input);
        read.map_err(|error| HarnessError::input("standard input", error))?;
        return D::parse_position(config, input.trim_end())
            .map_err(|error| HarnessError::input("standard input", error));
    }
    D::parse_position(config, text).or_else(|error| {
        let path = Path::new(text);
        if !path.is_file() {
            return Err(HarnessError::notation("position", text, &error));
        }
        D::parse_position(config, read_text(path)?.trim_end())
            .map_err(|error| HarnessError::input(text, error))
    })
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

/// The engine of a configuration that has been checked.
pub(super) fn engine<D: Domain>(
    config: &D::Config,
) -> Result<Box<dyn Analyst<D::Game>>, HarnessError> {
    D::engine(config).map_err(|problem: ConfigProblem| HarnessError::input("config", problem))
}

/// Depth in plies as the search accepts it.
pub(super) fn depth(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(depth @ 1..=250) => Ok(depth),
        _ => Err("allowed: a whole number from 1 to 250".to_owned()),
    }
}

/// A positive number of seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let allowed = || "allowed: seconds, more than 0 and at most 1e9".to_owned();
    let seconds: f64 = text.parse().map_err(|_| allowed())?;
    if seconds > 0.0 && seconds <= 1e9 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(allowed())
    }
}

/// The limits of a command: its own, if it gives any, else those of the configuration.
pub(super) fn limits(own: Limits, config: &search::SearchConfig) -> Limits {
    if own.is_unlimited() { Limits::from_config(config) } else { own }
}

/// A move list as people write it.
pub(super) fn line_text<G: Game + Notation>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut game = position.clone();
    line.iter()
        .map(|&mv| {
            let text = game.move_text(mv);
            game.play(mv);
            text
        })
        .collect()
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
