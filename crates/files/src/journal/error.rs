//! Why a journal cannot be used: [`JournalError`].

use std::fmt;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// A setting in which a journal differs from what is to be added to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The setting, points between tables: `first.control.depth`.
    pub key: String,
    /// Its value in the file.
    pub found: String,
    /// Its value now.
    pub expected: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { key, found, expected } = self;
        write!(f, "recorded with {key} = {found}, now it is {expected}")
    }
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{}: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It holds something already, and nothing says to continue that.
    #[error(
        "{}: found a file that is not empty, allowed: a new file (or --resume to continue what it \
         holds)", .0.display()
    )]
    Exists(PathBuf),
    /// Another process is writing it.
    #[error("{}: found a file that another process is writing, allowed: one process at a time",
        .0.display())]
    InUse(PathBuf),
    /// It was not written as a journal of this kind, or was damaged.
    #[error("{}:{line}: {problem}", file.display())]
    BadLine {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// It belongs to something else of the same kind.
    #[error("{}:1: {}", file.display(), listed(differences))]
    Other {
        /// The file.
        file: PathBuf,
        /// What differs, at least one setting.
        differences: Vec<Difference>,
    },
}

/// Differences that an error names.
const SHOWN: usize = 4;

fn listed(differences: &[Difference]) -> String {
    let shown: Vec<String> = differences.iter().take(SHOWN).map(Difference::to_string).collect();
    let more = match differences.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!("{}{more}", shown.join("; "))
}
