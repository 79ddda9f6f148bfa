//! The verbs as a user runs them: the binary, its output and its exit codes.

#[path = "../../harness/tests/support/configurations.rs"]
mod configurations;
#[path = "../../harness/tests/support/program.rs"]
mod program;

use program::{json, run, text};
use serde_json::Value;
use std::io::{BufRead, Write};
use std::process::{Command, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_othello");

#[test]
fn every_fixture_gives_the_expected_result() {
    let rows = json(&["batch", "fixtures/othello", "--quiet"]);
    assert!(rows.len() > 80);
    for row in rows {
        assert_eq!(row["ok"], true, "{row}");
    }
}

#[test]
fn eval_explains_the_lab_s_terms() {
    let position = "-------------OO----XOO-----OXO-----OOO-----OOO------------------ X";
    let lab = ["--config", "lab-v1"];
    let result = &json(&[&["eval", position][..], &lab].concat())[0];
    assert_eq!(result["score"], 48);
    assert_eq!(result["terms"]["mobility"], 48);
    assert_eq!(result["terms"]["stability"], 10);
}

#[test]
fn every_algorithm_finds_the_same_value() {
    let rows = json(&["compare", "--depths", "3", "--config", "lab-v1"]);
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
fn legal_moves_are_marked_in_a_game_against_a_person() {
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

/// Three positions of the FFO suite with the scores of their moves.
const ENDGAMES: &str = "\
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6
% a comment
XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6; G6:-2; F6:-4; H6:-10
-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; B2:+0
";

#[test]
fn solve_finds_exact_scores_and_compares_them_with_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.obf");
    std::fs::write(&file, ENDGAMES).unwrap();
    let file = file.to_str().unwrap();
    let rows = json(&["solve", file, "--quiet"]);
    let scores: Vec<&Value> = rows.iter().map(|row| &row["score"]).collect();
    assert_eq!(scores, [18, 6, 10]);
    assert!(rows.iter().all(|row| row["ok"] == true && row["nodes"].as_u64() > Some(0)));
    let rows = json(&["solve", file, "--only", "2", "--all", "--threads", "2"]);
    assert_eq!(rows[0]["moves"]["h6"], -10);
    let small = &json(&["solve", "-----OX--XO----- X; b1:-10", "--all"])[0];
    assert_eq!((&small["score"], &small["ok"]), (&Value::from(-10), &Value::from(true)));
    let shown = text(&["solve", file, "--only", "2..3", "--winner"]);
    assert!(shown.contains("2 of 2 agree with the file"), "{shown}");
}

#[test]
fn a_score_that_differs_from_the_file_gives_exit_code_1() {
    let position = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+8";
    let output = run(&["solve", position]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("DIFFERS: +8 h5"));
}

#[test]
fn count_supports_both_pass_conventions() {
    assert_eq!(json(&["count", "9"])[0]["nodes"], 3_005_288);
    assert_eq!(json(&["count", "9", "--passes", "free"])[0]["nodes"], 3_005_320);
    assert_eq!(json(&["count", "3", "--position", "f5d6"])[0]["nodes"], 122);
}

#[test]
fn the_end_of_a_game_is_played_perfectly() {
    let position = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X";
    let result = &json(&["analyse", position, "--depth", "2"])[0];
    assert_eq!((&result["best"], &result["score"]), (&Value::from("a4"), &Value::from(10)));
    assert_eq!(result["ended"], "solved");
    assert!(result["nodes"].as_u64() > Some(0) && result["depth"].as_u64() > Some(9), "{result}");
    let all = &json(&["analyse", position, "--depth", "2", "--lines", "60"])[0];
    let scores: Vec<i64> = all["lines"]
        .as_array()
        .map_or(vec![], |lines| lines.iter().filter_map(|line| line["score"].as_i64()).collect());
    assert!(scores.len() > 3 && scores[0] == 10 && scores.is_sorted_by(|a, b| a >= b), "{all}");
}

#[test]
fn the_configuration_decides_who_gets_the_empty_squares() {
    let position = "XXXX-----------O X";
    let score = |set: &[&str]| json(&[&["eval", position][..], set].concat())[0]["score"].clone();
    assert_eq!(score(&[]), 14);
    assert_eq!(score(&["--set", "game.score=discs"]), 3);
    let almost = "-OXX------------ X";
    let lines = |set: &[&str]| json(&[&["analyse", almost][..], set].concat())[0]["score"].clone();
    assert_eq!(lines(&["--depth", "3"]), 16);
    assert_eq!(lines(&["--depth", "3", "--set", "game.score=discs"]), 4);
}

#[test]
fn an_external_gtp_engine_plays_in_a_match() {
    let second = format!("gtp:{BINARY} gtp --set search.depth=1");
    let args = ["match", "--first", "default", "--second", &second, "--games", "2"];
    let folder = tempfile::tempdir().expect("a folder");
    let openings = folder.path().join("openings.txt");
    std::fs::write(&openings, "f5d6c3d3c4\n").expect("a file");
    let openings = openings.to_str().expect("a name");
    let fast = [
        "--nodes",
        "200",
        "--second-control",
        "time=1",
        "--openings",
        openings,
        "--set",
        "search.table-mib=1",
    ];
    let small = ["--margin", "30", "--set", "endgame.table-mib=1", "--set", "endgame.root=4"];
    let result = &json(&[&args[..], &fast, &small].concat())[0];
    assert_eq!(result["games"], 2, "{result}");
    let told = result.to_string();
    for fault in ["illegal", "crash", "hung", "protocol", "time"] {
        assert!(!told.contains(fault), "{told}");
    }
}

#[test]
fn levels_are_configurations() {
    let low = text(&["config", "--set", "level=1"]);
    let high = text(&["config", "--set", "level=10"]);
    assert!(low.contains("depth = 1\n") && low.contains("root = 0\n"), "{low}");
    assert!(high.contains("depth = 14\n") && high.contains("root = 22\n"), "{high}");
}

#[test]
fn fast_games_against_itself_have_no_faults() {
    let args = ["match", "--first", "default", "--second", "default", "--games", "30"];
    let fast = ["--nodes", "200", "--random-plies", "6", "--set", "endgame.root=8"];
    let small = ["--set", "search.table-mib=1", "--set", "endgame.table-mib=1"];
    let result = &json(&[&args[..], &fast, &small].concat())[0];
    assert_eq!(result["games"], 30);
    let told = result.to_string();
    for fault in ["illegal", "crash", "hung"] {
        assert!(!told.contains(fault), "{told}");
    }
}

/// The output of a protocol verb for these lines of input.
fn converse(verb: &str, lines: &str) -> String {
    let mut child = Command::new(BINARY)
        .args([verb, "--set", "search.depth=2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine talks");
    let mut input = child.stdin.take().expect("the engine talks");
    input.write_all(lines.as_bytes()).expect("the engine talks");
    drop(input);
    let output = child.wait_with_output().expect("the engine talks");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("stdout is text")
}

#[test]
fn both_protocols_run_on_standard_input_and_output() {
    let said = converse("gtp", "1 genmove b\n\u{1b}nonsense \u{2603}\nshowboard\nquit\n");
    assert!(said.starts_with("=1 ") && said.contains("? unknown command"), "{said}");
    assert!(said.contains("O white 1"), "{said}");
    let said = converse("nboard", "nboard 2\nset depth 2\ngo\nquit\n");
    assert!(said.starts_with("set myname") && said.contains("=== "), "{said}");
}

#[test]
fn a_book_is_learned_shown_and_played_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.book");
    let file = file.to_str().expect("a name");
    let book = |args: &[&str]| json(&[&["book"], args, &["--file", file]].concat());
    let games = book(&["learn", "--games", "4", "--plies", "6", "--depth", "1"]);
    assert_eq!(games.len(), 4);
    assert_eq!(book(&["stats"])[0]["games"], 4);
    let shown = &book(&["show", "f5"])[0];
    assert_eq!(shown["known"], true);
    let set = format!("book.file={file}");
    let answer = &json(&["analyse", "f5", "--set", &set])[0];
    assert_eq!((&answer["best"], &answer["ended"]), (&shown["best"], &Value::from("book")));
    assert!(text(&["book", "show", "--set", &set]).contains("for black to move, from 4 games"));
    let said = converse("nboard", "learn\nquit\n");
    assert!(said.contains("learned"), "{said}");
}

#[test]
fn two_processes_that_learn_into_one_book_lose_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.book");
    let name = file.to_str().expect("a name");
    let learn = |file: &str, games: &str| {
        let args = ["book", "learn", "--file", file, "--games", games, "--depth", "1", "--quiet"];
        let mut command = Command::new(BINARY);
        command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("it learns")
    };
    let games_in_book = || {
        let stats = json(&["book", "stats", "--file", name]);
        stats[0]["games"].as_u64().expect("a number")
    };
    // While the first process learns, a second one is refused, also by another name of the file.
    let mut first = learn(name, "100000");
    let mut printed = std::io::BufReader::new(first.stdout.take().expect("stdout")).lines();
    assert!(printed.next().is_some());
    #[cfg(unix)]
    let names = {
        let link = folder.path().join("link.book");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        [name.to_owned(), link.to_str().expect("a name").to_owned()]
    };
    #[cfg(not(unix))]
    let names = [name.to_owned()];
    for name in &names {
        let second = learn(name, "1").wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&second.stderr);
        assert_eq!(second.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("another run") && stderr.lines().count() == 1, "{stderr}");
    }
    first.kill().expect("it is killed");
    first.wait().expect("it is killed");

    // Started together, each of two either adds all of its games or is refused.
    let before = games_in_book();
    let both = [learn(name, "5"), learn(name, "5")].map(|child| {
        let output = child.wait_with_output().expect("it ends");
        output.status.code().expect("an exit code")
    });
    assert!(both.iter().all(|code| [0, 2].contains(code)) && both.contains(&0), "{both:?}");
    let added = 5 * both.iter().filter(|&&code| code == 0).count() as u64;
    assert_eq!(games_in_book(), before + added);
}

