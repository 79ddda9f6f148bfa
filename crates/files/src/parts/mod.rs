//! A long job that independent processes share: [`Part`], and how parts become one file: [`merge`].
//!
//! A job is a list of items, numbered from 0: the games of a match, the starts of a board. Each item gives one row
//! of JSON, which depends on nothing but the job and the number of the item. A process does the items of its
//! [`Shard`] and writes them to a file of its own. The rules are the same for every kind of job:
//!
//! - While it works, finished rows are in the journal `FILE.partial`. The same command continues it.
//! - When all items of the shard are done, the rows are written to `FILE` in the order of their items, by an
//!   atomic rename, and the journal is removed. A file that exists is complete, and the same command does
//!   nothing but read it.
//! - Times ([`TIMED`]) go to `FILE.times`, one row per item, so that `FILE` has the same bytes every time.
//! - The only shard of a job that is not split writes an ordinary journal. [`merge`] makes the same bytes from
//!   the parts.

mod header;
mod merge;
mod shard;
mod times;

pub use header::Job;
pub use merge::{MergeError, Merged, merge};
pub use shard::{BadShard, Shard};
pub use times::TIMED;

use crate::journal::{HeaderLine, lines_in};
use crate::{Header, Journal, JournalError, Mode, write_atomically};
use header::{PartHeader, PartialHeader, TimesHeader};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The file of a part, open to be completed or read.
#[derive(Debug)]
pub struct Part<R> {
    path: PathBuf,
    header: PartHeader,
    /// The first line of the journal that the parts become.
    line: Vec<u8>,
    lines: BTreeMap<usize, Line>,
    /// `None` if the file was complete.
    journal: Option<Journal<Line>>,
    rows: PhantomData<fn(R) -> R>,
}

/// A finished item.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    item: usize,
    /// As it is written, so that reading it back changes no digit.
    row: Box<RawValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    times: Option<Box<RawValue>>,
}

