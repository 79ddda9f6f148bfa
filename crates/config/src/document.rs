//! A TOML text in which every key remembers its place: [`Document`].

use super::deserialize::{Objection, Reader, Reason};
use super::error::{ConfigError, ConfigErrorKind, ConfigProblem, nearest, shortened};
use super::node::{
    Lines, Node, Origin, Segment, Value, from_toml, parse_path, path_text, table_from_toml,
};
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// Files larger than this are refused: no configuration or fixture comes near.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Keys nested deeper than this in a `--set` are refused.
const MAX_SET_KEYS: usize = 16;

/// A TOML text, the texts below it and the `--set`s above it, not yet typed.
#[derive(Clone, Debug)]
pub struct Document {
    /// The files, the lowest first.
    files: Vec<Source>,
    root: Node,
    /// The changes that were applied.
    sets: Vec<Assignment>,
    /// No value may name a file.
    sealed: bool,
}

/// A text that is part of a document.
#[derive(Clone, Debug)]
struct Source {
    /// What errors call it.
    name: String,
    /// Paths in it are relative to this folder.
    folder: PathBuf,
}

/// A change to a configuration, `key.path=value`, and where it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// `--set search.depth=6`, or the place in a file that holds it.
    pub place: String,
    /// `search.depth=6`.
    pub text: String,
    /// A path in the value is relative to this folder; empty for the current one.
    pub folder: PathBuf,
}

impl Assignment {
    /// `level=NUMBER`, asked for at this place.
    pub fn level(place: String, number: &str) -> Assignment {
        Assignment { place, ..format!("level={number}").as_str().into() }
    }
}

/// From the command line.
impl From<&str> for Assignment {
    fn from(text: &str) -> Self {
        Assignment {
            place: format!("--set {}", shortened(text)),
            text: text.to_owned(),
            folder: PathBuf::new(),
        }
    }
}

/// Reads a text file of bounded size.
pub fn read_text(path: &Path) -> Result<String, ConfigError> {
    files::read_text(path, MAX_FILE_BYTES).map_err(|error| {
        ConfigError::new(error.place(path), None, ConfigErrorKind::Unreadable(error))
    })
}

impl Document {
    /// Parses a text; errors call it `name`. Paths in it are relative to the current folder.
    pub fn parse(name: impl Into<String>, text: &str) -> Result<Self, ConfigError> {
        Document::parse_in(PathBuf::new(), name.into(), text)
    }

    /// Reads and parses a file.
    pub fn open(path: &Path) -> Result<Self, ConfigError> {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Document::parse_in(folder, path.display().to_string(), &read_text(path)?)
    }

    fn parse_in(folder: PathBuf, name: String, text: &str) -> Result<Self, ConfigError> {
        let lines = Lines::new(text);
        let table = DeTable::parse(text).map_err(|error| {
            let (line, column) = lines.place(error.span().map_or(0, |span| span.start));
            let message = error.message().trim().replace('\n', "; ");
            let place = format!("{name}:{line}:{column}");
            ConfigError::new(place, None, ConfigErrorKind::Syntax(message))
        })?;
        let origin_at = |offset| Origin::Line { file: 0, line: lines.place(offset).0 };
        let value = table_from_toml(table.get_ref(), &origin_at).map_err(|(number, origin)| {
            let Origin::Line { line, .. } = origin else {
                return number_error(name.clone(), number);
            };
            number_error(format!("{name}:{line}"), number)
        })?;
        let root = Node { value, origin: Origin::Line { file: 0, line: 1 } };
        Ok(Document { files: vec![Source { name, folder }], root, sets: Vec::new(), sealed: false })
    }

    /// Lays this document over another; the [crate documentation](crate) states the rule.
    pub fn over(mut self, mut base: Document) -> Document {
        self.root.renumber_files(base.files.len());
        base.files.extend(self.files);
        base.root.overlay(self.root);
        let sealed = self.sealed || base.sealed;
        Document { files: base.files, root: base.root, sets: base.sets, sealed }
    }

    /// The document of a text that does not come from the user of this machine: it may name no files.
    pub(super) fn sealed(self) -> Document {
        Document { sealed: true, ..self }
    }

    pub(super) fn is_sealed(&self) -> bool {
        self.sealed
    }

    /// Takes a key of the outermost table out of the document.
    pub(super) fn remove(&mut self, key: &str) {
        self.root.remove(&[Segment::Key(key.to_owned())]);
    }