#[test]
fn a_process_killed_while_learning_leaves_a_complete_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.book");
    let name = file.to_str().expect("a name").to_owned();
    let args = ["book", "learn", "--file", &name, "--games", "100000", "--depth", "1", "--quiet"];
    let mut known = 0;
    for _ in 0..5 {
        let mut child =
            Command::new(BINARY).args(args).stdout(Stdio::piped()).spawn().expect("it learns");
        // After the first line a game has been written, and the next ones follow.
        let stdout = child.stdout.take().expect("it learns");
        std::io::BufReader::new(stdout).lines().next();
        child.kill().expect("it is killed");
        child.wait().expect("it is killed");
        let stats = &json(&["book", "stats", "--file", &name])[0];
        let games = stats["games"].as_u64().expect("a number");
        assert!(games > known, "{stats}");
        known = games;
    }
}

#[test]
fn an_evaluator_is_trained_from_games_that_do_not_depend_on_interruptions_or_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let play = |file: &str, games: &str, threads: &str| {
        let fast = ["--depth", "1", "--solve", "8", "--threads", threads, "--games", games];
        json(&[&["train-games", file, "--quiet"][..], &fast].concat())
    };
    let (whole, parts) = (path("whole.txt"), path("parts.txt"));
    assert_eq!(play(&whole, "12", "2")[0]["new"], 12);
    play(&parts, "5", "1");
    // A crash in the middle of a line.
    let mut cut = std::fs::read(&parts).unwrap();
    cut.extend(b"f5d6c3");
    std::fs::write(&parts, cut).unwrap();
    assert_eq!(play(&parts, "12", "1")[0]["new"], 7);
    assert_eq!(std::fs::read(&whole).unwrap(), std::fs::read(&parts).unwrap());

    let fit = |output: &str, threads: &str| {
        let args = ["--output", output, "--rounds", "3", "--threads", threads, "--quiet"];
        json(&[&["train-fit", &whole][..], &args].concat())
    };
    let (one, other) = (path("one.weights"), path("other.weights"));
    assert_eq!(fit(&one, "1")[0]["hash"], fit(&other, "2")[0]["hash"]);
    assert_eq!(std::fs::read(&one).unwrap(), std::fs::read(&other).unwrap());

    let suite = path("suite.obf");
    std::fs::write(&suite, ENDGAMES).unwrap();
    let set = format!("evaluator={{ name = \"pattern\", weights = \"{one}\" }}");
    let test = |set: &[&str]| {
        let args = [&["train-test", &suite, "--depth", "1"][..], set].concat();
        json(&args)[0]["error"].as_f64().unwrap()
    };
    assert_ne!(test(&["--set", &set]), test(&[]));

    let probcut = path("some.probcut");
    let args = ["--positions", "3", "--depth", "4", "--output", &probcut, "--quiet"];
    text(&[&["train-probcut", &whole, "--set", &set][..], &args].concat());
    let set = format!("evaluator={{ name = \"pattern\", probcut = \"{probcut}\" }}");
    text(&["analyse", "--depth", "5", "--set", &set]);
}
