//! The verbs as a person meets them: the real binary, its output and its exit codes.

#[path = "../../harness/tests/support/configurations.rs"]
mod configurations;
#[path = "../../harness/tests/support/program.rs"]
mod program;

use program::{ROOT, json, text};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_gomoku");

#[test]
fn every_fixture_comes_out_as_expected() {
    let rows = json(&["batch", "fixtures/gomoku", "--quiet"]);
    assert!(rows.len() > 80);
    for row in rows {
        assert_eq!(row["ok"], true, "{row}");
    }
}

#[test]
fn the_weights_of_the_package_are_the_built_in_ones_and_others_count() {
    let default = ["eval", "h8i9g9h10"];
    let built_in = text(&default);
    let named = |file: &str| {
        let weights = format!("evaluator.weights={file}");
        text(&[&default[..], &["--set", &weights]].concat())
    };
    assert_eq!(named("crates/gomoku/weights/crossing-weights.toml"), built_in);
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("w.toml");
    std::fs::write(&other, "[points]\n[first.three]\nthree = 70\n").unwrap();
    let told = named(other.to_str().unwrap());
    assert!(told.contains("to move with three against three"), "{told}");
    assert!(told.lines().any(|line| line.starts_with("score") && line.ends_with(" +7")), "{told}");
}

#[test]
fn splitting_the_evaluation_changes_no_node_and_no_move() {
    let lab = ["analyse", "h8i9g9", "--config", "lab-15", "--depth", "2"];
    let parallel = ["--set", "search.threads=2", "--set", "search.parallel=evaluation"];
    let (one, split) = (&json(&lab)[0], &json(&[&lab[..], &parallel].concat())[0]);
    for field in ["best", "score", "nodes"] {
        assert_eq!(one[field], split[field], "{field}");
    }
}

#[test]
fn weights_of_a_lab_come_from_its_configuration() {
    let eval = ["eval", "h8i9", "--config", "lab-15"];
    assert_eq!(json(&eval)[0]["terms"]["centre"], 8);
    let heavier = [&eval[..], &["--set", "evaluator.centre=10"]].concat();
    assert_eq!(json(&heavier)[0]["terms"]["centre"], 80);
}

#[test]
fn wins_by_force_come_with_a_line_and_the_absence_of_one_is_certain() {
    let result = &json(&["vcf", "h8a1i8a3j8a5"])[0];
    assert_eq!((&result["win"], &result["complete"]), (&Value::from(true), &Value::from(true)));
    assert_eq!(result["line"], serde_json::json!(["g8", "f8", "k8"]));
    assert!(result["nodes"].is_u64() && result["seconds"].is_number());
    let told = text(&["vct", "h8a1i8a3h9a5"]);
    assert!(told.contains("black wins by fours and threes"), "{told}");
    assert!(told.contains("every reply answered"), "{told}");
    let told = text(&["vcf", "h8i9"]);
    assert!(told.contains("black has no win by continuous fours"), "{told}");
    let result = &json(&["vct", "h8g7i8i7j9k9", "--nodes", "1"])[0];
    assert_eq!((&result["win"], &result["complete"]), (&Value::from(false), &Value::from(false)));
}

#[test]
fn the_engine_answers_what_it_must() {
    let best = |position: &str| json(&["analyse", position, "--depth", "4"])[0]["best"].clone();
    assert_eq!(best("h8a1i8a2j8a3o1a4"), "a5");
    let five = best("h8a1i8a2j8a3k8c1");
    assert!(five == "g8" || five == "l8", "{five}");
}

#[test]
fn a_person_plays_against_a_lab_and_sees_the_board() {
    let mut child = Command::new(BINARY)
        .current_dir(ROOT)
        .args(["play", "--first", "human", "--second", "ai"])
        .args(["--config", "lab-11", "--depth", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"g5\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(shown.contains("[O]") || shown.contains("[○]"), "{shown}");
    assert!(shown.contains("a b c d e f g h i j k"), "{shown}");
}
