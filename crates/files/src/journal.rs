//! A file that grows line by line and survives a crash: [`Journal`].
//!
//! The first line is a [`Header`]: the kind of file and all settings that its rows depend on. Every other line
//! is a row. Both are JSON. A row is on the disk when [`append`](Journal::append) returns, so that neither
//! Ctrl-C nor a power failure loses it. An incomplete last line has no line end and is removed when the file is
//! opened again.
//!
//! One process writes at a time: the file is locked while it is open. When a journal is
//! [rewritten](Journal::rewrite), the new file is locked before the rename, and opening a journal checks after
//! locking that the file is still the one at its path.

mod error;
mod header;

pub use error::{Difference, JournalError};
pub use header::Header;
pub(crate) use header::HeaderLine;

use crate::replacement::Replacement;
use crate::{Target, is_locked_by_us};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// Largest file that [`Journal::read`] accepts; the path may be a pipe or a device.
const MAX_READ: u64 = 4 << 30;

/// How to open a file that exists or that another process has locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It must have no rows and must not be locked.
    New,
    /// Its rows are kept; it must not be locked.
    Resume,
    /// Its rows are kept; waits for the lock.
    Share,
}

/// An open journal of rows of one type.
#[derive(Debug)]
pub struct Journal<R> {
    file: File,
    path: PathBuf,
    header: Vec<u8>,
    /// Bytes of complete lines in the file.
    length: u64,
    rows: PhantomData<fn(R) -> R>,
}

impl<R: Serialize + DeserializeOwned> Journal<R> {
    /// Opens a file and returns its rows. A file that does not exist is created.
    ///
    /// ```
    /// use files::{Header, Journal, Mode};
    ///
    /// #[derive(serde::Serialize)]
    /// struct Squares { from: u32 }
    /// impl Header for Squares {
    ///     const KIND: &'static str = "squares";
    ///     const VERSION: u32 = 1;
    /// }
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("squares.jsonl");
    /// let (mut journal, _) = Journal::<u32>::open(&path, &Squares { from: 3 }, Mode::New)?;
    /// journal.append(&[9, 16])?;
    /// drop(journal);
    /// let (_, rows) = Journal::<u32>::open(&path, &Squares { from: 3 }, Mode::Resume)?;
    /// assert_eq!(rows, [9, 16]);
    /// assert_eq!(std::fs::read_to_string(&path)?, "{\"squares\":1,\"from\":3}\n9\n16\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open<H: Header>(
        path: &Path,
        header: &H,
        mode: Mode,
    ) -> Result<(Self, Vec<R>), JournalError> {
        let io = |error| JournalError::Io { file: path.to_owned(), error };
        let expected = HeaderLine::of(header).map_err(io)?;
        let mut file = open_locked(path, mode)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        if mode == Mode::New {
            if !bytes.is_empty() && !expected.is_alone_in(&bytes) {
                return Err(JournalError::Exists(path.to_owned()));
            }
            bytes.clear();
        }
        let contents = Contents::parse(&bytes, path, &expected, Check::Same)?;
        // An incomplete line must not remain between two rows.
        file.set_len(contents.good as u64).map_err(io)?;
        file.seek(SeekFrom::Start(contents.good as u64)).map_err(io)?;
        let mut journal = Journal {
            file,
            path: path.to_owned(),
            header: expected.line(),
            length: contents.good as u64,
            rows: PhantomData,
        };
        if contents.good == 0 {
            journal.write(&journal.header.clone())?;
        }
        Ok((journal, contents.rows))
    }

    /// Reads the rows of a file without a lock, each with its line number. Only kind and version of the header
    /// are checked. An incomplete last line is skipped.
    pub fn read<H: Header>(path: &Path) -> Result<Vec<(usize, R)>, JournalError> {
        let io = |error| JournalError::Io { file: path.to_owned(), error };
        let bytes = read_bounded(path).map_err(io)?;
        let contents = Contents::parse(&bytes, path, &HeaderLine::of_kind::<H>(), Check::SameKind)?;
        Ok((2..).zip(contents.rows).collect())
    }

    /// Appends rows with one write; they are on the disk when this returns.
    pub fn append(&mut self, rows: &[R]) -> Result<(), JournalError> {
        let lines = lines_of(rows).map_err(|error| self.failed(error))?;
        self.write(&lines)
    }

    /// Replaces all rows atomically.
    pub fn rewrite(&mut self, rows: &[R]) -> Result<(), JournalError> {
        let mut lines = self.header.clone();
        let replace = |lines: &mut Vec<u8>| -> io::Result<File> {
            lines.extend(lines_of(rows)?);
            let Target::File { path, permissions } = Target::of(&self.path)? else {
                return Err(not_a_file());
            };
            Replacement::write(&path, permissions, |file| file.write_all(lines))?.persist()
        };
        let replaced = replace(&mut lines);
        self.file = replaced.map_err(|error| self.failed(error))?;
        self.length = lines.len() as u64;
        Ok(())
    }

    fn write(&mut self, lines: &[u8]) -> Result<(), JournalError> {
        let written = self.file.write_all(lines).and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => {
                self.length += lines.len() as u64;
                Ok(())
            }
            Err(error) => {
                // The next row must not continue an incomplete line. If this fails, opening repairs it.
                let _ = self.file.set_len(self.length);
                let _ = self.file.seek(SeekFrom::Start(self.length));
                Err(self.failed(error))
            }
        }
    }

    fn failed(&self, error: io::Error) -> JournalError {
        JournalError::Io { file: self.path.clone(), error }
    }
}

fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_READ + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_READ {
        return Err(io::Error::other("larger than 4 GiB"));
    }
    Ok(bytes)
}

/// The complete lines of a file, the header first.
pub(crate) fn lines_in(path: &Path) -> Result<Vec<String>, JournalError> {
    let bytes =
        read_bounded(path).map_err(|error| JournalError::Io { file: path.to_owned(), error })?;
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate();
    let lines = lines.filter_map(|(index, line)| Some((index, line.strip_suffix(b"\n")?)));
    let text = |(index, line): (usize, &[u8])| {
        let problem = "found bytes that are not UTF-8".to_owned();
        String::from_utf8(line.to_vec()).map_err(|_| JournalError::BadLine {
            file: path.to_owned(),
            line: index + 1,
            problem,
        })
    };
    lines.map(text).collect()
}

fn lines_of<R: Serialize>(rows: &[R]) -> io::Result<Vec<u8>> {
    let mut lines = Vec::new();
    for row in rows {
        serde_json::to_writer(&mut lines, row)?;
        lines.push(b'\n');
    }
    Ok(lines)
}

fn not_a_file() -> io::Error {
    io::Error::other("found a pipe or device, allowed: a file")
}

/// Opens the file at a path and locks it while it is open.
fn open_locked(path: &Path, mode: Mode) -> Result<File, JournalError> {
    let io = |error| JournalError::Io { file: path.to_owned(), error };
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    loop {
        let file = options.open(path).map_err(io)?;
        if !file.metadata().map_err(io)?.is_file() {
            return Err(io(not_a_file()));
        }
        if mode == Mode::Share {
            file.lock().map_err(io)?;
        } else if !is_locked_by_us(&file, path) {
            return Err(JournalError::InUse(path.to_owned()));
        }
        // It may have been replaced during the wait.
        if crate::is_at(&file, path) {
            return Ok(file);
        }
    }
}

/// How much of a header must match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    Same,
    SameKind,
}

/// The contents of a file.
struct Contents<R> {
    rows: Vec<R>,
    /// Bytes of complete lines.
    good: usize,
}

impl<R: DeserializeOwned> Contents<R> {
    fn parse(
        bytes: &[u8],
        path: &Path,
        expected: &HeaderLine,
        check: Check,
    ) -> Result<Self, JournalError> {
        let good = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        if good < bytes.len() {
            tracing::warn!("{}: the last line is incomplete and is dropped", path.display());
        }
        let bad = |line: usize, problem: String| JournalError::BadLine {
            file: path.to_owned(),
            line,
            problem,
        };
        // A file of another kind must not be mistaken for an incomplete header.
        if good == 0 && !expected.may_begin_with(bytes) {
            let problem = format!("not the header of such a file; expected {}", expected.kind());
            return Err(bad(1, problem));
        }
        let mut rows = Vec::new();
        let lines = bytes[..good].split_inclusive(|&byte| byte == b'\n');
        for (number, line) in (1..).zip(lines) {
            let line = std::str::from_utf8(line)
                .map_err(|_| bad(number, "found bytes that are not UTF-8".into()))?;
            if number == 1 {
                match check {
                    Check::Same => expected.check(line, path)?,
                    Check::SameKind => {
                        expected.read(line).map_err(|problem| bad(1, problem))?;
                    }
                }
                continue;
            }
            let row = serde_json::from_str(line).map_err(|error| {
                // serde sees one line, so its line number is always 1.
                let problem = error.to_string();
                let problem = problem.split(" at line 1 ").next().unwrap_or(&problem);
                bad(number, format!("not a row of this file: {problem}"))
            })?;
            rows.push(row);
        }
        Ok(Contents { rows, good })
    }
}

#[cfg(test)]
mod tests;
