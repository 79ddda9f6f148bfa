//! Bad input tried: every malformed map, query, configuration, fixture and command line is refused
//! with exit code 2, nothing on stdout and exactly one line on stderr, which names the place.

use std::path::Path;
use std::process::{Command, Stdio};

/// Asserts that the command line is refused with one line that begins with `place` and says all of
/// `words`.
fn refused(folder: &Path, args: &[&str], place: &str, words: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathfinding"));
    command.current_dir(folder).args(args).stdin(Stdio::null());
    let output = command.output().expect("the binary starts");
    let stderr = String::from_utf8(output.stderr).expect("stderr is text");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
    assert!(stderr.starts_with(place), "{args:?}: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "{args:?}: {word:?} is not in {stderr}");
    }
}

fn write(folder: &Path, name: &str, contents: impl AsRef<[u8]>) {
    std::fs::write(folder.join(name), contents).expect("a file can be written");
}

#[test]
fn malformed_mazes_are_refused_with_line_row_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cases: &[(&[u8], &str)] = &[
        (b"", "map: found no rows"),
        (b"\n \n\t\n", "map: found no rows"),
        (b"0 1\n0 2\n", "line 2, row 1, column 1: found \"2\", allowed: 0 (free) or 1 (wall)"),
        (b"0 x\n", "line 1, row 0, column 1: found \"x\""),
        (b"0 -1\n", "line 1, row 0, column 1: found \"-1\""),
        (b"01\n", "line 1, row 0, column 0: found \"01\""),
        (b"0,1\n", "line 1, row 0, column 0: found \"0,1\""),
        (b"0 0\n\n0 0 0\n", "line 3, row 1: found 3 cells, allowed: 2"),
        (b"0 0\n0\n", "line 2, row 1: found 1 cells, allowed: 2"),
        (b"0 0\n0 \xff\n", "line 2: found bytes that are no text, allowed: UTF-8 text"),
        (b"0 \x1b[31m\n", "line 1, row 0, column 1: found \"\\u{1b}[31m\""),
        (b"0 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", "found \"aaaaaaaaaaaaaaaaaaaa\"..."),
    ];
    for (text, problem) in cases {
        write(folder, "x.txt", text);
        let args = ["solve", "x.txt", "--set", "map.format=maze", "--from", "0,0", "--to", "0,0"];
        refused(folder, &args, "x.txt: ", &[problem]);
    }
    write(folder, "x.txt", "0 ".repeat(8193));
    refused(folder, &["solve", "x.txt"], "x.txt: ", &["at most 8192 rows and columns"]);
}

#[test]
fn malformed_supply_maps_are_refused_with_line_row_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cases: &[(&str, &str)] = &[
        ("", "line 1: found nothing, allowed: M N T"),
        ("2 2\n3 0\n0 4\n", "line 1: found \"2 2\", allowed: three numbers M N T"),
        ("2 2 3 4\n3 0\n0 4\n", "line 1: found \"2 2 3 4\""),
        ("two 2 3\n", "line 1, M: found \"two\""),
        ("0 2 3\n", "line 1, M: found \"0\""),
        ("2 99999 3\n", "line 1, N: found \"99999\", allowed: at most 8192"),
        ("2 99999999999999999999 3\n", "line 1, N:"),
        ("2 2 -3\n3 0\n0 4\n", "line 1, T: found \"-3\""),
        ("2 2 1.5\n3 0\n0 4\n", "line 1, T: found \"1.5\""),
        ("2 2 3\n3 0\n", "map: found 1 rows, allowed: 2"),
        ("2 2 3\n3 0\n0 4\n0 0\n", "line 4: found a row number 2"),
        ("2 2 3\n3 0 0\n0 4\n", "line 2, row 0: found 3 cells, allowed: 2"),
        ("2 2 3\n3 5\n0 4\n", "line 2, row 0, column 1: found \"5\", allowed: 0 (free)"),
        ("2 2 3\n3 3\n0 4\n", "line 2, row 0, column 1: found a second start"),
        ("2 2 3\n3 4\n0 4\n", "line 3, row 1, column 1: found a second goal"),
        ("2 2 3\n0 0\n0 4\n", "map: found no start (3)"),
        ("2 2 3\n3 0\n0 0\n", "map: found no goal (4)"),
    ];
    for (text, problem) in cases {
        write(folder, "x.txt", text);
        for verb in ["solve", "compare", "render"] {
            refused(folder, &[verb, "x.txt", "--set", "map.format=supply"], "x.txt: ", &[problem]);
        }
    }
}

#[test]
fn malformed_drawings_and_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cases: &[(&str, &str)] = &[
        ("S.\n.x\n", "line 2, row 1, column 1: found \"x\""),
        ("S.S\n", "line 1, row 0, column 2: found a second start"),
        ("S. G\n", "line 1, row 0, column 2: found \" \""),
        ("supply lots\nSG\n", "line 1, supply: found \"lots\""),
        ("..\nS\n", "line 2, row 1: found 1 cells"),
        ("S.\n", "found no goal, allowed: --to row,column, or map.to"),
        (".G\n", "found no start, allowed: --from row,column, or map.from"),
    ];
    for (text, problem) in cases {
        write(folder, "x.txt", text);
        refused(folder, &["solve", "x.txt"], "x.txt: ", &[problem]);
    }
    refused(folder, &["solve", "nowhere.txt"], "nowhere.txt: cannot be read", &[]);
    refused(folder, &["solve", "."], ".: cannot be read", &[]);
}

