//! Bad input is rejected with exit code 2, an empty stdout and one line on stderr that names the place.

#[path = "../../harness/tests/support/refused.rs"]
mod refused;

use refused::refused;
use std::path::Path;

const BINARY: &str = env!("CARGO_BIN_EXE_xiangqi");

#[test]
fn bad_configurations_are_refused_with_file_line_and_key() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let tables = "[evaluator]\nname = \"material-position\"\ntables = \"t.toml\"\n";
    let weights = "[evaluator]\nname = \"tapered\"\nweights = \"w.toml\"\n";
    let cases: &[(&str, &[&str])] = &[
        ("[game]\nrules = \"half\"\n", &["x.toml:2: game.rules: found \"half\"", "full"]),
        ("[game]\nrepetition = \"asian\"\n", &["x.toml:2: game.repetition:", "axf"]),
        ("[game]\nrule = \"full\"\n", &["x.toml:2: game.rule: unknown key", "rules"]),
        ("[evaluator]\nname = \"taper\"\n", &["x.toml:2: evaluator.name:", "tapered"]),
        (tables, &["x.toml:3: evaluator.tables: found", "t.toml"]),
        (weights, &["x.toml:3: evaluator.weights: found", "w.toml:1"]),
        ("[search]\ndepth = 0\n", &["x.toml:2: search.depth: found 0", "1 to 250"]),
    ];
    std::fs::write(folder.join("w.toml"), "tempo = [1]\n").unwrap();
    for (text, words) in cases {
        std::fs::write(folder.join("x.toml"), text).unwrap();
        refused(folder, &["config", "--config", "x.toml"], words);
    }
}

#[test]
fn weights_out_of_range_are_refused_with_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let configs = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/weights"));
    for (file, name, key, from, to) in [
        ("tapered-weights.toml", "tapered", "weights", "king = [0, 0]", "king = [10001, 0]"),
        ("lab-tables.toml", "material-position", "tables", "rook = 500", "rook = 100001"),
    ] {
        let text = std::fs::read_to_string(configs.join(file)).unwrap();
        assert!(text.contains(from));
        std::fs::write(folder.join(file), text.replace(from, to)).unwrap();
        let config = format!("[evaluator]\nname = \"{name}\"\n{key} = \"{file}\"\n");
        std::fs::write(folder.join("x.toml"), config).unwrap();
        let words = [&format!("x.toml:3: evaluator.{key}: found 1000"), file];
        refused(folder, &["config", "--config", "x.toml"], &words.map(|word| word as &str));
    }
}

#[test]
fn bad_positions_moves_and_options_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let good = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    let cases: &[(&[&str], &[&str])] = &[
        (&["analyse", "9/9 w"], &["position", "2 ranks", "10 ranks"]),
        (&["analyse", "9/9/9/9/9/9/9/9/9/4K4 w"], &["position", "0 black generals", "one"]),
        (&["eval", "3k5/9/9/9/9/9/9/9/9/x3K4 w"], &["position", "rank 0, point 1", "`x`"]),
        (&["perft", "1", "--position", "4k4/9/9/9/9/9/9/9/9/4K4 w"], &["position", "in check"]),
        (
            &["analyse", good, "--moves", "a0b1"],
            &["--moves", "`a0b1` is not legal: a chariot moves along a line"],
        ),
        (&["mate", "0", good], &["", "allowed: 1 to 50"]),
        (&["mate", "2", good, "--time", "0"], &["", "--time", "more than 0"]),
        (&["mate", "2", &format!("{good} - - 0 1 lab")], &["game.rules", "full"]),
        (&["gains"], &["", "POSITIONS"]),
        (&["gains", "nonsense"], &["position", "nonsense", "or give a file"]),
        (&["gain", "x"], &["", "gain", "gains"]),
    ];
    for (args, words) in cases {
        refused(folder, args, words);
    }
}
