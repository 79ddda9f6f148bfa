//! The file of a [`Memory`] and who may write to it: [`Store`].
//!
//! Readers need no lock: the file only grows by whole lines, or is replaced at once. Writers exclude
//! each other by a second file beside it (`NAME.lock`), because a lock on a file that may be replaced
//! guards nothing. Each reads what the others have added before it adds its own, so that several
//! programs, or the games of one match, share what they learn.

use super::memory::{Lesson, Malformed, Memory};
use files::{ReadError, read_text, write_atomically};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Larger files were not written by an engine with any bound that the configuration allows.
const MAX_BYTES: u64 = 256 << 20;
/// The file is written anew when it has this many times the lines it needs.
const SLACK: usize = 2;
/// Lines that never make it too long.
const FREE_LINES: usize = 1000;

/// Why experience cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file cannot be read.
    #[error("{}: {error}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// Why.
        error: ReadError,
    },
    /// It cannot be written.
    #[error("{}: cannot be written: {error}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It was not written by an engine, or was damaged.
    #[error("{}: {problem}", file.display())]
    Malformed {
        /// The file.
        file: PathBuf,
        /// Where and what.
        problem: Malformed,
    },
}

/// A file of experience, and what it held when it was last looked at.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    most: usize,
    memory: Memory,
    /// Length and time of the file that was read.
    seen: Option<(u64, Option<std::time::SystemTime>)>,
}

impl Store {
    /// Opens a file that holds at most so many positions; one that is not there yet is empty.
    pub fn open(path: &Path, most: usize) -> Result<Store, StoreError> {
        let memory = Memory::default();
        let mut store = Store { path: path.to_owned(), most, memory, seen: None };
        store.refresh()?;
        Ok(store)
    }

    /// What is known.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Reads what others have added since.
    pub fn refresh(&mut self) -> Result<(), StoreError> {
        let seen = std::fs::metadata(&self.path).ok().as_ref().map(stamp);
        if seen != self.seen || seen.is_none() {
            self.memory = self.read()?.0;
            self.seen = seen;
        }
        Ok(())
    }

    /// The memory in the file, how many bytes of it are good, and how many lines.
    fn read(&self) -> Result<(Memory, usize, usize), StoreError> {
        let text = match read_text(&self.path, MAX_BYTES) {
            Ok(text) => text,
            Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(StoreError::Read { file: self.path.clone(), error }),
        };
        let (memory, good) = Memory::parse(&text)
            .map_err(|problem| StoreError::Malformed { file: self.path.clone(), problem })?;
        Ok((memory, good, text[..good].lines().count()))
    }

    /// Adds lessons to the file; when this returns they are on the disk.
    pub fn record(&mut self, lessons: &[Lesson]) -> Result<(), StoreError> {
        let lock = self.lock()?;
        let (mut memory, good, lines) = self.read()?;
        lessons.iter().for_each(|lesson| memory.add(lesson));
        let forgotten = memory.trim(self.most);
        let needed: usize = memory.iter().map(|(_, moves)| moves.len()).sum();
        let is_long = lines + lessons.len() > SLACK * needed + FREE_LINES;
        let written = if good == 0 || forgotten > 0 || is_long {
            write_atomically(&self.path, memory.to_text().as_bytes())
        } else {
            self.append(good, lessons)
        };
        drop(lock);
        self.keep(memory, written)
    }

    /// Changes what is known by hand, and writes all of it anew.
    pub fn edit<T>(&mut self, change: impl FnOnce(&mut Memory) -> T) -> Result<T, StoreError> {
        let lock = self.lock()?;
        let (mut memory, ..) = self.read()?;
        let result = change(&mut memory);
        let written = write_atomically(&self.path, memory.to_text().as_bytes());
        drop(lock);
        self.keep(memory, written)?;
        Ok(result)
    }

    fn keep(&mut self, memory: Memory, written: io::Result<()>) -> Result<(), StoreError> {
        written.map_err(|error| StoreError::Write { file: self.path.clone(), error })?;
        self.memory = memory;
        // Somebody else may have written since; then it is read again.
        self.seen = None;
        Ok(())
    }

