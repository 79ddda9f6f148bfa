//! The configuration: `configs/othello/*.toml`.

use crate::evaluators::linear;
use crate::hooks::EndgameConfig;
use crate::rules::board::Size;
use crate::rules::game::{Othello, Scoring};
use config::ConfigProblem;
use search::SearchConfig;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A complete configuration.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The board.
    #[serde(default)]
    pub game: GameConfig,
    /// The search.
    #[serde(default)]
    pub search: SearchConfig,
    /// The evaluator.
    #[serde(default)]
    pub evaluator: EvaluatorConfig,
    /// When the exact solver is used.
    #[serde(default)]
    pub endgame: EndgameConfig,
    /// The opening book.
    #[serde(default, skip_serializing_if = "BookConfig::is_none")]
    pub book: BookConfig,
}

/// The opening book.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct BookConfig {
    /// A file written by `othello book learn`; no book if absent.
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
    /// Rows and columns: 4, 6 or 8.
    pub size: u8,
    /// How a finished game is scored.
    pub score: Scoring,
}

impl Default for GameConfig {
    fn default() -> Self {
        GameConfig { size: Size::Eight.rows(), score: Scoring::default() }
    }
}

impl GameConfig {
    /// The size of the board; 8x8 if the value is invalid.
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

/// The evaluator by name, with its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", tag = "name")]
pub enum EvaluatorConfig {
    /// Values of disc patterns, learned from games; in discs.
    Pattern(PatternConfig),
    /// Mobility, potential mobility and corners; in discs.
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
    /// A file of Multi-ProbCut parameters that match the weights; the built-in ones if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probcut: Option<PathBuf>,
}

impl EvaluatorConfig {
    pub(crate) fn check(&self) -> Result<(), ConfigProblem> {
        /// No sum of weights up to this overflows.
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

impl EndgameConfig {
    pub(crate) fn check(&self) -> Result<(), ConfigProblem> {
        for (key, value) in [("root", self.root), ("inside", self.inside)] {
            if value > 60 {
                let key = format!("endgame.{key}");
                return Err(ConfigProblem::new(key, value.to_string(), "0 to 60"));
            }
        }
        if !(1..=1 << 20).contains(&self.table_mib) {
            let found = self.table_mib.to_string();
            return Err(ConfigProblem::new("endgame.table-mib", found, "1 to 1048576"));
        }
        Ok(())
    }
}
