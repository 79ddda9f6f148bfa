//! The tree behind a [`Document`](super::Document): TOML values that know their place.

use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Where a key or value came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A line, counted from 1, of the file with this index.
    Line { file: usize, line: usize },
    /// The `--set` with this index.
    Set(usize),
}

/// A value and where it was written.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub value: Value,
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub(super) enum Value {
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Table(Vec<Entry>),
    /// `--set key=`: the key is to be removed, once it is known to be a valid one.
    Removed,
}

/// A key of a table with its value, in the order of the file.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub key: String,
    pub origin: Origin,
    pub node: Node,
}

/// One step from a table or list to what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    Key(String),
    Index(usize),
}

/// `search.null-move`, `case[2].expect`; empty for the whole document.
pub(super) fn path_text(path: &[Segment]) -> String {
    let mut text = String::new();
    for segment in path {
        match segment {
            Segment::Key(key) if text.is_empty() => text.push_str(key),
            Segment::Key(key) => {
                text.push('.');
                text.push_str(key);
            }
            Segment::Index(index) => text.push_str(&format!("[{index}]")),
        }
    }
    text
}

/// Reads what [`path_text`] writes. Text that is no path becomes one key, which no table holds.
pub(super) fn parse_path(text: &str) -> Vec<Segment> {
    let mut path = Vec::new();
    for part in text.split('.').filter(|part| !part.is_empty()) {
        let (key, indices) = part.split_once('[').unwrap_or((part, ""));
        path.push(Segment::Key(key.to_owned()));
        let indices = indices.split(']').map(|index| index.trim_start_matches('['));
        path.extend(indices.filter_map(|index| index.parse().ok()).map(Segment::Index));
    }
    path
}

impl Node {
    /// The entries of a table; empty for anything else.
    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Table(entries) => entries,
            _ => &[],
        }
    }

    /// What a step leads to.
    pub(crate) fn child(&self, segment: &Segment) -> Option<&Node> {
        match (&self.value, segment) {
            (Value::Table(entries), Segment::Key(key)) => {
                entries.iter().find(|entry| entry.key == *key).map(|entry| &entry.node)
            }
            (Value::List(items), Segment::Index(index)) => items.get(*index),
            _ => None,
        }
    }

    /// What a path leads to.
    pub(crate) fn descendant(&self, path: &[Segment]) -> Option<&Node> {
        path.iter().try_fold(self, |node, segment| node.child(segment))
    }

    /// Where the last existing step of a path was written, and how many steps exist.
    pub(crate) fn origin_along(&self, path: &[Segment]) -> (usize, Option<Origin>) {
        let mut node = self;
        let mut origin = None;
        for (depth, segment) in path.iter().enumerate() {
            let Some(child) = node.child(segment) else { return (depth, origin) };
            origin = Some(match segment {
                Segment::Key(key) => node
                    .entries()
                    .iter()
                    .find(|entry| entry.key == *key)
                    .map_or(child.origin, |entry| entry.origin),
                Segment::Index(_) => child.origin,
            });
            node = child;
        }
        (path.len(), origin)
    }

    /// The path to the first value, this one included, that satisfies the condition. The step that
    /// leads to it is passed along, `None` for the start.
    pub(crate) fn find(
        &self,
        condition: &dyn Fn(Option<&Segment>, &Node) -> bool,
    ) -> Option<Vec<Segment>> {
        fn walk(
            node: &Node,
            step: Option<&Segment>,
            condition: &dyn Fn(Option<&Segment>, &Node) -> bool,
            path: &mut Vec<Segment>,
        ) -> bool {
            if condition(step, node) {
                return true;
            }
            let children: Vec<(Segment, &Node)> = match &node.value {
                Value::Table(entries) => {
                    entries.iter().map(|e| (Segment::Key(e.key.clone()), &e.node)).collect()
                }
                Value::List(items) => {
                    items.iter().enumerate().map(|(i, n)| (Segment::Index(i), n)).collect()
                }
                _ => Vec::new(),
            };
            for (segment, child) in children {
                path.push(segment);
                let step = path.last().cloned();
                if walk(child, step.as_ref(), condition, path) {
                    return true;
                }
                path.pop();
            }
            false
        }
        let mut path = Vec::new();
        walk(self, None, condition, &mut path).then_some(path)
    }

    /// Counts the files of every origin from `first` instead of 0.
    pub(crate) fn renumber_files(&mut self, first: usize) {
        let renumber = |origin: &mut Origin| {
            if let Origin::Line { file, .. } = origin {
                *file += first;
            }
        };
        renumber(&mut self.origin);
        match &mut self.value {
            Value::Table(entries) => {
                for entry in entries {
                    renumber(&mut entry.origin);
                    entry.node.renumber_files(first);
                }
            }
            Value::List(items) => items.iter_mut().for_each(|item| item.renumber_files(first)),
            _ => {}
        }
    }

    /// Takes out what a path leads to.
    pub(crate) fn remove(&mut self, path: &[Segment]) {
        match (path, &mut self.value) {
            ([Segment::Key(key)], Value::Table(entries)) => {
                entries.retain(|entry| entry.key != *key);
            }
            ([Segment::Key(key), rest @ ..], Value::Table(entries)) => {
                if let Some(entry) = entries.iter_mut().find(|entry| entry.key == *key) {
                    entry.node.remove(rest);
                }
            }
            ([Segment::Index(index), rest @ ..], Value::List(items)) => {
                if let Some(item) = items.get_mut(*index) {
                    item.remove(rest);
                }
            }
            _ => {}
        }
    }
}

