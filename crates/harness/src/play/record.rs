//! Saved games: a small TOML file with the start position and the moves in the game's notation.
//!
//! ```toml
//! game = "othello"
//! start = "---------------------------OX------XO--------------------------- X"
//! moves = [
//!     "f5",
//!     "d6",
//! ]
//! resigned = "white"
//! ```
//! `resigned` is there only if somebody did.

use config::{ConfigError, Document};
use files::write_atomically;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A game as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The [name](protocols::Playable::NAME) of the game.
    pub game: String,
    /// The position before the first move.
    pub start: String,
    /// The moves, each in the notation of its position.
    pub moves: Vec<String>,
    /// The [name](protocols::Playable::side_name) of the side that gave up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned: Option<String>,
}

/// Why a game could not be saved or loaded. Always names the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file cannot be read or is not a record.
    #[error(transparent)]
    File(#[from] ConfigError),
    /// The file cannot be written.
    #[error("{}: cannot be written: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Something in it does not fit the game.
    #[error("{}: {place}: {reason}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// Where: `start`, `move 12`.
        place: String,
        /// What was found there and what is allowed.
        reason: String,
    },
}

impl Record {
    /// Writes the file in one step.
    pub fn write(&self, path: &Path) -> Result<(), RecordError> {
        let failed = |source| RecordError::Unwritable { path: path.to_owned(), source };
        let text = toml::to_string_pretty(self).map_err(|error| failed(io::Error::other(error)))?;
        write_atomically(path, text.as_bytes()).map_err(failed)
    }

    /// Reads a file; the game must still make sense of it.
    pub fn read(path: &Path) -> Result<Record, RecordError> {
        Ok(Document::open(path)?.read()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read_text(text: &str) -> Result<Record, RecordError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.toml");
        std::fs::write(&path, text).unwrap();
        Record::read(&path)
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_line() {
        let text = "game = \"heap\"\nstart = \"7 A\"\nmoves = []\nwinner = \"A\"\n";
        let error = read_text(text).unwrap_err().to_string();
        assert!(error.contains("game.toml:4: winner: unknown key"), "{error}");
        assert_eq!(error.lines().count(), 1);
        let error = read_text("game = \"heap\"\nmoves = [").unwrap_err().to_string();
        assert!(error.contains("game.toml:2:10: "), "{error}");
        assert_eq!(error.lines().count(), 1);
    }

    #[test]
    fn missing_and_oversized_files_are_refused_by_name() {
        let error = Record::read(Path::new("no/such/game.toml")).unwrap_err().to_string();
        assert!(error.starts_with("no/such/game.toml: "), "{error}");
        let error =
            read_text(&"#".repeat(config::MAX_FILE_BYTES as usize + 1)).unwrap_err().to_string();
        assert!(error.contains("larger than"), "{error}");
    }

    proptest! {
        #[test]
        fn what_was_written_reads_back(
            game in ".{0,9}",
            start in ".{0,40}",
            moves in prop::collection::vec(".{0,5}", 0..8),
            resigned in prop::option::of("[a-z]{1,5}"),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("game.toml");
            let record = Record { game, start, moves, resigned };
            record.write(&path).unwrap();
            prop_assert_eq!(Record::read(&path).unwrap(), record);
        }

        #[test]
        fn any_file_is_read_or_refused_in_one_line(text in "(game|start|moves|=|\\[|\\]|\"|\n|.){0,20}") {
            if let Err(error) = read_text(&text) {
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }
    }
}
