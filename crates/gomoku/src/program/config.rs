//! The configuration: `configs/gomoku/*.toml`.

use crate::evaluators::{Classes, MAX_CELLS, MAX_CLASSES, PatternClass, PatternCount};
use crate::evaluators::{PatternWeights, ScoredShape};
use crate::hooks::nearby::Order;
use crate::hooks::tactics::ThreatConfig;
use crate::notation;
use crate::program::experience::ExperienceConfig;
use crate::program::opening::Opening;
use crate::rules::gomoku::Gomoku;
use crate::rules::point::{SIZES, Size};
use crate::rules::rule::Rule;
use config::ConfigProblem;
use search::SearchConfig;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A configuration file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The rules and the start.
    #[serde(default)]
    pub game: GameConfig,
    /// How to search.
    #[serde(default)]
    pub search: SearchConfig,
    /// Which moves to search.
    #[serde(default)]
    pub moves: MovesConfig,
    /// How much the threat searches may do, with the moves `threats`.
    #[serde(default)]
    pub threats: ThreatConfig,
    /// The memory of played games.
    #[serde(default)]
    pub experience: ExperienceConfig,
    /// How to judge a position.
    pub evaluator: EvaluatorConfig,
}

/// The board, the rule and where the game begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct GameConfig {
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub columns: u8,
    /// What wins and what may not be played.
    pub rule: Rule,
    /// The opening rule of a terminal game.
    pub opening: Opening,
    /// The position to start from; absent for an empty board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
}

impl Default for GameConfig {
    fn default() -> Self {
        GameConfig {
            rows: 15,
            columns: 15,
            rule: Rule::default(),
            opening: Opening::default(),
            start: None,
        }
    }
}

impl GameConfig {
    /// The size of the board.
    pub fn size(&self) -> Size {
        Size { rows: self.rows, columns: self.columns }
    }

    pub(crate) fn check(&self) -> Result<(), ConfigProblem> {
        for (key, value) in [("game.rows", self.rows), ("game.columns", self.columns)] {
            if !SIZES.contains(&value) {
                let allowed = format!("{} to {}", SIZES.start(), SIZES.end());
                return Err(ConfigProblem::new(key, value.to_string(), allowed));
            }
        }
        let Some(text) = &self.start else { return Ok(()) };
        let start = notation::parse_position(text, self.size(), self.rule)
            .map_err(|error| ConfigProblem::notation("game.start", text, &error))?;
        if start.size() != self.size() || start.rule() != self.rule {
            let found = format!("a board of {} under the rule {}", start.size(), start.rule());
            let allowed = format!("{} and {}, as in [game]", self.size(), self.rule);
            return Err(ConfigProblem::new("game.start", found, allowed));
        }
        Ok(())
    }

    /// The start position.
    pub fn start(&self) -> Gomoku {
        let given = self.start.as_ref();
        let start = given.map(|text| notation::parse_position(text, self.size(), self.rule));
        // A start that cannot be read was refused when the configuration was loaded.
        start.and_then(Result::ok).unwrap_or_else(|| Gomoku::new(self.size(), self.rule))
    }
}

/// Which moves a search considers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct MovesConfig {
    /// The maximum distance of a move from a stone, in king steps; 0 for any distance.
    pub radius: u8,
    /// The order in which moves are tried.
    pub order: Order,
}

impl MovesConfig {
    pub(crate) fn check(&self) -> Result<(), ConfigProblem> {
        if self.radius > *SIZES.end() {
            let found = self.radius.to_string();
            return Err(ConfigProblem::new("moves.radius", found, "0 to 20"));
        }
        Ok(())
    }
}

/// The evaluators by name, with their weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", tag = "name")]
pub enum EvaluatorConfig {
    /// The evaluator of the 15x15 lab: patterns of several classes, counted and squared.
    #[serde(rename_all = "kebab-case")]
    PatternCount {
        /// Points for each step of a stone from the edge.
        centre: i64,
        /// The factor of the patterns of the side to move.
        turn_factor: i64,
        /// The classes.
        classes: Vec<PatternClass>,
    },
    /// The evaluator of the 11x11 lab: the best shape through every stone; shapes that cross score again.
    ShapeScore {
        /// The factor of black's sum.
        black: f64,
        /// The factor of white's sum.
        white: f64,
        /// The table of shapes.
        shapes: Vec<ScoredShape>,
    },
    /// The shapes that each side could make with one more stone, weighted by a dozen numbers.
    Patterns(PatternWeights),
    /// The default evaluator, which scores each point by the four lines that cross there.
    Crossings {
        /// The file with the weights; the built-in ones if absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        weights: Option<PathBuf>,
    },
}

