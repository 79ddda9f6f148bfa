//! What a person reads after a run: findings, sentences, and where everything is.

use crate::findings::{Finding, Verdict};
use crate::results::Results;
use crate::rows::plain;
use report::{Table, number, terminal};
use serde_json::Value;
use std::io;

/// Columns of a table that does not go to a terminal.
const PIPED_WIDTH: u16 = 120;

/// The text for a terminal; with `all`, every figure on a line of its own.
pub(crate) fn summary(results: &Results, all: bool) -> String {
    let width = terminal::width(&io::stdout()).or(Some(PIPED_WIDTH));
    let experiment = &results.experiment;
    let mut text = format!("{}\n{}\n", experiment.title, experiment.question);
    if !results.findings.is_empty() {
        text += &format!("\n{}", findings_text(results, all, width));
    }
    let sentences = results.sentences();
    if !sentences.is_empty() {
        text += &format!("\n{}\n", sentences.join("\n"));
    }
    let seconds = number::seconds(results.manifest.seconds);
    let jobs = results.manifest.jobs;
    text += &format!(
        "\n{jobs} jobs in {seconds}; tables, figures and pictures: {}\n",
        results.folder.display()
    );
    text
}

fn findings_text(results: &Results, all: bool, width: Option<u16>) -> String {
    let mut table = Table::new(&["published", "value", "ours", "verdict"]);
    let (mut by_test, mut in_words, mut lost) = (0, 0, 0);
    for group in groups(&results.findings) {
        let entry = &results.experiment.published[group[0].entry];
        if all {
            group.iter().for_each(|finding| {
                table.row(row(std::slice::from_ref(finding), &finding.what));
            });
        } else if entry.checked.is_some() {
            by_test += group.len();
        } else if entry.answer.is_some() {
            in_words += group.len();
        } else if entry.not_reproducible.is_some() {
            lost += group.len();
        } else {
            let what = if group.len() == 1 { Some(&group[0].what) } else { entry.group.as_ref() };
            table.row(row(group, what.unwrap_or(&entry.what)));
        }
    }
    let mut text = table.to_text(width);
    if by_test + in_words + lost > 0 {
        text += &format!(
            "Not shown: {by_test} rules that tests check, {in_words} claims answered in words, {lost} figures \
             that the report does not allow to reproduce (--all shows them).\n"
        );
    }
    text
}

/// Findings that come from the same entry of the experiment.
pub(crate) fn groups(findings: &[Finding]) -> impl Iterator<Item = &[Finding]> {
    findings.chunk_by(|one, other| one.entry == other.entry)
}

fn row(group: &[Finding], what: &str) -> Vec<String> {
    let published = several(group.iter().map(|finding| short(&finding.published)));
    let ours = several(group.iter().map(shown_ours));
    vec![what.to_owned(), published, ours, verdicts(group)]
}

/// A published value in a cell: numbers with four digits, tables as pairs.
pub(crate) fn short(value: &Value) -> String {
    match value {
        Value::Number(number) if number.as_i64().is_none() => rounded(&plain(value)),
        Value::Object(table) => {
            let pair = |(key, value): (&String, &Value)| format!("{key}: {}", short(value));
            table.iter().map(pair).collect::<Vec<_>>().join(", ")
        }
        Value::Array(items) => items.iter().map(short).collect::<Vec<_>>().join(", "),
        other => plain(other),
    }
}

/// Our value or evidence in a cell.
pub(crate) fn shown_ours(finding: &Finding) -> String {
    rounded(&finding.ours)
}

/// A fraction with four significant digits; any other text as it is.
fn rounded(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(number) if number != 0.0 && number.abs() < 1e-3 => format!("{number:.2e}"),
        Ok(number) if number.fract() != 0.0 => {
            let digits = 3 - number.abs().log10().floor() as i32;
            let text = format!("{number:.*}", usize::try_from(digits.max(0)).unwrap_or(0));
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        _ => text.to_owned(),
    }
}

/// The first values of several, and how many there are; one value if all are the same.
pub(crate) fn several(values: impl Iterator<Item = String>) -> String {
    const SHOWN: usize = 3;
    let mut values: Vec<String> = values.collect();
    if values.windows(2).all(|pair| pair[0] == pair[1]) {
        values.truncate(1);
    }
    let count = values.len();
    values.truncate(SHOWN);
    if count > 1 {
        values.iter_mut().for_each(|value| *value = cut(value, LONGEST));
    }
    if count > SHOWN {
        values.push(format!("… ({count})"));
    }
    values.join(", ")
}

/// The longest value among several.
const LONGEST: usize = 40;

/// At most this many characters of a text.
fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest - 1).chain(['…']).collect()
}

/// One line per experiment and published figure that was measured, for the end of a long run.
pub(crate) fn lines(results: &[Results]) -> String {
    let mut table = Table::new(&["experiment", "published", "value", "ours", "verdict"]);
    for results in results {
        let name = &results.manifest.identity.name;
        for group in groups(&results.findings) {
            let entry = &results.experiment.published[group[0].entry];
            if entry.ours.is_none() && entry.holds.is_none() {
                continue;
            }
            let what = if group.len() == 1 { Some(&group[0].what) } else { entry.group.as_ref() };
            let cells = row(group, what.unwrap_or(&entry.what));
            let cells =
                cells.iter().zip([52, 24, 52, 60]).map(|(text, longest)| cut(text, longest));
            table.row(std::iter::once(name.clone()).chain(cells).collect());
        }
    }
    table.to_text(None)
}

/// `equal`, or how often each verdict occurs; with the reason of the worst one.
pub(crate) fn verdicts(group: &[Finding]) -> String {
    let mut counts: Vec<(Verdict, usize)> = Vec::new();
    for finding in group {
        match counts.iter_mut().find(|(verdict, _)| *verdict == finding.verdict) {
            Some((_, count)) => *count += 1,
            None => counts.push((finding.verdict, 1)),
        }
    }
    counts.sort_unstable();
    let name = |(verdict, count): &(Verdict, usize)| match counts.len() {
        1 => verdict.text().to_owned(),
        _ => format!("{count} {}", verdict.text()),
    };
    let mut text = counts.iter().map(name).collect::<Vec<_>>().join(", ");
    let worst = group.iter().min_by_key(|finding| finding.verdict);
    let why = worst.map(|finding| finding.why.as_str()).unwrap_or_default();
    if !why.is_empty() {
        text += &format!(": {why}");
    }
    text
}