impl<R: Serialize + DeserializeOwned> Part<R> {
    /// Opens the file of a shard: complete, continued or new.
    ///
    /// ```
    /// use files::{Header, Job, Part, Shard};
    ///
    /// #[derive(serde::Serialize)]
    /// struct Squares { from: u32 }
    /// impl Header for Squares {
    ///     const KIND: &'static str = "squares";
    ///     const VERSION: u32 = 1;
    /// }
    /// let folder = tempfile::tempdir()?;
    /// let mut parts = Vec::new();
    /// for shard in ["1/2", "2/2"] {
    ///     let path = folder.path().join(format!("part.{}", parts.len()));
    ///     let job = Job { items: 3, ..Job::default() };
    ///     let mut part = Part::<usize>::open(&path, &Squares { from: 3 }, &job, shard.parse()?)?;
    ///     for item in part.left() {
    ///         part.add(&[(item, (item + 3).pow(2))])?;
    ///     }
    ///     part.finish()?;
    ///     parts.push(path);
    /// }
    /// let output = folder.path().join("squares.jsonl");
    /// files::merge(&parts, &output)?;
    /// assert_eq!(std::fs::read_to_string(&output)?, "{\"squares\":1,\"from\":3}\n9\n16\n25\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open<H: Header>(
        path: &Path,
        header: &H,
        job: &Job,
        shard: Shard,
    ) -> Result<Self, JournalError> {
        let io = |error| JournalError::Io { file: path.to_owned(), error };
        let whole = HeaderLine::of(header).map_err(io)?;
        let header = PartHeader::new(&whole, job, shard);
        let line = whole.line();
        let mut part = Part {
            path: path.to_owned(),
            header,
            line,
            lines: BTreeMap::new(),
            journal: None,
            rows: PhantomData,
        };
        // A shard may have no items; its file is written all the same.
        let exists = path.exists();
        if exists {
            part.read(&whole)?;
        }
        let partial = with_ending(path, "partial");
        if exists && part.left().is_empty() {
            // Left by a process that was killed between writing the file and this.
            let _ = fs::remove_file(partial);
            return Ok(part);
        }
        crate::check_writable(path).map_err(io)?;
        let head = PartialHeader(&part.header);
        let (journal, lines) = Journal::open(&partial, &head, Mode::Resume)?;
        part.journal = Some(journal);
        for (number, line) in (2..).zip(lines) {
            let item = line.item;
            if !part.header.owns(item) {
                let problem = format!("item {item} is not one of shard {}", part.header.shard);
                return Err(JournalError::BadLine { file: partial, line: number, problem });
            }
            part.lines.insert(item, line);
        }
        Ok(part)
    }

    /// The items that are left to do, in order.
    pub fn left(&self) -> Vec<usize> {
        let items = 0..self.header.items;
        items.filter(|&item| self.header.owns(item) && !self.lines.contains_key(&item)).collect()
    }

    /// How many items the shard has.
    pub fn items(&self) -> usize {
        self.header.rows()
    }

    /// Whether the file was complete when it was opened.
    pub fn was_complete(&self) -> bool {
        self.journal.is_none()
    }

    /// The finished items with their rows and times, in order.
    pub fn rows(&self) -> Result<Vec<(usize, R)>, JournalError> {
        let row = |(&item, line): (&usize, &Line)| {
            let mut value: Value = serde_json::from_str(line.row.get())?;
            if let Some(times) = &line.times {
                times::put_back(&mut value, serde_json::from_str(times.get())?);
            }
            Ok((item, serde_json::from_value(value)?))
        };
        self.lines.iter().map(row).collect::<Result<_, serde_json::Error>>().map_err(|error| {
            let problem = format!("not a row of this file: {error}");
            JournalError::BadLine { file: self.path.clone(), line: 2, problem }
        })
    }

    /// Records finished items; they are on the disk when this returns.
    pub fn add(&mut self, rows: &[(usize, R)]) -> Result<(), JournalError> {
        let lines = rows.iter().map(|(item, row)| Line::new(*item, row));
        let lines: Vec<Line> = lines
            .collect::<Result<_, _>>()
            .map_err(|error| JournalError::Io { file: self.path.clone(), error: error.into() })?;
        if let Some(journal) = &mut self.journal {
            journal.append(&lines)?;
        }
        self.lines.extend(lines.into_iter().map(|line| (line.item, line)));
        Ok(())
    }

    /// Writes the file if all items of the shard are done; `false` if some are left.
    pub fn finish(self) -> Result<bool, JournalError> {
        if !self.left().is_empty() {
            return Ok(false);
        }
        if self.journal.is_none() {
            return Ok(true);
        }
        let io = |path: &Path, error| JournalError::Io { file: path.to_owned(), error };
        let mut body = Vec::new();
        for line in self.lines.values() {
            body.extend_from_slice(line.row.get().as_bytes());
            body.push(b'\n');
        }
        let head = if self.header.shard == Shard::ALL {
            self.line.clone()
        } else {
            self.header.with_rows(&body).line().map_err(|error| io(&self.path, error))?
        };
        // The times first: a part that exists has them.
        if self.lines.values().any(|line| line.times.is_some()) {
            let path = with_ending(&self.path, "times");
            let times = self.times().map_err(|error| io(&path, error))?;
            write_atomically(&path, &times).map_err(|error| io(&path, error))?;
        }
        let text = [head, body].concat();
        write_atomically(&self.path, &text).map_err(|error| io(&self.path, error))?;
        let _ = fs::remove_file(with_ending(&self.path, "partial"));
        Ok(true)
    }

    fn times(&self) -> io::Result<Vec<u8>> {
        let mut text = TimesHeader::of(&self.header).line()?;
        for line in self.lines.values() {
            let times = line.times.as_ref().map_or("null", |times| times.get());
            text.extend_from_slice(times.as_bytes());
            text.push(b'\n');
        }
        Ok(text)
    }

    /// Takes the rows of the file that is there. Only a job that is not split may have grown since.
    fn read(&mut self, whole: &HeaderLine) -> Result<(), JournalError> {
        let path = self.path.clone();
        let bad = |line, problem| JournalError::BadLine { file: path.clone(), line, problem };
        let lines = lines_in(&path)?;
        let Some((head, rows)) = lines.split_first() else { return Ok(()) };
        if self.header.shard == Shard::ALL {
            whole.check(head, &path)?;
            if rows.len() > self.header.items {
                let (found, allowed) = (rows.len(), self.header.items);
                return Err(bad(1, format!("found {found} rows, allowed: at most {allowed}")));
            }
        } else {
            let found = PartHeader::read(head).map_err(|problem| bad(1, problem))?;
            self.header.check(&found, &path)?;
            if rows.len() != self.header.rows() {
                let (found, allowed) = (rows.len(), self.header.rows());
                return Err(bad(1, format!("found {found} rows, allowed: {allowed}")));
            }
        }
        let times = self.read_times(rows.len())?;
        let items = (0..self.header.items).filter(|&item| self.header.owns(item));
        for (number, (item, row)) in (2..).zip(items.zip(rows)) {
            let raw = |text: &str| RawValue::from_string(text.to_owned());
            let row = raw(row).map_err(|_| bad(number, "not a row of JSON".to_owned()))?;
            let times = times.as_ref().and_then(|times| times.get(number - 2));
            let times = times.filter(|text| *text != "null").and_then(|text| raw(text).ok());
            self.lines.insert(item, Line { item, row, times });
        }
        Ok(())
    }

    /// The lines of the second file, if there is one for these rows.
    fn read_times(&self, rows: usize) -> Result<Option<Vec<String>>, JournalError> {
        let path = with_ending(&self.path, "times");
        if !path.exists() {
            return Ok(None);
        }
        let mut lines = lines_in(&path)?;
        let is_ours = lines.first().is_some_and(|head| TimesHeader::of(&self.header).is(head));
        if !is_ours || lines.len() != rows + 1 {
            let name = path.display();
            tracing::warn!("{name}: not the times of these rows, ignored");
            return Ok(None);
        }
        lines.remove(0);
        Ok(Some(lines))
    }
}

impl Line {
    fn new<R: Serialize>(item: usize, row: &R) -> serde_json::Result<Line> {
        let text = serde_json::to_string(row)?;
        let mut value: Value = serde_json::from_str(&text)?;
        let times = times::take(&mut value);
        if times.is_null() {
            return Ok(Line { item, row: RawValue::from_string(text)?, times: None });
        }
        let raw = |value: &Value| RawValue::from_string(value.to_string());
        Ok(Line { item, row: raw(&value)?, times: Some(raw(&times)?) })
    }
}

/// The path with one more ending: `part.3.times`.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests;
