//! The verbs as a person meets them: the real binary, its output, its files and its exit codes.

#[path = "../../harness/tests/support/configurations.rs"]
mod configurations;
#[path = "../../harness/tests/support/program_in.rs"]
mod program_in;

use plywood_testing::data;
use program_in::{json_of, run_in, text_of};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const BINARY: &str = env!("CARGO_BIN_EXE_pathfinding");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const SPIRAL: &str = "S....\n####.\n.G.#.\n##.#.\n.....\n";
const MAZE: &str = "1 1 1 1\n0 0 0 1\n1 1 0 0\n1 1 1 1\n";
const SUPPLY: &str = "2 6 4\n3 0 0 0 0 4\n1 1 2 1 1 1\n";

/// The output of a command line that succeeds.
fn text(folder: &Path, args: &[&str]) -> String {
    text_of(run_in(folder, args), args)
}

/// The JSON objects of a command line that succeeds, and proof that there is nothing else.
fn json(folder: &Path, args: &[&str]) -> Vec<Value> {
    json_of(&text(folder, &[args, &["--json"]].concat()))
}

/// A folder with the maps above.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, map) in [("spiral.txt", SPIRAL), ("maze.txt", MAZE), ("input_7.txt", SUPPLY)] {
        std::fs::write(folder.path().join(name), map).expect("a file can be written");
    }
    folder
}

fn config(name: &str) -> String {
    format!("{ROOT}/configs/pathfinding/{name}.toml")
}

#[test]
fn every_fixture_holds() {
    for row in json(Path::new(ROOT), &["batch", "fixtures/pathfinding"]) {
        // Only the published maps are not shipped.
        if row["fixture"] == "fixtures/pathfinding/movingai.toml" && row["skipped"].is_string() {
            let map = row["case"].as_str().expect("a case has a name");
            assert_eq!(data::file(&format!("movingai/{map}.map")), None, "{row}");
            continue;
        }
        assert_eq!(row["ok"], true, "{row}");
    }
}

#[test]
fn a_fixture_that_does_not_hold_is_exit_code_one_and_a_missing_file_is_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let case = |name: &str, rest: &str| {
        format!("[[case]]\nname = \"{name}\"\nkind = \"maze\"\n{rest}\nexpect = {{ steps = 2 }}\n")
    };
    let absent = case("absent", "file = \"nowhere.txt\"");
    std::fs::write(folder.path().join("a.toml"), absent.clone() + &case("b", "map = \"S.G\""))
        .unwrap();
    let skipped = text(folder.path(), &["batch", "a.toml"]);
    assert!(skipped.contains("\nskipped  absent  no file nowhere.txt"), "{skipped}");
    assert!(skipped.ends_with("1 case, as expected, 1 skipped\n"), "{skipped}");
    let rows = json(folder.path(), &["batch", "a.toml"]);
    assert_eq!(rows[0]["skipped"], "no file nowhere.txt");
    assert_eq!((&rows[0]["ok"], &rows[1]["ok"]), (&Value::Null, &Value::Bool(true)));
    let mut required = Command::new(BINARY);
    required.current_dir(folder.path()).args(["batch", "a.toml"]).env("PLYWOOD_REQUIRE_DATA", "1");
    assert_eq!(required.output().unwrap().status.code(), Some(1));
    std::fs::write(folder.path().join("a.toml"), absent + &case("wrong", "map = \"S..G\""))
        .unwrap();
    assert_eq!(run_in(folder.path(), &["batch", "a.toml"]).status.code(), Some(1));
}

#[test]
fn solve_prints_a_line_per_map_that_a_spreadsheet_reads() {
    let folder = folder();
    let output = text(folder.path(), &["solve", "spiral.txt", "input_7.txt"]);
    let rows: Vec<Vec<&str>> = output.lines().map(|line| line.split('\t').collect()).collect();
    let header = ["map", "from", "to", "steps", "cost", "expanded", "generated", "seconds", "path"];
    assert_eq!(rows[0], header);
    assert_eq!(rows[1][..5], ["spiral.txt", "0,0", "2,1", "13", "13"]);
    assert_eq!(rows[1][8], "RRRRDDDDLLUUL");
    assert_eq!(rows[2][3..5], ["7", "7"]);
    assert_eq!(rows[2][8], "RRDURRR");
    assert!(rows[1][7].parse::<f64>().is_ok());
}

