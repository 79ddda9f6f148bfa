//! Long jobs that several processes share: any split gives the bytes of one process.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn plywood(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.current_dir(folder).args(args).output().expect("the program starts")
}

/// Runs a command that must succeed; what it prints.
fn run(folder: &Path, args: &[&str]) -> String {
    let output = plywood(folder, args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("the file exists")
}

/// Runs a job in one process and in 4 and 16, merges the parts and compares. Returns what the job prints when it
/// finds the merged file.
fn split_and_merge(folder: &Path, job: &[&str]) -> String {
    let with = |more: &[&str]| run(folder, &[job, more, &["--quiet"]].concat());
    with(&["--output", "one"]);
    let expected = read(folder, "one");
    assert!(expected.lines().count() > 8 && !expected.contains("seconds"), "{expected}");
    for of in [4, 16] {
        let name = |number| format!("part.{number}-{of}");
        for number in 1..=of {
            with(&["--shard", &format!("{number}/{of}"), "--output", &name(number)]);
        }
        // Backwards, and with the files of times, as the shell may give them.
        let parts = (1..=of).rev().flat_map(|number| [name(number), name(number) + ".times"]);
        let parts: Vec<String> = parts.filter(|part| folder.join(part).exists()).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let merged = format!("merged-{of}");
        run(folder, &[&["merge"], &parts[..], &["--output", &merged]].concat());
        assert_eq!(read(folder, &merged), expected, "{of} shards");
    }
    let names = fs::read_dir(folder).expect("the folder exists").filter_map(Result::ok);
    let mut names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
    assert!(!names.any(|name| name.ends_with(".partial")), "a journal is left");
    with(&["--output", "merged-16", "--json"])
}

#[test]
fn a_match_can_be_split() {
    let folder = tempfile::tempdir().unwrap();
    let job = ["connect-four", "match", "--first", "default", "--second", "plain", "--games", "34"];
    let job = [&job[..], &["--depth", "2"]].concat();
    let report = split_and_merge(folder.path(), &job);
    let row: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&row["games"], &row["complete"]), (&34.into(), &true.into()));
}

#[test]
fn training_games_can_be_split() {
    let folder = tempfile::tempdir().unwrap();
    let settings = ["--games", "18", "--depth", "1", "--solve", "6"];
    let job = [&["othello", "train-games"], &settings[..]].concat();
    split_and_merge(folder.path(), &job);
    // The same bytes as the file that grows game by game.
    run(folder.path(), &[&["othello", "train-games", "grown"], &settings[..]].concat());
    assert_eq!(read(folder.path(), "grown"), read(folder.path(), "merged-4"));
}

#[test]
fn the_starts_of_a_board_can_be_split() {
    let folder = tempfile::tempdir().unwrap();
    let job = ["knight-duel", "solve", "--all", "--size", "4", "--set", "search.table-mib=1"];
    let row = split_and_merge(folder.path(), &job);
    let row: serde_json::Value = serde_json::from_str(&row).unwrap();
    assert_eq!((&row["solved"], &row["pairs"]), (&240.into(), &240.into()));
    // The table made from the rows is the one that is made directly, but for its times.
    run(folder.path(), &[&job[..], &["--output", "merged-4", "--table", "from-rows"]].concat());
    run(folder.path(), &[&job[..], &["--table", "directly"]].concat());
    let table = |name: &str| -> Vec<String> {
        let text = read(folder.path(), name);
        text.lines().filter(|line| !line.starts_with("seconds")).map(str::to_owned).collect()
    };
    assert_eq!(table("from-rows"), table("directly"));
}

#[test]
fn an_experiment_can_be_split() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pruning.toml");
    let text = r#"
        title = "Pruning"
        question = "How many nodes does alpha-beta save?"
        [axes]
        algorithm = ["minimax", "alpha-beta", "pvs"]
        depth = [1, 2, 3]
        [[run]]
        name = "start"
        tool = "connect-four"
        over = ["algorithm", "depth"]
        args = ["analyse", "--config", "plain", "--depth", "{depth}", "--set", "search.algorithm={algorithm}"]
        [[table]]
        title = "Time"
        run = "start"
        by = "depth"
        across = "algorithm"
        show = "seconds"
    "#;
    fs::write(&file, text).unwrap();
    split_and_merge(folder.path(), &["experiment", "pruning.toml"]);
    // The results folder was written from the merged rows, with their times.
    let results = folder.path().join("results/pruning");
    let rows = read(&results, "start.csv");
    assert_eq!(rows.lines().count(), 10);
    let manifest: serde_json::Value =
        serde_json::from_str(&read(&results, "manifest.json")).unwrap();
    assert_eq!(manifest["jobs"], 9);
    assert!(manifest["seconds"].as_f64().unwrap() > 0.0);
    assert!(read(&results, "time.csv").contains("0.0"));
}

