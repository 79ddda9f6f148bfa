//! Connect Four as a [`Domain`]: everything a game needs for a binary with every verb.
//!
//! The configuration sets the board size, so positions are a [`Board`]. It also names the evaluator and
//! contains its weights.

mod board;
mod columns;
mod view;

pub use board::{Board, SIZES, Size};
pub use columns::Columns;

use crate::Flat;
use crate::connect_four::{CentreFirst, OpenThrees};
use ::board::{BoardView, MovePlaces};
use config::{ConfigProblem, Embedded};
use harness::Domain;
use harness::facade::{GameOption, OptionValue};
use protocols::{LoadedConfig, Playable};
use search::{Analyst, Engine, NotationError, SearchConfig, Side};
use serde::{Deserialize, Serialize};

/// `configs/connect-four/*.toml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The rules.
    #[serde(default)]
    pub game: Size,
    /// How to search.
    #[serde(default)]
    pub search: SearchConfig,
    /// How to judge a position.
    #[serde(default)]
    pub evaluator: EvaluatorConfig,
}

/// The evaluators by name, with their weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", tag = "name")]
pub enum EvaluatorConfig {
    /// Only wins, losses and draws count.
    Flat {},
    /// Cells that would complete a four, and the middle columns.
    OpenThrees {},
    /// A weight for each stone, by its column.
    Columns {
        /// Points per stone, by column from the left.
        weights: Vec<i32>,
    },
}

impl Default for EvaluatorConfig {
    fn default() -> Self {
        EvaluatorConfig::OpenThrees {}
    }
}

/// The domain.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFourDomain;

impl Playable for ConnectFourDomain {
    type Game = Board;
    type Config = Config;
    type Files = ();
    const NAME: &'static str = "connect-four";

    fn check(config: &Config) -> Result<(), ConfigProblem> {
        config.search.validate()?;
        let Size { columns, rows } = config.game;
        if !SIZES.contains(&config.game) {
            let sizes: Vec<String> = SIZES.iter().map(Size::to_string).collect();
            let key = if SIZES.iter().any(|size| size.columns == columns) {
                "game.rows"
            } else {
                "game.columns"
            };
            return Err(ConfigProblem::new(key, format!("{columns}x{rows}"), sizes.join(", ")));
        }
        match &config.evaluator {
            EvaluatorConfig::Columns { weights } if weights.len() != usize::from(columns) => {
                Err(ConfigProblem::new(
                    "evaluator.weights",
                    format!("{} weights", weights.len()),
                    format!("{columns}, one for each column"),
                ))
            }
            _ => Ok(()),
        }
    }

    fn search(config: &Config) -> &SearchConfig {
        &config.search
    }

    fn search_mut(config: &mut Config) -> &mut SearchConfig {
        &mut config.search
    }

    fn start(config: &Config) -> Board {
        Board::new(config.game)
    }

    fn parse_position(config: &Config, text: &str) -> Result<Board, NotationError> {
        Board::parse(config.game, text)
    }

    fn engine(config: &LoadedConfig<Self>) -> Result<Box<dyn Analyst<Board>>, ConfigProblem> {
        let search = config.search.clone();
        Ok(match &config.evaluator {
            EvaluatorConfig::Flat {} => Box::new(Engine::new(search, Flat, CentreFirst)?),
            EvaluatorConfig::OpenThrees {} => {
                Box::new(Engine::new(search, OpenThrees, CentreFirst)?)
            }
            EvaluatorConfig::Columns { weights } => {
                Box::new(Engine::new(search, Columns::new(weights.clone()), CentreFirst)?)
            }
        })
    }

    fn view(_: &Config, board: &Board) -> BoardView {
        view::view(board)
    }

    fn places(board: &Board, column: u8) -> MovePlaces {
        view::places(board, column)
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "X",
            Side::Second => "O",
        }
    }
}

impl Domain for ConnectFourDomain {
    const ABOUT: &'static str = "Connect Four, a proof game of the search core and the harness";
    const CONFIGS: Embedded = config::embed!(
        "configs/connect-four": "default", "columns", "plain", "lab-minimax", "solve"; levels
    );
    const OPTIONS: &'static [GameOption] = &[GameOption {
        name: "size",
        values: &[
            OptionValue::new("7x6", &["game.columns=7", "game.rows=6"]),
            OptionValue::new("6x5", &["game.columns=6", "game.rows=5"]),
            OptionValue::new("5x5", &["game.columns=5", "game.rows=5"]),
            OptionValue::new("5x4", &["game.columns=5", "game.rows=4"]),
            OptionValue::new("4x4", &["game.columns=4", "game.rows=4"]),
        ],
    }];

    fn bench_positions() -> &'static [(&'static str, u32)] {
        &[
            ("......./......./......./......./......./....... X", 12),
            ("......./......./......./...O.../...X.../..XOX.O X", 12),
            ("......./...X.../...O.../..XX.../..OX.../O.XO.O. X", 13),
            ("......./......./..OX.../..XO.../.XOX.../.OXXO.. O", 13),
        ]
    }
}
