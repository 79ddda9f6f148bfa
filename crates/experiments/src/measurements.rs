//! Tables of measurements in documents, made from the result files of `scripts/bench`.
//!
//! A folder holds one TOML file per run ([`Run`]) and `index.toml` ([`Index`]), which says which document shows
//! which of them. A document has the table between two lines, [`BEGIN`] and [`END`]; the rest of it is not touched.

use crate::error::ExperimentError;
use crate::page::cell;
use config::{ConfigProblem, Document, Section};
use report::number;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

const INDEX: &str = "index.toml";
/// The beginning of the line above a table.
const BEGIN: &str = "<!-- measurements: begin";
/// The line below it.
const END: &str = "<!-- measurements: end -->";

/// A result file: the figures of one run of a bench.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    /// The bench, or another script; the name of the file begins with it.
    bench: String,
    /// What repeats it.
    command: String,
    date: String,
    commit: String,
    machine: String,
    /// How long it took, with what it had to build.
    seconds: Option<u32>,
    /// A remark about the circumstances.
    note: Option<String>,
    /// How the figures got here, if `scripts/bench` did not write the file.
    recorded: Option<String>,
    figure: Vec<Figure>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Figure {
    what: String,
    value: String,
}

/// Which document shows what.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    table: Vec<Shown>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shown {
    /// Relative to the index.
    document: PathBuf,
    /// `NAME` for all figures of a file, `NAME#2` for its second; absent: all figures of all files.
    rows: Option<Vec<String>>,
}

/// A document with its tables as they should be.
pub(crate) struct Filled {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) is_current: bool,
}

/// Fills the documents that the index of a folder names, without writing them.
pub(crate) fn fill(folder: &Path) -> Result<Vec<Filled>, ExperimentError> {
    let runs = read_runs(folder)?;
    let document = Document::open(&folder.join(INDEX))?;
    let index: Index = document.read()?;
    let sections = document.root().get("table").map(|list| list.items()).unwrap_or_default();
    index
        .table
        .iter()
        .zip(&sections)
        .map(|(shown, section)| filled(folder, &runs, shown, section))
        .collect()
}

fn filled(
    folder: &Path,
    runs: &BTreeMap<String, Run>,
    shown: &Shown,
    section: &Section<'_>,
) -> Result<Filled, ExperimentError> {
    let rows = match &shown.rows {
        None => runs
            .values()
            .flat_map(|run| run.figure.iter().map(move |figure| (run, figure)))
            .collect(),
        Some(names) => chosen(runs, names).map_err(|problem| section.locate(problem))?,
    };
    let path = plain(&folder.join(&shown.document));
    let before = config::read_text(&path)?;
    let text = replaced(&before, &table(&rows)).ok_or_else(|| {
        let problem = format!("no line that begins with {BEGIN:?}, and {END:?} after it");
        ExperimentError::at(path.display().to_string(), problem)
    })?;
    Ok(Filled { is_current: text == before, path, text })
}

/// The path without `folder/..`.
fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, component| {
        let is_undone = component == Component::ParentDir
            && matches!(plain.components().next_back(), Some(Component::Normal(_)));
        match is_undone {
            true => {
                plain.pop();
            }
            false => plain.push(component),
        }
        plain
    })
}

fn read_runs(folder: &Path) -> Result<BTreeMap<String, Run>, ExperimentError> {
    let entries = folder.read_dir().map_err(|source| ExperimentError::file(folder, source))?;
    let mut runs = BTreeMap::new();
    for entry in entries {
        let path = entry.map_err(|source| ExperimentError::file(folder, source))?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(name) = file.strip_suffix(".toml").filter(|_| file != INDEX) else { continue };
        let document = Document::open(&path)?;
        let run: Run = document.read()?;
        if !name.starts_with(&run.bench) {
            let problem = ConfigProblem::new(
                "bench",
                format!("{:?}", run.bench),
                "the beginning of the file's name",
            );
            return Err(document.locate(problem).into());
        }
        runs.insert(name.to_owned(), run);
    }
    Ok(runs)
}