#[test]
fn missing_parts_are_named_with_exit_code_1() {
    let folder = tempfile::tempdir().unwrap();
    let games = ["othello", "train-games", "--games", "6", "--depth", "1", "--solve", "4"];
    for shard in ["1", "3"] {
        let (part, shard) = (format!("part.{shard}"), format!("{shard}/4"));
        run(folder.path(), &[&games[..], &["--shard", &shard, "--output", &part]].concat());
    }
    let merge = |parts: &[&str]| {
        let output = plywood(folder.path(), &[&["merge"], parts, &["--output", "all"]].concat());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, said, _) = merge(&["part.1", "part.3"]);
    assert_eq!(code, Some(1));
    assert_eq!(said, "missing 2 of 4 shards: 2/4, 4/4; run them again, then merge\n");
    assert!(!folder.path().join("all").exists());
    let (code, _, error) = merge(&["part.1", "part.1"]);
    assert_eq!((code, error.lines().count()), (Some(2), 1));
    assert!(error.contains("shard 1/4, as part.1 is; give each shard once"), "{error}");
    // Another number of games is another job.
    let other = ["othello", "train-games", "--games", "7", "--depth", "1", "--solve", "4"];
    run(folder.path(), &[&other[..], &["--shard", "2/4", "--output", "part.2"]].concat());
    let (code, _, error) = merge(&["part.1", "part.2", "part.3"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("part.2:1: recorded with items = 7, now it is 6 in part.1"), "{error}");
}

#[test]
fn games_that_depend_on_one_another_are_not_split() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |args: &[&str]| {
        let output = plywood(folder.path(), args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        error
    };
    let players = ["match", "--first", "default", "--second", "default", "--depth", "1"];
    let shard = ["--shard", "1/2", "--output", "part"];
    let sprt = ["--sprt", "0,5,0.05,0.05"];
    let error = refused(&[&["connect-four"], &players[..], &shard, &sprt].concat());
    assert!(error.starts_with("--shard: a sequential test decides"), "{error}");
    let experience = ["--set", "experience.file=memory.jsonl"];
    let error = refused(&[&["gomoku"], &players[..], &shard, &experience].concat());
    assert!(error.contains("--shard: the games depend on one another"), "{error}");
    assert!(error.contains("experience.file"), "{error}");
    let error = refused(&[&["connect-four"], &players[..], &["--shard", "1/2"]].concat());
    assert!(error.contains("--output"), "{error}");
    let error =
        refused(&[&["connect-four"], &players[..], &["--shard", "3/2", "--output", "x"]].concat());
    assert!(error.contains("I/N with I from 1 to N"), "{error}");
}

/// Runs parts with GNU parallel; one worker is killed. At once, because a wait for its first game could miss the last.
#[cfg(unix)]
#[test]
fn a_killed_worker_loses_only_its_part_which_runs_again() {
    use std::os::unix::fs::PermissionsExt;
    let version = Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel"))
    {
        return plywood_testing::data::skip("GNU parallel not found");
    }
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_plywood");
    let worker = format!(
        "#!/bin/sh\n\
         case \"$*\" in *'--shard 2/'*) ;; *) exec '{program}' \"$@\" ;; esac\n\
         [ ! -e killed ] || exec '{program}' \"$@\"\n\
         '{program}' \"$@\" & worker=$!\n\
         kill -9 $worker\n\
         touch killed\n\
         wait $worker\n"
    );
    let path = folder.path().join("worker");
    fs::write(&path, worker).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let job = ["connect-four", "match", "--first", "default", "--second", "plain", "--depth", "4"];
    let job = [&job[..], &["--games", "40"]].concat();
    run(folder.path(), &[&job[..], &["--output", "one"]].concat());
    let script = plywood_testing::root().join("scripts/cluster/parallel");
    let in_parts = || {
        let mut command = Command::new(script.canonicalize().unwrap());
        command.current_dir(folder.path()).args(["run", "4", "./worker"]).args(&job);
        command.env("PLYWOOD", program).env("JOBS", "2").output().unwrap()
    };
    let output = in_parts();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("missing 1 of 4 shards: 2/4"), "{said}");
    let output = in_parts();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(read(folder.path(), "run/merged"), read(folder.path(), "one"));
    // Five lines after the header: four parts, and the second once more.
    let log = read(folder.path(), "run/joblog");
    let parts = log.lines().skip(1).filter_map(|line| line.split('\t').next());
    let mut parts: Vec<&str> = parts.collect();
    parts.sort_unstable();
    assert_eq!(parts, ["1", "2", "2", "3", "4"], "{log}");
}
