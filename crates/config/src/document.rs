//! A TOML text that remembers where everything stands: [`Document`].

use super::deserialize::{Objection, Reader, Reason};
use super::error::{ConfigError, ConfigErrorKind, ConfigProblem, nearest, shortened};
use super::node::{
    Entry, Lines, Node, Origin, Segment, Value, from_toml, parse_path, path_text, table_from_toml,
};
use serde::de::DeserializeOwned;
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// Files larger than this are refused: no configuration or fixture comes near.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Keys nested deeper than this in a `--set` are refused.
const MAX_SET_KEYS: usize = 16;

/// A parsed TOML text, changed by `--set`s, not yet typed.
#[derive(Clone, Debug)]
pub struct Document {
    name: String,
    root: Node,
    /// Where each change came from.
    sets: Vec<String>,
}

/// A change to a configuration, `key.path=value`, and where it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// `--set search.depth=6`, or the place in a file that holds it.
    pub place: String,
    /// `search.depth=6`.
    pub text: String,
}

/// From the command line.
impl From<&str> for Assignment {
    fn from(text: &str) -> Self {
        Assignment { place: format!("--set {}", shortened(text)), text: text.to_owned() }
    }
}

/// Reads a text file of bounded size.
pub fn read_text(path: &Path) -> Result<String, ConfigError> {
    files::read_text(path, MAX_FILE_BYTES).map_err(|error| {
        ConfigError::new(error.place(path), None, ConfigErrorKind::Unreadable(error))
    })
}

impl Document {
    /// Parses a text; `name` stands for it in errors.
    pub fn parse(name: impl Into<String>, text: &str) -> Result<Self, ConfigError> {
        let name = name.into();
        let lines = Lines::new(text);
        let table = DeTable::parse(text).map_err(|error| {
            let (line, column) = lines.place(error.span().map_or(0, |span| span.start));
            let message = error.message().trim().replace('\n', "; ");
            let place = format!("{name}:{line}:{column}");
            ConfigError::new(place, None, ConfigErrorKind::Syntax(message))
        })?;
        let origin_at = |offset| Origin::Line(lines.place(offset).0);
        let value = table_from_toml(table.get_ref(), &origin_at).map_err(|(number, origin)| {
            let Origin::Line(line) = origin else { return number_error(name.clone(), number) };
            number_error(format!("{name}:{line}"), number)
        })?;
        Ok(Document { name, root: Node { value, origin: Origin::Line(1) }, sets: Vec::new() })
    }

    /// Reads and parses a file.
    pub fn open(path: &Path) -> Result<Self, ConfigError> {
        Document::parse(path.display().to_string(), &read_text(path)?)
    }

    /// Applies one `--set key.path=value`; see the [module](super) for what it accepts.
    pub fn set(&mut self, assignment: &str) -> Result<(), ConfigError> {
        self.assign(&assignment.into())
    }

    /// Applies a change from wherever it came.
    pub fn assign(&mut self, assignment: &Assignment) -> Result<(), ConfigError> {
        let place = &assignment.place;
        let is_key = |key: &str| {
            !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
        };
        let bad = || ConfigError::new(place, None, ConfigErrorKind::BadAssignment);
        let (keys, value) = assignment.text.split_once('=').ok_or_else(bad)?;
        let keys: Vec<&str> = keys.trim().split('.').collect();
        if keys.len() > MAX_SET_KEYS || !keys.iter().all(|key| is_key(key)) {
            return Err(bad());
        }
        let origin = Origin::Set(self.sets.len());
        let value = match value.trim() {
            "" => Value::Removed,
            text => match DeValue::parse(text) {
                Ok(value) => {
                    from_toml(&value, &|_| origin)
                        .map_err(|(number, _)| number_error(place.clone(), number))?
                        .value
                }
                Err(_) => Value::Text(text.to_owned()),
            },
        };
        self.sets.push(place.clone());
        self.root.insert(&keys, Node { value, origin });
        Ok(())
    }

    /// The typed value of the whole document.
    pub fn read<C: DeserializeOwned>(&self) -> Result<C, ConfigError> {
        self.root().read()
    }