/// As one would write it in a file, on one line.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Value::Boolean(value) => value.fmt(f),
            Value::Integer(value) => value.fmt(f),
            Value::Float(value) => write!(f, "{value:?}"),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::List(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if index == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
            Value::Table(entries) => {
                f.write_str("{")?;
                for (index, entry) in entries.iter().enumerate() {
                    let comma = if index == 0 { " " } else { ", " };
                    write!(f, "{comma}{} = {}", entry.key, entry.node)?;
                }
                f.write_str(" }")
            }
            Value::Removed => f.write_str("nothing"),
        }
    }
}

/// The lines of a text, to turn byte offsets into line numbers.
pub(super) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let after_breaks =
            text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        Lines { starts: std::iter::once(0).chain(after_breaks).collect() }
    }

    /// Line and column, both from 1, the column in bytes.
    pub(crate) fn place(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        (line, offset - self.starts[line - 1] + 1)
    }
}

/// A value with its origin; the error is the text of a number that TOML allows but no `i64` or
/// `f64` can hold, and its place.
pub(super) fn from_toml(
    value: &Spanned<DeValue<'_>>,
    origin_at: &dyn Fn(usize) -> Origin,
) -> Result<Node, (String, Origin)> {
    let origin = origin_at(value.span().start);
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            let parsed = i64::from_str_radix(number.as_str(), number.radix());
            Value::Integer(parsed.map_err(|_| (number.to_string(), origin))?)
        }
        DeValue::Float(number) => {
            let parsed = number.as_str().parse();
            Value::Float(parsed.map_err(|_| (number.to_string(), origin))?)
        }
        DeValue::Boolean(value) => Value::Boolean(*value),
        DeValue::Datetime(value) => Value::Text(value.to_string()),
        DeValue::Array(items) => Value::List(
            items.iter().map(|item| from_toml(item, origin_at)).collect::<Result<_, _>>()?,
        ),
        DeValue::Table(table) => table_from_toml(table, origin_at)?,
    };
    Ok(Node { value, origin })
}

/// A table in the order of the file; see [`from_toml`].
pub(super) fn table_from_toml(
    table: &DeTable<'_>,
    origin_at: &dyn Fn(usize) -> Origin,
) -> Result<Value, (String, Origin)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let entries = entries.into_iter().map(|(key, value)| {
        Ok(Entry {
            key: key.get_ref().to_string(),
            origin: origin_at(key.span().start),
            node: from_toml(value, origin_at)?,
        })
    });
    Ok(Value::Table(entries.collect::<Result<_, _>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_reads_back_as_it_was_written() {
        for text in ["search.depth", "case[2].expect", "a[0][1].b", ""] {
            assert_eq!(path_text(&parse_path(text)), text);
        }
    }

    #[test]
    fn offsets_become_lines_and_columns_from_one() {
        let lines = Lines::new("ab\nc\n");
        assert_eq!(lines.place(0), (1, 1));
        assert_eq!(lines.place(2), (1, 3));
        assert_eq!(lines.place(3), (2, 1));
        assert_eq!(lines.place(5), (3, 1));
    }
}
