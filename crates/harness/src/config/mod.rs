//! Configuration files: loading, `--set`, errors that name the place.

use thiserror::Error;

/// A value that parsed but is not acceptable, named by its key; the loader adds the file and line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{key}: found {found}, allowed: {allowed}")]
pub struct ConfigProblem {
    /// The key, dots between tables: `search.depth`.
    pub key: String,
    /// Its value.
    pub found: String,
    /// What would do.
    pub allowed: String,
}

/// Names the key below `[search]`.
impl From<search::SearchConfigError> for ConfigProblem {
    fn from(error: search::SearchConfigError) -> Self {
        ConfigProblem {
            key: format!("search.{}", error.key),
            found: error.found,
            allowed: error.allowed.to_owned(),
        }
    }
}
