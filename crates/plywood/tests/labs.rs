//! The labs as experiments: no published figure is forgotten, and what they say of themselves is true.

use experiments::experiment::Loaded;
use experiments::{findings, library};
use plywood_testing::{data, root};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

fn labs() -> Vec<Loaded> {
    let names = library::EXPERIMENTS.files.iter().map(|(name, _)| *name);
    let labs = names.filter(|name| name.starts_with("lab-"));
    labs.map(|name| Loaded::read(name, &[]).expect("a built-in experiment")).collect()
}

/// Every published figure of our list: its id and value.
fn figures() -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    for lab in labs() {
        for figure in lab
            .experiment
            .published
            .iter()
            .flat_map(|p| findings::expand(p).expect("values fit axes"))
        {
            let id = format!("{}: {}", lab.name, figure.id);
            assert!(all.insert(id.clone(), figure.value).is_none(), "{id} is listed twice");
        }
    }
    all
}

fn plywood(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plywood"))
        .current_dir(folder)
        .args(args)
        .output()
        .expect("the program starts")
}

fn findings_of(folder: &Path, args: &[&str]) -> Vec<Value> {
    let output = plywood(folder, &[&["experiment", "--json", "--quiet"], args].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn our_list_has_every_published_figure_and_claim() {
    assert_eq!(figures().len(), 416);
}

#[test]
fn our_list_is_that_of_the_reports() {
    let Some(path) = data::file("../labs/published.json") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let published: Value = serde_json::from_str(&text).unwrap();
    let lab = |part: &str| match part {
        "gomoku11" => "lab-gomoku-11".to_owned(),
        "gomoku15" => "lab-gomoku-15".to_owned(),
        part => format!("lab-{part}"),
    };
    let mut theirs = BTreeMap::new();
    for figure in published["figures"].as_array().unwrap() {
        let (_, id) = figure["id"].as_str().unwrap().split_once('.').unwrap();
        let id = format!("{}: {id}", lab(figure["part"].as_str().unwrap()));
        theirs.insert(id, figure["value"].clone());
    }
    assert_eq!(figures(), theirs);
}

#[test]
fn every_test_that_a_lab_names_exists() {
    for lab in labs() {
        for named in lab.experiment.published.iter().filter_map(|p| p.checked.as_ref()) {
            let (path, test) = named.split_once("::").unwrap();
            let text = std::fs::read_to_string(root().join(path)).unwrap_or_default();
            assert!(text.contains(&format!("fn {test}(")), "{}: {named}", lab.name);
        }
    }
}

#[test]
fn every_experiment_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    for (name, about) in library::EXPERIMENTS.list() {
        assert!(!about.is_empty(), "{name} has no first line that says what it is");
        let mut loaded = Loaded::read(name, &[]).unwrap();
        loaded.check(&plywood::SUITE, &folder.path().join(name), true).unwrap();
    }
}

#[test]
fn the_short_labs_come_out_as_published_from_any_folder() {
    let folder = tempfile::tempdir().unwrap();
    for (lab, equal) in [("lab-maze", 17), ("lab-supply", 23)] {
        let findings = findings_of(folder.path(), &[lab]);
        let count = |verdict: &str| findings.iter().filter(|f| f["verdict"] == verdict).count();
        assert_eq!((count("equal"), count("failed"), count("refuted")), (equal, 0, 0), "{lab}");
        for file in ["manifest.json", "findings.csv", "rows.jsonl", "solve.csv"] {
            assert!(folder.path().join("results").join(lab).join(file).is_file(), "{lab}: {file}");
        }
    }
    let maze =
        std::fs::read_to_string(folder.path().join("results/lab-maze/input-txt.svg")).unwrap();
    assert!(maze.contains("<svg"));
}

#[test]
fn a_complete_run_is_kept_and_another_experiment_of_its_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let first = findings_of(folder.path(), &["lab-maze"]);
    let journal = folder.path().join("results/lab-maze/rows.jsonl");
    let before = std::fs::read_to_string(&journal).unwrap();
    // A killed process leaves a part of the journal: only the rest runs again.
    let part: Vec<&str> = before.lines().take(6).collect();
    std::fs::write(&journal, format!("{}\n", part.join("\n"))).unwrap();
    let again = findings_of(folder.path(), &["lab-maze"]);
    let exact = |findings: &[Value]| -> Vec<Value> {
        findings.iter().filter(|finding| finding["kind"] != "time").cloned().collect()
    };
    assert_eq!(exact(&first), exact(&again));
    let after = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(after.lines().take(6).collect::<Vec<_>>(), part, "what was done is kept");
    assert_eq!(after.lines().count(), before.lines().count());
    let changed = plywood(folder.path(), &["experiment", "lab-maze", "--set", "seed=5"]);
    let error = String::from_utf8_lossy(&changed.stderr).into_owned();
    assert_eq!(changed.status.code(), Some(2));
    assert!(error.contains("fingerprint") && error.contains("--fresh starts over"), "{error}");
}

