//! The verbs as a person meets them: the real binary, its output and its exit codes.

use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const BINARY: &str = env!("CARGO_BIN_EXE_othello");

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(BINARY);
    command.current_dir(ROOT).args(args).stdin(Stdio::null());
    command.output().expect("the binary starts")
}

/// The output of a command line that succeeds.
fn text(args: &[&str]) -> String {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("stdout is text")
}

/// The JSON objects of a command line that succeeds, and proof that there is nothing else.
fn json(args: &[&str]) -> Vec<Value> {
    let args = [args, &["--json"]].concat();
    let parse = |line| serde_json::from_str(line).expect("every line is JSON");
    text(&args).lines().map(parse).collect()
}

#[test]
fn every_fixture_comes_out_as_expected() {
    let rows = json(&["batch", "fixtures/othello", "--quiet"]);
    assert!(rows.len() > 80);
    for row in rows {
        assert_eq!(row["ok"], true, "{row}");
    }
}

#[test]
fn every_configuration_loads_and_the_default_file_is_the_built_in_default() {
    for file in Path::new(ROOT).join("configs/othello").read_dir().unwrap() {
        let file = file.unwrap().path();
        let printed = text(&["config", "--config", file.to_str().unwrap()]);
        if file.ends_with("default.toml") {
            assert_eq!(printed, text(&["config"]));
        }
    }
}

#[test]
fn eval_explains_the_lab_s_terms() {
    let position = "-------------OO----XOO-----OXO-----OOO-----OOO------------------ X";
    let lab = ["--config", "configs/othello/lab-v1.toml"];
    let result = &json(&[&["eval", position][..], &lab].concat())[0];
    assert_eq!(result["score"], 48);
    assert_eq!(result["terms"]["mobility"], 48);
    assert_eq!(result["terms"]["stability"], 10);
}

#[test]
fn every_algorithm_finds_the_same_value() {
    let rows = json(&["compare", "--depths", "3", "--config", "configs/othello/lab-v1.toml"]);
    assert!(rows.len() >= 4);
    for row in &rows {
        let same = rows.iter().filter(|other| other["position"] == row["position"]);
        for other in same {
            assert_eq!(row["score"], other["score"], "{row} {other}");
        }
    }
}

#[test]
fn small_boards_are_played_to_the_end() {
    for size in ["4", "6"] {
        let set = format!("game.size={size}");
        let args = ["play", "--first", "ai", "--second", "random", "--depth", "3", "--set", &set];
        assert_eq!(json(&args)[0]["finished"], true);
    }
}

#[test]
fn a_person_plays_with_the_moves_marked() {
    let mut child = Command::new(BINARY)
        .args(["play", "--first", "human", "--second", "ai", "--depth", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"f5\nundo\nz9\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(shown.contains('*') && shown.contains('['), "{shown}");
}
