//! What is wrong with a configuration, in one line.

use files::ReadError;
use std::fmt;
use std::path::PathBuf;
use thiserror::Error;

/// A value that parses but is not acceptable, named by its key. The loader adds the file and line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{key}: found {found}, allowed: {allowed}")]
pub struct ConfigProblem {
    /// The key, dots between tables: `search.depth`.
    pub key: String,
    /// Its value.
    pub found: String,
    /// The accepted values.
    pub allowed: String,
}

impl ConfigProblem {
    /// A problem with the value of `key`; see the fields.
    pub fn new(
        key: impl Into<String>,
        found: impl Into<String>,
        allowed: impl Into<String>,
    ) -> Self {
        ConfigProblem { key: key.into(), found: found.into(), allowed: allowed.into() }
    }

    /// A position or move string under `key` that could not be read.
    pub fn notation(key: impl Into<String>, text: &str, error: &search::NotationError) -> Self {
        let reason = error.illegal.as_ref().map_or(String::new(), |reason| format!(", {reason}"));
        ConfigProblem::new(
            key,
            format!("{} ({}: {}{reason})", quoted(text), error.place, error.found),
            error.allowed.clone(),
        )
    }
}

/// Names the key below `[search]`.
impl From<search::SearchConfigError> for ConfigProblem {
    fn from(error: search::SearchConfigError) -> Self {
        ConfigProblem::new(format!("search.{}", error.key), error.found, error.allowed)
    }
}

/// Why a configuration or fixture was refused: the place, the key, the problem.
#[derive(Debug)]
pub struct ConfigError(Box<Details>);

#[derive(Debug)]
struct Details {
    place: String,
    key: Option<String>,
    kind: ConfigErrorKind,
}

impl ConfigError {
    pub(super) fn new(
        place: impl Into<String>,
        key: Option<String>,
        kind: ConfigErrorKind,
    ) -> Self {
        ConfigError(Box::new(Details { place: place.into(), key, kind }))
    }

    /// `configs/x.toml:12` or `--set search.dept=6`.
    pub fn place(&self) -> &str {
        &self.0.place
    }

    /// The key with its tables, if the problem has one.
    pub fn key(&self) -> Option<&str> {
        self.0.key.as_deref()
    }

    /// The problem.
    pub fn kind(&self) -> &ConfigErrorKind {
        &self.0.kind
    }
}

/// What can be wrong with a configuration.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConfigErrorKind {
    /// The file cannot be read, is too large or is not text.
    Unreadable(ReadError),
    /// The text is not TOML; what the parser says.
    Syntax(String),
    /// A file that does not exist; the path, unless the place of the error shows it.
    NoSuchFile(Option<PathBuf>),
    /// No configuration has this name.
    UnknownConfig {
        /// The names that exist.
        names: Vec<String>,
        /// The nearest of them.
        suggestion: Option<String>,
    },
    /// A chain of bases that leads back to its first file.
    CircularBase(Vec<String>),
    /// A `--set` that is not of the form `key.path=value`.
    BadAssignment,
    /// A key that does not exist.
    UnknownKey {
        /// The keys that exist.
        allowed: Vec<String>,
        /// The nearest of them.
        suggestion: Option<String>,
    },
    /// A value of the wrong type or out of range.
    BadValue {
        /// The value as it is written.
        found: String,
        /// The accepted values.
        allowed: String,
        /// The nearest valid value, if values have names.
        suggestion: Option<String>,
    },
    /// A key that must be there is not.
    MissingKey,
    /// Any other reason that the type of the value gives.
    Refused(String),
}

impl fmt::Display for ConfigErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hint = |suggestion: &Option<String>| match suggestion {
            Some(name) => format!("; did you mean {name:?}?"),
            None => String::new(),
        };
        match self {
            ConfigErrorKind::Unreadable(error) => error.fmt(f),
            ConfigErrorKind::Syntax(message) | ConfigErrorKind::Refused(message) => {
                f.write_str(message)
            }
            ConfigErrorKind::NoSuchFile(None) => f.write_str("no such file"),
            ConfigErrorKind::NoSuchFile(Some(path)) => {
                write!(f, "no such file: {}", path.display())
            }
            ConfigErrorKind::UnknownConfig { names, suggestion } => {
                let names = names.join(", ");
                write!(f, "no configuration of that name; allowed: {names}{}", hint(suggestion))
            }
            ConfigErrorKind::CircularBase(names) => write!(f, "circular: {}", names.join(" -> ")),
            ConfigErrorKind::BadAssignment => {
                f.write_str("write it as key.path=value, with letters, digits, - and _ in keys")
            }
            ConfigErrorKind::UnknownKey { allowed, .. } if allowed.is_empty() => {
                f.write_str("unknown key; this table has no keys")
            }
            ConfigErrorKind::UnknownKey { allowed, suggestion } => {
                write!(f, "unknown key; allowed: {}{}", allowed.join(", "), hint(suggestion))
            }
            ConfigErrorKind::BadValue { found, allowed, suggestion } => {
                write!(f, "found {found}, allowed: {allowed}{}", hint(suggestion))
            }
            ConfigErrorKind::MissingKey => f.write_str("missing key"),
        }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key().filter(|key| !key.is_empty());
        let key = key.map_or(String::new(), |key| format!("{key}: "));
        f.write_str(&one_line(&format!("{}: {key}{}", self.place(), self.kind())))
    }
}

impl std::error::Error for ConfigError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.kind() {
            ConfigErrorKind::Unreadable(error) => Some(error),
            _ => None,
        }
    }
}

/// The candidate nearest to a mistyped name, if one is near enough.
///
/// ```
/// use config::nearest;
/// assert_eq!(nearest("alphabeta", ["minimax", "alpha-beta"]), Some("alpha-beta"));
/// assert_eq!(nearest("negamax", ["pvs", "mtdf"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > 64 {
        return None;
    }
    let name = name.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&name, candidate), candidate))
        .filter(|(distance, _)| *distance <= length.div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// A user's text in quotes, control characters escaped, shortened to what fits a message.
pub(super) fn quoted(text: &str) -> String {
    shortened(&format!("{text:?}"))
}

/// At most 60 characters of a text.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST - 3).chain("...".chars()).collect()
}

/// A message on one line, whatever text from outside it quotes: runs of white space and control
/// characters become single spaces.
pub fn one_line(text: &str) -> String {
    let visible = text.split(|c: char| c.is_whitespace() || c.is_control());
    visible.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
