//! The results folder of an experiment: what is written after its jobs, and how it is read again.
//!
//! | file | what |
//! |---|---|
//! | `rows.jsonl` | the journal: every job with its rows |
//! | `RUN.csv` | the rows of a run |
//! | `findings.jsonl`, `findings.csv` | published figures beside ours |
//! | `*.csv`, `*.svg` | the tables, figures and pictures of the experiment |
//! | `TOOL-CONFIG.toml` | the configurations that it shows, complete |
//! | `experiment.json` | the experiment as it was read |
//! | `manifest.json` | version, processor, fingerprints, seed, wall and CPU time |

use crate::cell::{Labels, Scope};
use crate::error::ExperimentError;
use crate::evaluate::single;
use crate::experiment::{Chart, Experiment, Loaded, Sentence};
use crate::expression;
use crate::findings::{Finding, findings};
use crate::manifest::Manifest;
use crate::pivot::Pivot;
use crate::rows::{Row, Rows, plain};
use crate::runner::{self, Done, Identity, Outcome};
use files::{Journal, fingerprint};
use harness::suite::Suite;
use report::{Cell, Table};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// The largest file of a results folder that is read.
const MAX_BYTES: u64 = 256 << 20;

/// The journal.
pub(crate) const ROWS: &str = "rows.jsonl";
const EXPERIMENT: &str = "experiment.json";
const MANIFEST: &str = "manifest.json";

/// A results folder that was read.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    /// Where it is.
    pub folder: PathBuf,
    /// The experiment.
    pub experiment: Experiment,
    /// How it was made.
    pub manifest: Manifest,
    /// Its rows.
    pub rows: Rows,
    /// Published figures beside ours.
    pub findings: Vec<Finding>,
}

impl Results {
    /// Reads a folder that [`write()`] has written.
    pub(crate) fn read(folder: &Path) -> Result<Results, ExperimentError> {
        let manifest: Manifest = read_json(&folder.join(MANIFEST))?;
        let experiment: Experiment = read_json(&folder.join(EXPERIMENT))?;
        let done = Journal::<Done>::read::<Identity>(&folder.join(ROWS))?;
        let done: Vec<Done> = done.into_iter().map(|(_, done)| done).collect();
        let rows = runner::rows(&done);
        let mut parameters = experiment.parameters.clone();
        if manifest.identity.full {
            parameters.extend(experiment.full.clone());
        }
        let findings = findings(&experiment, &rows, &parameters);
        Ok(Results { folder: folder.to_owned(), experiment, manifest, rows, findings })
    }

    /// The sentences of the experiment about its results.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let parameters = Map::new();
        let labels = Labels::default();
        let scope = Scope { labels: &labels, parameters: &parameters, rows: Some(&self.rows) };
        self.experiment
            .text
            .iter()
            .filter_map(|sentence| say(sentence, &scope, &self.rows))
            .collect()
    }

    /// Title and contents of every table.
    pub(crate) fn tables(&self) -> Vec<(String, Table)> {
        let table = |chart: &Chart| {
            let rows = self.rows.of(&chart.run).unwrap_or_default();
            (chart.title.clone(), Pivot::new(chart, rows).table())
        };
        self.experiment.table.iter().map(table).collect()
    }

    /// Title and file of every figure.
    pub(crate) fn figures(&self) -> Vec<(String, PathBuf)> {
        let file = |chart: &Chart| self.folder.join(format!("{}.svg", slug(&chart.title)));
        self.experiment.figure.iter().map(|chart| (chart.title.clone(), file(chart))).collect()
    }

    /// Title and file of every picture.
    pub(crate) fn pictures(&self) -> Result<Vec<(String, PathBuf)>, ExperimentError> {
        read_json(&self.folder.join("pictures.json")).map(|list: Vec<(String, String)>| {
            list.into_iter().map(|(title, file)| (title, self.folder.join(file))).collect()
        })
    }
}

/// A sentence, if it has something to say.
fn say(sentence: &Sentence, scope: &Scope<'_>, rows: &Rows) -> Option<String> {
    let holds = match &sentence.when {
        None => true,
        Some(when) => {
            let parsed = expression::parse(when).ok()?;
            single(&parsed, rows, scope.labels).ok()?.as_bool()?
        }
    };
    let text = if holds { Some(&sentence.say) } else { sentence.otherwise.as_ref() };
    text.map(|text| scope.fill(text).unwrap_or_else(|problem| problem))
}

