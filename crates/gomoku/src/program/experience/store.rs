//! The file of a [`Memory`], shared by several readers and writers: [`Store`].
//!
//! Readers need no lock: the journal grows by complete rows, or is replaced atomically. A writer opens
//! the journal, which waits for other writers, and reads their rows before it adds its own. So several
//! programs, or the games of one match, share what they learn.

use super::memory::{Entry, Head, Lesson, Memory};
use files::{Journal, JournalError, Mode};
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The file is rewritten when it has this many times the rows it needs.
const SLACK: usize = 2;
/// Additional lines allowed before the file is rewritten.
const FREE_LINES: usize = 1000;

/// Why experience cannot be read or written.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct StoreError(#[from] JournalError);

/// An experience file, and its contents when it was last read.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    most: usize,
    memory: Memory,
    /// The length and modification time of the file when it was last read.
    seen: Option<(u64, Option<std::time::SystemTime>)>,
}

impl Store {
    /// Opens a file of at most `most` positions. A missing file counts as empty.
    pub fn open(path: &Path, most: usize) -> Result<Store, StoreError> {
        let memory = Memory::default();
        let mut store = Store { path: path.to_owned(), most, memory, seen: None };
        store.refresh()?;
        Ok(store)
    }

    /// The contents of the file as last read.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Reads the file again if it has changed.
    pub fn refresh(&mut self) -> Result<(), StoreError> {
        let seen = std::fs::metadata(&self.path).ok().as_ref().map(stamp);
        if seen != self.seen || seen.is_none() {
            self.memory = self.read()?;
            self.seen = seen;
        }
        Ok(())
    }

    /// Reads the file, without a lock.
    fn read(&self) -> Result<Memory, StoreError> {
        match Journal::<Entry>::read::<Head>(&self.path) {
            Ok(rows) => Ok(Memory::of(rows.into_iter().map(|(_, row)| row))),
            Err(JournalError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Memory::default())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Opens the file for writing, after waiting for other writers, and reads all its rows.
    fn open_rows(&self) -> Result<(Journal<Entry>, Vec<Entry>), StoreError> {
        Ok(Journal::open(&self.path, &Head { game: "gomoku" }, Mode::Share)?)
    }

    /// Adds lessons to the file. They are on disk when this returns.
    pub fn record(&mut self, lessons: &[Lesson]) -> Result<(), StoreError> {
        let (mut journal, rows) = self.open_rows()?;
        let lines = rows.len() + lessons.len();
        let mut memory = Memory::of(rows);
        lessons.iter().for_each(|lesson| memory.add(lesson));
        let forgotten = memory.trim(self.most);
        let needed = memory.entries();
        if forgotten > 0 || lines > SLACK * needed.len() + FREE_LINES {
            journal.rewrite(&needed)?;
        } else {
            journal.append(&lessons.iter().map(Lesson::entry).collect::<Vec<_>>())?;
        }
        self.keep(memory);
        Ok(())
    }

    /// Applies a change to the memory, and rewrites the file.
    pub fn edit<T>(&mut self, change: impl FnOnce(&mut Memory) -> T) -> Result<T, StoreError> {
        let (mut journal, rows) = self.open_rows()?;
        let mut memory = Memory::of(rows);
        let result = change(&mut memory);
        journal.rewrite(&memory.entries())?;
        self.keep(memory);
        Ok(result)
    }

    fn keep(&mut self, memory: Memory) {
        self.memory = memory;
        // Another program may write at any time, so the next refresh reads the file again.
        self.seen = None;
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
        text.push_str("\"0123456789abcdef 0 1 h8 ..");
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
        assert!(error.contains("games.txt:1: not the header"), "{error}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "my diary\n");
    }
}
