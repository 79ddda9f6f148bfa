//! Bad input tried: refused with exit code 2, nothing on stdout and exactly one line on stderr, which
//! names the place.

#[path = "../../harness/tests/support/refused.rs"]
mod refused;

use refused::refused;

const BINARY: &str = env!("CARGO_BIN_EXE_gomoku");

#[test]
fn bad_configurations_are_refused_with_file_line_and_key() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let count = "[evaluator]\nname = \"pattern-count\"\ncentre = 1\nturn-factor = 2\n";
    let class = |value: &str, pattern: &str| {
        let class = format!("name = \"a\", value = {value}, patterns = [\"{pattern}\"]");
        format!("{count}classes = [{{ {class} }}]\n")
    };
    let shape = |cells: &str| {
        let shape = format!("{{ cells = \"{cells}\", score = 5 }}");
        format!("[evaluator]\nname = \"shape-score\"\nblack = 1\nwhite = 1\nshapes = [{shape}]\n")
    };
    let good = class("5", "111");
    let weights = |file: &str| format!("[evaluator]\nname = \"crossings\"\nweights = \"{file}\"\n");
    for (file, text) in [
        ("point.toml", "[points]\n\"two five\" = [1, 1]\n[first]\n"),
        ("threat.toml", "[points]\n[first.fours]\nfive = 1\n"),
        ("large.toml", "[points]\nfive = [10001, 0]\n[first]\n"),
    ] {
        std::fs::write(folder.join(file), text).unwrap();
    }
    let cases: &[(String, &[&str])] = &[
        (format!("[game]\nrows = 4\n{good}"), &["x.toml:2: game.rows: found 4", "5 to 20"]),
        (format!("[game]\ncolumns = 21\n{good}"), &["x.toml:2: game.columns: found 21"]),
        (format!("[game]\nrule = \"free\"\n{good}"), &["x.toml:2: game.rule:", "freestyle"]),
        (format!("[game]\nsize = 15\n{good}"), &["x.toml:2: game.size: unknown key", "rows"]),
        (format!("[game]\nstart = \"h8h8\"\n{good}"), &["x.toml:2: game.start", "move 2"]),
        (
            format!("[game]\nstart = \"{} X\"\n{good}", ["....."; 5].join("/")),
            &["x.toml:2: game.start: found a board of 5x5", "15x15"],
        ),
        (format!("[moves]\nradius = 30\n{good}"), &["x.toml:2: moves.radius: found 30"]),
        (format!("[moves]\norder = \"best\"\n{good}"), &["x.toml:2: moves.order:", "centre"]),
        (class("5", "113"), &["x.toml:5: evaluator.classes[0].patterns[0]: found \"113\""]),
        (class("5000000000", "1"), &["x.toml:5: evaluator.classes[0].value: found 5000000000"]),
        (format!("{count}classes = []\n"), &["x.toml:5: evaluator.classes: found 0 classes"]),
        (shape("0111"), &["x.toml:5: evaluator.shapes[0].cells: found \"0111\"", "5 or 6"]),
        (weights("none.toml"), &["x.toml:3: evaluator.weights: found", "none.toml"]),
        (
            weights("point.toml"),
            &["x.toml:3: evaluator.weights: found the point \"two five\"", "point.toml"],
        ),
        (
            weights("threat.toml"),
            &[
                "x.toml:3: evaluator.weights: found the threat \"fours\"",
                "threat.toml",
                "four-three",
            ],
        ),
        (weights("large.toml"), &["x.toml:3: evaluator.weights: found 10001", "-10000 to 10000"]),
        (format!("[search]\ndepth = 0\n{good}"), &["x.toml:2: search.depth: found 0"]),
    ];
    for (text, words) in cases {
        std::fs::write(folder.join("x.toml"), text).unwrap();
        refused(folder, &["config", "--config", "x.toml"], words);
    }
}

#[test]
fn bad_positions_and_moves_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cases: &[(&[&str], &[&str])] = &[
        (&["analyse", "..../.... X"], &["position", "2 rows", "5 to 20 rows"]),
        (&["analyse", "h8z9"], &["position", "move 2", "`z9` is not legal", "a1 to o15"]),
        (&["eval", "h8h8"], &["position", "move 2: `h8` is not legal: the point is occupied"]),
        (&["eval", "h8 gomoku"], &["position", "rule", "freestyle, standard, renju, caro"]),
        (
            &["analyse", "h8", "--moves", "h8"],
            &["--moves", "`h8` is not legal: the point is occupied"],
        ),
        (&["perft", "2", "--position", "p1"], &["position", "`p1` is not legal", "a1 to o15"]),
        (&["vcf", "h8h8"], &["position", "move 2: `h8` is not legal: the point is occupied"]),
        (&["vct", "h8", "--nodes", "0"], &["", "--nodes", "0"]),
        (&["vct", "h8", "--time", "0"], &["", "--time", "more than 0"]),
    ];
    for (args, words) in cases {
        refused(folder, args, words);
    }
}

#[test]
fn a_match_refuses_an_opening_rule() {
    let folder = tempfile::tempdir().unwrap();
    let play = ["match", "--first", "default", "--second", "random", "--set", "game.opening=swap2"];
    let words = [
        "--first: its configuration has an opening rule, which a match does not support",
        "--openings",
    ];
    refused(folder.path(), &play, &words);
}