/// Writes everything but the journal, which is there.
pub(crate) fn write(
    folder: &Path,
    loaded: &Loaded,
    suite: &Suite,
    outcome: &Outcome,
    full: bool,
) -> Result<Results, ExperimentError> {
    let rows = runner::rows(&outcome.done);
    let configurations = write_configurations(folder, loaded, suite)?;
    let identity = runner::identity(loaded, full);
    let manifest = Manifest::new(identity, loaded.experiment.seed, &outcome.done, configurations);
    write_json(&folder.join(EXPERIMENT), &loaded.written)?;
    write_json(&folder.join(MANIFEST), &manifest)?;
    for (run, rows) in rows.runs() {
        write_text(&folder.join(format!("{run}.csv")), &rows_table(rows).to_csv()?)?;
    }
    for chart in &loaded.experiment.table {
        let table = Pivot::new(chart, rows.of(&chart.run).unwrap_or_default()).table();
        write_text(&folder.join(format!("{}.csv", slug(&chart.title))), &table.to_csv()?)?;
    }
    for chart in &loaded.experiment.figure {
        let svg = Pivot::new(chart, rows.of(&chart.run).unwrap_or_default()).svg()?;
        write_text(&folder.join(format!("{}.svg", slug(&chart.title))), &svg)?;
    }
    let pictures = draw(folder, loaded, suite, &rows, full)?;
    write_json(&folder.join("pictures.json"), &pictures)?;
    let results = Results::read(folder)?;
    let mut lines = String::new();
    for finding in &results.findings {
        lines += &serde_json::to_string(finding).unwrap_or_default();
        lines.push('\n');
    }
    write_text(&folder.join("findings.jsonl"), &lines)?;
    write_text(&folder.join("findings.csv"), &findings_table(&results.findings).to_csv()?)?;
    Ok(results)
}

/// The configurations that the experiment shows; returns their names and fingerprints.
fn write_configurations(
    folder: &Path,
    loaded: &Loaded,
    suite: &Suite,
) -> Result<Vec<(String, String)>, ExperimentError> {
    let mut written = Vec::new();
    for shown in &loaded.experiment.configuration {
        let name = format!("{}-{}", shown.tool, shown.config);
        let Some(tool) = suite.find(&shown.tool) else { continue };
        let args = ["config", "--config", &shown.config].map(str::to_owned);
        let captured = tool.capture(&args).map_err(|error| ExperimentError::at(&name, error))?;
        write_text(&folder.join(format!("{name}.toml")), &captured.text)?;
        written.push((name, fingerprint(captured.text.as_bytes())));
    }
    Ok(written)
}

/// Draws the pictures; returns their captions and files.
fn draw(
    folder: &Path,
    loaded: &Loaded,
    suite: &Suite,
    rows: &Rows,
    full: bool,
) -> Result<Vec<(String, String)>, ExperimentError> {
    let parameters = loaded.parameters(full);
    let mut drawn = Vec::new();
    for picture in &loaded.experiment.picture {
        for labels in loaded.cells(&picture.over) {
            let place = || format!("{}: picture {} ({})", loaded.name, picture.name, labels.text());
            let failed = |problem: &dyn ToString| ExperimentError::at(place(), problem.to_string());
            let scope = Scope { labels: &labels, parameters: &parameters, rows: Some(rows) };
            let fill = |text: &str| scope.fill(text).map_err(|problem| failed(&problem));
            let (name, title) = (fill(&picture.name)?, fill(&picture.title)?);
            let file = format!("{}.svg", slug(&name));
            let args = loaded.args(&picture.args, &labels, 0, &parameters, Some(rows));
            let mut args = args.map_err(|problem| failed(&problem))?;
            let path = folder.join(&file).display().to_string();
            args.extend(["--output".to_owned(), path, "--quiet".to_owned()]);
            if let Some(tool) = suite.find(&picture.tool) {
                tool.capture(&args).map_err(|error| failed(&error))?;
            }
            drawn.push((title, file));
        }
    }
    Ok(drawn)
}

/// All rows of a run as a table; a list or table in a row is JSON text.
fn rows_table(rows: &[Row]) -> Table {
    let mut columns: Vec<&str> = Vec::new();
    for key in rows.iter().flat_map(Map::keys) {
        if !columns.contains(&key.as_str()) {
            columns.push(key);
        }
    }
    let mut table = Table::new(&columns);
    for row in rows {
        let cell = |key: &&str| match row.get(*key) {
            None => Cell::text(""),
            Some(value @ (Value::Array(_) | Value::Object(_))) => Cell::text(value.to_string()),
            Some(value) => Cell::shown(plain(value), value.clone()),
        };
        table.cells(columns.iter().map(cell).collect());
    }
    table
}

/// Every finding in a row.
fn findings_table(findings: &[Finding]) -> Table {
    let mut table = Table::new(&["id", "what", "published", "ours", "verdict", "why"]);
    for finding in findings {
        let (what, why) = (finding.what.clone(), finding.why.clone());
        let published = plain(&finding.published);
        let verdict = finding.verdict.text().to_owned();
        table.row(vec![finding.id.clone(), what, published, finding.ours.clone(), verdict, why]);
    }
    table
}

/// A title as the name of a file: lower case, with hyphens.
pub(crate) fn slug(title: &str) -> String {
    let hyphened = title.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let words = hyphened.split('-').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn write_text(path: &Path, text: &str) -> Result<(), ExperimentError> {
    files::write_atomically(path, text.as_bytes())
        .map_err(|source| ExperimentError::file(path, source))
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<(), ExperimentError> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| ExperimentError::at(path.display().to_string(), error))?;
    write_text(path, &format!("{text}\n"))
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, ExperimentError> {
    let refuse = |problem: String| ExperimentError::at(path.display().to_string(), problem);
    let text = files::read_text(path, MAX_BYTES).map_err(|error| refuse(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| refuse(format!("not a results file: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_names_of_files() {
        assert_eq!(slug("Nodes by depth (log)"), "nodes-by-depth-log");
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
    }
}
