//! The configuration: `configs/othello/*.toml`.

use crate::evaluators::linear;
use crate::hooks::EndgameConfig;
use crate::rules::board::Size;
use crate::rules::game::{Othello, Scoring};
use config::ConfigProblem;
use search::SearchConfig;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

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
    /// When to solve instead of searching.
    #[serde(default)]
    pub endgame: EndgameConfig,
    /// What to know by heart.
    #[serde(default, skip_serializing_if = "BookConfig::is_none")]
    pub book: BookConfig,
}

/// The opening book.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct BookConfig {
    /// The file that `othello book learn` wrote; no book if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
}

impl BookConfig {
    fn is_none(&self) -> bool {
        self.file.is_none()
    }
}

/// The board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct GameConfig {
    /// Rows, and columns: 4, 6 or 8.
    pub size: u8,
    /// How the discs of a finished game are counted.
    pub score: Scoring,
}

impl Default for GameConfig {
    fn default() -> Self {
        GameConfig { size: Size::Eight.rows(), score: Scoring::default() }
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
        Othello::start(self.board_size()).scored(self.score)
    }
}

/// The evaluators by name, with their weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", tag = "name")]
pub enum EvaluatorConfig {
    /// What patterns of discs are worth, learned from games, in discs.
    Pattern(PatternConfig),
    /// Moves now and later, and corners, in discs.
    Mobility,
    /// The lab's weighted sum.
    Linear(linear::Weights),
}

impl Default for EvaluatorConfig {
    fn default() -> Self {
        EvaluatorConfig::Pattern(PatternConfig::default())
    }
}

/// The pattern evaluator's weights.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct PatternConfig {
    /// A weight file; the built-in weights if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<PathBuf>,
    /// A file of parameters for Multi-ProbCut that fit the weights; the built-in ones if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probcut: Option<PathBuf>,
}

impl EvaluatorConfig {
    pub(crate) fn check(&self) -> Result<(), ConfigProblem> {
        /// Weights up to here leave room for every sum.
        const LARGEST: i64 = 1_000_000_000;
        let EvaluatorConfig::Linear(weights) = self else { return Ok(()) };
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
}
