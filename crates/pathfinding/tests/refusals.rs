//! Bad input tried: every malformed map, query, configuration, fixture and command line is refused
//! with exit code 2, nothing on stdout and exactly one line on stderr, which names the place.

#[path = "../../harness/tests/support/refused.rs"]
mod refused;

use refused::refused;
use std::path::Path;

const BINARY: &str = env!("CARGO_BIN_EXE_pathfinding");

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
        (b"0 1\n0 2\n", "line 2, row 1, column 1: found `2`, allowed: 0 (free) or 1 (wall)"),
        (b"0 x\n", "line 1, row 0, column 1: found `x`"),
        (b"0 -1\n", "line 1, row 0, column 1: found `-1`"),
        (b"01\n", "line 1, row 0, column 0: found `01`"),
        (b"0,1\n", "line 1, row 0, column 0: found `0,1`"),
        (b"0 0\n\n0 0 0\n", "line 3, row 1: found 3 cells, allowed: 2"),
        (b"0 0\n0\n", "line 2, row 1: found 1 cells, allowed: 2"),
        (b"0 0\n0 \xff\n", "line 2: found invalid UTF-8, allowed: UTF-8 text"),
        (b"0 \x1b[31m\n", "line 1, row 0, column 1: found `\\u{1b}[31m`"),
        (b"0 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", "found `aaaaaaaaaaaaaaaaaaaaaaaa...`"),
    ];
    for (text, problem) in cases {
        write(folder, "x.txt", text);
        let args = ["solve", "x.txt", "--set", "map.format=maze", "--from", "0,0", "--to", "0,0"];
        refused(folder, &args, &["x.txt: ", problem]);
    }
    write(folder, "x.txt", "0 ".repeat(8193));
    refused(folder, &["solve", "x.txt"], &["x.txt: ", "at most 8192 rows and columns"]);
}

#[test]
fn malformed_supply_maps_are_refused_with_line_row_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cases: &[(&str, &str)] = &[
        ("", "line 1: found nothing, allowed: M N T"),
        ("2 2\n3 0\n0 4\n", "line 1: found `2 2`, allowed: three numbers M N T"),
        ("2 2 3 4\n3 0\n0 4\n", "line 1: found `2 2 3 4`"),
        ("two 2 3\n", "line 1, M: found `two`"),
        ("0 2 3\n", "line 1, M: found `0`"),
        ("2 99999 3\n", "line 1, N: found `99999`, allowed: at most 8192"),
        ("2 99999999999999999999 3\n", "line 1, N:"),
        ("2 2 -3\n3 0\n0 4\n", "line 1, T: found `-3`"),
        ("2 2 1.5\n3 0\n0 4\n", "line 1, T: found `1.5`"),
        ("2 2 3\n3 0\n", "map: found 1 rows, allowed: 2"),
        ("2 2 3\n3 0\n0 4\n0 0\n", "line 4: found a row number 2"),
        ("2 2 3\n3 0 0\n0 4\n", "line 2, row 0: found 3 cells, allowed: 2"),
        ("2 2 3\n3 5\n0 4\n", "line 2, row 0, column 1: found `5`, allowed: 0 (free)"),
        ("2 2 3\n3 3\n0 4\n", "line 2, row 0, column 1: found a second start"),
        ("2 2 3\n3 4\n0 4\n", "line 3, row 1, column 1: found a second goal"),
        ("2 2 3\n0 0\n0 4\n", "map: found no start (3)"),
        ("2 2 3\n3 0\n0 0\n", "map: found no goal (4)"),
    ];
    for (text, problem) in cases {
        write(folder, "x.txt", text);
        for verb in ["solve", "compare", "render"] {
            refused(folder, &[verb, "x.txt", "--set", "map.format=supply"], &["x.txt: ", problem]);
        }
    }
}

