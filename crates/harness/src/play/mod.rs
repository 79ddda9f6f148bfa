//! The terminal game, for every [`Playable`].
//!
//! [`run`] draws the board, prompts the human players for moves in the game's notation, lets the others
//! search, and executes the commands that `help` lists. Input and output are a reader and a writer, so
//! that a test can play a game with strings.
//!
//! Ctrl-C (the [`stop`](PlayOptions::stop) flag) during a search stops it and returns to the prompt
//! without a move; `go` continues the game. At the prompt, Ctrl-C or the end of input ends the game. A
//! game without a human ends by itself.

mod command;
mod input;
pub mod saved;
mod seat;
mod table;
#[cfg(test)]
pub(crate) mod tests;
mod words;

pub use seat::Seat;

use board::DrawStyle;
use config::ConfigError;
use protocols::{LoadedConfig, Playable};
use search::{Limits, NotationError, Outcome, StopFlag};
use std::io::{self, BufRead, Write};
use std::time::Duration;
use thiserror::Error;

/// The players, the start position and the settings of a game.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// The player of the first side.
    pub first: Seat,
    /// The player of the second side.
    pub second: Seat,
    /// The start position; by default that of the configured rules.
    pub position: Option<String>,
    /// The limits of the AI; by default those of the configuration, or one second if it has none.
    pub limits: Option<Limits>,
    /// A pause after every move of a game without a human, so that it can be watched.
    pub delay: Duration,
    /// Random seed.
    pub seed: u64,
    /// The width of the terminal in columns; `None` for any width.
    pub width: fn() -> Option<u16>,
    /// Whether to hide the progress of searches on stderr.
    pub quiet: bool,
    /// Raised by Ctrl-C: [`interrupt::flag`](crate::interrupt::flag).
    pub stop: StopFlag,
}

/// A human against the AI.
impl Default for PlayOptions {
    fn default() -> Self {
        PlayOptions {
            first: Seat::Human,
            second: Seat::Ai,
            position: None,
            limits: None,
            delay: Duration::ZERO,
            seed: 0,
            width: || None,
            quiet: false,
            stop: StopFlag::new(),
        }
    }
}

/// Why a game cannot be played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The start position cannot be read.
    #[error("position: {0}")]
    Position(#[from] NotationError),
    /// The engine cannot be created.
    #[error(transparent)]
    Config(#[from] config::ConfigProblem),
    /// There is no opponent of this name.
    #[error("--{side}: found {found:?}, allowed: {allowed}")]
    Seat {
        /// The side: `first` or `second`.
        side: &'static str,
        /// The name.
        found: String,
        /// The accepted names.
        allowed: String,
    },
    /// The output cannot be written.
    #[error("the game cannot be shown: {0}")]
    Output(#[from] io::Error),
}

/// The configuration of a level, for the command `level`.
pub type Levels<'a, D> = dyn Fn(u32) -> Result<LoadedConfig<D>, ConfigError> + 'a;

/// Plays until `quit`, the end of input or Ctrl-C at the prompt; without a human, until the game is over.
/// Returns the outcome of the last game, if it is over.
///
/// `levels` is absent for a game without levels. The input is read on a separate thread, so that Ctrl-C can
/// interrupt the wait, and not before the first prompt.
pub fn run<D: Playable>(
    config: &LoadedConfig<D>,
    levels: Option<&Levels<'_, D>>,
    options: PlayOptions,
    input: impl BufRead + Send + 'static,
    output: impl Write,
    style: DrawStyle,
) -> Result<Option<Outcome>, PlayError> {
    let mut lines = input::Lines::new(input);
    table::Table::<D, _>::new(config, levels, options, output, style)?.play(&mut lines)
}
