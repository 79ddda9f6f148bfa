//! The first lines of the files of a part.

use super::shard::{Shard, owner};
use crate::journal::{HeaderLine, JournalError};
use crate::{Header, fingerprint};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::io;
use std::path::Path;

/// What a job consists of, beyond the header of its journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Number of items.
    pub items: usize,
    /// How many items in a row belong to the same shard, for example the two games of a pair.
    pub block: usize,
    /// What the items depend on that the header does not name, for example the openings of a match. Only a
    /// fingerprint is kept.
    pub inputs: String,
}

impl Default for Job {
    fn default() -> Self {
        Job { items: 0, block: 1, inputs: String::new() }
    }
}

/// The first line of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PartHeader {
    pub(super) shard: Shard,
    /// Items of the job.
    pub(super) items: usize,
    pub(super) block: usize,
    /// Fingerprint of the header below and the inputs of the job.
    pub(super) job: String,
    /// Fingerprint of the rows; absent before they are complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rows: Option<String>,
    /// The header of the journal that the parts become.
    pub(super) of: Map<String, Value>,
}

impl Header for PartHeader {
    const KIND: &'static str = "plywood-part";
    const VERSION: u32 = 1;
}

impl PartHeader {
    pub(super) fn new(whole: &HeaderLine, job: &Job, shard: Shard) -> PartHeader {
        let text = [&whole.line(), job.inputs.as_bytes()].concat();
        PartHeader {
            shard,
            items: job.items,
            block: job.block.max(1),
            job: fingerprint(&text),
            rows: None,
            of: whole.table().clone(),
        }
    }

    /// Whether the shard does this item.
    pub(super) fn owns(&self, item: usize) -> bool {
        self.shard.owns(item, self.block)
    }

    /// The number of the shard that does this item.
    pub(super) fn owner(&self, item: usize) -> u32 {
        owner(item, self.block, self.shard.of())
    }

    /// How many rows the part has when it is complete.
    pub(super) fn rows(&self) -> usize {
        (0..self.items).filter(|&item| self.owns(item)).count()
    }

    /// The same with the fingerprint of its rows.
    pub(super) fn with_rows(&self, body: &[u8]) -> PartHeader {
        PartHeader { rows: Some(fingerprint(body)), ..self.clone() }
    }

    /// The header in a first line.
    pub(super) fn read(line: &str) -> Result<PartHeader, String> {
        HeaderLine::of_kind::<PartHeader>().read(line)?;
        serde_json::from_str(line).map_err(|error| format!("not the header of a part: {error}"))
    }

    pub(super) fn line(&self) -> io::Result<Vec<u8>> {
        Ok(HeaderLine::of(self)?.line())
    }

    /// Refuses a part of another job or another shard.
    pub(super) fn check(&self, found: &PartHeader, file: &Path) -> Result<(), JournalError> {
        let found = PartHeader { rows: None, ..found.clone() };
        let io = |error| JournalError::Io { file: file.to_owned(), error };
        let expected = HeaderLine::of(&PartHeader { rows: None, ..self.clone() }).map_err(io)?;
        let found = HeaderLine::of(&found).map_err(io)?;
        match expected.differences(found.table()) {
            differences if differences.is_empty() => Ok(()),
            differences => Err(JournalError::Other { file: file.to_owned(), differences }),
        }
    }
}

/// The first line of the journal of a part that is not complete.
#[derive(Serialize)]
#[serde(transparent)]
pub(super) struct PartialHeader<'a>(pub(super) &'a PartHeader);

impl Header for PartialHeader<'_> {
    const KIND: &'static str = "plywood-partial";
    const VERSION: u32 = 1;
}

/// The first line of a file of times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TimesHeader {
    shard: Shard,
    job: String,
}

impl Header for TimesHeader {
    const KIND: &'static str = "plywood-times";
    const VERSION: u32 = 1;
}

impl TimesHeader {
    pub(super) fn of(header: &PartHeader) -> TimesHeader {
        TimesHeader { shard: header.shard, job: header.job.clone() }
    }

    pub(super) fn line(&self) -> io::Result<Vec<u8>> {
        Ok(HeaderLine::of(self)?.line())
    }

    /// Whether a first line is this one.
    pub(super) fn is(&self, line: &str) -> bool {
        let is_kind = HeaderLine::of_kind::<TimesHeader>().read(line).is_ok();
        is_kind && serde_json::from_str(line).is_ok_and(|found: TimesHeader| found == *self)
    }
}