    /// The whole document as a [`Section`].
    pub fn root(&self) -> Section<'_> {
        Section { document: self, node: &self.root, path: Vec::new() }
    }

    /// Gives a problem found after reading its place: the line or `--set` of its key or, if the key
    /// is not written anywhere, of its table.
    pub fn locate(&self, problem: ConfigProblem) -> ConfigError {
        self.root().locate(problem)
    }

    /// The text of where something stands.
    fn place(&self, origin: Option<Origin>) -> String {
        match origin {
            Some(Origin::Line(line)) => format!("{}:{line}", self.name),
            Some(Origin::Set(index)) => self.sets[index].clone(),
            None => self.name.clone(),
        }
    }
}

fn number_error(place: String, number: String) -> ConfigError {
    let found = shortened(&number);
    let allowed = "a number of at most 64 bits".to_owned();
    let kind = ConfigErrorKind::BadValue { found, allowed, suggestion: None };
    ConfigError::new(place, None, kind)
}

/// A part of a [`Document`] that is read on its own: one case of a fixture.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    document: &'a Document,
    node: &'a Node,
    path: Vec<Segment>,
}

impl<'a> Section<'a> {
    /// The value of a key of this table.
    pub fn get(&self, key: &str) -> Option<Section<'a>> {
        self.step(Segment::Key(key.to_owned()))
    }

    /// The items, if this is a list; empty otherwise.
    pub fn items(&self) -> Vec<Section<'a>> {
        let Value::List(items) = &self.node.value else { return Vec::new() };
        (0..items.len()).filter_map(|index| self.step(Segment::Index(index))).collect()
    }

    /// The keys, if this is a table; empty otherwise.
    pub fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.node.entries().iter().map(|entry| entry.key.as_str())
    }

    fn step(&self, segment: Segment) -> Option<Section<'a>> {
        let node = self.node.child(&segment)?;
        let mut path = self.path.clone();
        path.push(segment);
        Some(Section { document: self.document, node, path })
    }

    /// Where this section stands: `x.toml:4: case[0].set[1]`.
    pub fn place(&self) -> String {
        let (_, origin) = self.document.root.origin_along(&self.path);
        format!("{}: {}", self.document.place(origin), path_text(&self.path))
    }

    /// The changes that a list of `key.path=value` strings asks for; a document without the key
    /// asks for none.
    pub fn assignments(&self, key: &str) -> Result<Vec<Assignment>, ConfigError> {
        let Some(list) = self.get(key) else { return Ok(Vec::new()) };
        let texts: Vec<String> = list.read()?;
        let items = list.items().into_iter().map(|item| item.place());
        Ok(items.zip(texts).map(|(place, text)| Assignment { place, text }).collect())
    }

    /// The typed value of this section.
    pub fn read<C: DeserializeOwned>(&self) -> Result<C, ConfigError> {
        self.read_without(&[])
    }

    /// The typed value of this table without the keys in `elsewhere`, which someone else reads.
    pub fn read_without<C: DeserializeOwned>(&self, elsewhere: &[&str]) -> Result<C, ConfigError> {
        let mut node = self.node.clone();
        loop {
            let objection = match C::deserialize(Reader { node: &node, elsewhere }) {
                Ok(value) => return Ok(value),
                Err(objection) => objection,
            };
            let Reason::Removed = objection.reason else {
                return Err(self.explain(objection, elsewhere));
            };
            let is_removed =
                |_: Option<&Segment>, node: &Node| matches!(node.value, Value::Removed);
            let Some(path) = node.find(&is_removed) else {
                return Err(self.explain(objection, elsewhere));
            };
            node.remove(&path);
        }
    }

    /// Gives a problem with a key of this section its place.
    pub fn locate(&self, problem: ConfigProblem) -> ConfigError {
        let mut path = self.path.clone();
        path.extend(parse_path(&problem.key));
        let kind = ConfigErrorKind::BadValue {
            found: problem.found,
            allowed: problem.allowed,
            suggestion: None,
        };
        self.error_at(&path, kind)
    }

    /// Refuses a key of this table that is none of `allowed`.
    pub fn refuse_unknown_keys(&self, allowed: &[&str]) -> Result<(), ConfigError> {
        let unknown = self.node.entries().iter().find(|e| !allowed.contains(&e.key.as_str()));
        let Some(entry) = unknown else { return Ok(()) };
        let mut path = self.path.clone();
        path.push(Segment::Key(entry.key.clone()));
        Err(self.error_at(&path, unknown_key(entry, allowed)))
    }

    fn error_at(&self, path: &[Segment], kind: ConfigErrorKind) -> ConfigError {
        let (_, origin) = self.document.root.origin_along(path);
        ConfigError::new(self.document.place(origin), Some(path_text(path)), kind)
    }

    /// Turns what serde said into a place and a reason. Inside an enum that is told apart by a key
    /// of its table serde reads from a copy and the path ends at the table; what was found is then
    /// searched below it.
    fn explain(&self, objection: Objection, elsewhere: &[&str]) -> ConfigError {
        let mut path = self.path.clone();
        path.extend(objection.path.into_iter().rev());
        let root = &self.document.root;
        let search_below =
            |path: &mut Vec<Segment>, wanted: &dyn Fn(Option<&Segment>, &Node) -> bool| {
                if let Some(rest) = root.descendant(path).and_then(|node| node.find(wanted)) {
                    path.extend(rest);
                }
            };
        let kind = match objection.reason {
            Reason::UnknownKey { key, allowed } => {
                let wanted = Segment::Key(key.clone());
                search_below(&mut path, &|step, _| step == Some(&wanted));
                let (parent, _) = path.split_at(path.len().saturating_sub(1));
                let siblings = root.descendant(parent).map_or(&[][..], Node::entries);
                let mut names =
                    if path.len() == self.path.len() + 1 { elsewhere.to_vec() } else { Vec::new() };
                names.extend(allowed);
                match siblings.iter().find(|entry| entry.key == key) {
                    Some(entry) => unknown_key(entry, &names),
                    None => ConfigErrorKind::Refused(format!("unknown key {key:?}")),
                }
            }
            Reason::UnknownName { found, allowed } => {
                let is_found = |node: &Node| matches!(&node.value, Value::Text(t) if *t == found);
                search_below(&mut path, &|_, node| is_found(node));
                ConfigErrorKind::BadValue {
                    suggestion: nearest(&found, allowed.iter().copied()).map(str::to_owned),
                    found: shortened(&format!("{found:?}")),
                    allowed: allowed.join(", "),
                }
            }
            Reason::WrongValue { found, allowed } => {
                search_below(&mut path, &|_, node| node.to_string() == found);
                // serde says only that it found a table or list; the file says which.
                let found = match root.descendant(&path) {
                    Some(node) if found == "a table" || found == "a list" => node.to_string(),
                    _ => found,
                };
                ConfigErrorKind::BadValue { found: shortened(&found), allowed, suggestion: None }
            }
            Reason::MissingKey(key) => {
                path.push(Segment::Key(key.to_owned()));
                ConfigErrorKind::MissingKey
            }
            Reason::Removed => ConfigErrorKind::Refused("cannot be removed".to_owned()),
            Reason::Other(message) => ConfigErrorKind::Refused(message),
        };
        self.error_at(&path, kind)
    }
}

fn unknown_key(entry: &Entry, allowed: &[&str]) -> ConfigErrorKind {
    let found = match &entry.node.value {
        Value::Table(_) => format!("[{}]", entry.key),
        Value::List(items) if matches!(items[..], [Node { value: Value::Table(_), .. }, ..]) => {
            format!("[[{}]]", entry.key)
        }
        Value::Removed => entry.key.clone(),
        _ => format!("{} = {}", entry.key, entry.node),
    };
    ConfigErrorKind::UnknownKey {
        found: shortened(&found),
        allowed: allowed.iter().map(|&key| key.to_owned()).collect(),
        suggestion: nearest(&entry.key, allowed.iter().copied()).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests;
