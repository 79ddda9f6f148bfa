//! Malformed input: every malformed configuration, fixture and command line is refused with exit
//! code 2, nothing on stdout and exactly one line on stderr, which names the place.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_connect-four"));
    command.current_dir(folder).args(args).stdin(std::process::Stdio::null());
    command.output().expect("the binary starts")
}

/// Asserts that the command line is refused with one line that begins with `place` and contains all
/// of `words`.
fn refused(folder: &Path, args: &[&str], place: &str, words: &[&str]) {
    let output = run(folder, args);
    let stderr = String::from_utf8(output.stderr).expect("stderr is text");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
    assert!(stderr.starts_with(place), "{args:?}: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "{args:?}: {word:?} is not in {stderr}");
    }
}

fn file(folder: &Path, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, contents).expect("a file can be written");
    path
}

#[test]
fn malformed_configurations_are_refused_with_file_line_and_key() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "[search]\ndept = 6\n",
            "x.toml:2: search.dept: unknown key",
            &["did you mean \"depth\"?"],
        ),
        ("[serch]\n", "x.toml:1: serch: unknown key", &["\"search\"?"]),
        (
            "depth = 6\n",
            "x.toml:1: depth: unknown key",
            &["allowed: base, level, game, search, evaluator"],
        ),
        ("[search]\nalgorithm = \"pvz\"\n", "x.toml:2: search.algorithm:", &["\"pvs\"?"]),
        ("[search]\nalgorithm = [1]\n", "x.toml:2: search.algorithm: found [1]", &["minimax"]),
        ("[search]\ndepth = \"6\"\n", "x.toml:2: search.depth: found \"6\"", &["whole number"]),
        ("[search]\ndepth = 6.5\n", "x.toml:2: search.depth: found 6.5", &["whole number"]),
        ("[search]\ndepth = -6\n", "x.toml:2: search.depth: found -6", &["whole number from 0"]),
        ("[search]\ndepth = 0\n", "x.toml:2: search.depth: found 0", &["1 to 250"]),
        ("\n\n[search]\ndepth = 251\n", "x.toml:4: search.depth: found 251", &["1 to 250"]),
        ("[search]\nnodes = 0\n", "x.toml:2: search.nodes: found 0", &["at least 1"]),
        ("[search]\nseconds = nan\n", "x.toml:2: search.seconds:", &["more than 0"]),
        ("[search]\niterative = \"yes\"\n", "x.toml:2: search.iterative:", &["true or false"]),
        ("[search]\naspiration = 0\n", "x.toml:2: search.aspiration:", &["at least 1"]),
        ("[search]\ntable-mib = 1048577\n", "x.toml:2: search.table-mib:", &["1048576"]),
        ("[search]\ntable_mib = 1\n", "x.toml:2: search.table_mib:", &["\"table-mib\"?"]),
        ("[search]\nthreads = 2\n", "x.toml:2: search.threads: found 2", &["parallel"]),
        ("[search]\nordering = true\n", "x.toml:2: search.ordering: found true", &["a table"]),
        ("[search.ordering]\nkiller = true\n", "x.toml:2: search.ordering.killer:", &["killers"]),
        ("[search.null-move]\nmin-depth = 3\n", "x.toml:1: search.null-move.reduction:", &["miss"]),
        ("[game]\ncolumns = 8\n", "x.toml:2: game.columns: found 8x6", &["7x6", "4x4"]),
        ("[game]\nrows = 5\n", "x.toml:2: game.rows: found 7x5", &["7x6"]),
        ("[game]\nrows = 300\n", "x.toml:2: game.rows: found 300", &["0 to 255"]),
        ("[evaluator]\nname = \"open-three\"\n", "x.toml:2: evaluator.name:", &["open-threes"]),
        ("[evaluator]\nweights = [1]\n", "x.toml:2: evaluator.weights: unknown key", &[]),
        ("[evaluator]\nname = \"columns\"\n", "x.toml:1: evaluator.weights: missing key", &[]),
        (
            "[evaluator]\nname = \"columns\"\nweights = [1, 2]\n",
            "x.toml:3: evaluator.weights: found 2 weights",
            &["7, one for each column"],
        ),
        (
            "[evaluator]\nname = \"columns\"\nweights = [1, 2,\n\"three\"]\n",
            "x.toml:4: evaluator.weights[2]: found \"three\"",
            &["whole number"],
        ),
        ("[search]\ndepth = = 6\n", "x.toml:2:9: ", &[]),
        ("[search\ndepth = 6\n", "x.toml:1:8: ", &[]),
        ("[search]\ndepth = 6\ndepth = 7\n", "x.toml:3:1: ", &["duplicate"]),
        ("[search]\ndepth = 99999999999999999999\n", "x.toml:2: ", &["64 bits"]),
        ("just words\n", "x.toml:1:", &[]),
        ("name = \"never closed\n", "x.toml:1:", &[]),
    ];
    for (text, place, words) in cases {
        file(folder, "x.toml", text);
        refused(folder, &["config", "--config", "x.toml"], place, words);
    }
}

