//! The binary `sliding-puzzle` as a user runs it: its verbs, its output and its errors.

#[path = "../../harness/tests/support/configurations.rs"]
mod configurations;
#[path = "../../harness/tests/support/program.rs"]
mod program;
#[path = "../../harness/tests/support/refused.rs"]
mod refused;

use program::{json, text};
use refused::refused;
use serde_json::Value;
use std::path::Path;

const BINARY: &str = env!("CARGO_BIN_EXE_sliding-puzzle");

#[test]
fn solve_prints_the_tiles_that_slide_in_text_and_json() {
    let rows = json(&["solve", "1 4 2/3 5 8/6 7 _", "1 0 2 3 4 5 6 7 8"]);
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0]["position"], "1 4 2/3 5 8/6 7 0");
    assert_eq!((&rows[0]["moves"], &rows[0]["tiles"]), (&4.into(), &"8 5 4 1".into()));
    assert_eq!((&rows[1]["moves"], &rows[1]["estimate"]), (&1.into(), &1.into()));
    for field in ["expanded", "generated", "iterations", "seconds"] {
        assert!(rows[0][field].is_number(), "{field}");
    }
    let text = text(&["solve", "1 0 2 3 4 5 6 7 8"]);
    assert!(text.starts_with("position\tmoves\testimate\t"), "{text}");
    assert!(text.contains("\n1 0 2/3 4 5/6 7 8\t1\t1\t"), "{text}");
}

#[test]
fn solve_reads_positions_from_a_file_one_on_each_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boards.txt");
    std::fs::write(&path, "# two\n1 0/2 3 # one move\n\n 2 1/3 0\n").unwrap();
    let rows = json(&["solve", path.to_str().unwrap()]);
    let moves: Vec<&Value> = rows.iter().map(|row| &row["moves"]).collect();
    assert_eq!(moves, [1, 2]);
}

#[test]
fn the_goal_of_the_configuration_decides_what_can_be_solved() {
    let toy = ["--set", "puzzle.goal=blank-last"];
    let solved = ["solve", "1 2 3/4 5 6/7 0 8"];
    assert_eq!(json(&[&solved[..], &toy].concat())[0]["tiles"], "8");
    let words = ["position \"1 2 3/4 5 6/8 7 0\": cannot be solved", "parity", "puzzle.goal"];
    refused(Path::new("."), &[&["solve", "1 2 3/4 5 6/8 7 0"][..], &toy].concat(), &words);
}

#[test]
fn compare_measures_every_algorithm_with_every_heuristic() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (csv, svg) = (path("x.csv"), path("x.svg"));
    let args = ["compare", "8 6 7/2 5 4/3 0 1", "--set", "puzzle.goal=blank-last"];
    let algorithms = ["--algorithms", "astar,ida-star,ida-star-table,uniform-cost,bfs"];
    let files = ["--csv", &csv, "--svg", &svg, "--repeats", "1"];
    let rows = json(&[&args[..], &algorithms, &files].concat());
    assert_eq!(rows.len(), 8);
    assert!(rows.iter().all(|row| row["moves"] == 31), "{rows:?}");
    assert_eq!((&rows[0]["heuristic"], &rows[7]["heuristic"]), (&"manhattan".into(), &Value::Null));
    assert_eq!(rows[0]["ratio"], 1.0);
    assert!(rows[1]["ratio"].as_f64().unwrap() < 1.0);
    let csv = std::fs::read_to_string(csv).unwrap();
    assert!(csv.starts_with("position,search,moves,expanded,generated,ratio,time,time ratio\n"));
    assert!(std::fs::read_to_string(svg).unwrap().contains("ida-star-table manhattan"));
}

#[test]
fn compare_shows_a_search_that_gave_up() {
    let args = ["compare", "8 0 6/5 4 7/2 3 1", "--set", "search.max-expansions=100"];
    assert!(text(&args).contains("over limit"));
}

#[test]
fn generate_makes_the_same_positions_from_the_same_seed_and_all_can_be_solved() {
    let args = ["generate", "--size", "3x4", "--seed", "9", "--count", "5", "--moves", "20"];
    let made = text(&args);
    assert_eq!(made, text(&args));
    assert_eq!(made.lines().count(), 5);
    let boards: Vec<&str> = made.lines().collect();
    for row in json(&[&["solve"][..], &boards].concat()) {
        assert!(row["moves"].as_u64().unwrap() <= 20, "{row}");
    }
    assert_ne!(text(&["generate", "--seed", "1"]), text(&["generate", "--seed", "2"]));
    assert_eq!(json(&["generate"])[0]["number"], 1);
}

#[test]
fn a_search_over_its_limit_is_answered_with_the_key_that_sets_it() {
    let korf = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let refuse = |sets: &[&str], words: &[&str]| {
        let sets = sets.iter().flat_map(|set| ["--set", set]);
        let args: Vec<&str> = ["solve", korf].into_iter().chain(sets).collect();
        refused(Path::new("."), &args, words);
    };
    refuse(
        &["search.max-expansions=1000"],
        &[
            "position \"14 13 15 7/",
            "ida-star gave up after 1000 expansions",
            "search.max-expansions",
        ],
    );
    refuse(
        &["search.algorithm=astar", "search.max-states=500"],
        &["position", "astar gave up with 500 states in memory", "search.max-states"],
    );
    refuse(
        &["search.heuristic=none", "search.seconds=0.01"],
        &["position", "gave up after 10ms", "search.seconds"],
    );
}

#[test]
fn bad_input_is_refused_with_one_line_that_names_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("bad.txt"), "1 0/2 3\n1 1/2 3\n").unwrap();
    std::fs::write(folder.join("odd.txt"), "# parity\n3 1/2 0\n").unwrap();
    std::fs::write(folder.join("key.toml"), "[search]\nheuristics = \"manhattan\"\n").unwrap();
    let case = "[[case]]\nname = 'x'\nkind = 'depths'\nsize = '4x4'\nexpect = { states = 1 }\n";
    std::fs::write(folder.join("large.toml"), case).unwrap();
    let cases: &[(&[&str], &[&str])] = &[
        (&["solve", "1 2 3"], &["position \"1 2 3\": position: found 3 tiles", "or give a file"]),
        (&["solve", "bad.txt"], &["bad.txt:2: row 1, column 2: found a second `1`"]),
        (&["solve", "odd.txt"], &["odd.txt:2: cannot be solved"]),
        (&["solve"], &["", "POSITION"]),
        (&["generate", "--size", "9x9"], &["", "2x2 to 5x5"]),
        (&["compare", "1 0/2 3", "--algorithms", "dfs"], &["", "dfs", "ida-star"]),
        (&["config", "--config", "key.toml"], &["key.toml:2: search.heuristics", "\"heuristic\"?"]),
        (&["config", "--set", "search.heuristic=euclid"], &["--set search.heuristic", "manhattan"]),
        (
            &["config", "--set", "search.table-entries=0"],
            &["--set search.table-entries", "least 1"],
        ),
        (&["batch", "large.toml"], &["large.toml:4: case[0].size: found 4x4", "at most ten cells"]),
    ];
    for (args, words) in cases {
        refused(folder, args, words);
    }
}