    /// The folder that paths of the uppermost file are relative to.
    pub(super) fn folder(&self) -> &Path {
        self.files.last().map_or(Path::new(""), |file| &file.folder)
    }

    /// Where a file lies that the value of `key` names: a path is relative to the file in which it is
    /// written, and on the command line to the current folder. A text that may name no files
    /// ([`Embedded::overlay`](crate::Embedded::overlay)) is refused.
    pub fn path_of(&self, key: &str, file: &Path) -> Result<PathBuf, ConfigProblem> {
        if self.sealed {
            let found = shortened(&file.display().to_string());
            return Err(ConfigProblem::new(key, found, "no file: this text may not name any"));
        }
        let folder = match self.root.origin_along(&parse_path(key)).1 {
            Some(Origin::Line { file, .. }) => &self.files[file].folder,
            Some(Origin::Set(index)) => &self.sets[index].folder,
            None => self.folder(),
        };
        Ok(folder.join(file))
    }

    /// Applies one `--set key.path=value`; see the [module](super) for what it accepts.
    pub fn set(&mut self, assignment: &str) -> Result<(), ConfigError> {
        self.assign(&assignment.into())
    }

    /// Applies a change: lays a document with one value over this one.
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
        self.sets.push(assignment.clone());
        self.root.overlay(Node::nested(&keys, Node { value, origin }));
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

    /// Gives a problem that was found after reading its place: the line or `--set` of its key or, if
    /// the key is written nowhere, of its table.
    pub fn locate(&self, problem: ConfigProblem) -> ConfigError {
        self.root().locate(problem)
    }

    /// An origin in words.
    fn place(&self, origin: Option<Origin>) -> String {
        match origin {
            Some(Origin::Line { file, line }) => format!("{}:{line}", self.files[file].name),
            Some(Origin::Set(index)) => self.sets[index].place.clone(),
            None => self.files.last().map(|file| file.name.clone()).unwrap_or_default(),
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

    /// This section as a document of its own: its keys become the outermost ones.
    pub(super) fn document(&self) -> Document {
        let Document { files, sets, .. } = self.document.clone();
        Document { files, root: self.node.clone(), sets, sealed: self.document.sealed }
    }

    /// Where this section was written: `x.toml:4: case[0].set[1]`.
    pub fn place(&self) -> String {
        let (_, origin) = self.document.root.origin_along(&self.path);
        format!("{}: {}", self.document.place(origin), path_text(&self.path))
    }

    /// The changes that a list of `key.path=value` strings asks for; a document without the key
    /// asks for none.
    pub fn assignments(&self, key: &str) -> Result<Vec<Assignment>, ConfigError> {
        let Some(list) = self.get(key) else { return Ok(Vec::new()) };
        let texts: Vec<String> = list.read()?;
        let folder = self.document.folder();
        let items = list.items().into_iter().map(|item| item.place());
        let assignment = |(place, text)| Assignment { place, text, folder: folder.to_owned() };
        Ok(items.zip(texts).map(assignment).collect())
    }

    /// The typed value of this section.
    pub fn read<C: DeserializeOwned>(&self) -> Result<C, ConfigError> {
        self.read_without(&[])
    }

    /// The typed value of this table without the keys in `elsewhere`, which others read.
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
        Err(self.error_at(&path, unknown_key(&entry.key, allowed)))
    }

    fn error_at(&self, path: &[Segment], kind: ConfigErrorKind) -> ConfigError {
        let (_, origin) = self.document.root.origin_along(path);
        ConfigError::new(self.document.place(origin), Some(path_text(path)), kind)
    }

    /// Turns what serde said into a place and a reason. Inside an enum with a tag serde reads from a
    /// copy and the path ends at the table; the culprit is then searched below it.
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
                let has_key = |node: &Node| node.entries().iter().any(|entry| entry.key == key);
                match root.descendant(&path).is_some_and(has_key) {
                    true => path.push(wanted),
                    false => search_below(&mut path, &|step, _| step == Some(&wanted)),
                }
                let mut names =
                    if path.len() == self.path.len() + 1 { elsewhere.to_vec() } else { Vec::new() };
                names.extend(allowed);
                unknown_key(&key, &names)
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

fn unknown_key(key: &str, allowed: &[&str]) -> ConfigErrorKind {
    ConfigErrorKind::UnknownKey {
        allowed: allowed.iter().map(|&key| key.to_owned()).collect(),
        suggestion: nearest(key, allowed.iter().copied()).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests;
