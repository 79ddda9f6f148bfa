//! The first line of a journal: [`Header`].

use super::{Difference, JournalError};
use serde::Serialize;
use serde_json::{Map, Value};
use std::io;
use std::path::Path;

/// The kind of a journal and all settings that its rows depend on. Serialises as a table; the first line of
/// the file is this table after `"KIND": VERSION`.
pub trait Header: Serialize {
    /// The kind of file: `plywood-match`.
    const KIND: &'static str;
    /// The version of the format of its rows.
    const VERSION: u32;
}

/// A header after a round trip through its text, so that rounding makes no difference.
pub(crate) struct HeaderLine {
    kind: &'static str,
    version: u32,
    table: Map<String, Value>,
}

impl HeaderLine {
    pub(crate) fn of<H: Header>(header: &H) -> io::Result<HeaderLine> {
        let mut line = HeaderLine::of_kind::<H>();
        let text = serde_json::to_string(header)?;
        line.table.extend(serde_json::from_str::<Map<String, Value>>(&text)?);
        Ok(line)
    }

    /// Without the settings.
    pub(crate) fn of_kind<H: Header>() -> HeaderLine {
        let table = Map::from_iter([(H::KIND.to_owned(), Value::from(H::VERSION))]);
        HeaderLine { kind: H::KIND, version: H::VERSION, table }
    }

    /// The kind, the version and the settings.
    pub(crate) fn table(&self) -> &Map<String, Value> {
        &self.table
    }

    pub(crate) fn line(&self) -> Vec<u8> {
        format!("{}\n", Value::Object(self.table.clone())).into_bytes()
    }

    /// `"plywood-match": 2`.
    pub(crate) fn kind(&self) -> String {
        format!("\"{}\": {} in the first line", self.kind, self.version)
    }

    /// The table in a first line, if it is of this kind and version.
    pub(crate) fn read(&self, line: &str) -> Result<Map<String, Value>, String> {
        let found: Option<Map<String, Value>> = serde_json::from_str(line).ok();
        let allowed = self.kind();
        match found.as_ref().and_then(|table| table.get(self.kind)) {
            None => Err(format!("not the header of such a file; expected {allowed}")),
            Some(version) if version.as_u64() == Some(u64::from(self.version)) => {
                Ok(found.unwrap_or_default())
            }
            Some(version) => {
                let kind = self.kind;
                Err(format!("found \"{kind}\": {version}, expected {allowed}"))
            }
        }
    }

    /// Refuses a first line of another kind or with other settings.
    pub(crate) fn check(&self, line: &str, file: &Path) -> Result<(), JournalError> {
        let file = file.to_owned();
        let found = match self.read(line) {
            Ok(found) => found,
            Err(problem) => return Err(JournalError::BadLine { file, line: 1, problem }),
        };
        match self.differences(&found) {
            differences if differences.is_empty() => Ok(()),
            differences => Err(JournalError::Other { file, differences }),
        }
    }

    /// Whether bytes without a line end can be the start of a header of this kind.
    pub(crate) fn may_begin_with(&self, bytes: &[u8]) -> bool {
        let begin = format!("{{\"{}\":{}", self.kind, self.version).into_bytes();
        begin.starts_with(bytes) || bytes.starts_with(&begin)
    }

    /// Whether a file has a header of this kind and no rows.
    pub(crate) fn is_alone_in(&self, bytes: &[u8]) -> bool {
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        let line = text.strip_suffix('\n').filter(|line| !line.contains('\n'));
        line.is_some_and(|line| self.read(line).is_ok())
    }

    pub(crate) fn differences(&self, found: &Map<String, Value>) -> Vec<Difference> {
        let mut differences = Vec::new();
        compare("", found, &self.table, &mut differences);
        differences
    }
}

fn compare(
    above: &str,
    found: &Map<String, Value>,
    expected: &Map<String, Value>,
    differences: &mut Vec<Difference>,
) {
    let names = found.keys().chain(expected.keys().filter(|name| !found.contains_key(*name)));
    for name in names {
        let key = if above.is_empty() { name.clone() } else { format!("{above}.{name}") };
        let value = |table: &Map<String, Value>| table.get(name).cloned().unwrap_or_default();
        match (value(found), value(expected)) {
            (Value::Object(found), Value::Object(expected)) => {
                compare(&key, &found, &expected, differences);
            }
            (found, expected) if found != expected => {
                let (found, expected) = (found.to_string(), expected.to_string());
                differences.push(Difference { key, found, expected });
            }
            _ => {}
        }
    }
}
