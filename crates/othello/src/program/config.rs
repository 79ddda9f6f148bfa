//! The configuration: `configs/othello/*.toml`.

use crate::endgame::Solver;
use crate::evaluators::linear;
use crate::evaluators::pattern::Weights;
use crate::hooks::EndgameConfig;
use crate::hooks::probcut::ProbCut;
use crate::program::book::{Book, SharedBook};
use crate::rules::board::Size;
use crate::rules::game::{Othello, Scoring};
use config::ConfigProblem;
use files::read_text;
use search::SearchConfig;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    /// A strength from 1 to 10 that a person can feel, in place of depth, time and endgame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// The opening book; none unless it is named.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct BookConfig {
    /// The file that `othello book learn` wrote; beside the configuration, unless it says where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// Where it was found, and what stands in it.
    #[serde(skip)]
    pub(crate) opened: Option<(PathBuf, SharedBook)>,
}

impl BookConfig {
    fn is_none(&self) -> bool {
        self.file.is_none()
    }

    /// Where the file lies.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        self.opened.as_ref().map(|(path, _)| path.clone())
    }

    /// Reads the book for boards of this size.
    pub(crate) fn open(&mut self, folder: &Path, size: Size) -> Result<(), ConfigProblem> {
        let Some(file) = &self.file else { return Ok(()) };
        let path = folder.join(file);
        let name = path.display();
        let refuse = |found: String, allowed: &str| ConfigProblem::new("book.file", found, allowed);
        let book = Book::load(&path).map_err(|problem| {
            refuse(format!("{name}: {problem}"), "a book of `othello book learn`")
        })?;
        if book.size() != size {
            let found = format!("{name} for a board of {}", book.size());
            return Err(refuse(found, &format!("a book for {size}")));
        }
        self.opened = Some((path, SharedBook::new(book)));
        Ok(())
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
    /// A weight file, beside the configuration; without one, the weights that come with the program.
    #[serde(rename = "weights", skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// A file of parameters for Multi-ProbCut that fit the weights, likewise.
    #[serde(rename = "probcut", skip_serializing_if = "Option::is_none")]
    pub probcut_file: Option<PathBuf>,
    /// What the files hold.
    #[serde(skip)]
    loaded: (Option<Arc<Weights>>, Option<Arc<ProbCut>>),
}

impl PatternConfig {
    /// Weights that are in no file yet.
    pub fn with(weights: Arc<Weights>) -> PatternConfig {
        PatternConfig { loaded: (Some(weights), None), ..PatternConfig::default() }
    }

    /// The weights: those of the file if it was read, else those that come with the program.
    pub fn weights(&self) -> Arc<Weights> {
        self.loaded.0.clone().unwrap_or_else(Weights::shipped)
    }

    /// The parameters of Multi-ProbCut, likewise.
    pub fn probcut(&self) -> Arc<ProbCut> {
        self.loaded.1.clone().unwrap_or_else(|| Arc::new(ProbCut::shipped()))
    }
}

/// The name, and for patterns which: what tells one player of training games from another.
impl fmt::Display for EvaluatorConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluatorConfig::Pattern(pattern) => {
                write!(f, "pattern {:016x}", pattern.weights().hash())
            }
            EvaluatorConfig::Mobility => f.write_str("mobility"),
            EvaluatorConfig::Linear(_) => f.write_str("linear"),
        }
    }
}

impl EvaluatorConfig {
    /// The solver with the help of the evaluator, if it can help.
    pub(crate) fn order(&self, solver: Solver) -> Solver {
        match self {
            EvaluatorConfig::Pattern(pattern) => solver.ordered_by(pattern.weights()),
            EvaluatorConfig::Mobility | EvaluatorConfig::Linear(_) => solver,
        }
    }

    /// Reads the files that are named.
    pub(crate) fn read_files(&mut self, folder: &Path) -> Result<(), ConfigProblem> {
        let EvaluatorConfig::Pattern(pattern) = self else { return Ok(()) };
        let refuse = |key: &str, path: &Path, error: &dyn std::fmt::Display, allowed| {
            let found = format!("{} ({error})", path.display());
            ConfigProblem::new(format!("evaluator.{key}"), found, allowed)
        };
        if let Some(file) = &pattern.file {
            let path = folder.join(file);
            let weights = Weights::read(&path)
                .map_err(|error| refuse("weights", &path, &error, "a file of train-fit"))?;
            pattern.loaded.0 = Some(Arc::new(weights));
        }
        if let Some(file) = &pattern.probcut_file {
            let (path, allowed) = (folder.join(file), "a file of train-probcut");
            let text = read_text(&path, 1 << 16)
                .map_err(|error| refuse("probcut", &path, &error, allowed))?;
            let probcut =
                ProbCut::parse(&text).map_err(|error| refuse("probcut", &path, &error, allowed))?;
            pattern.loaded.1 = Some(Arc::new(probcut));
        }
        Ok(())
    }

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
