//! The configuration: `configs/knight-duel/*.toml`.

use crate::evaluators::Inertia;
use crate::notation::parse_square;
use crate::program::expert::SolverConfig;
use crate::rules::duel::{Duel, End, SIZES, Size};
use crate::rules::squares::Square;
use crate::rules::starts::start_with;
use config::ConfigProblem;
use search::rng::Rng;
use search::{SearchConfig, Side};
use serde::{Deserialize, Serialize};

/// A complete configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The rules and the start position.
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
    pub solver: SolverConfig,
}

/// The board, the end rule and the start position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct GameConfig {
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub columns: u8,
    /// The end rule.
    pub end: End,
    /// The side that moves first.
    pub first: FirstMover,
    /// The start square of knight A: `c5`, or `3,2` (row and column from 0); random if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    /// The start square of knight B.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
    /// Random seed.
    pub seed: u64,
}

/// A side by its letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FirstMover {
    /// Knight A.
    #[default]
    A,
    /// Knight B.
    B,
}

impl From<FirstMover> for Side {
    fn from(first: FirstMover) -> Side {
        match first {
            FirstMover::A => Side::First,
            FirstMover::B => Side::Second,
        }
    }
}

impl Default for GameConfig {
    fn default() -> Self {
        GameConfig {
            rows: 8,
            columns: 8,
            end: End::default(),
            first: FirstMover::default(),
            a: None,
            b: None,
            seed: 0,
        }
    }
}

impl GameConfig {
    /// The size of the board.
    pub fn size(&self) -> Size {
        Size { rows: self.rows, columns: self.columns }
    }

    /// The start squares that are given.
    fn squares(&self) -> Result<[Option<Square>; 2], ConfigProblem> {
        let read = |key: &str, text: &Option<String>| {
            let Some(text) = text else { return Ok(None) };
            let square = parse_square(self.size(), text);
            square.map(Some).map_err(|error| ConfigProblem::new(key, error.found, error.allowed))
        };
        let squares = [read("game.a", &self.a)?, read("game.b", &self.b)?];
        match (squares, &self.b) {
            ([Some(a), Some(b)], Some(text)) if a == b => {
                let found = format!("{text:?}, the square of A");
                Err(ConfigProblem::new("game.b", found, "another square than game.a"))
            }
            _ => Ok(squares),
        }
    }

    pub(crate) fn check(&self) -> Result<(), ConfigProblem> {
        for (key, value) in [("game.rows", self.rows), ("game.columns", self.columns)] {
            if !SIZES.contains(&value) {
                let allowed = format!("{} to {}", SIZES.start(), SIZES.end());
                return Err(ConfigProblem::new(key, value.to_string(), allowed));
            }
        }
        self.squares().map(drop)
    }

    /// The start position. Squares that are not given are chosen at random by the seed.
    pub fn start(&self) -> Duel {
        let given = self.squares().unwrap_or_default();
        let mut rng = Rng::new(self.seed);
        start_with(self.size(), given, self.first.into(), self.end, &mut rng)
    }
}

/// The evaluator by name, with its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", tag = "name")]
pub enum EvaluatorConfig {
    /// The lab's evaluator. Its value depends on how a position was reached, so no table can be used.
    Inertia {
        /// The share of the parent's value.
        #[serde(default = "lab_inertia")]
        inertia: f64,
        /// The weight of the mobility difference.
        #[serde(default = "lab_mobility")]
        mobility: f64,
        /// The value of a won game.
        #[serde(default = "lab_win")]
        win: f64,
    },
    /// Squares reached first, and available moves.
    Territory {
        /// Points per square.
        #[serde(default = "default_territory")]
        territory: i64,
        /// Points per move.
        #[serde(default = "default_mobility")]
        mobility: i64,
    },
    /// Available moves.
    Mobility,
}

fn lab_inertia() -> f64 {
    Inertia::LAB.0
}
fn lab_mobility() -> f64 {
    Inertia::LAB.1
}
fn lab_win() -> f64 {
    Inertia::LAB.2
}
fn default_territory() -> i64 {
    4
}
fn default_mobility() -> i64 {
    1
}

impl Default for EvaluatorConfig {
    fn default() -> Self {
        EvaluatorConfig::Territory { territory: default_territory(), mobility: default_mobility() }
    }
}

impl EvaluatorConfig {
    /// The evaluator `inertia`, which the blind opponent uses: with the configured factors, or with the
    /// lab's if another evaluator is configured.
    pub fn inertia(&self) -> Inertia {
        let (inertia, mobility, win) = match *self {
            EvaluatorConfig::Inertia { inertia, mobility, win } => (inertia, mobility, win),
            _ => Inertia::LAB,
        };
        Inertia::new(inertia, mobility, win)
    }

    pub(crate) fn check(&self) -> Result<(), ConfigProblem> {
        /// No sum of weights up to this overflows.
        const LARGEST: i64 = 1_000_000;
        let refuse = |key: &str, found: String, allowed: &str| {
            Err(ConfigProblem::new(format!("evaluator.{key}"), found, allowed))
        };
        match *self {
            EvaluatorConfig::Inertia { inertia, mobility, win } => {
                if !(0.0..1.0).contains(&inertia) {
                    return refuse("inertia", inertia.to_string(), "0 to less than 1");
                }
                if !(mobility > 0.0 && mobility <= 1000.0) {
                    return refuse("mobility", mobility.to_string(), "more than 0, at most 1000");
                }
                // Above the value of any unfinished game, and within the range of scores.
                let least = 8.0 * 32f64.sqrt() * mobility / (1.0 - inertia);
                if !(win > least && win <= 1e8) {
                    let allowed = format!("more than {least:.0}, at most 1e8");
                    return refuse("win", win.to_string(), &allowed);
                }
            }
            EvaluatorConfig::Territory { territory, mobility } => {
                for (key, weight) in [("territory", territory), ("mobility", mobility)] {
                    if !(-LARGEST..=LARGEST).contains(&weight) {
                        return refuse(key, weight.to_string(), "-1000000 to 1000000");
                    }
                }
            }
            EvaluatorConfig::Mobility => {}
        }
        Ok(())
    }
}
