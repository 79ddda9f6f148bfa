//! The scripts, as a person runs them: in a terminal, from any folder, without arguments.
#![cfg(unix)]

use plywood_testing::terminal::Terminal;
use plywood_testing::{programs, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Long enough to build everything, on a busy machine too.
const LIMIT: Duration = Duration::from_secs(3600);

/// A script in a folder of its own, with the programs as the tests build them.
fn script(name: &str, folder: &Path) -> Command {
    let path = root().canonicalize().expect("the repository is there").join("scripts").join(name);
    let mut command = Command::new(path);
    let profile = if cfg!(debug_assertions) { "dev" } else { "release" };
    command.current_dir(folder).env("PLYWOOD_PROFILE", profile).env("RESULTS", "my results");
    command
}

/// Every script that bash runs.
fn scripts() -> Vec<PathBuf> {
    let folders = ["", "bench.d", "cluster", "crosscheck", "experiments", "train", "tune"];
    let folders = folders.map(|folder| root().join("scripts").join(folder));
    let entries = folders.iter().flat_map(|folder| folder.read_dir().expect("a folder"));
    let files = entries.map(|entry| entry.expect("it can be listed").path());
    files.filter(|path| path.is_file() && runs_in_bash(path)).collect()
}

fn runs_in_bash(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|text| text.starts_with("#!/usr/bin/env bash\n"))
}

/// Game, job and state of a row of the summary.
fn columns(row: &str) -> [&str; 3] {
    let mut columns = row.split("  ").map(str::trim).filter(|column| !column.is_empty());
    std::array::from_fn(|_| columns.next().unwrap_or_default())
}

#[test]
fn the_main_job_ends_by_itself_in_a_terminal_and_says_how_each_job_went() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = script("run", folder.path());
    // As a person runs it, only with fewer games.
    run.env("GAMES", "20");
    let (status, shown) = Terminal::start(run, LIMIT).end();
    assert!(status.success(), "{shown}");
    let (_, summary) = shown.rsplit_once("\nwhat  ").expect("there is a summary");
    let rows = summary.lines().skip(1).take_while(|line| !line.is_empty());
    let rows: Vec<[&str; 3]> = rows.map(columns).collect();
    let is_skipped = |state: &str| state.ends_with("skipped");
    assert!(rows.iter().all(|[_, _, state]| *state == "ok" || is_skipped(state)), "{summary}");
    for done in [
        ["gomoku", "fixture batch", "ok"],
        ["lab-gomoku-11", "experiment", "ok"],
        ["lab-maze", "experiment", "ok"],
        ["lab-xiangqi", "experiment", "ok"],
    ] {
        assert!(rows.contains(&done), "{done:?}: {summary}");
    }
    let jobs = ["fixtures", "scripts/experiments"].map(|name| root().join(name).read_dir());
    let jobs = jobs.into_iter().flat_map(Result::unwrap).count();
    let files =
        root().join("configs/experiments").read_dir().unwrap().map(|entry| entry.unwrap().path());
    let files =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).count();
    assert_eq!(rows.len(), jobs + files, "{summary}");
    // What is skipped is listed by name.
    let skipped = rows.iter().any(|[_, _, state]| is_skipped(state));
    assert_eq!(skipped, summary.contains(" skipped:\n  "), "{summary}");
    let labs = fs::read_to_string(folder.path().join("my results/lab-supply/solve.csv")).unwrap();
    let longest = labs.lines().find(|row| row.starts_with("9,astar"));
    assert!(longest.is_some_and(|row| row.contains(",252,")), "the maps are the lab's: {labs}");
    // It ends with the findings and the report.
    assert!(shown.contains("Steps of A* and IDA* on both mazes"), "{shown}");
    let last = shown.lines().rev().find(|line| !line.trim().is_empty()).unwrap();
    assert!(
        last.starts_with("report: ") && last.trim_end().ends_with("report/index.html"),
        "{last}"
    );
    assert!(folder.path().join("my results/report/index.html").is_file());
}