#[test]
fn files_that_cannot_be_configurations_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let refused_file = |name: &str, place: &str| {
        refused(folder, &["--config", name, "analyse"], place, &[]);
    };
    refused_file("missing.toml", "--config missing.toml: no such file");
    refused_file("./", "./: is a folder");
    file(folder, "binary.toml", b"depth = 1\n\xff\xfe\n");
    refused_file("binary.toml", "binary.toml:2: not UTF-8 text");
    file(folder, "huge.toml", "# fill\n".repeat(200_000));
    refused_file("huge.toml", "huge.toml: larger than 1024 KiB");
    file(folder, "deep.toml", format!("x = {}", "[".repeat(100_000)));
    refused_file("deep.toml", "deep.toml:1:");
}

#[test]
fn malformed_sets_are_refused_with_their_text() {
    let folder = tempfile::tempdir().unwrap();
    for (set, words) in [
        ("search.depht=6", "did you mean \"depth\"?"),
        ("search.depth=six", "found \"six\""),
        ("search.depth=0", "allowed: 1 to 250"),
        ("search.depth", "write it as key.path=value"),
        ("=6", "write it as"),
        ("search..depth=6", "write it as"),
        ("search.depth.x=6", "search.depth: found { x = 6 }"),
        ("search.depht=", "unknown key"),
        ("search=6", "found 6, allowed: a table"),
        ("evaluator.name=flatt", "did you mean \"flat\"?"),
        ("evaluator.name=", "missing key"),
        ("search.depth=1\n2", "found \"1\\n2\""),
        ("search.nodes=99999999999999999999", "64 bits"),
    ] {
        let first = set.lines().next().unwrap();
        let words = [words, first.trim_end_matches('=')];
        refused(folder.path(), &["bench", "--set", set], "--set ", &words);
    }
    let pair = ["bench", "--set", "search.aspiration=5", "--set", "search.iterative=false"];
    refused(folder.path(), &pair, "--set search.aspiration=5: search.aspiration:", &["iterative"]);
}

#[test]
fn malformed_command_lines_are_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let start = "......./......./......./......./......./....... X";
    let cases: &[(&[&str], &[&str])] = &[
        (&[], &["a verb is missing", "analyse"]),
        (&["analize"], &["unknown verb 'analize'", "did you mean 'analyse'?"]),
        (&["analyse", "--dept", "3"], &["'--dept'", "did you mean '--depth'?"]),
        (&["analyse", "--depth"], &["'--depth <PLIES>'"]),
        (&["analyse", "--depth", "0"], &["'0'", "1 to 250"]),
        (&["analyse", "--depth", "six"], &["'six'", "1 to 250"]),
        (&["analyse", "--nodes", "0"], &["--nodes"]),
        (&["analyse", "--nodes", "-5"], &["'-5'"]),
        (&["analyse", "--time", "0"], &["--time", "more than 0"]),
        (&["analyse", "--time", "inf"], &["--time"]),
        (&["analyse", "--lines", "0"], &["--lines"]),
        (&["analyse", start, "second"], &["'second'"]),
        (&["perft"], &["<DEPTH>"]),
        (&["perft", "-1"], &["'-1'"]),
        (&["perft", "4294967296"], &["'4294967296'"]),
        (&["bench", "--expect", "many"], &["'many'"]),
        (&["compare", "--depths", "3..1"], &["'3..1'", "1..8"]),
        (&["compare", "--algorithms", "negamax"], &["negamax", "alpha-beta"]),
        (&["trace", "--algorithm", "negamax"], &["negamax", "alpha-beta"]),
        (&["trace", "--order", "best"], &["best", "reversed"]),
        (&["trace", "--max-nodes", "0"], &["--max-nodes"]),
        (&["batch"], &["<PATHS>"]),
        (&["completions", "tcsh"], &["'tcsh'", "bash"]),
        (&["config", "--set"], &["--set"]),
        (&["config", "--json", "--json"], &["--json"]),
        (&["match", "--first", "default"], &["--second"]),
        (&["play", "--depth", "x"], &["'x'"]),
        (&["analyse\n", "x"], &["analyse"]),
    ];
    for (args, words) in cases {
        refused(folder.path(), args, "connect-four: ", words);
    }
    let twice = ["--config", "a.toml", "config", "--config", "b.toml"];
    refused(folder.path(), &twice, "--config: given twice", &["a.toml", "b.toml"]);
}

