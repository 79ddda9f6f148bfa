//! The verbs as a user runs them: the binary, its output and its exit codes.

#[path = "../../harness/tests/support/configurations.rs"]
mod configurations;
#[path = "../../harness/tests/support/conversation.rs"]
mod conversation;
#[path = "../../harness/tests/support/program.rs"]
mod program;

use conversation::Engine;
use program::{json, text};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_knight-duel");

#[test]
fn every_fixture_gives_the_expected_result() {
    let rows = json(&["batch", "fixtures/knight-duel", "--quiet"]);
    assert!(rows.len() > 12);
    for row in rows {
        assert_eq!(row["ok"], true, "{row}");
    }
}

#[test]
fn analyse_finds_a_win_and_eval_explains_a_position() {
    let result = &json(&["analyse", "A+++/++++/++++/+++B A", "--depth", "20"])[0];
    assert!(["b2", "c3"].contains(&result["best"].as_str().unwrap()));
    let result = &json(&["eval", "A+++/++++/++@+/+++B A"])[0];
    assert_eq!(result["terms"]["mobility"], 0);
}

#[test]
fn every_cell_of_the_tables_has_the_published_rates() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (csv, finals, pictures) = (path("x.csv"), path("x.txt"), path("boards"));
    let args =
        ["tables", "--games", "4", "--sizes", "6,8", "--depths", "2,4", "--csv", &csv, "--finals"];
    let args = [&args[..], &[&finals, "--pictures", &pictures]].concat();
    let cells = json(&args);
    assert_eq!(cells.len(), 8);
    let cell = cells.iter().find(|c| c["mode"] == "blind" && c["size"] == 6 && c["depth"] == 4);
    let cell = cell.unwrap();
    assert_eq!(
        (&cell["games"], &cell["report"], &cell["simulation"]),
        (&Value::from(4), &Value::from(0.5), &Value::from(0.67))
    );
    assert!(cell["low"].as_f64() <= cell["rate"].as_f64());
    assert_eq!(std::fs::read_to_string(csv).unwrap().lines().count(), 9);
    let finals = std::fs::read_to_string(finals).unwrap();
    assert_eq!(finals.lines().filter(|line| line.contains(" wins")).count(), 32);
    assert!(finals.lines().any(|line| line.starts_with("+ ") || line.starts_with("@ ")));
    assert_eq!(std::fs::read_dir(&pictures).unwrap().count(), 32);
    let board = std::fs::read_to_string(format!("{pictures}/ai-8x8-depth4-game2.svg")).unwrap();
    assert!(board.contains("<svg") && board.contains("cannot move"), "{board}");

    let table = text(&["tables", "--games", "2", "--sizes", "6", "--depths", "4"]);
    assert!(
        table.contains("games won by the AI") && table.contains("games won by the first mover")
    );
    assert!(!table.contains('*'), "{table}");
}

#[test]
fn tables_do_not_depend_on_the_number_of_threads() {
    let wins = |jobs: &str| -> Vec<Value> {
        let args = ["tables", "--games", "6", "--sizes", "6", "--depths", "3", "--jobs", jobs];
        json(&args).into_iter().map(|cell| cell["wins"].clone()).collect()
    };
    assert_eq!(wins("1"), wins("2"));
}

#[test]
fn solve_finds_the_winner_under_both_end_rules() {
    let result = &json(&["solve", "--size", "4", "--a", "0,0", "--b", "3,3"])[0];
    assert_eq!(result["first_wins"], false);
    assert_eq!(result["pairs"], 1);
    assert!(result["nodes"].is_u64() && result["seconds"].is_number());
    let result = &json(&["solve", "--position", "A+++/++@+/+@++/++B+ B plain"])[0];
    assert!(result["first_wins"].is_boolean());
    let shown =
        text(&["solve", "--size", "5", "--a", "a1", "--b", "c3", "--set", "game.end=plain"]);
    assert!(shown.contains("A, to move, "), "{shown}");
}

#[test]
fn solve_finds_the_distance_on_request() {
    // A blocks B with its first move.
    let args = ["solve", "--distance", "--position", "B+++/++++/+@++/+++A A"];
    let result = &json(&args)[0];
    assert_eq!((&result["first_wins"], &result["distance"]), (&true.into(), &1.into()));
    assert!(text(&args).contains("A, to move, wins in 1 ply\n"));
}

