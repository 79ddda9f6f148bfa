//! Any game behind one type, for programs that hold several: the `plywood` binary, a web page.
//!
//! [`Domain`](crate::Domain) is static: a verb is compiled for one game. [`AnyDomain`] and [`AnyGame`] are
//! the same as trait objects, implemented once for every domain by [`GameOf`]. Positions, moves,
//! configurations and games are text; results are the [rows](crate::rows) that the command line prints, and a
//! position is shown as a [`BoardView`].
//! The crate `plywood` has the list of all games, and an example.

mod game;
mod places;
mod tool;

pub use game::GameOf;
pub use places::WithPlaces;
pub use tool::{AnyTool, ToolOf};

use crate::rows::{AnalysisRow, EvaluationRow, FormatRow, IterationRow};
use crate::trace::{Trace, TraceRequest};
use board::BoardView;
use config::ConfigError;
use search::{Limits, StopFlag};
use serde::Serialize;
use std::time::Duration;
use thiserror::Error;

/// A game with its configurations: what [`Domain`](crate::Domain) says, as a trait object.
pub trait AnyDomain: AnyTool {
    /// Name and description of every configuration.
    fn configs(&self) -> Vec<(&'static str, &'static str)>;

    /// How many playing strengths there are; 0 if the game has none.
    fn levels(&self) -> usize;

    /// What a player chooses before a game: the size of the board, the rules.
    fn options(&self) -> &'static [GameOption];

    /// Begins a game under a configuration.
    fn open(&self, opening: &Opening) -> Result<Box<dyn AnyGame>, FacadeError>;
}

/// A choice that a player makes before a game, as keys of the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GameOption {
    /// Its name: `size`, `rule`.
    pub name: &'static str,
    /// The values to choose from; the first is that of the configuration `default`.
    pub values: &'static [OptionValue],
}

/// One value of a [`GameOption`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OptionValue {
    /// Its name: `15`, `renju`.
    pub name: &'static str,
    /// The changes to the configuration: `game.rule=renju`.
    pub sets: &'static [&'static str],
}

impl OptionValue {
    /// A value with its changes.
    pub const fn new(name: &'static str, sets: &'static [&'static str]) -> OptionValue {
        OptionValue { name, sets }
    }
}

/// Limits on what an engine may use, whatever its configuration asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// The size of each of its tables in MiB.
    pub table_mib: usize,
    /// Threads of one search.
    pub threads: usize,
}

/// What a game begins with.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// The configuration: a name, or TOML text that changes its `base`. The text has no access to files.
    pub config: ConfigSource,
    /// The playing strength.
    pub level: Option<u32>,
    /// Changes to the configuration: `search.depth=6`.
    pub sets: Vec<String>,
    /// Where the game begins, as a position string or a list of moves; `None` for the start position.
    pub position: Option<String>,
    /// What the engine may use; `None` for what the configuration asks for.
    pub caps: Option<Caps>,
}

/// Where a configuration comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ConfigSource {
    /// `default`.
    #[default]
    Default,
    /// One of [`AnyDomain::configs`].
    Named(String),
    /// TOML text.
    Text(String),
}

/// A game in progress with the engine that its configuration describes.
pub trait AnyGame: Send {
    /// The effective configuration as TOML that can be read back.
    fn config(&self) -> Result<String, FacadeError>;

    /// The position string of the start.
    fn start(&self) -> String;

    /// The position string.
    fn position(&self) -> String;

    /// The moves from the start, oldest first.
    fn moves(&self) -> Vec<String>;

    /// The position as it is shown: board, last move, legal moves, move numbers, outcome with its
    /// reason.
    fn view(&self) -> BoardView;

    /// Plays a move.
    fn play(&mut self, text: &str) -> Result<(), FacadeError>;

    /// Takes back the last move and returns it; `None` if there is none.
    fn undo(&mut self) -> Option<String>;

    /// The side to move resigns.
    fn resign(&mut self) -> Result<(), FacadeError>;

    /// The static evaluation, term by term, from the first player's view.
    fn evaluate(&mut self) -> EvaluationRow;

    /// Searches the position. `on_iteration` is called after every completed depth.
    fn search(
        &mut self,
        request: &SearchRequest,
        on_iteration: &mut dyn FnMut(WithPlaces<IterationRow>),
    ) -> Result<WithPlaces<AnalysisRow>, FacadeError>;

    /// Records a search of the position node by node. The engine of the game does not change.
    fn trace(&self, request: &TraceRequest) -> Result<Trace, FacadeError>;

    /// The formats of [`import`](AnyGame::import) and [`export`](AnyGame::export).
    fn formats(&self) -> Vec<FormatRow>;

    /// Replaces the game by the first one of a file in any format that can be read, or by a position.
    fn import(&mut self, bytes: &[u8]) -> Result<(), FacadeError>;

    /// The game in a format that can be written.
    fn export(&self, format: &str) -> Result<String, FacadeError>;
}

/// What a search is asked for.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// When to end; the limits of the configuration if there are none here.
    pub limits: Limits,
    /// The time that the search may take in addition to any other limit.
    pub longest: Option<Duration>,
    /// How many lines to report.
    pub lines: usize,
    /// Only these moves, if there are any.
    pub moves: Vec<String>,
    /// Ends the search early; keep a clone.
    pub stop: StopFlag,
}

impl Default for SearchRequest {
    fn default() -> Self {
        let (limits, stop) = (Limits::default(), StopFlag::new());
        SearchRequest { limits, longest: None, lines: 1, moves: Vec::new(), stop }
    }
}

/// Why a request was refused: one line with the place and the problem.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FacadeError {
    /// A configuration was refused.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A position, move, game or option that cannot be used.
    #[error("{place}: {problem}")]
    Input {
        /// What was given: `move "z9"`.
        place: String,
        /// The problem, and the accepted values.
        problem: String,
    },
    /// The game is over.
    #[error("move: the game is over")]
    Over,
    /// Neither the request nor the configuration limits the search.
    #[error("search: no limit; give a depth, nodes or seconds")]
    Unlimited,
}

impl FacadeError {
    /// Where the problem is: `move "z9"`, `config:3`.
    pub fn place(&self) -> &str {
        match self {
            FacadeError::Config(error) => error.place(),
            FacadeError::Input { place, .. } => place,
            FacadeError::Over => "move",
            FacadeError::Unlimited => "search",
        }
    }

    pub(crate) fn input(place: impl Into<String>, problem: impl ToString) -> Self {
        FacadeError::Input { place: place.into(), problem: problem.to_string() }
    }
}
