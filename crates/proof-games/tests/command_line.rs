//! The verbs as a user runs them: the real binary, its output and its exit codes.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_connect-four"));
    command.current_dir(ROOT).args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    command(args).output().expect("the binary starts")
}

/// The output of a command line that succeeds.
fn text(args: &[&str]) -> String {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("stdout is text")
}

/// The JSON objects printed by a command line that succeeds. Any other output fails the test.
fn json(args: &[&str]) -> Vec<Value> {
    let args = [args, &["--json"]].concat();
    let parse = |line| serde_json::from_str(line).expect("every line is JSON");
    text(&args).lines().map(parse).collect()
}

#[test]
fn analyse_reports_a_win_in_text_and_json() {
    let position = "......./......./......./......./OOO..../XXX.... X";
    let result = &json(&["analyse", position])[0];
    assert_eq!(result["best"], "d");
    assert_eq!(result["score"], Value::Null);
    assert_eq!(result["win_in"], 1);
    assert_eq!(result["pv"], serde_json::json!(["d"]));
    for field in ["depth", "nodes", "seconds", "nps"] {
        assert!(result[field].is_number(), "{field}");
    }
    let text = text(&["analyse", position]);
    assert!(text.contains("best     d\n"), "{text}");
    assert!(text.contains("win in 1 ply for X to move"), "{text}");
}

#[test]
fn trace_writes_every_node_and_prints_a_summary() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tree.json");
    let path = file.to_str().unwrap();
    let asked = ["trace", "--config", "plain", "--depth", "4", "--output", path];
    let trace = |more: &[&str]| {
        let row = json(&[&asked, more].concat()).remove(0);
        let written: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        (row, written)
    };
    let (row, written) = trace(&["--algorithm", "alpha-beta"]);
    assert_eq!((&written["format"], &written["version"]), (&"plywood-trace".into(), &1.into()));
    assert_eq!((&written["game"], &written["algorithm"]), (&row["game"], &row["algorithm"]));
    assert_eq!(written["result"]["nodes"], row["nodes"]);
    let nodes = written["nodes"].as_array().unwrap();
    assert_eq!(nodes.len() as u64, row["nodes"].as_u64().unwrap() + 1, "and the root");
    let cuts = nodes.iter().filter(|node| node["reason"] == "beta").count() as u64;
    assert!(cuts > 0 && row["cuts"]["beta"] == cuts, "{row}");
    // Seven moves, of which some were searched and the others skipped.
    let cut = nodes.iter().position(|node| node["reason"] == "beta").unwrap();
    let searched = nodes.iter().filter(|node| node["parent"] == cut).count();
    assert_eq!(searched + nodes[cut]["skipped"][0]["moves"].as_array().unwrap().len(), 7);
    // The same search gives the same file.
    assert_eq!(trace(&["--algorithm", "alpha-beta"]).1, written);
    let (short, written) = trace(&["--algorithm", "minimax", "--max-nodes", "10"]);
    assert_eq!((&short["complete"], &short["recorded"]), (&false.into(), &10.into()));
    assert_eq!((&short["nodes"], &short["score"]), (&2800.into(), &row["score"]));
    assert_eq!((&written["complete"], &written["limit"]), (&false.into(), &10.into()));
    let text = text(&["trace", "--config", "plain", "--depth", "2", "--order", "reversed"]);
    for line in ["best     ", "nodes    ", "cuts     beta ", "skipped  beta "] {
        assert!(text.lines().any(|own| own.starts_with(line)), "{text}");
    }
}

#[test]
fn analyse_respects_its_limits_lines_and_moves() {
    let result = &json(&["analyse", "--depth", "3", "--lines", "2", "--moves", "a,b,c"])[0];
    assert_eq!(result["depth"], 3);
    assert_eq!(result["lines"].as_array().unwrap().len(), 2);
    assert!(["a", "b", "c"].contains(&result["best"].as_str().unwrap()));
    let result = &json(&["analyse", "--nodes", "500"])[0];
    assert_eq!(result["ended"], "nodes");
    assert!(result["nodes"].as_u64().unwrap() <= 500);
}

#[test]
fn analyse_starts_after_the_played_moves() {
    let result = &json(&["analyse", "--played", "a,a,b,b,c,c"])[0];
    assert_eq!(result["position"], "......./......./......./......./OOO..../XXX.... X");
    assert_eq!(result["best"], "d");
}

#[test]
fn analyse_reads_a_position_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    std::fs::write(&path, "......./......./......./......./OOO..../XXX.... X\n").unwrap();
    assert_eq!(json(&["analyse", path.to_str().unwrap()])[0]["best"], "d");
}