#[test]
fn malformed_positions_and_moves_are_refused_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for text in
        ["", "x", "---", "--------/--- X", "X X X", "......./....... X", "\u{1F600}", "a\nb"]
    {
        refused(folder, &["analyse", text], "position ", &["allowed:"]);
        refused(folder, &["eval", text], "position ", &["allowed:"]);
        refused(folder, &["perft", "2", "--position", text], "position ", &["allowed:"]);
        refused(folder, &["compare", text], "position ", &["allowed:"]);
        refused(folder, &["trace", text], "position ", &["allowed:"]);
    }
    file(folder, "board.txt", "no board\n");
    refused(folder, &["analyse", "board.txt"], "board.txt: ", &["allowed:"]);
    refused(folder, &["analyse", "--moves", "a,z"], "--moves \"z\"", &["no such column"]);
    refused(folder, &["analyse", "--played", "a,b,z"], "--played \"z\"", &["no such column"]);
    refused(folder, &["analyse", "-"], "standard input", &["allowed:"]);
    refused(folder, &["play", "--position", "x"], "--position", &["allowed:"]);
    refused(folder, &["play", "--first", "nobody"], "--first: found", &["human"]);
    refused(folder, &["compare", "--depths", "1", "--csv", "no/x.csv"], "no/x.csv: ", &[]);
    refused(folder, &["trace", "--depth", "1", "--output", "no/x.json"], "no/x.json: ", &[]);
}