#[test]
fn queries_that_make_no_sense_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "x.txt", "S.#\n..G\n");
    write(folder, "s.txt", "1 3 2\n3 0 4\n");
    let inside = "rows 0 to 1, columns 0 to 2";
    for (ends, words) in [
        (["--from", "2,0"], ["start 2,0 is outside", inside]),
        (["--to", "0,3"], ["goal 0,3 is outside", inside]),
        (["--to", "-3,0"], ["goal -3,0 is outside", inside]),
        (["--from", "0,2"], ["start 0,2 is a wall", "a free cell"]),
    ] {
        refused(folder, &[&["solve", "x.txt"][..], &ends].concat(), "x.txt: ", &words);
    }
    for algorithm in ["ida-star", "ida-star-table"] {
        let set = format!("search.algorithm={algorithm}");
        refused(folder, &["solve", "s.txt", "--set", &set], "s.txt: search.algorithm", &["bfs"]);
        let args = ["compare", "s.txt", "--algorithms", algorithm];
        refused(folder, &args, "s.txt: search.algorithm", &[algorithm]);
    }
    let limit = ["solve", "x.txt", "--set", "search.max-expansions=1"];
    refused(
        folder,
        &limit,
        "x.txt: from 0,0 to 1,2: astar gave up after 1 expansions",
        &["max-exp"],
    );
    let bfs = ["solve", "x.txt", "--set", "search.algorithm=bfs", "--lab", "."];
    refused(folder, &bfs, "--lab .: found search.algorithm bfs", &["astar, ida-star"]);
    refused(folder, &["solve", "x.txt", "x.txt", "--lab", "."], "--lab .: found 2 maps", &[]);
    refused(folder, &["solve", "x.txt", "--lab", "no"], "no/output_A.txt: cannot be written", &[]);
    write(folder, "wide.txt", format!("S{}G\n", ".".repeat(300)));
    refused(folder, &["render", "wide.txt"], "wide.txt: found 1 x 302 cells", &["--svg"]);
    refused(folder, &["render", "x.txt", "--svg", "no/x.svg"], "no/x.svg: cannot be written", &[]);
}

#[test]
fn malformed_configurations_and_command_lines_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (set, words) in [
        ("search.algorithm=a-star", "did you mean \"astar\"?"),
        ("search.heuristic=euclid", "manhattan, octile, zero"),
        ("search.max-expansions=0", "at least 1"),
        ("search.max-states=0", "at least 1"),
        ("search.max-states=-1", "whole number"),
        ("search.depth=3", "unknown key"),
        ("map.format=jpeg", "movingai, png, pbm"),
        ("map.movement=six", "four, eight"),
        ("map.from=[1]", "map.from"),
        ("map.to=3", "map.to"),
    ] {
        refused(folder, &["config", "--set", set], &format!("--set {set}"), &[words]);
    }
    let cases: &[(&[&str], &str)] = &[
        (&["solve"], "<MAP>"),
        (&["solve", "x", "--from", "1"], "row,column"),
        (&["solve", "x", "--from", "a,b"], "row,column"),
        (&["solve", "x", "--to", "1,2,3"], "row,column"),
        (&["compare", "x", "--algorithms", "dfs"], "dfs"),
        (&["compare", "x", "--heuristics", "euclid"], "octile"),
        (&["compare", "x", "--repeats", "0"], "'0'"),
        (&["compare", "x", "--plot", "colour"], "'colour'"),
        (&["generate"], "<KIND>"),
        (&["generate", "rooms"], "'rooms'"),
        (&["generate", "random", "--rows", "1"], "'1'"),
        (&["generate", "random", "--walls", "2"], "from 0 to 1"),
        (&["analyse", "x"], "unknown verb"),
    ];
    for (args, word) in cases {
        refused(folder, args, "pathfinding: ", &[word]);
    }
    refused(folder, &["generate", "maze", "--rows", "10"], "--rows: found 10", &["odd"]);
    refused(folder, &["generate", "maze", "--walls", "0.1"], "--walls: ", &["random, supply"]);
    refused(folder, &["generate", "random", "--supply", "1"], "--supply: ", &["supply"]);
    refused(folder, &["generate", "maze", "--stations", "1"], "--stations: ", &["supply"]);
}

#[test]
fn malformed_fixtures_are_refused_with_their_line_and_nothing_runs() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let case = |kind: &str, rest: &str| {
        format!("[[case]]\nname = \"x\"\nkind = \"{kind}\"\nexpect = {{ steps = 1 }}\n{rest}\n")
    };
    write(folder, "bad.txt", "0 7\n");
    for (text, place, words) in [
        (case("maze", ""), "x.toml:1: case[0].map: found no map", "a map or a file"),
        (case("maze", "map = \"SG\"\nfile = \"y\""), "x.toml:6: case[0].file", "a map or a file"),
        (case("maze", "map = \"SxG\""), "x.toml:5: case[0].map: found this map", "column 1"),
        (case("maze", "map = \"S.\""), "x.toml:5: case[0].map", "found no goal"),
        (case("maze", "map = \"SG\"\nto = [5, 5]"), "x.toml:5: case[0].map", "outside"),
        (case("maze", "file = \"bad.txt\""), "x.toml:5: case[0].file: found bad.txt", "\"7\""),
        (case("maze", "map = \"supply 3\\nSG\""), "x.toml:3: case[0].kind", "supply"),
        (case("supply", "map = \"SG\""), "x.toml:3: case[0].kind", "maze"),
        (case("mazes", "map = \"SG\""), "x.toml:3: case[0].kind", "did you mean \"maze\"?"),
        (case("maze", "maps = \"SG\""), "x.toml:5: case[0].maps: unknown key", "file, map"),
    ] {
        write(folder, "x.toml", text);
        refused(folder, &["batch", "x.toml"], place, &[words]);
    }
}