#[test]
fn malformed_drawings_and_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cases: &[(&str, &str)] = &[
        ("S.\n.x\n", "line 2, row 1, column 1: found `x`"),
        ("S.S\n", "line 1, row 0, column 2: found a second start"),
        ("S. G\n", "line 1, row 0, column 2: found ` `"),
        ("supply lots\nSG\n", "line 1, supply: found `lots`"),
        ("..\nS\n", "line 2, row 1: found 1 cells"),
        ("S.\n", "found no goal, allowed: --to row,column, or map.to"),
        (".G\n", "found no start, allowed: --from row,column, or map.from"),
    ];
    for (text, problem) in cases {
        write(folder, "x.txt", text);
        refused(folder, &["solve", "x.txt"], &["x.txt: ", problem]);
    }
    refused(folder, &["solve", "nowhere.txt"], &["nowhere.txt: no such file"]);
    refused(folder, &["solve", "."], &[".: is a folder"]);
}

#[test]
fn malformed_movingai_maps_are_refused_with_line_row_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let header = "type octile\nheight 2\nwidth 2\nmap\n";
    let cases: &[(&str, &str)] = &[
        ("type octile\n", "header: found no line map"),
        ("type octile\nheight 2\nwidth 2\n..\n..\n", "line 4: found `..`, allowed: type octile"),
        ("type hex\nheight 2\nwidth 2\nmap\n", "line 1, type: found `hex`, allowed: octile"),
        ("type octile\nheight two\n", "line 2, height: found `two`"),
        ("type octile\nheight -2\n", "line 2, height: found `-2`"),
        ("type octile\nheight\n", "line 2, height: found ``"),
        ("type octile\nwidth 0\n", "line 2, width: found `0`, allowed: a whole number from 1"),
        ("type octile\nwidth 8193\n", "line 2, width: found `8193`, allowed: at most 8192"),
        ("height 1\nheight 1\n", "line 2, height: found a second height"),
        ("type octile\nwidth 2\nmap\n..\n", "line 3, map: found no height"),
        ("type octile\nheight 2\nmap\n..\n", "line 3, map: found no width"),
        (&format!("{header}..\n"), "map: found 1 rows, allowed: 2, as the header says"),
        (&format!("{header}..\n..\n..\n"), "line 7: found a row number 2"),
        (&format!("{header}..\n...\n"), "line 6, row 1: found 3 cells, allowed: 2"),
        (&format!("{header}..\n.#\n"), "line 6, row 1, column 1: found `#`, allowed: . G S"),
        (&format!("{header}. .\n"), "line 5, row 0, column 1: found ` `"),
    ];
    for (text, problem) in cases {
        write(folder, "x.map", text);
        for verb in ["solve", "render"] {
            refused(folder, &[verb, "x.map"], &["x.map: ", problem]);
        }
    }
}

#[test]
fn malformed_pictures_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let png = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/pathfinding/cave.png");
    let png = std::fs::read(png).unwrap();
    let mut damaged = png.clone();
    damaged[45] ^= 0x55;
    let mut giant = png.clone();
    giant[16] = 0x7f;
    let cases: &[(&[u8], &str)] = &[
        (b"P1", "found `P`"),
        (b"P1\n", "width: found ``"),
        (b"P1 2\n", "height: found ``"),
        (b"P1 2 0\n", "height: found `0`"),
        (b"P1 99999 2\n", "width: found `99999`, allowed: at most 8192"),
        (b"P1 2 2\n0 1 0\n", "pixels: found 3, allowed: 4"),
        (b"P1 2 2\n0 1 0 1 1\n", "pixels: found more, allowed: 4"),
        (b"P1 2 2\n0 1\n0 2\n", "line 3, row 1, column 1: found `2`"),
        (b"P4 2 2\n\x00", "pixels: found 1 bytes, allowed: 2"),
        (b"P4 2 2\n\x00\x00\x00", "pixels: found 3 bytes"),
        (b"P4 8192 8192\n", "pixels: found 0 bytes, allowed: 8388608"),
        (b"P5 2 2 255\n", "found `P`"),
        (&png[..20], "PNG: found"),
        (&png[..60], "PNG: found"),
        (&damaged, "PNG: found"),
        (&giant, "PNG: found"),
        (b"\x89PNG", "PNG: found"),
        (b"\xff\xd8\xff\xe0 a JPEG", "line 1: found invalid UTF-8"),
    ];
    for (bytes, problem) in cases {
        write(folder, "x.pic", bytes);
        refused(folder, &["solve", "x.pic"], &["x.pic: ", problem]);
    }
    write(folder, "x.txt", "0 0\n");
    let forced = |format| ["solve", "x.txt", "--set", format];
    refused(folder, &forced("map.format=png"), &["x.txt: PNG: found", "valid PNG file"]);
    refused(folder, &forced("map.format=pbm"), &["x.txt: first two bytes", "P1 or P4"]);
    refused(folder, &forced("map.format=movingai"), &["x.txt: line 1: found `0 0`", "octile"]);
}

