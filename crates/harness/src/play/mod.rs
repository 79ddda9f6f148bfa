//! The terminal game, once for every [`Playable`].
//!
//! [`run`] draws the board, asks the human seats for moves in the game's notation, lets the others
//! think, and obeys the commands that `help` lists. It talks through a reader and a writer, so that
//! a test can play a game by strings.
//!
//! Ctrl-C (the [`stop`](PlayOptions::stop) flag) while an opponent thinks stops it and gives the
//! prompt back, with no move played; `go` lets the game go on. At the prompt it ends the game, as
//! the end of the input does. A game without a human ends by itself.

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

/// Who plays, from where, and how.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// Who plays the first side.
    pub first: Seat,
    /// Who plays the second side.
    pub second: Seat,
    /// The position to begin with; by default the start of the configured rules.
    pub position: Option<String>,
    /// When the AI must move; by default what the configuration says, and one second if that says
    /// nothing.
    pub limits: Option<Limits>,
    /// A pause after every move of a game without a human, so that it can be watched.
    pub delay: Duration,
    /// Where the random seat begins.
    pub seed: u64,
    /// How many columns the screen has; `None` for any number.
    pub width: fn() -> Option<u16>,
    /// Shows no sign of thinking on stderr.
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
    /// The engine cannot be made.
    #[error(transparent)]
    Config(#[from] config::ConfigProblem),
    /// There is no opponent of this name.
    #[error("--{side}: found {found:?}, allowed: {allowed}")]
    Seat {
        /// Which seat: `first` or `second`.
        side: &'static str,
        /// The name.
        found: String,
        /// The accepted names.
        allowed: String,
    },
    /// The screen cannot be written to.
    #[error("the game cannot be shown: {0}")]
    Output(#[from] io::Error),
}

/// The configuration of a level, for the command `level`.
pub type Levels<'a, D> = dyn Fn(u32) -> Result<LoadedConfig<D>, ConfigError> + 'a;

/// Plays until `quit`, the end of the input or Ctrl-C at the prompt, and without a human until the game
/// is over. Returns how the game on the board had ended by then, if it had.
///
/// `levels` is absent for a game without levels. The input is read on a thread of its own, so that
/// Ctrl-C is heard while it waits, and not before the first prompt.
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