/// The figures that a list names.
fn chosen<'a>(
    runs: &'a BTreeMap<String, Run>,
    names: &[String],
) -> Result<Vec<(&'a Run, &'a Figure)>, ConfigProblem> {
    let mut rows = Vec::new();
    for (index, text) in names.iter().enumerate() {
        let refuse = |allowed: String| {
            ConfigProblem::new(format!("rows[{index}]"), format!("{text:?}"), allowed)
        };
        let (name, number) = text
            .split_once('#')
            .map_or((text.as_str(), None), |(name, number)| (name, Some(number)));
        let run = runs
            .get(name)
            .ok_or_else(|| refuse("the name of a result file, without .toml".to_owned()))?;
        let figures = match number {
            None => &run.figure[..],
            Some(number) => {
                let figure = number
                    .parse()
                    .ok()
                    .and_then(|number: usize| run.figure.get(number.checked_sub(1)?));
                let figure = figure
                    .ok_or_else(|| refuse(format!("{name}#1 to {name}#{}", run.figure.len())))?;
                std::slice::from_ref(figure)
            }
        };
        rows.extend(figures.iter().map(|figure| (run, figure)));
    }
    Ok(rows)
}

/// A table as Markdown, and below it the machines.
fn table(rows: &[(&Run, &Figure)]) -> String {
    let mut machines: Vec<&str> = Vec::new();
    let mut text = String::from("| what | figure | command | measured |\n|---|---|---|---|\n");
    for (run, figure) in rows {
        let machine = machines.iter().position(|name| *name == run.machine).unwrap_or_else(|| {
            machines.push(&run.machine);
            machines.len() - 1
        });
        let mut value = figure.value.clone();
        value.extend(run.note.iter().map(|note| format!("; {note}")));
        let mut measured = format!("{}, `{}`, machine {}", run.date, run.commit, machine + 1);
        measured.extend(
            run.seconds.map(|seconds| format!(", {}", number::seconds(f64::from(seconds)))),
        );
        measured.extend(run.recorded.iter().map(|_| ", entered by hand"));
        text += &format!(
            "| {} | {} | `{}` | {measured} |\n",
            cell(&figure.what),
            cell(&value),
            run.command
        );
    }
    for (number, machine) in (1..).zip(machines) {
        text += &format!("\nMachine {number}: {machine}.\n");
    }
    text
}