#[test]
fn the_report_is_one_page_that_needs_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    let none = plywood(folder.path(), &["report"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("run `plywood experiment NAME` first"));
    findings_of(folder.path(), &["lab-maze"]);
    let output = plywood(folder.path(), &["report"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        printed.contains("Steps of A* and IDA*")
            && printed.ends_with("report: report/index.html\n"),
        "{printed}"
    );
    let html = std::fs::read_to_string(folder.path().join("report/index.html")).unwrap();
    for shown in [
        "116",
        "prefers-color-scheme: dark",
        "[search]",
        "by test: the mazes have the published size",
    ] {
        assert!(html.contains(shown), "{shown}");
    }
    let sources =
        html.split("src=\"").skip(1).filter(|rest| !rest.starts_with("data:image/svg+xml;base64,"));
    assert_eq!(
        (sources.count(), html.contains("<script"), html.contains("<link")),
        (0, false, false)
    );
    let markdown = std::fs::read_to_string(folder.path().join("report/index.md")).unwrap();
    for image in markdown.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
        assert!(folder.path().join("report").join(image.0).is_file(), "{}", image.0);
    }
}

#[test]
fn two_results_folders_are_compared_beyond_noise() {
    let folder = tempfile::tempdir().unwrap();
    let run = |results: &str, sets: &[&str]| {
        let args = ["experiment", "connect-four", "--quiet", "--results", results];
        let sets = sets.iter().flat_map(|set| ["--set", set]);
        let output = plywood(folder.path(), &args.into_iter().chain(sets).collect::<Vec<_>>());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let axis = "axes.algorithm=[\"minimax\", \"alpha-beta\", \"mtdf\"]";
    run("old", &[]);
    run("new", &[]);
    run("other", &[axis]);
    let changes = |new: &str| -> (Option<i32>, Vec<Value>) {
        let output = plywood(folder.path(), &["report", "--diff", "old", new, "--json"]);
        let text = String::from_utf8(output.stdout).unwrap();
        let rows = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        (output.status.code(), rows)
    };
    let (_, same) = changes("new");
    let is_timed = |change: &Value| change["field"] == "seconds";
    assert!(same.iter().all(is_timed), "the nodes are the same: {same:?}");
    let (code, other) = changes("other");
    assert_eq!(code, Some(1));
    assert_eq!((&other[0]["field"], &other[0]["new"]), (&"rows".into(), &"21".into()));
}

#[test]
fn a_mistake_in_an_experiment_is_named_by_its_place_before_anything_runs() {
    let folder = tempfile::tempdir().unwrap();
    let head = "title = 't'\nquestion = 'q'\n[axes]\ndepth = [1]\n[[run]]\nname = 'a'\ntool = 'connect-four'\n";
    let refused = |rest: &str, expected: &str| {
        std::fs::write(folder.path().join("x.toml"), format!("{head}{rest}")).unwrap();
        let output = plywood(folder.path(), &["experiment", "x.toml"]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.starts_with(expected) && error.lines().count() == 1, "{error}\n{expected}");
    };
    refused("argz = []", "x.toml:8: run[0].argz: unknown key");
    refused(
        "args = ['analyse']\nover = ['dept']",
        "x.toml:9: run[0].over: found \"dept\", allowed: depth",
    );
    refused(
        "args = ['analyse', '--depth', '{size}']",
        "x.toml:8: run[0].args: {size}: allowed: an axis",
    );
    refused("args = ['analise']", "x.toml:8: run[0].args: connect-four:");
    refused(
        "args = ['analyse', '--config', 'labb']",
        "x.toml:8: run[0].args: --config labb: no configuration",
    );
    let published =
        "args = ['analyse']\n[[published]]\nid = 'i'\nkind = 'exact'\nwhat = 'w'\nvalue = 1\n";
    refused(
        &format!("{published}ours = 'sum(b.nodes)'"),
        "x.toml:14: published[0].ours: found \"b\", allowed: a",
    );
    refused(
        &format!("{published}ours = 'sum(a.nodes'"),
        "x.toml:14: published[0].ours: expression",
    );
    refused(published, "x.toml:9: published[0]: found 0 ways to compare it");
    let unknown = plywood(folder.path(), &["experiment", "lab-mase"]);
    let error = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(error.contains("did you mean \"lab-maze\"?"), "{error}");
}

/// The rows of a map: its words, line by line.
fn words(input: &str) -> Vec<Vec<&'static str>> {
    let text = library::input(input).expect("a built-in map");
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    lines.filter(|line| !line.is_empty()).collect()
}

