//! Where the rows of a long job go: [`Log`].

use crate::{Journal, JournalError, Part};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Where the rows of a long job go.
#[derive(Debug)]
pub enum Log<R> {
    /// A journal, in the order in which they finish.
    Journal(Journal<R>),
    /// The file of a shard, in the order of their items.
    // Boxed because it is much larger than a journal.
    Part(Box<Part<R>>),
}

impl<R: Serialize + DeserializeOwned> Log<R> {
    /// Records finished items; they are on the disk when this returns.
    pub fn add(&mut self, rows: Vec<(usize, R)>) -> Result<(), JournalError> {
        match self {
            Log::Part(part) => part.add(&rows),
            Log::Journal(journal) => {
                journal.append(&rows.into_iter().map(|(_, row)| row).collect::<Vec<R>>())
            }
        }
    }

    /// Writes the file of a shard if all its items are done.
    pub fn finish(self) -> Result<(), JournalError> {
        match self {
            Log::Part(part) => part.finish().map(drop),
            Log::Journal(_) => Ok(()),
        }
    }
}