#[test]
fn solve_finds_the_same_by_every_algorithm_and_says_what_it_did() {
    let folder = folder();
    for algorithm in ["astar", "bfs", "ida-star", "ida-star-table"] {
        for heuristic in ["manhattan", "zero"] {
            let sets =
                [format!("search.algorithm={algorithm}"), format!("search.heuristic={heuristic}")];
            let args = ["solve", "spiral.txt", "--set", &sets[0], "--set", &sets[1]];
            let result = &json(folder.path(), &args)[0];
            assert_eq!(result["steps"], 13, "{result}");
            assert_eq!(result["cost"], 13);
            assert_eq!(result["path"], "RRRRDDDDLLUUL");
            assert_eq!(result["algorithm"], algorithm);
            for field in ["expanded", "generated", "seconds"] {
                assert!(result[field].is_number(), "{field}");
            }
        }
    }
}

#[test]
fn a_goal_that_cannot_be_reached_is_minus_one_and_no_error() {
    let folder = folder();
    std::fs::write(folder.path().join("cut.txt"), "S#G\n").unwrap();
    let cut = &json(folder.path(), &["solve", "cut.txt"])[0];
    assert_eq!(
        (&cut["steps"], &cut["path"], &cut["cost"]),
        (&(-1).into(), &Value::Null, &Value::Null)
    );
}

#[test]
fn a_start_and_a_goal_on_the_command_line_win_over_those_of_the_map() {
    let folder = folder();
    let ends = ["solve", "spiral.txt", "--from", "4,0", "--to", "-3,-5"];
    let result = &json(folder.path(), &ends)[0];
    assert_eq!((&result["from"], &result["to"]), (&"4,0".into(), &"2,0".into()));
    assert_eq!(result["path"], "RRUULL");
    let supplied = ["solve", "input_7.txt", "--from", "1,2", "--to", "0,0"];
    assert_eq!(json(folder.path(), &supplied)[0]["steps"], 3);
}

#[test]
fn the_results_of_the_labs_are_written_as_the_labs_do() {
    let folder = folder();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let maze = config("lab-maze");
    text(folder.path(), &["solve", "maze.txt", "--config", &maze, "--lab", "."]);
    let output = read("output_A.txt");
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].parse::<f64>().unwrap() < 1.0, "{output}");
    assert_eq!(lines[1..], ["RRDR", "4"]);
    let table = "search.algorithm=ida-star-table";
    text(folder.path(), &["solve", "maze.txt", "--config", &maze, "--set", table, "--lab", "."]);
    assert!(read("output_IDA.txt").ends_with("\nRRDR\n4\n"));
    let supply = config("lab-supply");
    text(folder.path(), &["solve", "input_7.txt", "--config", &supply, "--lab", "."]);
    assert_eq!(read("output_7.txt"), "7\nRRDURRR\n");
    std::fs::write(folder.path().join("input_1.txt"), SUPPLY.replace("6 4", "6 3")).unwrap();
    text(folder.path(), &["solve", "input_1.txt", "--config", &supply, "--lab", "."]);
    assert_eq!(read("output_1.txt"), "-1\n");
}

#[test]
fn compare_measures_against_the_first_search_in_table_csv_json_and_svg() {
    let folder = folder();
    let args = ["compare", "spiral.txt", "--algorithms", "astar,bfs,ida-star-table"];
    let table = text(folder.path(), &args);
    for name in ["astar manhattan", "astar zero", "bfs ", "ida-star-table zero", "1.00x"] {
        assert!(table.contains(name), "{name:?} is not in {table}");
    }
    let rows = json(folder.path(), &args);
    assert_eq!(rows.len(), 5);
    assert!(rows.iter().all(|row| row["steps"] == 13));
    assert_eq!(rows[0]["ratio"], 1.0);
    assert_eq!(rows[2]["heuristic"], Value::Null);
    let files =
        ["compare", "input_7.txt", "--csv", "x.csv", "--svg", "x.svg", "--plot", "expanded"];
    text(folder.path(), &files);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(
        read("x.csv").starts_with("map,search,steps,expanded,ratio,time,time ratio\ninput_7.txt,")
    );
    assert!(read("x.svg").contains("states expanded"));
}

#[test]
fn compare_shows_a_search_that_gave_up() {
    let folder = folder();
    let args = ["compare", "spiral.txt", "--set", "search.max-expansions=3"];
    assert!(text(folder.path(), &args).contains("over limit"));
    assert_eq!(json(folder.path(), &args)[0]["over_limit"], true);
}

/// The bytes of a file of a folder.
fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    std::fs::read(folder.join(name)).expect("the file is there")
}

/// Copies of our own maps and scenarios.
fn fixtures() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for entry in Path::new(ROOT).join("fixtures/pathfinding").read_dir().expect("it is there") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            continue;
        }
        let name = path.file_name().expect("a file has a name");
        std::fs::copy(&path, folder.path().join(name)).expect("a file can be copied");
    }
    folder
}

