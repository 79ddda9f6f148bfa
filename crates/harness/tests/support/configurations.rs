//! What holds for the configurations of every program. The tests that include this file say which
//! `BINARY` it is.

use super::BINARY;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs a command line to its end in a folder in which there are no configurations.
fn run(args: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder can be made");
    Command::new(BINARY).current_dir(folder.path()).args(args).output().expect("the binary starts")
}

fn text(args: &[&str]) -> String {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("stdout is text")
}

fn refused(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).expect("stderr is text")
}

/// The name of the program, and of its folder of configurations.
fn program() -> &'static str {
    Path::new(BINARY).file_stem().and_then(|stem| stem.to_str()).expect("a name")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs").join(program())
}

/// Name and description of each configuration.
fn list() -> Vec<(String, String)> {
    let field = |row: &Value, key: &str| row[key].as_str().expect("a text").to_owned();
    let listed = text(&["config", "--list", "--json"]);
    let rows = listed.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    rows.map(|row| (field(&row, "name"), field(&row, "about"))).collect()
}

#[test]
fn every_configuration_of_the_folder_is_embedded_and_described() {
    let stem = |file: fs::DirEntry| {
        file.path().file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned()
    };
    let files = folder().read_dir().expect("a folder").map(|file| stem(file.expect("a file")));
    let files: BTreeSet<String> = files.filter(|name| name != "levels").collect();
    let listed = list();
    assert_eq!(listed.iter().map(|(name, _)| name.clone()).collect::<BTreeSet<_>>(), files);
    let table = text(&["config", "--list"]);
    for (name, about) in listed {
        assert!((10..=110).contains(&about.len()), "{name}: {about:?}");
        assert!(table.contains(&name) && table.contains(&about), "{table}");
    }
}

#[test]
fn a_name_is_the_file_of_that_name_and_what_is_printed_reads_back_equal() {
    let other = tempfile::tempdir().expect("a folder can be made");
    for (name, _) in list() {
        let printed = text(&["config", "--config", &name]);
        let path = folder().join(format!("{name}.toml"));
        assert_eq!(text(&["config", "--config", path.to_str().expect("a path")]), printed);
        let copy = other.path().join("copy.toml");
        fs::write(&copy, &printed).expect("a file can be written");
        assert_eq!(
            text(&["config", "--config", copy.to_str().expect("a path")]),
            printed,
            "{name}"
        );
    }
}

#[test]
fn a_file_that_changes_nothing_is_its_base() {
    let other = tempfile::tempdir().expect("a folder can be made");
    let file = other.path().join("mine.toml");
    let with = |content: &str| {
        fs::write(&file, content).expect("a file can be written");
        text(&["config", "--config", file.to_str().expect("a path")])
    };
    assert_eq!(with(""), text(&["config"]));
    for (name, _) in list() {
        assert_eq!(with(&format!("base = {name:?}\n")), text(&["config", "--config", &name]));
    }
}

#[test]
fn every_technique_is_off_in_plain() {
    if !list().iter().any(|(name, _)| name == "plain") {
        return;
    }
    let printed = text(&["config", "--config", "plain", "--json"]);
    let config: Value = serde_json::from_str(&printed).expect("JSON");
    for (key, value) in config["search"].as_object().expect("a table") {
        let is_off = match (key.as_str(), value) {
            ("algorithm" | "depth" | "threads" | "table-min-depth", _) => true,
            ("parallel", value) => value == "none",
            ("table-mode", value) => value == "exact",
            (_, Value::Object(table)) => table.values().all(|value| value == false),
            (_, value) => value == 0 || value == false,
        };
        assert!(is_off, "{key} = {value}");
    }
}

#[test]
fn a_name_that_does_not_exist_lists_those_that_do() {
    let message = refused(&["config", "--config", "defualt"]);
    assert!(message.contains("--config defualt: no configuration of that name"), "{message}");
    assert!(message.contains("did you mean \"default\"?"), "{message}");
    for (name, _) in list() {
        assert!(message.contains(&name), "{message}");
    }
    let message = refused(&["config", "--config", "nowhere/default.toml"]);
    assert_eq!(message, "--config nowhere/default.toml: no such file\n");
}

#[test]
fn levels_differ_and_others_are_refused() {
    if !folder().join("levels.toml").exists() {
        let message = refused(&["config", "--level", "1"]);
        assert_eq!(message, format!("--level 1: {} has no levels\n", program()));
        return;
    }
    let level = |number: u32| text(&["config", "--level", &number.to_string()]);
    let all: BTreeSet<String> = (1..=10).map(level).collect();
    assert_eq!(all.len(), 10);
    assert_eq!(level(4), text(&["config", "--set", "level=4"]));
    for number in ["0", "11", "high"] {
        let message = refused(&["config", "--level", number]);
        assert!(message.starts_with(&format!("--level {number}: level: found")), "{message}");
    }
}
