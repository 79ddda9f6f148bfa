//! The memory of games as a person meets it: the real binary.

#[path = "../../harness/tests/support/program.rs"]
mod program;
#[path = "../../harness/tests/support/refused.rs"]
mod refused;

use program::{json, run, text};
use refused::refused;
use std::path::Path;

const BINARY: &str = env!("CARGO_BIN_EXE_gomoku");

/// The setting that names a file of this folder.
fn setting(folder: &Path) -> String {
    format!("experience.file={:?}", folder.join("experience.txt"))
}

fn positions(setting: &str) -> u64 {
    let stats = &json(&["experience", "stats", "--set", setting])[0];
    stats["positions"].as_u64().expect("a number")
}

#[test]
fn games_of_a_match_are_remembered_shown_and_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let setting = setting(folder.path());
    let memory = ["--set", &setting];
    assert_eq!(positions(&setting), 0);
    let play = ["match", "--first", "default", "--second", "random", "--games", "2"];
    text(&[&play, &["--depth", "2", "--random-plies", "2", "--quiet"][..], &memory].concat());
    let count = positions(&setting);
    assert!(count > 0);

    let shown = json(&[&["experience", "show"][..], &memory].concat());
    let lost = shown[0]["moves"].as_array().unwrap().iter().find(|mv| mv["lost"] == 1).unwrap();
    let position = lost["position"].as_str().unwrap();
    let told = text(&[&["experience", "show", position][..], &memory].concat());
    assert!(told.contains("lost") && told.contains(lost["move"].as_str().unwrap()), "{told}");
    let told = text(&[&["experience", "show", "h8i9"][..], &memory].concat());
    assert_eq!(told, "no experience\n");

    let told = text(&[&["experience", "forget", position][..], &memory].concat());
    assert_eq!(told, "1 position removed\n");
    assert_eq!(positions(&setting), count - 1);
    text(&[&["experience", "forget", "--all"][..], &memory].concat());
    assert_eq!(positions(&setting), 0);
}

#[test]
fn a_terminal_game_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let setting = setting(folder.path());
    let play = ["play", "--first", "random", "--second", "ai", "--depth", "2", "--quiet"];
    assert!(text(&[&play[..], &["--set", &setting]].concat()).contains("white wins."));
    assert!(positions(&setting) > 0);
}

#[test]
fn experience_that_cannot_be_saved_is_an_error_even_with_quiet() {
    let folder = tempfile::tempdir().unwrap();
    let setting = setting(&folder.path().join("missing"));
    let play = ["play", "--first", "random", "--second", "ai", "--depth", "2", "--quiet"];
    let output = run(&[&play[..], &["--set", &setting]].concat());
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("experience was not saved") && errors.contains("missing"), "{errors}");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().contains("white wins."));
}

#[test]
fn nothing_is_remembered_unless_a_file_is_named_and_other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    refused(
        here,
        &["experience", "stats"],
        &["experience.file: no file is set", "--set experience.file=FILE"],
    );
    std::fs::write(here.join("experience.txt"), "my diary\n").unwrap();
    for verb in [&["experience", "stats"][..], &["analyse", "h8", "--depth", "1"]] {
        let args = [verb, &["--set", "experience.file=experience.txt"]].concat();
        refused(here, &args, &["", "experience.txt:1: not the header"]);
    }
    std::fs::remove_file(here.join("experience.txt")).unwrap();
    let forget = ["experience", "forget", "--set", "experience.file=experience.txt"];
    refused(here, &forget, &["position: missing; give a position, or --all"]);
    let args = ["analyse", "--set", "experience.max-positions=0"];
    refused(here, &args, &["", "experience.max-positions", "found 0", "1 to 500000"]);
}