#[test]
fn malformed_scenarios_are_refused_with_their_line_and_nothing_is_searched() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "x.map", "type octile\nheight 2\nwidth 3\nmap\n..@\n...\n");
    let solve = ["solve", "x.map", "--scen", "x.scen"];
    let good = "0 x.map 3 2 0 0 1 1 1.41421\n";
    let cases: &[(&str, &str)] = &[
        ("", "x.scen: scenario: found no queries"),
        ("version 1\n\n\n", "x.scen: scenario: found no queries"),
        ("version 2\n", "x.scen: line 1, version: found `2`, allowed: 1 or 1.0"),
        ("version\n", "x.scen: line 1, version: found ``"),
        ("0 x.map 3 2 0 0 1 1\n", "x.scen: line 1: found 8 columns, allowed: 9"),
        ("0 x.map 3 2 0 0 1 1 1 1\n", "x.scen: line 1: found 10 columns, allowed: 9"),
        ("a x.map 3 2 0 0 1 1 1\n", "x.scen: line 1, bucket: found `a`"),
        ("0 x.map 0 2 0 0 1 1 1\n", "x.scen: line 1, width: found `0`"),
        ("0 x.map 3 9999 0 0 1 1 1\n", "x.scen: line 1, height: found `9999`"),
        ("0 x.map 3 2 3 0 1 1 1\n", "x.scen: line 1, start x: found `3`"),
        ("0 x.map 3 2 0 -1 1 1 1\n", "x.scen: line 1, start y: found `-1`"),
        ("0 x.map 3 2 0 0 1.5 1 1\n", "x.scen: line 1, goal x: found `1.5`"),
        ("0 x.map 3 2 0 0 1 2 1\n", "x.scen: line 1, goal y: found `2`"),
        ("0 x.map 3 2 0 0 1 1 far\n", "x.scen: line 1, length: found `far`"),
        ("0 x.map 3 2 0 0 1 1 -1\n", "x.scen: line 1, length: found `-1`"),
        ("0 x.map 3 2 0 0 1 1 inf\n", "x.scen: line 1, length: found `inf`"),
        ("0 x.map 3 2 0 0 1 1 NaN\n", "x.scen: line 1, length: found `NaN`"),
        (&format!("{good}0 y.map 3 2 0 0 1 1 1\n"), "x.scen: line 2, map: found `y.map`"),
        (&format!("{good}0 x.map 6 4 0 0 1 1 1\n"), "x.scen: line 2, size: found 6 x 4"),
        (&format!("{good}0 x.map 3 2 2 0 1 1 1\n"), "x.scen: line 2: start 0,2 is a wall"),
    ];
    for (text, problem) in cases {
        write(folder, "x.scen", text);
        refused(folder, &solve, &[problem]);
    }
    write(folder, "x.scen", b"0 x.map \xff\n");
    refused(folder, &solve, &["x.scen: line 1: found invalid UTF-8"]);
    refused(folder, &["solve", "x.map", "--scen", "no.scen"], &["no.scen: no such file"]);
    refused(folder, &["solve", "x.map", "x.map", "--scen", "x.scen"], &["--scen: found 2 maps"]);
    write(folder, "x.scen", good);
    let bfs = [&solve[..], &["--set", "search.algorithm=bfs"]].concat();
    refused(folder, &bfs, &["x.scen: line 1: search.algorithm: found bfs", "eight"]);
}