#[test]
fn a_scenario_is_answered_in_its_order_by_eight_neighbours_with_any_number_of_threads() {
    let folder = fixtures();
    let solve = |threads: &str| {
        json(
            folder.path(),
            &["solve", "rooms.map", "--scen", "rooms.map.scen", "--threads", threads],
        )
    };
    let one = solve("1");
    assert_eq!(one.len(), 30);
    assert_eq!((&one[0]["from"], &one[0]["to"]), (&"12,3".into(), &"4,30".into()));
    assert_eq!(one[0]["movement"], "eight");
    for row in &one {
        let (cost, optimal) = (row["cost"].as_f64().unwrap(), row["optimal"].as_f64().unwrap());
        assert!((cost - optimal).abs() < 1e-6, "{row}");
        let path = row["path"].as_str().unwrap();
        assert_eq!(row["steps"], path.len());
        for field in ["expanded", "generated", "seconds", "bucket"] {
            assert!(row[field].is_number(), "{field}");
        }
    }
    let paths = |rows: &[Value]| rows.iter().map(|row| row["path"].clone()).collect::<Vec<_>>();
    assert_eq!(paths(&solve("4")), paths(&one));
    let table = text(folder.path(), &["solve", "rooms.map", "--scen", "rooms.map.scen"]);
    assert_eq!(table.lines().count(), 31);
    assert!(table.lines().next().unwrap().ends_with("\tpath\toptimal"), "{table}");
}

#[test]
fn checkopt_says_whether_all_lengths_are_those_of_the_scenario() {
    let folder = fixtures();
    let check = |scen: &str, set: &str| {
        let args = ["solve", "rooms.map", "--scen", scen, "--checkopt", "--set", set];
        let output = run_in(folder.path(), &args);
        let stderr = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), stderr, String::from_utf8(output.stdout).unwrap())
    };
    let (code, stderr, stdout) = check("rooms.map.scen", "search.algorithm=jps");
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(stderr, "rooms.map.scen: all 30 lengths match the scenario\n");
    assert!(stdout.lines().skip(1).all(|line| line.ends_with("\tyes")), "{stdout}");
    let (code, stderr, stdout) = check("rooms.map.scen", "map.movement=four");
    assert_eq!(code, Some(1));
    assert!(
        stderr.starts_with("rooms.map.scen: 28 of 30 lengths differ, first line 2: found"),
        "{stderr}"
    );
    assert_eq!(stderr.lines().count(), 1);
    assert_eq!(stdout.matches("\tNO\n").count(), 28);
    let (code, ..) = check("rooms-four.map.scen", "map.movement=four");
    assert_eq!(code, Some(0));
    let (code, ..) = check("rooms-double.map.scen", "search.algorithm=astar");
    assert_eq!(code, Some(0));
}

#[test]
fn a_query_of_a_scenario_that_meets_a_limit_is_said_and_the_others_are_answered() {
    let folder = fixtures();
    let solve = ["solve", "rooms.map", "--scen", "rooms.map.scen"];
    let limit = ["--set", "search.max-expansions=20", "--set", "search.algorithm=astar"];
    let output = run_in(folder.path(), &[&solve[..], &limit].concat());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains(" of 30 queries not answered, first line "), "{stderr}");
    assert!(stderr.contains("search.max-expansions") && stderr.lines().count() == 1, "{stderr}");
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 31);
    let output = run_in(folder.path(), &[&solve[..], &limit, &["--checkopt"]].concat());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stderr.lines().count()), (Some(1), 2), "{stderr}");
    assert!(stderr.ends_with("lengths match the scenario\n"), "{stderr}");
}

