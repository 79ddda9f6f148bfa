//! The record file of a match: [`Journal`].
//!
//! Every finished game is appended, flushed and synchronised before the next is counted, so that
//! neither Ctrl-C nor a power cut loses a finished game. A line that was only half written when the
//! power went is recognised, cut off and played again.

use crate::records::{FORMAT, GameRecord, Header};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a record file cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{}: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It holds something already, and nobody said to continue that.
    #[error(
        "{}: found a file that is not empty, allowed: a new file (or --resume to continue the match \
         it holds)", .0.display()
    )]
    Exists(PathBuf),
    /// Another match is writing it.
    #[error("{}: found a file that another match is recording in, allowed: one file per match",
        .0.display())]
    InUse(PathBuf),
    /// It was not written by a match, or was damaged.
    #[error("{}:{line}: {problem}", file.display())]
    BadLine {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// It is the record of another match.
    #[error("{}:1: recorded with {key} = {found}, but this match has {expected}", file.display())]
    OtherMatch {
        /// The file.
        file: PathBuf,
        /// The first setting that differs.
        key: String,
        /// Its value in the file.
        found: String,
        /// Its value now.
        expected: String,
    },
}

/// An open record file.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens the file and returns what it holds. Without `resume` it must be new, empty or the
    /// header of a match that never finished a game; with it, a file that does not exist is begun.
    pub fn open(
        path: &Path,
        header: &Header,
        resume: bool,
    ) -> Result<(Journal, Vec<GameRecord>), JournalError> {
        let io = |error| JournalError::Io { file: path.to_owned(), error };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(io)?;
        if !file.metadata().map_err(io)?.is_file() {
            let error = io::Error::other("found a pipe or device, allowed: a file");
            return Err(JournalError::Io { file: path.to_owned(), error });
        }
        if !files::lock(&file, path) {
            return Err(JournalError::InUse(path.to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        if !resume {
            if !bytes.is_empty() && !is_bare_header(&bytes) {
                return Err(JournalError::Exists(path.to_owned()));
            }
            bytes.clear();
        }
        let contents = Contents::parse(&bytes, path, header)?;
        // Nothing half written may stand between two lines.
        file.set_len(contents.good as u64).map_err(io)?;
        file.seek(SeekFrom::Start(contents.good as u64)).map_err(io)?;
        let mut journal = Journal { file, path: path.to_owned() };
        if !contents.has_header {
            journal.write_line(header)?;
        }
        Ok((journal, contents.games))
    }

    /// Appends a game; when this returns, it is on the disk.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        self.write_line(game)
    }

    fn write_line(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let mut write = || -> io::Result<()> {
            let mut line = serde_json::to_vec(value)?;
            line.push(b'\n');
            self.file.write_all(&line)?;
            self.file.sync_data()
        };
        write().map_err(|error| JournalError::Io { file: self.path.clone(), error })
    }
}

/// What a record file holds.
struct Contents {
    has_header: bool,
    games: Vec<GameRecord>,
    /// How many bytes of it are whole lines.
    good: usize,
}

impl Contents {
    fn parse(bytes: &[u8], path: &Path, expected: &Header) -> Result<Contents, JournalError> {
        let good = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        if good < bytes.len() {
            tracing::warn!("{}: the last line is half written and is dropped", path.display());
        }
        let bad = |line: usize, problem: String| JournalError::BadLine {
            file: path.to_owned(),
            line,
            problem,
        };
        let mut contents = Contents { has_header: false, games: Vec::new(), good };
        let mut seen = HashSet::new();
        let lines = bytes[..good].split_inclusive(|&byte| byte == b'\n');
        for (number, line) in (1..).zip(lines) {
            let line = std::str::from_utf8(line)
                .map_err(|_| bad(number, "found bytes that are not UTF-8".into()))?;
            if number == 1 {
                check_header(line, path, expected)?;
                contents.has_header = true;
                continue;
            }
            let game = GameRecord::parse(line)
                .map_err(|problem| bad(number, format!("not a game record: {problem}")))?;
            if !seen.insert(game.game) {
                return Err(bad(number, format!("game {} is recorded twice", game.game)));
            }
            contents.games.push(game);
        }
        Ok(contents)
    }
}

/// Whether this is the record of a match without a single game: nothing to lose.
fn is_bare_header(bytes: &[u8]) -> bool {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    end == bytes.len().checked_sub(1) && serde_json::from_slice::<Header>(bytes).is_ok()
}

fn check_header(line: &str, path: &Path, expected: &Header) -> Result<(), JournalError> {
    let bad = |problem: String| JournalError::BadLine { file: path.to_owned(), line: 1, problem };
    let found: Value = serde_json::from_str(line)
        .map_err(|error| bad(format!("not the header of a match record: {error}")))?;
    if found.get("plywood-match").and_then(Value::as_u64) != Some(FORMAT.into()) {
        return Err(bad(format!(
            "not the header of a match record, allowed: \"plywood-match\": {FORMAT}"
        )));
    }
    // Compared as it reads back, so that no rounding on the way to text can make a difference.
    let expected: Value = serde_json::to_string(expected)
        .and_then(|text| serde_json::from_str(&text))
        .map_err(|error| bad(error.to_string()))?;
    match first_difference("", &found, &expected) {
        None => Ok(()),
        Some((key, found, expected)) => {
            Err(JournalError::OtherMatch { file: path.to_owned(), key, found, expected })
        }
    }
}

/// The first key, dots between tables, at which two values differ, and both texts there.
fn first_difference(
    key: &str,
    found: &Value,
    expected: &Value,
) -> Option<(String, String, String)> {
    if let (Value::Object(a), Value::Object(b)) = (found, expected) {
        let below = |name: &String| {
            if key.is_empty() { name.clone() } else { format!("{key}.{name}") }
        };
        let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
        let null = Value::Null;
        return names
            .filter_map(|name| {
                let (a, b) = (a.get(name).unwrap_or(&null), b.get(name).unwrap_or(&null));
                first_difference(&below(name), a, b)
            })
            .next();
    }
    (found != expected).then(|| (key.to_owned(), found.to_string(), expected.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Adjudication;
    use crate::records::{HeaderEntrant, Termination};
    use crate::stats::GameResult;
    use proptest::prelude::*;
    use protocols::Control;

    fn header(seed: u64) -> Header {
        let entrant = |name: &str| HeaderEntrant {
            name: name.into(),
            identity: serde_json::json!({ "search": { "depth": 3, "weight": 0.1 } }),
            control: Control { depth: Some(3), ..Control::default() },
        };
        Header {
            format: FORMAT,
            game: "heap".into(),
            first: entrant("a"),
            second: entrant("b"),
            seed,
            adjudication: Adjudication::default(),
            margin: 0.1,
        }
    }

    fn game(number: usize) -> GameRecord {
        GameRecord {
            game: number,
            sides: ["a".into(), "b".into()],
            swapped: false,
            start: "7 A".into(),
            opening: Vec::new(),
            moves: Vec::new(),
            result: GameResult::Draw,
            reason: Termination::Rules,
            detail: None,
        }
    }

    fn open(path: &Path, resume: bool) -> Result<Vec<usize>, String> {
        let (_, games) =
            Journal::open(path, &header(1), resume).map_err(|error| error.to_string())?;
        Ok(games.iter().map(|game| game.game).collect())
    }

    #[test]
    fn games_come_back_and_a_half_written_one_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let (mut journal, games) = Journal::open(&path, &header(1), false).unwrap();
        assert!(games.is_empty());
        journal.append(&game(1)).unwrap();
        journal.append(&game(4)).unwrap();
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, [&whole[..], b"{\"game\":5,\"sid"].concat()).unwrap();
        assert_eq!(open(&path, true), Ok(vec![1, 4]));
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        let (mut journal, _) = Journal::open(&path, &header(1), true).unwrap();
        journal.append(&game(5)).unwrap();
        drop(journal);
        assert_eq!(open(&path, true), Ok(vec![1, 4, 5]));
    }

    #[test]
    fn a_file_that_another_match_records_in_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let (journal, _) = Journal::open(&path, &header(1), false).unwrap();
        assert!(matches!(Journal::open(&path, &header(1), true), Err(JournalError::InUse(_))));
        drop(journal);
        assert_eq!(open(&path, true), Ok(vec![]));
    }

    #[test]
    fn a_record_cut_off_anywhere_goes_on_with_the_games_that_are_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let (mut journal, _) = Journal::open(&path, &header(1), false).unwrap();
        journal.append(&game(1)).unwrap();
        let one = std::fs::read(&path).unwrap().len();
        journal.append(&game(2)).unwrap();
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let expected: &[usize] = match length {
                _ if length == whole.len() => &[1, 2],
                _ if length >= one => &[1],
                _ => &[],
            };
            assert_eq!(open(&path, true).as_deref(), Ok(expected), "{length} bytes");
            assert_eq!(open(&path, true).as_deref(), Ok(expected), "{length} bytes, again");
        }
    }

    #[test]
    fn a_half_written_header_is_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        std::fs::write(&path, "{\"plywood-ma").unwrap();
        assert_eq!(open(&path, true), Ok(vec![]));
        assert_eq!(open(&path, true), Ok(vec![]));
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 1);
    }

    #[test]
    fn a_recorded_match_is_not_overwritten_by_accident() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        open(&path, false).unwrap();
        let (mut journal, _) = Journal::open(&path, &header(2), false).unwrap();
        journal.append(&game(1)).unwrap();
        drop(journal);
        assert!(open(&path, false).unwrap_err().contains("--resume"));
        std::fs::write(&path, "notes\n").unwrap();
        assert!(open(&path, false).unwrap_err().contains("not empty"));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_refused_instead_of_read_for_ever() {
        let error = open(Path::new("/dev/zero"), true).unwrap_err();
        assert_eq!(error, "/dev/zero: found a pipe or device, allowed: a file");
    }

    #[test]
    fn the_record_of_another_match_is_refused_by_the_setting_that_differs() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        open(&path, false).unwrap();
        let error = Journal::open(&path, &header(2), true).unwrap_err().to_string();
        assert!(error.ends_with(":1: recorded with seed = 1, but this match has 2"), "{error}");
        let mut other = header(1);
        other.second.identity["search"]["weight"] = 0.2.into();
        let error = Journal::open(&path, &other, true).unwrap_err().to_string();
        assert!(error.contains("second.identity.search.weight = 0.1"), "{error}");
    }

    #[test]
    fn damaged_files_are_refused_with_the_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let refused = |text: &str| {
            std::fs::write(&path, text).unwrap();
            let error = open(&path, true).unwrap_err();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "{error}");
            error
        };
        let head = serde_json::to_string(&header(1)).unwrap();
        let line = serde_json::to_string(&game(1)).unwrap();
        assert!(refused("hello\n").contains(":1: not the header"));
        assert!(refused("{\"plywood-match\":9}\n").contains(":1: not the header"));
        assert!(refused(&format!("{head}\n{{}}\n{line}\n")).contains(":2: not a game record"));
        assert!(
            refused(&format!("{head}\n{line}\n{line}\n")).contains(":3: game 1 is recorded twice")
        );
    }

    proptest! {
        #[test]
        fn reading_any_bytes_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Contents::parse(&bytes, Path::new("x"), &header(1));
        }
    }
}
