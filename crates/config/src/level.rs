//! Playing strengths by number: `level = 4`.
//!
//! A game with a `levels.toml` among its configurations has levels. The file says for each level
//! what it changes, in one table per level, and in `[all]` what every level changes:
//!
//! ```toml
//! [all]
//! search.seconds = false
//!
//! [level]
//! 1 = { search.depth = 1, evaluator.name = "mobility" }
//! 2 = { search.depth = 2 }
//! ```
//!
//! A level overrides the configuration files, and `--set` overrides the level. The key `level` itself is then
//! removed: a game sees only the values.

use super::document::{Assignment, Document};
use super::embedded::with_sets;
use super::error::{ConfigError, ConfigProblem};
use serde::Deserialize;

/// `level = 4`, or `level = false` for none.
#[derive(Deserialize)]
struct Named {
    level: Option<i64>,
}

/// The files with the level that they or the `--set`s ask for, and with the `--set`s.
pub(super) fn apply(
    levels: &str,
    files: Document,
    sets: &[Assignment],
) -> Result<Document, ConfigError> {
    let asked = with_sets(files.clone(), sets)?;
    let mut document = files;
    if asked.root().get("level").is_some() {
        let others: Vec<&str> = asked.root().keys().filter(|key| *key != "level").collect();
        let named: Named = asked.root().read_without(&others)?;
        if let Some(number) = named.level {
            document = Levels::parse(levels)?.over(number, &asked, document)?;
        }
    }
    let mut document = with_sets(document, sets)?;
    document.remove("level");
    Ok(document)
}

/// How many levels the text of a `levels.toml` has.
pub(super) fn count(levels: &str) -> usize {
    Levels::parse(levels).map_or(0, |levels| levels.count())
}

/// The text of a `levels.toml`.
struct Levels(Document);

impl Levels {
    fn parse(text: &str) -> Result<Levels, ConfigError> {
        Document::parse("built-in levels.toml", text).map(Levels)
    }

    fn count(&self) -> usize {
        self.0.root().get("level").map_or(0, |levels| levels.keys().count())
    }

    /// Lays a level over the files of a configuration; `asked` says where it was asked for.
    fn over(
        &self,
        number: i64,
        asked: &Document,
        files: Document,
    ) -> Result<Document, ConfigError> {
        let last = self.count();
        let levels = self.0.root().get("level");
        let level = levels.and_then(|levels| levels.get(&number.to_string()));
        let Some(level) = level else {
            let allowed = format!("1 to {last}");
            return Err(asked.locate(ConfigProblem::new("level", number.to_string(), allowed)));
        };
        let all = self.0.root().get("all");
        let parts = all.into_iter().chain([level]);
        Ok(parts.fold(files, |below, part| part.document().over(below)))
    }
}

#[cfg(test)]
mod tests;
