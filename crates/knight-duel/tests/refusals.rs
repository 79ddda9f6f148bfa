//! Bad input is rejected with exit code 2, an empty stdout and one line on stderr that names the place.

#[path = "../../harness/tests/support/refused.rs"]
mod refused;

use refused::refused;

const BINARY: &str = env!("CARGO_BIN_EXE_knight-duel");

#[test]
fn bad_configurations_are_refused_with_file_line_and_key() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cases: &[(&str, &[&str])] = &[
        ("[game]\nrows = 2\n", &["x.toml:2: game.rows: found 2", "3 to 16"]),
        ("[game]\ncolumns = 17\n", &["x.toml:2: game.columns: found 17", "3 to 16"]),
        ("[game]\nsize = 8\n", &["x.toml:2: game.size: unknown key", "rows"]),
        ("[game]\nend = \"normal\"\n", &["x.toml:2: game.end: found \"normal\"", "lab, plain"]),
        ("[game]\nfirst = \"C\"\n", &["x.toml:2: game.first: found \"C\"", "A, B"]),
        ("[game]\na = \"z9\"\n", &["x.toml:2: game.a: found `z9`", "a1 to h8"]),
        ("[game]\na = \"8,0\"\n", &["x.toml:2: game.a: found `8,0`", "0,0 (top left) to 7,7"]),
        ("[game]\na = \"c3\"\nb = \"5,2\"\n", &["x.toml:3: game.b: found", "the square of A"]),
        ("[game]\nseed = -1\n", &["x.toml:2: game.seed: found -1", "whole number"]),
        ("[evaluator]\nname = \"terrain\"\n", &["x.toml:2: evaluator.name:", "territory"]),
        (
            "[evaluator]\nname = \"territory\"\nterritory = 9000000\n",
            &["x.toml:3: evaluator.territory: found 9000000", "1000000"],
        ),
        (
            "[search]\ntable-mib = 0\n[evaluator]\nname = \"inertia\"\ninertia = 1.0\n",
            &["x.toml:5: evaluator.inertia: found 1", "less than 1"],
        ),
        (
            "[search]\ntable-mib = 0\n[evaluator]\nname = \"inertia\"\nwin = 5.0\n",
            &["x.toml:5: evaluator.win: found 5", "at most 1e8"],
        ),
        (
            "[search]\ntable-mib = 16\n[evaluator]\nname = \"inertia\"\n",
            &["x.toml:2: search.table-mib: found 16", "depends on how"],
        ),
        ("[search]\ndepth = 0\n", &["x.toml:2: search.depth: found 0", "1 to 250"]),
        ("level = 0\n", &["x.toml:1: level: found 0", "1 to 10"]),
        (
            "[solver]\ntables = [\"no.txt\"]\n",
            &["x.toml:2: solver.tables[0]: found \"no.txt\"", "no such file"],
        ),
        (
            "[solver]\ntables = [\"x.toml\"]\n",
            &["x.toml:2: solver.tables[0]: found \"x.toml\"", "line 1", "knight-duel starts, then"],
        ),
    ];
    for (text, words) in cases {
        std::fs::write(folder.join("x.toml"), text).unwrap();
        refused(folder, &["config", "--config", "x.toml"], words);
    }
}

#[test]
fn bad_positions_moves_and_options_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let good = "A+++/++++/++++/+++B A";
    let cases: &[(&[&str], &[&str])] = &[
        (&["analyse", "A++/+++ A"], &["position", "2 rows", "3 to 16 rows"]),
        (&["analyse", "A++/++/++B A"], &["position", "row 2: found 2 squares"]),
        (&["eval", "A++/+x+/++B A"], &["position", "row 2, column 2", "+, @, A or B"]),
        (&["eval", "A++/+B+/++B A"], &["position", "a second B"]),
        (&["eval", "A++/+++/+++ A"], &["position", "no B"]),
        (&["perft", "2", "--position", "A++/+++/++B C"], &["position", "side to move"]),
        (&["analyse", "A++/+++/++B A fancy"], &["position", "end rule", "lab, plain"]),
        (
            &["analyse", good, "--moves", "d4"],
            &["--moves", "`d4` is not legal: not a knight's move"],
        ),
        (&["play", "--first", "blynd"], &["", "blynd", "human, ai, random, blind"]),
        (&["tables", "--games", "0"], &["", "--games", "allowed: 1 to 1000000"]),
        (&["tables", "--sizes", "3"], &["", "--sizes", "allowed: 4 to 16"]),
        (&["tables", "--depths", "4,x"], &["", "--depths", "x"]),
        (&["tables", "--modes", "human"], &["", "--modes", "blind, ai"]),
        (&["tables", "--set", "evaluator.inertia=2"], &["", "evaluator.inertia", "unknown key"]),
        (
            &["tables", "--csv", "missing/x.csv", "--games", "1"],
            &["missing/x.csv: cannot be written"],
        ),
        (&["solve", "--size", "2"], &["", "--size", "allowed: 3 to 16"]),
        (&["solve", "--size", "4", "--a", "4,0"], &["--a 4,0: found `4,0`", "to 3,3"]),
        (&["solve", "--size", "4", "--a", "a1", "--b", "3,0"], &["start", "the square of A"]),
        (&["solve", "--position", "A"], &["--position \"A\"", "a board"]),
        (&["solve", "--position", good, "--size", "4"], &["", "--position", "--size"]),
        (&["solve", "--all", "--a", "a1"], &["", "--all", "--a"]),
        (&["solve", "--without", "luck"], &["", "--without", "mirror, regions"]),
        (&["config", "--set", "level=11"], &["", "level: found 11", "1 to 10"]),
        (&["solve", "--table", "x.txt"], &["", "--all"]),
        (&["solve", "--all", "--size", "3", "--table", "missing/x.txt"], &["missing/x.txt"]),
        (&["conjectures", "missing.txt"], &["missing.txt"]),
        (&["starts", "--count", "0"], &["", "--count"]),
        (&["ugi", "now"], &["", "now"]),
        (&["solv"], &["", "solv", "solve"]),
    ];
    for (args, words) in cases {
        refused(folder, args, words);
    }
}

#[test]
fn a_table_that_another_run_is_writing_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let claim = files::Claim::to(&folder.join("x.txt")).unwrap();
    assert!(claim.is_some());
    let args = ["solve", "--all", "--size", "3", "--table", "x.txt"];
    refused(folder, &args, &["x.txt", "another run", "one run at a time"]);
}
