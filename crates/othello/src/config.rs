//! The configuration: `configs/othello/*.toml`.

use crate::board::Size;
use crate::game::Othello;
use crate::linear::{Linear, Weights};
use harness::config::ConfigProblem;
use search::SearchConfig;
use serde::{Deserialize, Serialize};

/// A whole configuration file.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The board.
    #[serde(default)]
    pub game: GameConfig,
    /// How to search.
    #[serde(default)]
    pub search: SearchConfig,
    /// How to judge a position.
    #[serde(default)]
    pub evaluator: EvaluatorConfig,
}

/// The board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct GameConfig {
    /// Rows, and columns: 4, 6 or 8.
    pub size: u8,
}

impl Default for GameConfig {
    fn default() -> Self {
        GameConfig { size: Size::Eight.rows() }
    }
}

impl GameConfig {
    /// The size of the board; 8x8 where the number is none.
    pub fn board_size(&self) -> Size {
        Size::from_rows(self.size).unwrap_or_default()
    }

    pub(crate) fn check(&self) -> Result<(), ConfigProblem> {
        match Size::from_rows(self.size) {
            Some(_) => Ok(()),
            None => Err(ConfigProblem::new("game.size", self.size.to_string(), "4, 6 or 8")),
        }
    }

    /// The start position.
    pub fn start(&self) -> Othello {
        Othello::start(self.board_size())
    }
}

/// The evaluators by name, with their weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", tag = "name")]
pub enum EvaluatorConfig {
    /// The lab's weighted sum.
    Linear(Weights),
}

impl Default for EvaluatorConfig {
    fn default() -> Self {
        EvaluatorConfig::Linear(Weights::default())
    }
}

impl EvaluatorConfig {
    pub(crate) fn check(&self) -> Result<(), ConfigProblem> {
        /// Weights up to here leave room for every sum.
        const LARGEST: i64 = 1_000_000_000;
        let EvaluatorConfig::Linear(weights) = self;
        let all = [
            ("piece", weights.piece),
            ("mobility", weights.mobility),
            ("corner", weights.corner),
            ("stability", weights.stability),
            ("next-corner", weights.next_corner),
            ("edge", weights.edge),
            ("win", weights.win),
        ];
        for (key, weight) in all {
            if !(-LARGEST..=LARGEST).contains(&weight) {
                let allowed = "-1000000000 to 1000000000";
                return Err(ConfigProblem::new(
                    format!("evaluator.{key}"),
                    weight.to_string(),
                    allowed,
                ));
            }
        }
        Ok(())
    }

    /// The lab's evaluator with the configured weights.
    pub fn linear(&self) -> Linear {
        let EvaluatorConfig::Linear(weights) = self;
        Linear::new(*weights)
    }
}
