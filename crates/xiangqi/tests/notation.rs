//! Notations at the command line: `convert`, and moves as people type them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_xiangqi");

fn run(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(BINARY)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("the binary listens");
    // Whoever is not interested in its input may have left.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the binary ends")
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn a_game_goes_from_one_notation_into_another_and_back() {
    let wxf = run(&["convert", "-", "--to", "wxf"], "1. 炮二平五 马８进７ 2. h0g2 R9=8 1/2-1/2");
    let text = said(&wxf);
    assert!(text.ends_with("\n1. C2=5 H8+7 2. H2+3 R9=8 1/2-1/2\n"), "{text}");
    let chinese = run(&["convert", "-", "--to", "chinese"], &text);
    assert!(said(&chinese).ends_with("\n1. 炮二平五 马８进７ 2. 马二进三 车９平８ 1/2-1/2\n"));
    let json = said(&run(&["convert", "-", "--to", "iccs", "--json"], &text));
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let moves = r#"["h2e2","h9g7","h0g2","i9h9"],"result":"1/2-1/2","reason":"unknown""#;
    assert!(json.contains(&format!("\"start\":\"{start}\",\"moves\":{moves}")), "{json}");
    assert!(json.contains("1. H2-E2 H9-G7 2. H0-G2 I9-H9 1/2-1/2"), "{json}");
}

#[test]
fn a_record_becomes_a_saved_game_that_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("game.toml").display().to_string();
    assert!(
        run(&["convert", "-", "--to", "toml", "--output", &saved], "1. C2=5 H8+7 1-0")
            .status
            .success()
    );
    let text = std::fs::read_to_string(&saved).unwrap();
    assert!(text.contains("result = \"1-0\"\nreason = \"unknown\"\n"), "{text}");
    let back = said(&run(&["convert", &saved, "--to", "wxf"], ""));
    assert!(back.ends_with("\n1. C2=5 H8+7 1-0\n"), "{back}");
}

#[test]
fn what_makes_no_sense_is_refused_in_one_line() {
    for (args, input, problem) in [
        (
            vec!["convert", "-", "--to", "wxf"],
            "1. h2e2\n2. h2e2",
            "standard input: line 2: `h2e2` is not legal: there is no piece on h2",
        ),
        (vec!["convert", "no/such/file.pgn", "--to", "wxf"], "", "no/such/file.pgn: no such file"),
        (vec!["convert", "-", "--to", "toml"], "", "standard input: no game found"),
        (
            vec!["convert", "-", "--to", "toml"],
            "1. h2e2 * 1. h2e2 *",
            "found 2 games, allowed in toml",
        ),
        (
            vec!["convert", "-", "--to", "algebraic"],
            "",
            "--to: found \"algebraic\", allowed: chinese",
        ),
    ] {
        let output = run(&args, input);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(problem) && text.lines().count() == 1, "{text}");
    }
}

#[test]
fn moves_may_be_typed_in_any_notation() {
    let input = "炮二平五\nH8+7\nh0g2\n車9平8\nquit\n";
    let output = run(&["play", "--first", "human", "--second", "human"], input);
    let text = said(&output) + &String::from_utf8_lossy(&output.stderr);
    assert!(!text.contains("allowed:") && !text.contains("not legal"), "{text}");
    assert!(output.status.success(), "{text}");
}
