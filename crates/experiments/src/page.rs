//! The report about results folders: one HTML page that needs no other file, and the same as Markdown with its
//! pictures in folders.

mod html;
mod markdown;

use crate::error::ExperimentError;
use crate::findings::{Finding, Verdict};
use crate::results::Results;
use crate::summary::{groups, several, short, shown_ours, verdicts};
use report::{Table, number};
use std::path::{Path, PathBuf};

/// The largest picture or configuration of a report.
const MAX_BYTES: u64 = 16 << 20;

/// Everything that the report shows of one experiment.
struct Section {
    /// The name of the experiment, which is also its anchor.
    name: String,
    title: String,
    question: String,
    source: String,
    /// Sentences about the results.
    sentences: Vec<String>,
    /// How many figures have each verdict, the best first.
    counts: Vec<(Verdict, usize)>,
    findings: Vec<FindingRow>,
    tables: Vec<(String, Table)>,
    figures: Vec<Drawing>,
    pictures: Vec<Drawing>,
    /// Name and text.
    configurations: Vec<(String, String)>,
    /// Version, processor, time.
    made: String,
}

/// One line of the table of findings.
struct FindingRow {
    what: String,
    published: String,
    ours: String,
    verdict: Verdict,
    /// The verdict in words, with its reason.
    text: String,
    /// Each figure of a group: what, published, ours, verdict.
    each: Vec<[String; 4]>,
}

/// An SVG with its title.
struct Drawing {
    title: String,
    file: String,
    svg: String,
}

/// Writes `index.html` and `index.md`, with the pictures of the latter in folders.
pub(crate) fn write(results: &[Results], folder: &Path) -> Result<(), ExperimentError> {
    let sections: Vec<Section> = results.iter().map(section).collect::<Result<_, _>>()?;
    let save = |path: PathBuf, text: &str| {
        let parent = path.parent().unwrap_or(folder).to_owned();
        std::fs::create_dir_all(&parent)
            .and_then(|()| files::write_atomically(&path, text.as_bytes()))
            .map_err(|source| ExperimentError::file(path, source))
    };
    for section in &sections {
        for drawing in section.figures.iter().chain(&section.pictures) {
            save(folder.join(&section.name).join(&drawing.file), &drawing.svg)?;
        }
    }
    save(folder.join("index.md"), &markdown::page(&sections))?;
    save(folder.join("index.html"), &html::page(&sections))
}

fn section(results: &Results) -> Result<Section, ExperimentError> {
    let experiment = &results.experiment;
    let manifest = &results.manifest;
    let drawing = |(title, path): (String, PathBuf)| {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        read(&path).map(|svg| Drawing { title, file, svg })
    };
    let configuration = |(name, _): &(String, String)| {
        let text = read(&results.folder.join(format!("{name}.toml")))?;
        Ok((name.replacen('-', " ", usize::from(!name.starts_with("knight"))), text))
    };
    let seconds = number::seconds(manifest.seconds);
    let cpu_seconds = number::seconds(manifest.cpu_seconds);
    Ok(Section {
        name: manifest.identity.name.clone(),
        title: experiment.title.clone(),
        question: experiment.question.clone(),
        source: experiment.source.clone(),
        sentences: results.sentences(),
        counts: counts(&results.findings),
        findings: finding_rows(results),
        tables: results.tables(),
        figures: results.figures().into_iter().map(drawing).collect::<Result<_, _>>()?,
        pictures: results.pictures()?.into_iter().map(drawing).collect::<Result<_, _>>()?,
        configurations: manifest
            .configurations
            .iter()
            .map(configuration)
            .collect::<Result<_, ExperimentError>>()?,
        made: format!(
            "{} jobs in {seconds} ({cpu_seconds} of processor time) on {} ({}), version {}, seed {}, experiment {}",
            manifest.jobs,
            manifest.cpu,
            manifest.system,
            manifest.identity.version,
            manifest.seed,
            manifest.identity.fingerprint,
        ),
    })
}

/// What was measured comes first, then rules, answers, and what cannot be reproduced.
fn finding_rows(results: &Results) -> Vec<FindingRow> {
    let mut groups: Vec<&[Finding]> = groups(&results.findings).collect();
    groups.sort_by_key(|group| {
        let entry = &results.experiment.published[group[0].entry];
        let is = [&entry.not_reproducible, &entry.answer, &entry.checked].map(Option::is_some);
        is.iter().position(|&is| is).map_or(0, |place| 3 - place)
    });
    groups.into_iter().map(|group| finding_row(results, group)).collect()
}

fn finding_row(results: &Results, group: &[Finding]) -> FindingRow {
    let entry = &results.experiment.published[group[0].entry];
    let what =
        if group.len() == 1 { &group[0].what } else { entry.group.as_ref().unwrap_or(&entry.what) };
    let each = |finding: &Finding| {
        let verdict = finding.verdict.text().to_owned();
        [finding.what.clone(), short(&finding.published), shown_ours(finding), verdict]
    };
    let worst = group.iter().map(|finding| finding.verdict).min().unwrap_or(Verdict::Failed);
    FindingRow {
        what: what.clone(),
        published: several(group.iter().map(|finding| short(&finding.published))),
        ours: several(group.iter().map(shown_ours)),
        verdict: worst,
        text: verdicts(group),
        each: if group.len() > 1 { group.iter().map(each).collect() } else { Vec::new() },
    }
}

fn counts(findings: &[Finding]) -> Vec<(Verdict, usize)> {
    let mut verdicts: Vec<Verdict> = findings.iter().map(|finding| finding.verdict).collect();
    verdicts.sort_unstable_by(|one, other| other.cmp(one));
    verdicts.chunk_by(|one, other| one == other).map(|chunk| (chunk[0], chunk.len())).collect()
}

fn read(path: &Path) -> Result<String, ExperimentError> {
    files::read_text(path, MAX_BYTES)
        .map_err(|error| ExperimentError::at(path.display().to_string(), error))
}