    /// Writes behind the good lines, over what a crash has left there.
    fn append(&self, good: usize, lessons: &[Lesson]) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).open(&self.path)?;
        file.set_len(good as u64)?;
        file.seek(SeekFrom::End(0))?;
        let lines: String = lessons.iter().map(Lesson::line).collect();
        file.write_all(lines.as_bytes())?;
        file.sync_data()
    }

    /// Waits until no other program writes.
    fn lock(&self) -> Result<File, StoreError> {
        let mut name = self.path.clone().into_os_string();
        name.push(".lock");
        let lock = || {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&name)?;
            file.lock()?;
            Ok(file)
        };
        lock().map_err(|error| StoreError::Write { file: PathBuf::from(&name), error })
    }
}

fn stamp(metadata: &Metadata) -> (u64, Option<std::time::SystemTime>) {
    (metadata.len(), metadata.modified().ok())
}

#[cfg(test)]
mod tests {
    use super::super::memory::Tally;
    use super::*;
    use crate::{Gomoku, Point};
    use search::Notation;

    fn lesson(moves: &str) -> Lesson {
        let position = Gomoku::parse_position(moves).unwrap();
        Lesson::new(&position, Point::new(0, 0), Tally::LOST)
    }

    fn folder() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.txt");
        (folder, file)
    }

    #[test]
    fn lessons_of_two_programs_come_together_in_one_file() {
        let (_folder, file) = folder();
        let mut one = Store::open(&file, 10).unwrap();
        let mut other = Store::open(&file, 10).unwrap();
        one.record(&[lesson("h8")]).unwrap();
        other.record(&[lesson("h8i9"), lesson("h8")]).unwrap();
        assert_eq!(one.memory().len(), 1);
        one.refresh().unwrap();
        assert_eq!(one.memory().len(), 2);
        assert_eq!(one.memory(), other.memory());
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text.lines().count(), 4, "new lessons are appended: {text}");
    }

    #[test]
    fn threads_that_record_at_once_lose_nothing() {
        let (_folder, file) = folder();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut store = Store::open(&file, 10).unwrap();
                    (0..10).for_each(|_| store.record(&[lesson("h8")]).unwrap());
                });
            }
        });
        let store = Store::open(&file, 10).unwrap();
        let (_, moves) = store.memory().iter().next().unwrap();
        assert_eq!(moves[0].1, Tally { won: 0, lost: 40 });
    }

    #[test]
    fn a_line_left_by_a_crash_is_written_over() {
        let (_folder, file) = folder();
        Store::open(&file, 10).unwrap().record(&[lesson("h8")]).unwrap();
        let mut text = std::fs::read_to_string(&file).unwrap();
        text.push_str("0123456789abcdef 0 1 h8 ..");
        std::fs::write(&file, text).unwrap();
        let mut store = Store::open(&file, 10).unwrap();
        assert_eq!(store.memory().len(), 1);
        store.record(&[lesson("h8i9")]).unwrap();
        assert_eq!(Store::open(&file, 10).unwrap().memory().len(), 2);
    }

    #[test]
    fn the_file_stays_within_its_bound_and_is_shortened_when_it_repeats_itself() {
        let (_folder, file) = folder();
        let mut store = Store::open(&file, 2).unwrap();
        for moves in ["h8", "h8i9", "h8h9", "h8h10"] {
            store.record(&[lesson(moves)]).unwrap();
        }
        assert_eq!(store.memory().len(), 2);
        let many = vec![lesson("h8h10"); FREE_LINES + 10];
        store.record(&many).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text.lines().count(), 3, "{}", text.lines().count());
        assert_eq!(Store::open(&file, 2).unwrap().memory().len(), 2);
    }

    #[test]
    fn a_damaged_file_is_refused_and_left_alone() {
        let (_folder, file) = folder();
        std::fs::write(&file, "my diary\n").unwrap();
        let error = Store::open(&file, 2).unwrap_err().to_string();
        assert!(error.contains("games.txt: line 1: found `my diary`"), "{error}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "my diary\n");
    }
}
