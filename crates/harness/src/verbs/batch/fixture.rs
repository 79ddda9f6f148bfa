//! Finding, reading and checking fixture files.

use super::kinds::{Job, Kind, Prepared, Setting};
use crate::cli::{Context, HarnessError, Tool};
use config::{Choice, ConfigError, ConfigProblem, Document, Section, nearest};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Greatest depth of nested folders.
const MAX_FOLDERS: usize = 16;

/// The keys of a case that every kind has.
const COMMON: [&str; 4] = ["name", "kind", "set", "expect"];

/// A case, ready to run.
pub(super) struct Case {
    pub file: String,
    pub name: String,
    pub kind: &'static str,
    pub expected: Map<String, Value>,
    pub threads: usize,
    /// Why it is skipped.
    pub skipped: Option<String>,
    /// Taken when the case runs.
    pub job: Option<Job>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    config: Option<String>,
}

#[derive(Deserialize)]
struct CaseHead {
    name: String,
    kind: String,
    expect: Map<String, Value>,
}

/// The fixture files at these paths, those of a folder in the order of their names.
pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, HarnessError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            collect(path, MAX_FOLDERS, &mut files)?;
            if files.len() == before {
                let place = path.display().to_string();
                return Err(HarnessError::input(place, "found no .toml file in this folder"));
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), HarnessError> {
    let failed = |error| HarnessError::input(folder.display().to_string(), error);
    let mut entries =
        folder.read_dir().and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(failed)?;
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().map_err(failed)?.is_dir() {
            if depth > 0 {
                collect(&path, depth - 1, files)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
    }
    Ok(())
}

/// The cases of a file, each with the configuration it runs under.
pub(super) fn read<T: Tool>(context: &Context<T>, path: &Path) -> Result<Vec<Case>, HarnessError> {
    let document = Document::open(path)?;
    let head: Head = document.root().read_without(&["set", "case"])?;
    let sets = document.root().assignments("set")?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let chosen = document.root().get("config").zip(head.config);
    let chosen = chosen.map(|(section, text)| Choice {
        text,
        place: section.place(),
        folder: folder.to_owned(),
    });
    let sections = document.root().get("case").map_or_else(Vec::new, |cases| cases.items());
    if sections.is_empty() {
        let found = ConfigProblem::new("case", "no cases", "at least one [[case]]");
        return Err(document.locate(found).into());
    }
    let kinds = T::fixture_kinds();
    let read = |section: &Section<'_>| -> Result<Case, ConfigError> {
        let own: CaseHead = read_head(section)?;
        let kind = find_kind(section, &own.kind, &kinds)?;
        if let Some(expect) = section.get("expect") {
            expect.refuse_unknown_keys(kind.fields)?;
        }
        let sets = [&sets[..], &section.assignments("set")?].concat();
        let config = Arc::new(context.load(chosen.as_ref(), &sets)?);
        let setting = Setting { config: Arc::clone(&config), folder: folder.to_owned() };
        let (job, skipped) = match (kind.prepare)(section, &COMMON, setting)? {
            Prepared::Ready(job) => (Some(job), None),
            Prepared::Skipped(reason) => (None, Some(reason)),
        };
        Ok(Case {
            file: path.display().to_string(),
            name: own.name,
            kind: kind.name,
            expected: own.expect,
            threads: T::threads(&config),
            skipped,
            job,
        })
    };
    sections.iter().map(read).collect::<Result<_, _>>().map_err(HarnessError::from)
}

/// The common keys of a case except `set`; its kind checks the others.
fn read_head(section: &Section<'_>) -> Result<CaseHead, ConfigError> {
    let others = section.keys().filter(|key| *key == "set" || !COMMON.contains(key));
    section.read_without(&others.collect::<Vec<_>>())
}

fn find_kind<'a, T: Tool>(
    section: &Section<'_>,
    name: &str,
    kinds: &'a [Kind<T>],
) -> Result<&'a Kind<T>, ConfigError> {
    kinds.iter().find(|kind| kind.name == name).ok_or_else(|| {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
        let hint = nearest(name, names.iter().copied());
        let hint = hint.map_or(String::new(), |near| format!("; did you mean {near:?}?"));
        let allowed = format!("{}{hint}", names.join(", "));
        section.locate(ConfigProblem::new("kind", format!("{name:?}"), allowed))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Flags;
    use crate::cli::Verb;
    use config::Embedded;

    /// A tool that is no game: the cases of its fixtures name files.
    struct Lengths;

    #[derive(Clone, serde::Serialize, Deserialize)]
    struct NoKeys {}

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct LengthCase {
        map: PathBuf,
    }

    impl Tool for Lengths {
        type Config = NoKeys;
        type Files = ();
        const NAME: &'static str = "lengths";
        const ABOUT: &'static str = "Measures files";
        const CONFIGS: Embedded = Embedded::new(&[("default", "")]);

        fn check(_: &NoKeys) -> Result<(), ConfigProblem> {
            Ok(())
        }
        fn verbs() -> Vec<Verb<Self>> {
            Vec::new()
        }
        fn fixture_kinds() -> Vec<Kind<Self>> {
            fn prepare(
                setting: Setting<Lengths>,
                case: LengthCase,
            ) -> Result<Prepared, ConfigProblem> {
                let path = setting.folder.join(&case.map);
                let refuse = |error| ConfigProblem::new("map", format!("{error}"), "a file");
                let length = path.metadata().map_err(refuse)?.len();
                let fields = Map::from_iter([("length".to_owned(), length.into())]);
                Ok(Prepared::ready(move |_| Ok(Some(fields))))
            }
            vec![Kind::new("length", &["length"], prepare)]
        }
    }

    #[test]
    fn a_configuration_that_does_not_exist_is_named_by_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let fixture = folder.path().join("x.toml");
        std::fs::write(
            &fixture,
            "config = '../labs/one.toml'\n[[case]]\nname = 'a'\nkind = 'length'\nexpect = {}\n",
        )
        .unwrap();
        let context = Context::<Lengths>::new(Flags::default()).unwrap();
        let error = read(&context, &fixture).err().unwrap().to_string();
        let path = folder.path().join("../labs/one.toml");
        assert!(
            error.ends_with(&format!("x.toml:1: config: no such file: {}", path.display())),
            "{error}"
        );
    }

    #[test]
    fn paths_in_a_case_are_relative_to_its_fixture() {
        let folder = tempfile::tempdir().unwrap();
        let fixture = folder.path().join("maps.toml");
        let text =
            "[[case]]\nname = 'a'\nkind = 'length'\nmap = 'a.map'\nexpect = { length = 3 }\n";
        std::fs::write(&fixture, text).unwrap();
        let context = Context::<Lengths>::new(Flags::default()).unwrap();
        let error = read(&context, &fixture).err().unwrap().to_string();
        assert!(error.contains("maps.toml:4: case[0].map: found"), "{error}");
        std::fs::write(folder.path().join("a.map"), "...").unwrap();
        let mut cases = read(&context, &fixture).unwrap();
        let got = cases[0].job.take().unwrap()(&search::StopFlag::new()).unwrap().unwrap();
        assert_eq!(got, cases[0].expected);
    }
}