#[test]
fn a_scenario_of_another_map_is_answered_with_a_remark() {
    let folder = fixtures();
    std::fs::copy(folder.path().join("rooms.map"), folder.path().join("other.map")).unwrap();
    let output = run_in(folder.path(), &["solve", "other.map", "--scen", "rooms.map.scen"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert_eq!(stderr, "rooms.map.scen: made for rooms.map, used on other.map\n");
}

#[test]
fn stations_are_those_given_else_those_beside_the_map_but_none_for_a_scenario() {
    let folder = fixtures();
    let steps = |args: &[&str]| json(folder.path(), args)[0]["steps"].clone();
    for map in ["cave.map", "cave.pbm", "cave.png"] {
        assert_eq!(steps(&["solve", map]), 45, "{map}");
    }
    std::fs::write(folder.path().join("less"), "supply 12\nstart 0,0\ngoal 4,5\n2,4\n").unwrap();
    assert_eq!(steps(&["solve", "cave.map", "--stations", "less"]), -1);
    let scen = "0 cave.map 10 10 0 0 5 4 0\n";
    std::fs::write(folder.path().join("cave.map.scen"), scen).unwrap();
    let free = ["solve", "cave.map", "--scen", "cave.map.scen"];
    assert_eq!(json(folder.path(), &free)[0]["movement"], "eight");
    let supplied = [&free[..], &["--stations", "less"]].concat();
    assert_eq!(steps(&supplied), -1);
    assert_eq!(json(folder.path(), &supplied)[0]["movement"], "four");
}

#[test]
fn render_draws_the_path_in_the_terminal() {
    let folder = folder();
    let drawing = text(folder.path(), &["render", "spiral.txt"]);
    assert!(drawing.starts_with("S>>>v\n####v\n.G<#v\n##^#v\n..^<<\n13 steps, "), "{drawing}");
    std::fs::write(folder.path().join("room.txt"), "S..\n...\n...\n..G\n").unwrap();
    let eight = ["render", "room.txt", "--set", "map.movement=eight"];
    let drawing = text(folder.path(), &eight);
    assert!(drawing.contains("\n3 steps of length 3.83, "), "{drawing}");
    assert!(drawing.lines().take(4).any(|row| row.contains('3')), "{drawing}");
}

#[test]
fn render_writes_the_picture_that_the_name_of_the_file_asks_for() {
    let folder = folder();
    let render = |options: &[&str], file: &str| {
        let args = [&["render", "input_7.txt", "--output", file][..], options].concat();
        assert_eq!(text(folder.path(), &args), "");
        bytes(folder.path(), file)
    };
    let still = String::from_utf8(render(&[], "map.svg")).unwrap();
    assert!(still.starts_with("<svg") && still.ends_with("</svg>\n"), "{still}");
    for part in ["<polyline", "7 steps, ", "last expanded", "station"] {
        assert!(still.contains(part), "{part}");
    }
    let moving = String::from_utf8(render(&["--animate"], "moving.SVG")).unwrap();
    assert!(moving.contains("<animate ") && !still.contains("<animate "));
    assert!(render(&[], "map.png").starts_with(b"\x89PNG\r\n\x1a\n"));
}

#[test]
fn generate_makes_maps_that_solve_reads_and_the_same_ones_from_the_same_seed() {
    let folder = folder();
    let generate = |kind: &str, seed: &str, file: &str| {
        let args = ["generate", kind, "--rows", "15", "--columns", "21", "--seed", seed];
        let made = text(folder.path(), &args);
        text(folder.path(), &[&args[..], &["--output", file]].concat());
        assert_eq!(std::fs::read_to_string(folder.path().join(file)).unwrap(), made);
        made
    };
    assert_ne!(generate("maze", "1", "m.txt"), generate("maze", "2", "m.txt"));
    let maze = &json(folder.path(), &["solve", "m.txt", "--config", &config("lab-maze")])[0];
    assert!(maze["steps"].as_i64().unwrap() >= 33, "{maze}");
    generate("supply", "1", "s.txt");
    let supply = &json(folder.path(), &["solve", "s.txt", "--config", &config("lab-supply")])[0];
    assert!(supply["steps"].is_i64());
    generate("random", "1", "r.txt");
    let ends = ["solve", "r.txt", "--from", "0,0", "--to", "-1,-1"];
    assert!(json(folder.path(), &ends)[0]["steps"].is_i64());
    assert_ne!(generate("rooms", "1", "o.txt"), generate("rooms", "2", "o.txt"));
    let across = ["solve", "o.txt", "--from", "0,0", "--to", "-1,-1"];
    assert!(json(folder.path(), &across)[0]["steps"].as_i64().unwrap() >= 34);
}

#[test]
fn a_map_in_the_format_of_movingai_is_the_same_map() {
    let folder = folder();
    for kind in ["random", "rooms", "maze", "supply"] {
        let steps = |file: &str| {
            let args = ["generate", kind, "--rows", "15", "--columns", "21", "--output", file];
            text(folder.path(), &args);
            let ends = ["--set", "map.from=[1,0]", "--set", "map.to=[-2,-1]"];
            let solve = [&["solve", file][..], &ends].concat();
            match kind {
                // A wall may stand at either end.
                "random" => Value::Null,
                _ => json(folder.path(), &solve)[0]["steps"].clone(),
            }
        };
        assert_eq!(steps("lab.txt"), steps("pure.map"), "{kind}");
        assert!(
            bytes(folder.path(), "pure.map").starts_with(b"type octile\nheight 15\nwidth 21\n")
        );
        assert_eq!(folder.path().join("pure.stations").exists(), kind == "supply");
    }
}
