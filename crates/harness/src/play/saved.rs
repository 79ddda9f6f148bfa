//! Games that `play` saves and loads: the TOML form of a [`GameRecord`].

use config::{ConfigError, Document};
use files::write_atomically;
use protocols::{Playable, read_game, write_game};
use record::{Ending, GameRecord, PlayedGame, RecordError};
use search::notation::quote;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a game could not be saved or loaded. Always names the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SavedError {
    /// The file cannot be read or is not a record.
    #[error(transparent)]
    File(#[from] ConfigError),
    /// The file cannot be written.
    #[error("{}: cannot be written: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The record does not fit the game.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The place, the value found there and the accepted values.
        error: RecordError,
    },
}

/// Ends the game if the path rule (repetition, for example) ends it.
pub(crate) fn apply_path_rule<D: Playable>(config: &D::Config, game: &mut PlayedGame<D::Game>) {
    if game.outcome().is_none()
        && let Some(rule) = D::path_rule(config)
        && let Some(verdict) = rule.verdict(game.position(), game.history())
    {
        game.end(Ending::by_path_rule(verdict.outcome, verdict.rule));
    }
}

/// Writes a game to a file atomically.
pub fn save<D: Playable>(
    config: &D::Config,
    game: &PlayedGame<D::Game>,
    path: &Path,
) -> Result<(), SavedError> {
    let failed = |source| SavedError::Unwritable { path: path.to_owned(), source };
    let text = toml::to_string_pretty(&write_game::<D>(config, game));
    let text = text.map_err(|error| failed(io::Error::other(error)))?;
    write_atomically(path, text.as_bytes()).map_err(failed)
}

/// Reads a game. Every move is checked under the configured rules, including the path rule.
pub fn load<D: Playable>(
    config: &D::Config,
    path: &Path,
) -> Result<PlayedGame<D::Game>, SavedError> {
    let refuse = |error| SavedError::Content { path: path.to_owned(), error };
    let record: GameRecord = Document::open(path)?.read()?;
    let mut game = read_game::<D>(config, &record).map_err(refuse)?;
    let mut replayed = PlayedGame::<D::Game>::new(game.start().clone());
    for (number, (step, mv)) in (1..).zip(game.history().iter().zip(&record.moves)) {
        apply_path_rule::<D>(config, &mut replayed);
        if replayed.play(step.mv).is_err() {
            let found = quote(&mv.text);
            let problem = format!("found {found}, but the game is over");
            return Err(refuse(RecordError::new(format!("move {number}"), problem)));
        }
    }
    apply_path_rule::<D>(config, &mut game);
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::super::tests::heap::HeapDomain;
    use super::*;
    use proptest::prelude::*;
    use search::SearchConfig;

    fn load_text(text: &str) -> Result<PlayedGame<proof_games::heap::Heap<3>>, SavedError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.toml");
        std::fs::write(&path, text).unwrap();
        load::<HeapDomain>(&SearchConfig::default(), &path)
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_line() {
        for (text, expected) in [
            (
                "game = \"heap\"\nstart = \"7 A\"\nmoves = []\nwinner = \"A\"\n",
                "game.toml:4: winner: unknown key",
            ),
            ("game = \"heap\"\nmoves = [", "game.toml:2:10: "),
            ("game = \"heap\"\nstart = \"7 A\"\nmoves = [1]\n", "game.toml:3: moves"),
            (
                "game = \"heap\"\nstart = \"7 A\"\nmoves = []\nresult = \"won\"\n",
                "game.toml:4: result: found \"won\", allowed: 1-0, 0-1, 1/2-1/2",
            ),
        ] {
            let error = load_text(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(error.lines().count(), 1);
        }
    }

    #[test]
    fn missing_and_oversized_files_are_refused_by_name() {
        let config = SearchConfig::default();
        let error = load::<HeapDomain>(&config, Path::new("no/such/game.toml")).unwrap_err();
        assert!(error.to_string().starts_with("no/such/game.toml: "), "{error}");
        let error = load_text(&"#".repeat(config::MAX_FILE_BYTES as usize + 1)).unwrap_err();
        assert!(error.to_string().contains("larger than"), "{error}");
    }

    proptest! {
        #[test]
        fn any_file_is_read_or_refused_in_one_line(
            text in "(game|start|moves|result|=|\\[|\\]|\\{|\\}|\"|\n|.){0,20}",
        ) {
            if let Err(error) = load_text(&text) {
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }
    }
}