#[test]
fn an_experiment_runs_without_arguments() {
    let folder = tempfile::tempdir().unwrap();
    programs();
    let mut queries = script("experiments/pathfinding.movingai", folder.path());
    let output = queries.env("PLYWOOD_BUILT", "1").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_lab_runs_by_its_name_and_without_one_they_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    programs();
    let run = |args: &[&str]| {
        let output =
            script("lab", folder.path()).env("PLYWOOD_BUILT", "1").args(args).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let list = run(&[]);
    assert_eq!(list.lines().filter(|line| line.starts_with("scripts/lab ")).count(), 7, "{list}");
    let maze = run(&["maze"]);
    assert!(maze.contains("Steps of A* and IDA*"), "{maze}");
    assert!(folder.path().join("my results/lab-maze/input-txt.svg").is_file());
}

#[test]
fn a_bench_leaves_a_result_file_with_its_figures() {
    let folder = tempfile::tempdir().unwrap();
    programs();
    let mut bench = script("bench", folder.path());
    bench.env("PLYWOOD_BUILT", "1").env("GAMES", "2").env("NOTE", "a \"test\"");
    let output = bench.arg("othello.selfplay").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("games 2: ") && shown.contains("\nfigure: games of othello"), "{shown}");
    let file = folder.path().join("my results/bench/othello.selfplay.GAMES=2.toml");
    let text = fs::read_to_string(file).unwrap();
    for line in [
        "bench = \"othello.selfplay\"",
        "command = \"GAMES=2 scripts/bench othello.selfplay\"",
        "note = \"a \\\"test\\\"\"",
        "what = \"games of othello against itself from random openings, 500 nodes a move\"",
        "value = \"all 2 ended by the rules\"",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
    for key in ["date = \"20", "commit = \"", "machine = \"", "seconds = "] {
        assert!(text.lines().any(|line| line.starts_with(key)), "{key}: {text}");
    }
}

#[test]
fn a_bench_that_was_not_run_cannot_be_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let output = script("bench", folder.path()).args(["--record", "chess"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.trim_end().ends_with("chess.toml does not exist: run the bench first"),
        "{stderr}"
    );
}

#[test]
fn a_release_holds_the_program_with_its_manual_and_is_the_same_every_time() {
    let folder = tempfile::tempdir().unwrap();
    programs();
    let archives = ["first", "second"].map(|name| {
        let mut release = script("release", folder.path());
        let output = release.arg(name).env("PLYWOOD_BUILT", "1").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        PathBuf::from(String::from_utf8(output.stdout).unwrap().trim_end())
    });
    assert_eq!(fs::read(&archives[0]).unwrap(), fs::read(&archives[1]).unwrap());
    let run = |line: &str| {
        let output = Command::new("sh").args(["-c", line]).current_dir(folder.path()).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    run("cd first && (sha256sum -c *.sha256 || shasum -a 256 -c *.sha256)");
    run("cd first && tar -xzf *.tar.gz && mv plywood-*/ ../plywood");
    assert!(run("plywood/plywood games").contains("xiangqi"));
    for (file, content) in [
        ("man/man1/plywood-othello-solve.1", ".TH"),
        ("completions/plywood.bash", "complete "),
        ("completions/_plywood", "#compdef plywood"),
        ("configs/gomoku/default.toml", "[search]"),
        ("LICENSE-MIT", "Permission is hereby granted"),
        ("LICENSE-APACHE", "Apache License"),
        ("README.md", "# Plywood"),
    ] {
        let text = fs::read_to_string(folder.path().join("plywood").join(file));
        assert!(text.is_ok_and(|text| text.contains(content)), "{file}");
    }
}

#[test]
fn every_script_explains_itself() {
    let folder = tempfile::tempdir().unwrap();
    let scripts = scripts();
    assert!(scripts.len() > 40, "{}", scripts.len());
    for path in scripts {
        let mut help = Command::new(path.canonicalize().unwrap());
        let output = help.arg("--help").current_dir(folder.path()).output().unwrap();
        let name = path.display();
        assert!(output.status.success(), "{name}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.len() > 20 && !text.starts_with('#'), "{name}: {text}");
        let header = format!("# {}", text.lines().next().unwrap());
        assert!(fs::read_to_string(&path).unwrap().contains(&header), "{name}: {header}");
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 0, "help leaves nothing behind");
}

#[test]
fn an_unknown_job_is_refused_with_the_names_that_exist() {
    let folder = tempfile::tempdir().unwrap();
    let output = script("run", folder.path()).arg("chess").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("scripts/run: unknown job \"chess\", accepted: "), "{stderr}");
    assert!(stderr.contains("pathfinding.batch") && stderr.contains("lab-gomoku-11"), "{stderr}");
}