/// The document with this table in place of the one that it has; `None` if it has no place for one.
fn replaced(document: &str, table: &str) -> Option<String> {
    let (above, rest) = document.split_once(BEGIN)?;
    let (line, rest) = rest.split_once('\n')?;
    let below = &rest[rest.find(END)?..];
    Some(format!("{above}{BEGIN}{line}\n{table}{below}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const RUN: &str = r#"bench = "search.peer"
command = "QUERIES=3 scripts/bench search.peer"
date = "2026-11-18"
commit = "be24f3e"
machine = "a machine, 2 cores"
seconds = 75

[[figure]]
what = "nodes | second"
value = "1.2x"

[[figure]]
what = "time"
value = "3.6x"
"#;

    fn folder(index: &str, document: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in
            [("search.peer.QUERIES=3.toml", RUN), (INDEX, index), ("page.md", document)]
        {
            fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    }

    fn error(index: &str, document: &str) -> String {
        let folder = folder(index, document);
        let error = fill(folder.path()).err().unwrap().to_string();
        error.replace(&format!("{}/", folder.path().display()), "")
    }

    const EMPTY: &str = "# Page\n<!-- measurements: begin, by a program -->\nold\n<!-- measurements: end -->\nEnd.\n";

    #[test]
    fn a_document_gets_its_table_between_the_lines_and_keeps_the_rest() {
        let folder = folder("[[table]]\ndocument = 'page.md'\n", EMPTY);
        let hand = RUN
            .replace("seconds = 75", "note = 'busy'\nrecorded = 'by hand'")
            .replace("2 cores", "4 cores");
        fs::write(folder.path().join("search.peer.hand.toml"), hand).unwrap();
        let [page] = &fill(folder.path()).unwrap()[..] else { panic!("one document") };
        assert!(!page.is_current);
        let command = "`QUERIES=3 scripts/bench search.peer`";
        let expected = format!(
            "# Page\n<!-- measurements: begin, by a program -->\n\
             | what | figure | command | measured |\n|---|---|---|---|\n\
             | nodes \\| second | 1.2x | {command} | 2026-11-18, `be24f3e`, machine 1, 1 min 15 s |\n\
             | time | 3.6x | {command} | 2026-11-18, `be24f3e`, machine 1, 1 min 15 s |\n\
             | nodes \\| second | 1.2x; busy | {command} | 2026-11-18, `be24f3e`, machine 2, entered by hand |\n\
             | time | 3.6x; busy | {command} | 2026-11-18, `be24f3e`, machine 2, entered by hand |\n\
             \nMachine 1: a machine, 2 cores.\n\nMachine 2: a machine, 4 cores.\n\
             <!-- measurements: end -->\nEnd.\n"
        );
        assert_eq!(page.text, expected);
        fs::write(&page.path, &page.text).unwrap();
        assert!(fill(folder.path()).unwrap()[0].is_current);
    }

    #[test]
    fn an_index_chooses_figures_by_file_and_number() {
        let folder =
            folder("[[table]]\ndocument = 'page.md'\nrows = ['search.peer.QUERIES=3#2']\n", EMPTY);
        let [page] = &fill(folder.path()).unwrap()[..] else { panic!("one document") };
        assert!(
            page.text.contains("| time | 3.6x |") && !page.text.contains("1.2x"),
            "{}",
            page.text
        );
    }

    #[test]
    fn paths_are_shown_without_detours() {
        let plain = |path: &str| super::plain(Path::new(path)).display().to_string();
        assert_eq!(plain("docs/measurements/../../README.md"), "README.md");
        assert_eq!(plain("../measurements/../page.md"), "../page.md");
        assert_eq!(plain("/docs/../page.md"), "/page.md");
    }

    #[test]
    fn errors_name_the_place() {
        let rows = |rows: &str| format!("[[table]]\ndocument = 'page.md'\nrows = [{rows}]\n");
        for (index, document, expected) in [
            (
                rows("'search'"),
                EMPTY,
                "index.toml:3: table[0].rows[0]: found \"search\", allowed: the name",
            ),
            (
                rows("'search.peer.QUERIES=3#3'"),
                EMPTY,
                "allowed: search.peer.QUERIES=3#1 to search.peer.QUERIES=3#2",
            ),
            (
                rows(""),
                "# Page\n",
                "page.md: no line that begins with \"<!-- measurements: begin\"",
            ),
            ("[[table]]\ndocument = 'none.md'\n".to_owned(), EMPTY, "none.md: no such file"),
            (
                "[[table]]\ndocumen = 'page.md'\n".to_owned(),
                EMPTY,
                "index.toml:2: table[0].documen: unknown key",
            ),
        ] {
            let message = error(&index, document);
            assert!(message.contains(expected), "{message}");
        }
        let folder = folder("", EMPTY);
        fs::write(folder.path().join("other.toml"), RUN).unwrap();
        let message = fill(folder.path()).err().unwrap().to_string();
        assert!(
            message.contains("other.toml:1: bench: found \"search.peer\", allowed: the beginning"),
            "{message}"
        );
    }

    #[test]
    fn the_documents_of_this_repository_are_up_to_date() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for document in fill(&root.join("docs/measurements")).unwrap() {
            let name = document.path.display();
            let remedy = "run `plywood report --measurements docs/measurements`";
            assert!(document.is_current, "{name} is not up to date: {remedy}");
            let rows = document
                .text
                .split(BEGIN)
                .nth(1)
                .unwrap()
                .lines()
                .filter(|line| line.starts_with("| "));
            assert!(
                !name.to_string().ends_with("README.md") || rows.count() <= 1 + 15,
                "{name} is a short table"
            );
        }
    }
}