#[test]
fn malformed_stations_are_refused_with_their_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "x.map", "type octile\nheight 2\nwidth 3\nmap\n..@\n...\n");
    let cases: &[(&str, &str)] = &[
        ("", "stations: found no supply"),
        ("# nothing\n0,0\n", "stations: found no supply"),
        ("supply\n", "line 1, supply: found ``"),
        ("supply 1.5\n", "line 1, supply: found `1.5`"),
        ("supply 1\nsupply 1\n", "line 2, supply: found a second supply"),
        ("supply 1\nstart 0,0\nstart 0,0\n", "line 3, start: found a second start"),
        ("supply 1\ngoal here\n", "line 2, goal: found `here`"),
        ("supply 1\n0 0\n", "line 2: found `0 0`, allowed: row,column"),
        ("supply 1\n-1,0\n", "line 2: found `-1,0`"),
        ("supply 1\n2,0\n", "line 2: found 2,0, allowed: rows 0 to 1, columns 0 to 2"),
        ("supply 1\n0,2\n", "line 2: found 0,2, a wall"),
        ("supply 1\n0,0\n0,0\n", "line 3: found a second station at 0,0"),
    ];
    for (text, problem) in cases {
        write(folder, "x.stations", text);
        refused(folder, &["solve", "x.map"], &["x.stations: ", problem]);
        let given = ["render", "x.map", "--stations", "x.stations"];
        refused(folder, &given, &["x.stations: ", problem]);
    }
    write(folder, "x.stations", "supply 3\nstart 0,0\n");
    refused(folder, &["solve", "x.map"], &["x.map: found no goal", "--to"]);
    write(folder, "s.txt", "1 3 2\n3 0 4\n");
    let twice = ["solve", "s.txt", "--stations", "x.stations"];
    refused(folder, &twice, &["x.stations: stations: found a map that has a supply"]);
    let many = ["solve", "x.map", "x.map", "--stations", "x.stations"];
    refused(folder, &many, &["--stations: found 2 maps"]);
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
        refused(
            folder,
            &[&["solve", "x.txt"][..], &ends].concat(),
            &[&["x.txt: "][..], &words].concat(),
        );
    }
    for algorithm in ["ida-star", "ida-star-table"] {
        let set = format!("search.algorithm={algorithm}");
        refused(folder, &["solve", "s.txt", "--set", &set], &["s.txt: search.algorithm", "bfs"]);
        let args = ["compare", "s.txt", "--algorithms", algorithm];
        refused(folder, &args, &["s.txt: search.algorithm", algorithm]);
    }
    let limit = ["solve", "x.txt", "--set", "search.max-expansions=1"];
    refused(
        folder,
        &limit,
        &["x.txt: from 0,0 to 1,2: astar gave up after 1 expansions", "max-exp"],
    );
    let bfs = ["solve", "x.txt", "--set", "search.algorithm=bfs", "--lab", "."];
    refused(folder, &bfs, &["--lab .: search.algorithm bfs has no lab file", "astar, ida-star"]);
    refused(folder, &["solve", "x.txt", "x.txt", "--lab", "."], &["--lab .: found 2 maps"]);
    refused(folder, &["solve", "x.txt", "--lab", "no"], &["no/output_A.txt: cannot be written"]);
    write(folder, "wide.txt", format!("S{}G\n", ".".repeat(300)));
    refused(
        folder,
        &["render", "wide.txt"],
        &["wide.txt: 1 x 302 cells do not fit a terminal", "--output"],
    );
    let render = |file| ["render", "x.txt", "--output", file];
    refused(folder, &render("no/x.svg"), &["no/x.svg: cannot be written"]);
    refused(folder, &render("x.jpg"), &["--output x.jpg: unknown kind of picture", ".svg or .png"]);
    refused(folder, &render("x"), &["--output x: unknown kind of picture", ".svg or .png"]);
    let moving = [&render("x.png")[..], &["--animate"]].concat();
    refused(folder, &moving, &["--animate: x.png cannot be animated", ".svg"]);
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
        refused(folder, &["config", "--set", set], &[&format!("--set {set}"), words]);
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
        (&["generate", "caves"], "'caves'"),
        (&["generate", "rooms", "--room", "0"], "'0'"),
        (&["generate", "rooms", "--rows", "8193"], "'8193'"),
        (&["solve", "x", "--checkopt"], "--scen"),
        (&["solve", "x", "--scen", "y", "--from", "0,0"], "--from"),
        (&["solve", "x", "--scen", "y", "--lab", "."], "--lab"),
        (&["solve", "x", "--threads", "-1"], "-1"),
        (&["render", "x", "--animate"], "--output"),
        (&["generate", "random", "--rows", "1"], "'1'"),
        (&["generate", "random", "--walls", "2"], "from 0 to 1"),
        (&["analyse", "x"], "unknown verb"),
    ];
    for (args, word) in cases {
        refused(folder, args, &["pathfinding: ", word]);
    }
    refused(folder, &["generate", "maze", "--rows", "10"], &["--rows: found 10", "odd"]);
    refused(folder, &["generate", "maze", "--walls", "0.1"], &["--walls: ", "random or supply"]);
    refused(folder, &["generate", "rooms", "--walls", "0.1"], &["--walls: ", "random or supply"]);
    refused(folder, &["generate", "maze", "--room", "3"], &["--room: ", "rooms"]);
    refused(folder, &["generate", "random", "--supply", "1"], &["--supply: ", "supply"]);
    refused(folder, &["generate", "maze", "--stations", "1"], &["--stations: ", "supply"]);
}

