//! The contents of the files that a configuration names: [`Files`].

use crate::endgame::Solver;
use crate::evaluators::pattern::Weights;
use crate::hooks::probcut::ProbCut;
use crate::program::book::{Book, SharedBook};
use crate::program::config::{Config, EvaluatorConfig, PatternConfig};
use config::{ConfigProblem, Document};
use files::read_text;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Weights, parameters and the opening book. The default is the built-in ones and no book.
#[derive(Clone, Debug, Default)]
pub struct Files {
    weights: Option<Arc<Weights>>,
    probcut: Option<Arc<ProbCut>>,
    /// The file of the book, and the book.
    pub(crate) book: Option<(PathBuf, SharedBook)>,
}

impl Files {
    /// These weights, without a file.
    pub fn with_weights(weights: Arc<Weights>) -> Files {
        Files { weights: Some(weights), ..Files::default() }
    }

    /// The weights of the evaluator `pattern`.
    pub fn weights(&self) -> Arc<Weights> {
        self.weights.clone().unwrap_or_else(Weights::shipped)
    }

    /// The parameters of Multi-ProbCut.
    pub fn probcut(&self) -> Arc<ProbCut> {
        self.probcut.clone().unwrap_or_else(|| Arc::new(ProbCut::shipped()))
    }

    /// The solver with moves ordered by the evaluator, if that is `pattern`.
    pub(crate) fn order(&self, evaluator: &EvaluatorConfig, solver: Solver) -> Solver {
        match evaluator {
            EvaluatorConfig::Pattern(_) => solver.ordered_by(self.weights()),
            EvaluatorConfig::Mobility | EvaluatorConfig::Linear(_) => solver,
        }
    }

    /// The name of the evaluator, with a hash of the weights of `pattern`. Identifies the player of training
    /// games.
    pub(crate) fn evaluator_name(&self, evaluator: &EvaluatorConfig) -> String {
        match evaluator {
            EvaluatorConfig::Pattern(_) => format!("pattern {:016x}", self.weights().hash()),
            EvaluatorConfig::Mobility => "mobility".to_owned(),
            EvaluatorConfig::Linear(_) => "linear".to_owned(),
        }
    }

    /// Reads all files of a configuration.
    pub(crate) fn read(config: &Config, document: &Document) -> Result<Files, ConfigProblem> {
        let mut files = Files::default();
        if let EvaluatorConfig::Pattern(PatternConfig { weights, probcut }) = &config.evaluator {
            if let Some(file) = weights {
                let key = "evaluator.weights";
                let path = document.path_of(key, file)?;
                let refuse = |error| refuse(key, &path, &error, "a file written by train-fit");
                files.weights = Some(Arc::new(Weights::read(&path).map_err(refuse)?));
            }
            if let Some(file) = probcut {
                let path = document.path_of("evaluator.probcut", file)?;
                files.probcut = Some(Arc::new(read_probcut(&path)?));
            }
        }
        if let Some(file) = &config.book.file {
            let path = document.path_of("book.file", file)?;
            let book = open_book(&path, config)?;
            files.book = Some((path, SharedBook::new(book)));
        }
        Ok(files)
    }
}

fn refuse(key: &str, path: &Path, error: &dyn Display, allowed: &str) -> ConfigProblem {
    ConfigProblem::new(key, format!("{} ({error})", path.display()), allowed)
}

fn read_probcut(path: &Path) -> Result<ProbCut, ConfigProblem> {
    let refuse = |error: &dyn Display| {
        refuse("evaluator.probcut", path, error, "a file written by train-probcut")
    };
    let text = read_text(path, 1 << 16).map_err(|error| refuse(&error))?;
    ProbCut::parse(&text).map_err(|error| refuse(&error))
}

/// Reads the book, which must be for the configured board size.
fn open_book(path: &Path, config: &Config) -> Result<Book, ConfigProblem> {
    let name = path.display();
    let refuse = |found: String, allowed: &str| ConfigProblem::new("book.file", found, allowed);
    let book = Book::load(path).map_err(|problem| {
        refuse(format!("{name} ({problem})"), "a file written by `othello book learn`")
    })?;
    let size = config.game.board_size();
    if book.size() != size {
        let found = format!("{name} for a board of {}", book.size());
        return Err(refuse(found, &format!("a book for {size}")));
    }
    Ok(book)
}