#[test]
fn every_start_of_a_board_is_solved_and_an_interrupted_table_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("5x5.txt");
    let path = file.to_str().unwrap();
    let args = ["solve", "--all", "--size", "5", "--table", path];
    let result = &json(&args)[0];
    assert_eq!((&result["pairs"], &result["first_wins"]), (&600.into(), &296.into()));
    let complete = std::fs::read_to_string(&file).unwrap();
    // Half of the table is lost; what is left is not solved again.
    let kept: Vec<&str> = complete.lines().take(5).collect();
    std::fs::write(&file, kept.join("\n")).unwrap();
    let again = &json(&args)[0];
    assert_eq!((&again["solved"], &again["first_wins"]), (&600.into(), &296.into()));
    let boards = |text: &str| text.lines().skip(3).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(boards(&std::fs::read_to_string(&file).unwrap()), boards(&complete));
    // The nodes do not depend on the number of threads.
    let nodes =
        |jobs: &str| json(&["solve", "--all", "--size", "4", "--jobs", jobs])[0]["nodes"].clone();
    assert_eq!(nodes("1"), nodes("2"));
    let shown = text(&["conjectures", path]);
    assert!(shown.contains("5x5") && shown.contains("296"), "{shown}");
}

#[test]
fn no_rule_of_the_solver_changes_a_table() {
    let table = |more: &[&str]| {
        let result = &json(&[&["solve", "--all", "--size", "4", "--jobs", "1"], more].concat())[0];
        (result["first_wins"].clone(), result["nodes"].as_u64().unwrap())
    };
    let (wins, nodes) = table(&[]);
    assert_eq!(wins, 64);
    let (same, more) = table(&["--without", "mirror", "--without", "regions"]);
    assert_eq!(same, wins);
    assert!(more > nodes);
}

#[test]
fn levels_are_configurations() {
    let low = text(&["config", "--set", "level=1"]);
    let high = text(&["config", "--set", "level=10"]);
    assert!(low.contains("depth = 1\n") && low.contains("root-squares = 0\n"), "{low}");
    assert!(high.contains("depth = 16\n") && high.contains("root-squares = 56\n"), "{high}");
}

#[test]
fn a_table_is_read_relative_to_the_configuration_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let [table, config] = ["own.txt", "own.toml"].map(|name| folder.path().join(name));
    std::fs::write(&config, "search.solver = 3\nsolver.tables = [\"own.txt\"]\n").unwrap();
    let config = config.to_str().unwrap();
    // A won start. The solver finds the winning move, but is not called if a table says that the start
    // is lost.
    let start = "A+++++/++++++/++B+++/++++++/++++++ A";
    assert_eq!(json(&["solve", "--position", start])[0]["first_wins"], true);
    let mut ends = Vec::new();
    for mark in ["?", "-"] {
        let rows = [".?????", "??????", &format!("??{mark}???"), "??????", "??????"].join("/");
        let content = format!("knight-duel starts 5x6\nnodes 1\nseconds 1\na5 {rows}\n");
        std::fs::write(&table, content).unwrap();
        let result = &json(&["analyse", start, "--depth", "1", "--config", config])[0];
        ends.push(result["ended"] == "solved");
    }
    assert_eq!(ends, [true, false]);
}

#[test]
fn the_conjectures_are_tested_on_every_built_in_board() {
    let findings = json(&["conjectures"]);
    let sizes: Vec<&str> = findings.iter().map(|f| f["size"].as_str().unwrap()).collect();
    assert_eq!(sizes, ["3x3", "4x4", "5x5", "6x6", "7x7", "8x8"]);
    for finding in findings {
        let side: u64 = finding["size"].as_str().unwrap()[..1].parse().unwrap();
        assert_eq!(finding["pairs"], side * side * (side * side - 1));
        let exceptions = finding["exceptions"].as_array().unwrap();
        let starts = |mirrored: bool| -> u64 {
            let counted = exceptions.iter().filter(|e| e["mirrored"] == mirrored);
            counted.map(|e| e["starts"].as_u64().unwrap()).sum()
        };
        assert_eq!(finding["exceptions_mirrored"], starts(true));
        // From 5x5 on, mirroring explains every exception.
        if side >= 5 {
            assert!(starts(true) > 0 && starts(false) == 0, "{finding}");
        }
    }
}

