//! Why a verb could not do what was asked: [`HarnessError`].

use config::ConfigError;
use report::ReportError;
use search::NotationError;
use std::error::Error as StdError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Bad input or usage, or a failure of the system: one line on stderr and exit code 2.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HarnessError {
    /// The command line is wrong.
    #[error("{0}")]
    Usage(String),
    /// A configuration or fixture was refused.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// An argument or an input file that cannot be understood.
    #[error("{place}: {problem}")]
    Input {
        /// The argument or the file: `--moves z9`, `position "XX/.."`.
        place: String,
        /// The problem, and the accepted values.
        problem: String,
    },
    /// A file that cannot be written.
    #[error("{}: cannot be written: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Output(#[source] io::Error),
    /// Any error of a domain's own verb.
    #[error("{0}")]
    Other(#[source] Box<dyn StdError + Send + Sync>),
}

impl HarnessError {
    /// Bad input at a place.
    pub fn input(place: impl Into<String>, problem: impl ToString) -> Self {
        HarnessError::Input { place: place.into(), problem: problem.to_string() }
    }

    /// A position or move string that could not be read.
    pub fn notation(what: &str, text: &str, error: &NotationError) -> Self {
        HarnessError::input(format!("{what} {text:?}"), error)
    }

    /// An error of any other kind.
    pub fn other(error: impl StdError + Send + Sync + 'static) -> Self {
        HarnessError::Other(Box::new(error))
    }
}

impl From<ReportError> for HarnessError {
    fn from(error: ReportError) -> Self {
        HarnessError::other(error)
    }
}

impl From<clap::Error> for HarnessError {
    fn from(error: clap::Error) -> Self {
        HarnessError::other(error)
    }
}
