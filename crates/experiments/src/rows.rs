//! The rows of an experiment: [`Rows`].

use serde_json::{Map, Value};

/// A result of a run: the labels of its cell, `repetition` if there are several, what the verb printed, and the
/// other fields of the axis values. Of several fields with the same name the first is kept.
pub(crate) type Row = Map<String, Value>;

/// All rows by the name of their run, in the order in which they ran.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows(Vec<(String, Vec<Row>)>);

impl Rows {
    /// Adds a row to a run.
    pub fn push(&mut self, run: &str, row: Row) {
        match self.0.iter_mut().find(|(name, _)| name == run) {
            Some((_, rows)) => rows.push(row),
            None => self.0.push((run.to_owned(), vec![row])),
        }
    }

    /// The rows of a run; `None` if it has none.
    pub fn of(&self, run: &str) -> Option<&[Row]> {
        self.0.iter().find(|(name, _)| name == run).map(|(_, rows)| rows.as_slice())
    }

    /// Every run with its rows.
    pub fn runs(&self) -> impl Iterator<Item = (&str, &[Row])> {
        self.0.iter().map(|(name, rows)| (name.as_str(), rows.as_slice()))
    }
}

/// A value as text without quotes.
pub(crate) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
