//! Why a journal cannot be used: [`JournalError`].

use std::fmt;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// A setting that differs between a journal and the rows to add.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The setting, with dots between tables: `first.control.depth`.
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
    /// It is not empty and was not opened to be continued.
    #[error("{}: the file is not empty; choose a new file, or --resume to continue it", .0.display())]
    Exists(PathBuf),
    /// Another process is writing it.
    #[error("{}: another process is writing this file", .0.display())]
    InUse(PathBuf),
    /// It is not a journal of this kind, or is damaged.
    #[error("{}:{line}: {problem}", file.display())]
    BadLine {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// It was recorded with other settings.
    #[error("{}:1: {}", file.display(), listed(differences))]
    Other {
        /// The file.
        file: PathBuf,
        /// The settings that differ, at least one.
        differences: Vec<Difference>,
    },
}

/// Most differences that an error lists.
const SHOWN: usize = 4;

fn listed(differences: &[Difference]) -> String {
    let shown: Vec<String> = differences.iter().take(SHOWN).map(Difference::to_string).collect();
    let more = match differences.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!("{}{more}", shown.join("; "))
}