#[test]
fn starts_can_be_used_as_openings_of_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("starts.txt");
    let lines = text(&["starts", "--count", "3", "--seed", "5", "--set", "game.rows=6"]);
    assert_eq!(lines.lines().count(), 3);
    std::fs::write(&openings, lines).unwrap();
    let openings = openings.to_str().unwrap();
    let args = ["match", "--first", "default", "--second", "lab-blind"];
    let more = ["--openings", openings, "--games", "6", "--depth", "4"];
    let size = ["--set", "game.rows=6", "--set", "game.columns=8", "--set", "game.a=a1"];
    let result = &json(&[&args[..], &more, &size, &["--set", "game.b=c3"]].concat())[0];
    let count = |field: &str| result[field].as_u64().unwrap();
    assert_eq!(count("wins") + count("losses"), 6);
}

#[test]
fn every_mode_of_the_lab_can_be_played() {
    for (first, second) in [("blind", "ai"), ("ai", "ai"), ("blind", "random")] {
        let args = ["play", "--first", first, "--second", second, "--depth", "3"];
        let result = &json(&args)[0];
        assert_eq!(result["finished"], true);
        assert!(result["winner"] == "A" || result["winner"] == "B");
    }
    let mut child = Command::new(BINARY)
        .args(["play", "--first", "human", "--second", "ai", "--depth", "2"])
        .args(["--position", "A+++/++++/++++/+++B A"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"b2\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(shown.contains("[A]") || shown.contains("[B]"), "{shown}");
}

#[test]
fn an_infinite_search_answers_isready_and_stops_and_invalid_lines_are_harmless() {
    let mut engine = Engine::start("ugi");
    engine.tell("ugi");
    engine.hear("ugiok");
    engine.tell("\u{0}\u{7f}nonsense ☃ line");
    engine.hear("info string");
    engine.tell(&format!(
        "position fen A{}/{}/{}B A",
        "+".repeat(15),
        vec!["+".repeat(16); 14].join("/"),
        "+".repeat(15)
    ));
    engine.tell("go infinite");
    engine.tell("isready");
    engine.hear("readyok");
    engine.tell("stop");
    assert!(engine.hear("bestmove").len() > "bestmove ".len());
    engine.tell("go movetime 50");
    engine.hear("bestmove");
    engine.tell("query p1turn");
    assert_eq!(engine.hear("response"), "response true");
    engine.tell("go infinite");
    engine.end();
}

#[test]
fn the_engine_plays_a_match_against_itself_as_another_process() {
    let external = format!("ugi:{BINARY} ugi");
    let args = ["match", "--first", &external, "--second", "default", "--games", "4"];
    let result = &json(&[&args[..], &["--nodes", "2000"]].concat())[0];
    let count = |field: &str| result[field].as_u64().unwrap();
    assert_eq!(count("wins") + count("losses"), 4, "{result}");
    let both = ["match", "--first", &external, "--second", &external, "--games", "2"];
    let result = &json(&[&both[..], &["--depth", "3", "--set", "game.end=plain"]].concat())[0];
    assert_eq!(result["games"], 2, "{result}");
    let shown = result.to_string();
    for fault in ["illegal", "crash", "hung", "protocol"] {
        assert!(!shown.contains(fault), "{shown}");
    }
}

#[cfg(unix)]
#[test]
fn interrupted_tables_keep_the_finished_games() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("x.csv");
    let mut child = Command::new(BINARY)
        .args(["tables", "--games", "1000000", "--sizes", "6", "--depths", "2", "--json", "--csv"])
        .arg(&csv)
        .arg("--verbose")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Every finished game is logged.
    let mut log = BufReader::new(child.stderr.take().unwrap());
    assert_ne!(log.read_line(&mut String::new()).unwrap(), 0);
    let rest = std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let cell: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    assert!((1..1_000_000).contains(&cell["games"].as_u64().unwrap()), "{cell}");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    rest.join().unwrap().unwrap();
    assert_eq!(std::fs::read_to_string(csv).unwrap().lines().count(), 2);
}