/// The maximum weight: the square of every count still fits.
const LARGEST: i64 = 1_000_000_000;

impl EvaluatorConfig {
    /// The evaluator `pattern-count`, if it is the configured one.
    pub fn pattern_count(&self) -> Option<PatternCount> {
        match self {
            EvaluatorConfig::PatternCount { centre, turn_factor, classes } => {
                Some(PatternCount::new(Classes::new(classes.clone()), *centre, *turn_factor))
            }
            _ => None,
        }
    }

    pub(crate) fn check(&self) -> Result<(), ConfigProblem> {
        match self {
            EvaluatorConfig::Crossings { .. } => Ok(()),
            EvaluatorConfig::PatternCount { centre, turn_factor, classes } => {
                check_weight("centre", *centre, 1_000_000)?;
                check_weight("turn-factor", *turn_factor, 1000)?;
                check_classes(classes)
            }
            EvaluatorConfig::ShapeScore { black, white, shapes } => {
                for (key, factor) in [("black", *black), ("white", *white)] {
                    if !(0.0..=1000.0).contains(&factor) {
                        return refuse(key, factor.to_string(), "0 to 1000");
                    }
                }
                check_shapes(shapes)
            }
            EvaluatorConfig::Patterns(weights) => {
                for (key, pair) in weights.pairs() {
                    for (place, weight) in pair.into_iter().enumerate() {
                        check_weight(&format!("{key}[{place}]"), weight, 1_000_000)?;
                    }
                }
                check_weight("turn", weights.turn, 1_000_000)
            }
        }
    }
}

fn refuse(key: &str, found: String, allowed: &str) -> Result<(), ConfigProblem> {
    Err(ConfigProblem::new(format!("evaluator.{key}"), found, allowed))
}

fn check_weight(key: &str, weight: i64, largest: i64) -> Result<(), ConfigProblem> {
    if (-largest..=largest).contains(&weight) {
        return Ok(());
    }
    refuse(key, weight.to_string(), &format!("-{largest} to {largest}"))
}

fn check_classes(classes: &[PatternClass]) -> Result<(), ConfigProblem> {
    if !(1..=MAX_CLASSES).contains(&classes.len()) {
        let allowed = format!("1 to {MAX_CLASSES} classes");
        return refuse("classes", format!("{} classes", classes.len()), &allowed);
    }
    for (number, class) in classes.iter().enumerate() {
        check_weight(&format!("classes[{number}].value"), class.value, LARGEST)?;
        for (place, pattern) in class.patterns.iter().enumerate() {
            let is_pattern = (1..=MAX_CELLS).contains(&pattern.len())
                && pattern.bytes().all(|byte| matches!(byte, b'0'..=b'2'));
            if !is_pattern {
                let key = format!("classes[{number}].patterns[{place}]");
                let allowed = "1 to 20 of the digits 0 (empty), 1 (own) and 2 (enemy)";
                return refuse(&key, format!("{pattern:?}"), allowed);
            }
        }
    }
    Ok(())
}

fn check_shapes(shapes: &[ScoredShape]) -> Result<(), ConfigProblem> {
    for (number, shape) in shapes.iter().enumerate() {
        let is_shape = (5..=6).contains(&shape.cells.len())
            && shape.cells.bytes().all(|byte| matches!(byte, b'0' | b'1'));
        if !is_shape {
            let key = format!("shapes[{number}].cells");
            let allowed = "5 or 6 of the digits 0 (empty) and 1 (own)";
            return refuse(&key, format!("{:?}", shape.cells), allowed);
        }
        if !(1..=LARGEST).contains(&shape.score) {
            let key = format!("shapes[{number}].score");
            return refuse(&key, shape.score.to_string(), "1 to 1000000000");
        }
    }
    Ok(())
}
