//! What changed between two results folders of the same experiment, beyond noise: [`diff`].
//!
//! Counts, scores, moves and texts of the same program with the same seed are reproducible, so any difference is
//! a change. One time is noise: the times of a run are compared in total, and only if they differ by more than
//! [`TIMES`] and are long enough to measure. A win rate is noise until the pooled test of two proportions rejects
//! equality at 95 %.

use crate::findings::{Verdict, is_chance};
use crate::results::Results;
use crate::rows::{Row, plain};
use files::TIMED;
use report::{Table, number};
use serde::Serialize;
use serde_json::Value;

/// The factor by which times differ on a machine that does other things as well.
pub(crate) const TIMES: f64 = 1.5;

/// Runs that take less than this many seconds in total are not compared by their times.
const SHORTEST: f64 = 0.1;

/// One value that changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Change {
    /// The experiment.
    pub experiment: String,
    /// The run and the labels of its row, or the id of a published figure.
    pub place: String,
    /// The field, or `verdict`.
    pub field: String,
    /// The value in the old folder.
    pub old: String,
    /// The value in the new folder.
    pub new: String,
}

/// Everything that changed beyond noise: rows first, then verdicts.
pub(crate) fn diff(old: &Results, new: &Results) -> Vec<Change> {
    let mut changes = Vec::new();
    let name = &new.manifest.identity.name;
    let mut push = |place: String, field: &str, old: String, new: String| {
        changes.push(Change { experiment: name.clone(), place, field: field.to_owned(), old, new });
    };
    for (run, rows) in new.rows.runs() {
        let before = old.rows.of(run).unwrap_or_default();
        let own = new.experiment.run.iter().find(|own| own.name == run);
        let over = own.map_or(&[][..], |own| &own.over);
        if before.len() != rows.len() {
            push(format!("run {run}"), "rows", before.len().to_string(), rows.len().to_string());
            continue;
        }
        for (old, new) in before.iter().zip(rows) {
            for (key, value) in new {
                let was = old.get(key).unwrap_or(&Value::Null);
                if is_change(key, was, value, old, new) {
                    push(place(over, run, new), key, plain(was), plain(value));
                }
            }
        }
        let (one, other) = (total_seconds(before), total_seconds(rows));
        if is_slower_or_faster(one, other) {
            push(
                format!("{run}: all rows"),
                "seconds",
                number::seconds(one),
                number::seconds(other),
            );
        }
    }
    for finding in &new.findings {
        let before = old.findings.iter().find(|other| other.id == finding.id);
        let was = before.map_or("not compared", |before| before.verdict.text());
        let is_time = |verdict| matches!(verdict, Verdict::Faster | Verdict::Slower);
        let is_noise = before.is_some_and(|b| is_time(b.verdict) && is_time(finding.verdict));
        if was != finding.verdict.text() && !is_noise {
            push(finding.id.clone(), "verdict", was.to_owned(), finding.verdict.text().to_owned());
        }
    }
    changes
}

/// The changes as a table, or a sentence if there are none.
pub(crate) fn text(changes: &[Change]) -> String {
    if changes.is_empty() {
        return "no change beyond noise\n".to_owned();
    }
    let mut table = Table::new(&["experiment", "where", "what", "old", "new"]);
    for change in changes {
        let Change { experiment, place, field, old, new } = change.clone();
        table.row(vec![experiment, place, field, old, new]);
    }
    table.to_text(None)
}

fn is_change(key: &str, old: &Value, new: &Value, old_row: &Row, new_row: &Row) -> bool {
    if matches!(new, Value::Array(_) | Value::Object(_)) || is_path(key) || TIMED.contains(&key) {
        return false;
    }
    if let (Some(one), Some(other)) = (old.as_f64(), new.as_f64()) {
        let games = |row: &Row| row.get("games").and_then(Value::as_f64);
        let is_rate = matches!(key, "rate" | "score" | "share");
        if let (true, Some(before), Some(after)) = (is_rate, games(old_row), games(new_row)) {
            return !is_chance((one, before), (other, after));
        }
    }
    // What is made of a rate changes with it.
    let depends = new_row.contains_key("games")
        && matches!(key, "wins" | "draws" | "losses" | "low" | "high" | "elo" | "error" | "games");
    !depends && !key.starts_with("elo_") && !is_made_of_games(key, new_row) && old != new
}

/// Where the results were written is no result.
fn is_path(key: &str) -> bool {
    matches!(key, "map" | "output" | "file")
}

fn is_made_of_games(key: &str, row: &Row) -> bool {
    row.contains_key("games") && matches!(key, "los" | "draw_ratio" | "nodes" | "moves")
}

/// The search times of all rows.
fn total_seconds(rows: &[Row]) -> f64 {
    rows.iter().filter_map(|row| row.get("seconds")?.as_f64()).sum()
}

fn is_slower_or_faster(old: f64, new: f64) -> bool {
    old.max(new) >= SHORTEST && old.max(new) > TIMES * old.min(new)
}

/// `counts: board 1, algorithm minimax`.
fn place(over: &[String], run: &str, row: &Row) -> String {
    let label = |axis: &String| Some(format!("{axis} {}", plain(row.get(axis)?)));
    let labels: Vec<String> = over.iter().filter_map(label).collect();
    if labels.is_empty() { run.to_owned() } else { format!("{run}: {}", labels.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn changes(key: &str, old: Value, new: Value) -> bool {
        let row = |value: &Value| json!({ key: value, "games": 40 }).as_object().unwrap().clone();
        is_change(key, &old, &new, &row(&old), &row(&new))
    }

    #[test]
    fn a_count_that_differs_is_a_change_and_one_time_is_noise() {
        assert!(changes("expanded", json!(100), json!(101)));
        assert!(!changes("expanded", json!(100), json!(100)));
        assert!(changes("best", json!("e2e4"), json!("d2d4")));
        assert!(!changes("seconds", json!(1.0), json!(9.0)) && !changes("nps", json!(1), json!(9)));
    }

    #[test]
    fn the_time_of_a_run_changes_beyond_a_factor_if_it_is_long_enough() {
        assert!(!is_slower_or_faster(1.0, 1.4) && !is_slower_or_faster(0.001, 0.09));
        assert!(is_slower_or_faster(1.0, 1.6) && is_slower_or_faster(1.6, 1.0));
    }

    #[test]
    fn a_rate_changes_only_beyond_chance() {
        assert!(!changes("rate", json!(0.5), json!(0.6)));
        assert!(changes("rate", json!(0.5), json!(0.9)));
        assert!(!changes("wins", json!(20), json!(24)), "it is part of the rate");
    }
}