#[test]
fn a_finished_game_has_no_best_move() {
    let over = "......./......./......./......./OOO..../XXXX... O";
    let result = &json(&["analyse", over])[0];
    assert_eq!(result["best"], Value::Null);
    assert_eq!(result["ended"], "game over");
}

#[test]
fn eval_explains_the_score_from_the_first_players_point_of_view() {
    let position = "......./......./......./......./......./...X... O";
    let result = &json(&["eval", position])[0];
    assert_eq!(result["score"], 1);
    assert_eq!(result["terms"]["centre"], 1);
    assert!(text(&["eval", position]).contains("score for X"));
}

#[test]
fn perft_counts_and_divides() {
    let result = &json(&["perft", "4", "--divide"])[0];
    assert_eq!(result["nodes"], 2401);
    assert_eq!(result["divide"]["g"], 343);
    assert_eq!(json(&["perft", "0"])[0]["nodes"], 1);
    let full = "......./......./......./......./OOO..../XXXX... O";
    assert_eq!(json(&["perft", "3", "--position", full])[0]["nodes"], 0);
}

#[test]
fn bench_is_deterministic_and_a_wrong_signature_is_exit_code_1() {
    let first = json(&["bench"])[0]["nodes"].as_u64().unwrap();
    assert_eq!(json(&["bench", "--expect", &first.to_string()])[0]["nodes"], first);
    let output = run(&["bench", "--expect", "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("expected 1"));
}

#[test]
fn compare_agrees_on_the_value_and_writes_csv_and_svg() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (csv, svg) = (path("x.csv"), path("x.svg"));
    let position = "......./......./......./......./..O..../..XX.O. X";
    let rows = json(&["compare", position, "--depths", "1..4", "--csv", &csv, "--svg", &svg]);
    assert_eq!(rows.len(), 16);
    for depth in 1..=4 {
        let rows: Vec<_> = rows.iter().filter(|row| row["depth"] == depth).collect();
        let value = |row: &Value| (row["score"].clone(), row["win_in"].clone());
        assert!(rows.iter().all(|row| value(row) == value(rows[0])), "{rows:?}");
    }
    let alpha_beta = rows.iter().rfind(|row| row["algorithm"] == "alpha-beta").unwrap();
    assert!(alpha_beta["ratio"].as_f64().unwrap() < 1.0);
    assert_eq!(std::fs::read_to_string(csv).unwrap().lines().count(), 17);
    assert!(std::fs::read_to_string(svg).unwrap().contains("alpha-beta"));
}

#[test]
fn compare_marks_a_search_beyond_the_node_limit() {
    let args = ["compare", "--algorithms", "minimax,pvs", "--depths", "5", "--max-nodes", "5000"];
    let table = text(&args);
    assert!(table.lines().any(|line| line.contains("minimax") && line.contains("over limit")));
    assert!(!table.lines().any(|line| line.contains("pvs") && line.contains("over limit")));
}

#[test]
fn every_fixture_passes() {
    let rows = json(&["batch", "fixtures/connect-four", "--quiet"]);
    assert!(rows.len() > 10);
    for row in rows {
        assert_eq!(row["ok"], true, "{row}");
        assert!(row["fixture"].is_string() && row["seconds"].is_number());
    }
}

#[test]
fn a_failing_fixture_is_shown_and_ends_with_exit_code_1() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.toml");
    let case = "[[case]]\nname = \"wrong\"\nkind = \"perft\"\ndepth = 2\nexpect = { nodes = 50 }\n";
    std::fs::write(&path, case).unwrap();
    let output = run(&["batch", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let row = text.lines().find(|line| line.contains("nodes 50")).unwrap();
    assert!(row.contains("nodes 49") && row.contains("NO"), "{text}");
    assert!(text.contains("1 of 1 cases differ"), "{text}");
}

#[test]
fn the_command_line_overrides_the_sets_of_a_fixture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toml");
    let text = "set = [\"search.depth=2\"]\n[[case]]\nname = \"x\"\nkind = \"analyse\"\n\
                set = [\"search.depth=3\"]\nexpect = { depth = 3 }\n";
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(json(&["batch", path])[0]["got"]["depth"], 3);
    let output = run(&["batch", path, "--json", "--set", "search.depth=4"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("\"got\":{\"depth\":4}"));
}

#[test]
fn the_default_file_names_every_key() {
    let default = Path::new(ROOT).join("configs/connect-four/default.toml");
    let written = std::fs::read_to_string(default).unwrap();
    let everything = [
        "search.nodes=1",
        "search.seconds=1.0",
        "search.aspiration=1",
        "search.solver=1",
        "search.transposition-cutoff=1",
        "search.null-move={ min-depth = 1, reduction = 1 }",
        "search.late-move-reductions={ min-depth = 1, full-moves = 1, base = 1.0, divisor = 1.0 }",
        "search.late-move-pruning={ max-depth = 1, base = 1, factor = 1 }",
        "search.futility={ max-depth = 1, margin = 1 }",
        "search.reverse-futility={ max-depth = 1, margin = 1 }",
    ];
    let sets: Vec<&str> = everything.iter().flat_map(|set| ["--set", *set]).collect();
    let all: toml::Table = text(&[&["config"], &sets[..]].concat()).parse().unwrap();
    for key in all["search"].as_table().unwrap().keys() {
        let named = written.lines().any(|line| line.trim_start_matches("# ").starts_with(key))
            || written.contains(&format!("[search.{key}]"));
        assert!(named, "{key} is not in default.toml");
    }
}

#[test]
fn sets_apply_on_both_sides_of_the_verb_and_the_later_one_wins() {
    let args = ["--set", "search.depth=5", "--set", "search.threads=1", "config"];
    let config = text(&[&args[..], &["--set", "search.depth=7"]].concat());
    assert!(config.contains("depth = 7\n"), "{config}");
    assert!(!text(&["config", "--set", "search.depth="]).contains("\ndepth ="));
}

#[test]
fn help_version_and_completions_succeed_on_stdout() {
    let help = text(&["--help"]);
    for verb in ["analyse", "eval", "play", "match", "batch", "compare", "perft", "bench", "config"]
    {
        assert!(help.contains(&format!("\n  {verb} ")), "{verb}");
        assert!(text(&[verb, "--help"]).contains("--set"), "{verb}");
    }
    assert!(text(&["--version"]).starts_with("connect-four "));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(text(&["completions", shell]).contains("analyse"), "{shell}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = command(&["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{stderr}");
    assert_eq!(stderr, "");
}

#[test]
fn a_match_is_played_and_reported_in_json() {
    let args =
        ["match", "--first", "default", "--second", "random", "--games", "4", "--depth", "3"];
    let result = &json(&args)[0];
    let count = |field: &str| result[field].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 4);
    // Without a lost or without a won game there is no estimate.
    assert_eq!(result["elo"].is_null(), count("wins") == 4 || count("losses") == 4);
}

#[test]
fn a_game_between_engines_is_played_to_its_end() {
    let args = ["play", "--first", "ai", "--second", "random", "--depth", "3", "--seed", "1"];
    let board = text(&args);
    assert!(board.contains(" a  b  c  d  e  f  g"), "{board}");
    let result = &json(&args)[0];
    assert_eq!(result["finished"], true);
}

#[cfg(unix)]
#[test]
fn an_interrupted_batch_reports_the_finished_cases() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.toml");
    let text = "[[case]]\nname = \"short\"\nkind = \"perft\"\ndepth = 1\nexpect = { nodes = 7 }\n\
                [[case]]\nname = \"long\"\nkind = \"perft\"\ndepth = 30\nexpect = { nodes = 0 }\n";
    std::fs::write(&path, text).unwrap();
    let mut child = command(&["batch", "--jobs", "1", "--verbose", path.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("short") {
        line.clear();
        assert_ne!(stderr.read_line(&mut line).unwrap(), 0, "the batch ended by itself");
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(stdout.contains("short") && !stdout.contains("long  "), "{stdout}");
    assert!(stdout.contains("1 case, as expected"), "{stdout}");
}

#[test]
fn a_batch_names_each_fixture_once_and_shows_both_values_of_a_failing_case() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.toml");
    let case = |name: &str, nodes: u32| {
        format!("[[case]]\nname = {name:?}\nkind = 'perft'\ndepth = 1\nexpect.nodes = {nodes}\n")
    };
    std::fs::write(&path, case("right", 7) + &case("wrong", 8)).unwrap();
    let output = run(&["batch", path.to_str().unwrap()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text.matches("two.toml").count(), 1, "{text}");
    assert!(text.contains("yes  right  nodes 7 "), "{text}");
    assert!(text.contains("NO   wrong  nodes 7; expected: nodes 8 "), "{text}");
}

#[test]
fn help_fits_in_eighty_columns() {
    for verb in ["analyse", "play", "match", "batch", "compare", "perft"] {
        let help = command(&[verb, "--help"]).env("COLUMNS", "80").output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        let widest = help.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{verb}: {help}");
    }
}

#[test]
fn a_forfeit_is_reported_with_its_reason() {
    let engine = "ugi:sh -c \"echo ugiok; read a; read b; echo readyok; echo oh >&2; exit 3\"";
    let args = ["match", "--first", "random", "--second", engine, "--games", "2", "--depth", "1"];
    let output = run(&args);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert!(stderr.contains("game 1: random - sh 1-0, 5 plies, crashed (sh crashed"), "{stderr}");
    assert_eq!(stderr.matches("stderr: oh").count(), 2, "{stderr}");
}
