//! Configurations that are compiled into a program and chosen by name: [`Embedded`].

use super::document::{Assignment, Document};
use super::error::{ConfigError, ConfigErrorKind, nearest, shortened};
use super::level;
use std::path::{Path, PathBuf};

/// The base of a file that names none.
const DEFAULT: &str = "default";
/// The `base` of a file that has no base.
const NONE: &str = "none";

/// The files of `configs/<name>/`, compiled in, so that a program has them wherever it runs.
///
/// A file that names no `base` builds on `default`; in a set without a `default` it has no base.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// Name (without `.toml`) and text of each configuration.
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

/// The configuration that a [`Choice`] names.
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

    /// Whether both are the same file, by any path.
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

    /// The keys that every configuration may have in addition to those of its type. They are removed from
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
        self.finished(files, sets)
    }

    /// The configuration that a text describes, over its bases, with its level and then the `--set`s
    /// applied. The text may come from anywhere, for example from a web page, so it has no access to the
    /// file system: its base must be one of the names, and [`Document::path_of`] refuses files.
    pub fn overlay(
        &self,
        name: &str,
        text: &str,
        sets: &[Assignment],
    ) -> Result<Document, ConfigError> {
        let document = Document::parse(name, text)?.sealed();
        let files = self.over_base(document, false, &mut Vec::new())?;
        self.finished(files, sets)
    }

    /// How many levels there are; 0 if the game has none.
    pub fn level_count(&self) -> usize {
        self.levels.map_or(0, level::count)
    }

    fn finished(&self, files: Document, sets: &[Assignment]) -> Result<Document, ConfigError> {
        match self.levels {
            Some(levels) => level::apply(levels, files, sets),
            None => with_sets(files, sets),
        }
    }

    fn named(&self, name: &str) -> Option<Found> {
        let (name, text) = self.files.iter().find(|(own, _)| *own == name)?;
        Some(Found::Embedded(name, text))
    }

    fn unknown(&self, choice: &Choice) -> ConfigError {
        let names: Vec<String> = self.files.iter().map(|(name, _)| (*name).to_owned()).collect();
        let suggestion = nearest(&choice.text, self.files.iter().map(|(name, _)| *name));
        let suggestion = suggestion.map(str::to_owned);
        let kind = ConfigErrorKind::UnknownConfig { names, suggestion };
        ConfigError::new(&choice.place, None, kind)
    }

    fn find(&self, choice: &Choice) -> Result<Found, ConfigError> {
        if let Some(found) = self.named(&choice.text) {
            return Ok(found);
        }
        let path = choice.folder.join(&choice.text);
        if looks_like_path(&choice.text) {
            if path.exists() {
                return Ok(Found::File(path));
            }
            let is_shown = choice.place.ends_with(&choice.text);
            let kind = ConfigErrorKind::NoSuchFile((!is_shown).then_some(path));
            return Err(ConfigError::new(&choice.place, None, kind));
        }
        if path.is_file() { Ok(Found::File(path)) } else { Err(self.unknown(choice)) }
    }

    /// The document of a file over those of its bases. `above` are the files that build on this one.
    fn layers(&self, found: Found, above: &mut Vec<Found>) -> Result<Document, ConfigError> {
        let document = found.open()?;
        let is_default = matches!(found, Found::Embedded(DEFAULT, _));
        above.push(found);
        self.over_base(document, is_default, above)
    }

    fn over_base(
        &self,
        mut document: Document,
        is_default: bool,
        above: &mut Vec<Found>,
    ) -> Result<Document, ConfigError> {
        let base = match base(&document)? {
            Some(base) if base.text == NONE => None,
            Some(base) => Some(base),
            None if is_default || self.named(DEFAULT).is_none() => None,
            None => Some(Choice::option("base", DEFAULT)),
        };
        document.remove("base");
        let Some(base) = base else { return Ok(document) };
        let below = match document.is_sealed() {
            true => self.named(&base.text).ok_or_else(|| self.unknown(&base))?,
            false => self.find(&base)?,
        };
        if let Some(first) = above.iter().position(|found| found.is(&below)) {
            let names = above[first..].iter().chain([&below]).map(Found::name).collect();
            return Err(ConfigError::new(base.place, None, ConfigErrorKind::CircularBase(names)));
        }
        Ok(document.over(self.layers(below, above)?))
    }
}

/// The base that a document names.
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
