//! The verbs as a user runs them: the binary, its output and its exit codes.

#[path = "../../harness/tests/support/configurations.rs"]
mod configurations;
#[path = "../../harness/tests/support/program.rs"]
mod program;

use program::{json, run, text};
use std::io::Write;
use std::process::{Command, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_xiangqi");
const LAB: [&str; 2] = ["--config", "lab"];
const BOARD_ONE: &str = "3ck4/1R3R3/4b4/8p/2r1r4/P7P/9/4B4/4A4/2BAK4 w";

#[test]
fn every_fixture_gives_the_expected_result() {
    let rows = json(&["batch", "fixtures/xiangqi", "--quiet"]);
    assert!(rows.len() > 50);
    for row in rows {
        assert_eq!(row["ok"], true, "{row}");
    }
}

#[test]
fn the_lab_s_boards_are_read_as_files_and_play_the_lab_s_moves() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("1.txt");
    let rows = "...ck....\n.R...R...\n....b....\n........p\n..r.r....\nP.......P\n.........\n\
                ....B....\n....A....\n..BAK....\n\n\n";
    std::fs::write(&board, rows).unwrap();
    let board = board.to_str().unwrap();
    let result = &json(&[&["analyse", board][..], &LAB].concat())[0];
    assert_eq!((&result["best"], &result["score"]), (&"b8e8".into(), &9359.into()));
    let result = &json(&["analyse", board, "--depth", "4"])[0];
    assert_eq!(result["position"], format!("{BOARD_ONE} - - 0 1"), "the full rules by default");
}

#[test]
fn gains_are_written_in_the_format_of_the_lab() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lists");
    let args = ["gains", BOARD_ONE, "--folder", path.to_str().unwrap(), "--quiet"];
    text(&[&args[..], &LAB].concat());
    let red = std::fs::read_to_string(path.join("red_1.txt")).unwrap();
    assert!(red.starts_with("init: 1 1\nnext: 2 1\nscore -4\n"), "{red}");
    assert!(path.join("black_1.txt").is_file());
    let rows = json(&[&["gains", BOARD_ONE][..], &LAB].concat());
    assert_eq!(rows.iter().filter(|row| row["side"] == "red").count(), red.lines().count() / 3);
}

#[test]
fn a_comparison_can_be_drawn_board_by_board() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("x.svg");
    let args = ["compare", BOARD_ONE, BOARD_ONE, "--algorithms", "minimax,alpha-beta"];
    let figure = ["--depths", "2", "--over", "position", "--plot", "counted", "--svg"];
    text(&[&args[..], &figure, &[svg.to_str().unwrap()], &LAB].concat());
    let drawn = std::fs::read_to_string(svg).unwrap();
    assert!(drawn.contains("xiangqi: counted nodes by algorithm, depth 2"), "{drawn}");
}

#[test]
fn mate_proves_a_mate_or_that_there_is_none() {
    let result = &json(&["mate", "3", BOARD_ONE])[0];
    assert_eq!((&result["mate"], &result["best"]), (&1.into(), &"b8e8".into()));
    let output = run(&["mate", "1", "3ak4/9/9/9/9/9/9/9/9/R4K3 w"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("no mate in 1, proved"));
}

#[test]
fn eval_explains_both_evaluators() {
    let result =
        &json(&["eval", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b"])[0];
    assert_eq!(result["terms"]["mobility"], 0);
    let tempo = result["terms"]["tempo"].as_f64();
    assert!(tempo.is_some_and(|points| (-1.0..0.0).contains(&points)), "{result}");
    let result = &json(&[&["eval", BOARD_ONE][..], &LAB].concat())[0];
    assert_eq!(result["terms"]["red's pieces"], 11_260);
}

#[test]
fn a_game_is_played_in_the_terminal_with_a_drawn_board() {
    let mut child = Command::new(BINARY)
        .args(["play", "--first", "human", "--second", "ai", "--depth", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"h2e2\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{shown}");
    let (before, after) = shown.split_once("black plays ").unwrap();
    assert!(!before.contains('['), "the board is drawn after the answer, not before: {shown}");
    assert_eq!(after.matches('[').count(), 2, "the answer is marked: {shown}");
}

#[test]
fn a_match_counts_every_game() {
    let result = &json(&[
        "match", "--first", "default", "--second", "random", "--games", "2", "--depth", "2",
    ])[0];
    let count = |field: &str| result[field].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 2);
}

#[test]
fn weights_are_tuned_to_recorded_games_and_can_be_played_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, weights) = (path("games.jsonl"), path("weights.toml"));
    let play = "match --first default --second default --games 40 --random-plies 10 --max-plies 60 \
                --first-control nodes=60 --second-control nodes=50 --record";
    text(&[&play.split_whitespace().collect::<Vec<_>>()[..], &[&games]].concat());
    let tuned = &json(&["tune", &games, "--output", &weights, "--steps", "20"])[0];
    assert_eq!(tuned["games"].as_u64().unwrap() + tuned["unseen_games"].as_u64().unwrap(), 40);
    assert!(tuned["unseen_games"].as_u64() > Some(0), "{tuned}");
    assert!(tuned["error"][1].as_f64() < tuned["error"][0].as_f64(), "{tuned}");
    let set = format!("evaluator.weights={weights}");
    assert_eq!(json(&["analyse", "--depth", "2", "--set", &set]).len(), 1);

    // The last line of a match that was killed may be torn; any other damage is refused.
    let whole = std::fs::read_to_string(&games).unwrap();
    let damaged: Vec<&str> = whole
        .lines()
        .enumerate()
        .map(|(at, line)| if at == 20 { &line[20..] } else { line })
        .collect();
    std::fs::write(&games, damaged.join("\n") + "\n").unwrap();
    let refused = run(&["tune", &games, "--output", &weights]);
    assert_eq!(refused.status.code(), Some(2));
    let stderr = String::from_utf8(refused.stderr).unwrap();
    assert!(stderr.contains("games.jsonl:21:") && stderr.lines().count() == 1, "{stderr}");
}
