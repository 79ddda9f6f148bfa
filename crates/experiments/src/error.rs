//! Why an experiment could not be run or shown: [`ExperimentError`].

use config::ConfigError;
use files::JournalError;
use harness::cli::HarnessError;
use report::ReportError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// One line: the place, the problem, the remedy.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// The file was refused.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A value of the file that cannot be used, or a run that failed.
    #[error("{place}: {problem}")]
    At {
        /// The file, line and key; or the run and its cell.
        place: String,
        /// The problem, and the accepted values.
        problem: String,
    },
    /// The rows of an earlier run cannot be used.
    #[error("{0}; --fresh starts over")]
    Journal(#[from] JournalError),
    /// A table or figure could not be made.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl ExperimentError {
    /// A problem at a place.
    pub fn at(place: impl Into<String>, problem: impl ToString) -> Self {
        ExperimentError::At { place: place.into(), problem: problem.to_string() }
    }

    /// A file that could not be read or written.
    pub fn file(path: impl Into<PathBuf>, source: io::Error) -> Self {
        ExperimentError::File { path: path.into(), source }
    }
}

impl From<ExperimentError> for HarnessError {
    fn from(error: ExperimentError) -> Self {
        HarnessError::other(error)
    }
}
