//! Configurations that are compiled into a program and chosen by name: [`Embedded`].

use super::document::{Assignment, Document};
use super::error::{ConfigError, ConfigErrorKind, nearest, shortened};
use super::level;
use std::path::{Path, PathBuf};

/// What a file without a `base` builds on.
const DEFAULT: &str = "default";
/// The `base` of a file that builds on nothing.
const NONE: &str = "none";

/// The files of `configs/<name>/`, compiled in, so that a program has them wherever it runs.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// Name (without `.toml`) and text of each configuration; `default` is one of them.
    pub files: &'static [(&'static str, &'static str)],
    /// The text of `levels.toml`, if there is one.
    pub levels: Option<&'static str>,
}

/// Compiles the files of a folder of this package into an [`Embedded`]: their names, and `levels` if
/// the folder has a `levels.toml`.
///
/// ```ignore
/// const CONFIGS: Embedded = config::embed!("configs": "default", "plain", "lab"; levels);
/// ```
#[macro_export]
macro_rules! embed {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        $crate::Embedded { files: &[$(($name, $crate::embed!(@text $folder, $name))),+], levels: None }
    };
    ($folder:literal: $($name:literal),+ $(,)?; levels) => {
        $crate::Embedded {
            files: &[$(($name, $crate::embed!(@text $folder, $name))),+],
            levels: Some($crate::embed!(@text $folder, "levels")),
        }
    };
    (@text $folder:literal, $name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $name, ".toml"))
    };
}

/// A configuration as a user names it: one of the [`Embedded`] names, or a file.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The name or path.
    pub text: String,
    /// Where it was chosen: `--config lab-v1`, `x.toml:3: base`.
    pub place: String,
    /// A path is relative to this folder.
    pub folder: PathBuf,
}

impl Choice {
    /// The value of an option of the command line.
    pub fn option(option: &str, text: &str) -> Choice {
        let place = format!("{option} {}", shortened(text));
        Choice { text: text.to_owned(), place, folder: PathBuf::new() }
    }
}

/// What a [`Choice`] turns out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Found {
    Embedded(&'static str, &'static str),
    File(PathBuf),
}

impl Found {
    fn open(&self) -> Result<Document, ConfigError> {
        match self {
            Found::Embedded(name, text) => Document::parse(format!("built-in {name}.toml"), text),
            Found::File(path) => Document::open(path),
        }
    }

    fn name(&self) -> String {
        match self {
            Found::Embedded(name, _) => (*name).to_owned(),
            Found::File(path) => path.display().to_string(),
        }
    }

    /// Whether both are the same file, whatever path leads to it.
    fn is(&self, other: &Found) -> bool {
        match (self, other) {
            (Found::File(one), Found::File(other)) => {
                let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
                real(one) == real(other)
            }
            _ => self == other,
        }
    }
}

impl Embedded {
    /// Configurations without levels, for a program that needs no folder of them.
    pub const fn new(files: &'static [(&'static str, &'static str)]) -> Embedded {
        Embedded { files, levels: None }
    }

    /// Name and description of every configuration; the description is the first line of the file, if
    /// that is a comment.
    pub fn list(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.files.iter().map(|(name, text)| {
            let first = text.lines().next().unwrap_or_default();
            (*name, first.strip_prefix('#').unwrap_or_default().trim())
        })
    }

    /// The keys that every configuration may have beside those of its type. They are gone from
    /// [`document`](Embedded::document), but an error about an unknown key lists them.
    pub fn own_keys(&self) -> &'static [&'static str] {
        if self.levels.is_some() { &["base", "level"] } else { &["base"] }
    }

    /// The chosen configuration (`default` if there is no choice) over its bases, with its level and
    /// then the `--set`s applied.
    pub fn document(
        &self,
        choice: Option<&Choice>,
        sets: &[Assignment],
    ) -> Result<Document, ConfigError> {
        let found = match choice {
            Some(choice) => self.find(choice)?,
            None => self.find(&Choice::option("--config", DEFAULT))?,
        };
        let files = self.layers(found, &mut Vec::new())?;
        match self.levels {
            Some(levels) => level::apply(levels, files, sets),
            None => with_sets(files, sets),
        }
    }

    fn find(&self, choice: &Choice) -> Result<Found, ConfigError> {
        if let Some((name, text)) = self.files.iter().find(|(name, _)| *name == choice.text) {
            return Ok(Found::Embedded(name, text));
        }
        let path = choice.folder.join(&choice.text);
        let refuse = |kind| Err(ConfigError::new(&choice.place, None, kind));
        if looks_like_path(&choice.text) {
            let is_there = path.exists();
            return if is_there {
                Ok(Found::File(path))
            } else {
                refuse(ConfigErrorKind::NoSuchFile)
            };
        }
        if path.is_file() {
            return Ok(Found::File(path));
        }
        let names: Vec<String> = self.files.iter().map(|(name, _)| (*name).to_owned()).collect();
        let suggestion = nearest(&choice.text, self.files.iter().map(|(name, _)| *name));
        let suggestion = suggestion.map(str::to_owned);
        refuse(ConfigErrorKind::UnknownConfig { names, suggestion })
    }

    /// The document of a file over those of its bases. `above` are the files that build on this one.
    fn layers(&self, found: Found, above: &mut Vec<Found>) -> Result<Document, ConfigError> {
        let mut document = found.open()?;
        let is_default = matches!(found, Found::Embedded(DEFAULT, _));
        above.push(found);
        let base = match base(&document)? {
            Some(base) if base.text == NONE => None,
            Some(base) => Some(base),
            None if is_default => None,
            None => Some(Choice::option("base", DEFAULT)),
        };
        document.remove("base");
        let Some(base) = base else { return Ok(document) };
        let below = self.find(&base)?;
        if let Some(first) = above.iter().position(|found| found.is(&below)) {
            let names = above[first..].iter().chain([&below]).map(Found::name).collect();
            return Err(ConfigError::new(base.place, None, ConfigErrorKind::CircularBase(names)));
        }
        Ok(document.over(self.layers(below, above)?))
    }
}

/// What a document says that it builds on.
fn base(document: &Document) -> Result<Option<Choice>, ConfigError> {
    let Some(section) = document.root().get("base") else { return Ok(None) };
    let folder = document.folder().to_owned();
    Ok(Some(Choice { text: section.read()?, place: section.place(), folder }))
}

/// Whether a text is meant as a path: it has a separator or ends in `.toml`.
fn looks_like_path(text: &str) -> bool {
    text.contains(std::path::is_separator) || text.ends_with(".toml")
}

/// The document with these changes.
pub(super) fn with_sets(
    mut document: Document,
    sets: &[Assignment],
) -> Result<Document, ConfigError> {
    sets.iter().try_for_each(|set| document.assign(set))?;
    Ok(document)
}

#[cfg(test)]
mod tests;