#[test]
fn malformed_fixtures_are_refused_with_their_line_and_nothing_runs() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let good = "[[case]]\nname = \"good\"\nkind = \"perft\"\ndepth = 1\nexpect = { nodes = 7 }\n";
    let cases: &[(&str, &str, &[&str])] = &[
        ("", "x.toml: case: found no cases", &[]),
        ("[[cases]]\n", "x.toml:1: cases: unknown key", &["did you mean \"case\"?"]),
        (
            "set = [\"x\"]\n[[case]]\nname = \"x\"\nkind = \"eval\"\nexpect = {}\n",
            "x.toml:1: set[0]: write it as key.path=value",
            &[],
        ),
        ("set = \"x=1\"\n[[case]]\nname = \"x\"\n", "x.toml:1: set: found \"x=1\"", &["a list"]),
        ("[case]\nname = \"x\"\n", "x.toml:1: case: found", &["[[case]]"]),
        ("[[case]]\nname = \"x\"\n", "x.toml:1: case[0].kind: missing key", &[]),
        (
            "[[case]]\nname = \"x\"\nkind = \"perf\"\nexpect = {}\n",
            "x.toml:3: case[0].kind: found \"perf\"",
            &["did you mean \"perft\"?"],
        ),
        (
            "[[case]]\nname = \"x\"\nkind = \"perft\"\ndept = 1\nexpect = {}\n",
            "x.toml:4: case[0].dept: unknown key",
            &["did you mean \"depth\"?", "name, kind, set, expect"],
        ),
        (
            "[[case]]\nname = \"x\"\nkind = \"perft\"\ndepth = 1\n[case.expect]\nnode = 7\n",
            "x.toml:6: case[0].expect.node: unknown key",
            &["did you mean \"nodes\"?"],
        ),
        (
            "[[case]]\nname = \"x\"\nkind = \"eval\"\nposition = \"abc\"\nexpect = {}\n",
            "x.toml:4: case[0].position: found \"abc\"",
            &["allowed:"],
        ),
        (
            "[[case]]\nname = \"x\"\nkind = \"analyse\"\nmoves = [\"a\", \"z\"]\nexpect = {}\n",
            "x.toml:4: case[0].moves[1]: found \"z\"",
            &["allowed:"],
        ),
        (
            "[[case]]\nname = \"x\"\nkind = \"analyse\"\ndepth = 0\nexpect = {}\n",
            "x.toml:4: case[0].depth: found 0",
            &["1 to 250"],
        ),
        (
            "[[case]]\nname = \"x\"\nkind = \"eval\"\nset = [\"search.depht=1\"]\nexpect = {}\n",
            "x.toml:4: case[0].set[0]: search.depht: unknown key",
            &["did you mean \"depth\"?"],
        ),
        (
            "config = \"missing.toml\"\n[[case]]\nname = \"x\"\nkind = \"eval\"\nexpect = {}\n",
            "x.toml:1: config: no such file",
            &[],
        ),
    ];
    for (text, place, words) in cases {
        file(folder, "a-good.toml", good);
        file(folder, "x.toml", text);
        refused(folder, &["batch", "a-good.toml", "x.toml"], place, words);
    }
    refused(folder, &["batch", "nowhere"], "nowhere: no such file", &[]);
    std::fs::create_dir(folder.join("empty")).unwrap();
    refused(folder, &["batch", "empty"], "empty: found no .toml file", &[]);
}

#[test]
fn unreadable_and_unwritable_paths_are_refused_with_the_path_as_given() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::create_dir(folder.join("d")).unwrap();
    refused(folder, &["compare", "--depths", "1", "--svg", "d"], "d: cannot be written", &[]);
    let missing = ["compare", "--depths", "1", "--csv", "no/x.csv"];
    refused(folder, &missing, "no/x.csv: cannot be written: No such file", &[]);
    refused(folder, &["analyse", "d"], "position \"d\"", &["or give a file with a position"]);
    refused(folder, &["config", "--config", "./d"], "./d: is a folder", &[]);
    let game = ["match", "--depth", "1", "--games", "2", "--first", "default", "--second"];
    let game = |rest: &[&'static str]| [&game[..], rest].concat();
    refused(
        folder,
        &game(&["nobody"]),
        "--second nobody: no configuration of that name",
        &["ugi:COMMAND"],
    );
    refused(folder, &game(&["uci:engine"]), "--second uci:engine: no", &["ugi:COMMAND"]);
    refused(folder, &game(&["random", "--record", "d"]), "d: ", &["directory"]);
    refused(folder, &game(&["random", "--record", "no/x"]), "no/x: ", &["No such file"]);
    file(folder, "bytes", [b'a', b'\n', 0xff]);
    refused(folder, &game(&["random", "--openings", "bytes"]), "bytes:2: not UTF-8 text", &[]);
}

#[cfg(unix)]
#[test]
fn endless_files_and_symlink_loops_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::os::unix::fs::symlink("loop", folder.join("loop")).unwrap();
    refused(folder, &["compare", "--depths", "1", "--svg", "loop"], "loop: cannot be written", &[]);
    refused(folder, &["config", "--config", "./loop"], "--config ./loop: no such file", &[]);
    refused(folder, &["analyse", "/dev/zero"], "/dev/zero: larger than 1024 KiB", &[]);
    let game = ["match", "--first", "default", "--second", "random", "--depth", "1"];
    let openings = [&game[..], &["--openings", "/dev/zero"]].concat();
    refused(folder, &openings, "/dev/zero: larger than", &[]);
    let record = [&game[..], &["--record", "/dev/zero", "--resume"]].concat();
    refused(folder, &record, "/dev/zero: found a pipe or device", &[]);
}