#[test]
fn a_maze_has_free_cells_and_walls() {
    for maze in ["maps/input.txt", "maps/input2.txt"] {
        assert!(words(maze).iter().flatten().all(|&cell| cell == "0" || cell == "1"), "{maze}");
    }
}

#[test]
fn the_mazes_have_the_published_size() {
    for (maze, rows, columns) in [("maps/input.txt", 18, 25), ("maps/input2.txt", 30, 60)] {
        let cells = words(maze);
        assert_eq!((cells.len(), cells[0].len()), (rows, columns));
        assert!(cells.iter().all(|row| row.len() == columns));
    }
}

#[test]
fn a_supply_map_has_the_codes_of_the_lab() {
    for number in 0..=10 {
        let cells = words(&format!("maps/input_{number}.txt"));
        let count = |code: &str| cells[1..].iter().flatten().filter(|&&cell| cell == code).count();
        assert_eq!((count("3"), count("4")), (1, 1), "one start and one goal on map {number}");
    }
}

/// Steps on a supply map, -1 if there is no path.
fn steps(map: &str) -> i64 {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("map.txt"), map).expect("it is ours");
    let args = ["pathfinding", "solve", "map.txt", "--config", "lab-supply", "--json"];
    let output = plywood(folder.path(), &args);
    let row: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    row["steps"].as_i64().expect("a number")
}

#[test]
fn a_supply_lasts_for_its_number_of_moves() {
    assert_eq!(steps("1 4 3\n3 0 0 4\n"), 3, "the goal may be reached with nothing left");
    assert_eq!(steps("1 5 3\n3 0 0 0 4\n"), -1, "without supply there is no move");
}

#[test]
fn a_station_fills_the_supply() {
    assert_eq!(steps("1 5 3\n3 0 2 0 4\n"), 4);
    assert_eq!(steps("1 6 2\n3 0 2 0 0 4\n"), -1);
}

#[test]
fn a_xiangqi_board_has_ten_rows_of_nine() {
    let lab = labs().into_iter().find(|lab| lab.name == "lab-xiangqi").unwrap();
    for board in &lab.experiment.axes["board"] {
        let (rows, _) = board["position"].as_str().unwrap().split_once(' ').unwrap();
        let width = |row: &str| -> u32 { row.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum() };
        assert_eq!(rows.split('/').map(width).collect::<Vec<_>>(), [9; 10]);
    }
}

#[test]
fn published_xiangqi_moves_are_translated_square_by_square() {
    let lab = labs().into_iter().find(|lab| lab.name == "lab-xiangqi").unwrap();
    let mut moves = 0;
    for published in lab.experiment.published.iter().filter(|p| p.id.ends_with(".move")) {
        for figure in findings::expand(published).unwrap() {
            // `R (1,1) (1,4)`: piece, origin and target as (row from black's side, column).
            let text = figure.value.as_str().unwrap();
            let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
            let square = |row: u32, column: u32| {
                format!("{}{}", char::from(b'a' + u8::try_from(column).unwrap()), 9 - row)
            };
            let ours = square(digits[0], digits[1]) + &square(digits[2], digits[3]);
            assert_eq!(figure.notation, ours.as_str(), "{text}");
            moves += 1;
        }
    }
    assert_eq!(moves, 20);
}