#[test]
fn malformed_fixtures_are_refused_with_their_line_and_nothing_runs() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let case = |kind: &str, rest: &str| {
        format!("[[case]]\nname = \"x\"\nkind = \"{kind}\"\nexpect = {{ steps = 1 }}\n{rest}\n")
    };
    let scenario = |rest: &str| case("scenario", rest).replace("steps", "queries");
    write(folder, "bad.txt", "0 7\n");
    for (text, place, words) in [
        (case("maze", ""), "x.toml:1: case[0].map: found no map", "a map or a file"),
        (
            case("maze", "map = \"SG\"\nfile = \"y\""),
            "x.toml:6: case[0].file: found both a map and a file",
            "one of them",
        ),
        (case("maze", "map = \"SxG\""), "x.toml:5: case[0].map: found this map", "column 1"),
        (case("maze", "map = \"S.\""), "x.toml:5: case[0].map", "found no goal"),
        (case("maze", "map = \"SG\"\nto = [5, 5]"), "x.toml:5: case[0].map", "outside"),
        (case("maze", "file = \"bad.txt\""), "x.toml:5: case[0].file: found bad.txt", "found `7`"),
        (case("maze", "map = \"supply 3\\nSG\""), "x.toml:3: case[0].kind", "supply"),
        (case("supply", "map = \"SG\""), "x.toml:3: case[0].kind", "maze"),
        (scenario("file = \"bad.txt\""), "x.toml:1: case[0].scen", "missing"),
        (
            scenario("file = \"bad.txt\"\nscen = \"bad.txt\""),
            "x.toml:6: case[0].scen: found bad.txt",
            "a scenario of the map (bad.txt: line 1, row 0, column 1: found `7`",
        ),
        (case("mazes", "map = \"SG\""), "x.toml:3: case[0].kind", "did you mean \"maze\"?"),
        (case("maze", "maps = \"SG\""), "x.toml:5: case[0].maps: unknown key", "file, map"),
    ] {
        write(folder, "x.toml", text);
        refused(folder, &["batch", "x.toml"], &[place, words]);
    }
}
