//! Bad input is rejected with exit code 2, an empty stdout and one line on stderr that names the place.

#[path = "../../harness/tests/support/refused.rs"]
mod refused;

use refused::refused;

const BINARY: &str = env!("CARGO_BIN_EXE_othello");

#[test]
fn bad_configurations_are_refused_with_file_line_and_key() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cases: &[(&str, &[&str])] = &[
        ("[game]\nsize = 5\n", &["x.toml:2: game.size: found 5", "4, 6 or 8"]),
        ("[game]\nscore = \"stones\"\n", &["x.toml:2: game.score:", "stones", "discs"]),
        ("[game]\nrows = 8\n", &["x.toml:2: game.rows: unknown key", "size"]),
        ("[evaluator]\nname = \"patern\"\n", &["x.toml:2: evaluator.name:", "linear"]),
        (
            "[evaluator]\nname = \"linear\"\ncorner = 9000000000\n",
            &["x.toml:3: evaluator.corner: found 9000000000", "1000000000"],
        ),
        (
            "[evaluator]\nname = \"linear\"\nconer = 9\n",
            &["x.toml:3: evaluator.coner: unknown key", "corner"],
        ),
        (
            "[evaluator]\nname = \"pattern\"\nweights = \"no.weights\"\n",
            &["x.toml:3: evaluator.weights: found no.weights (No such file", "train-fit"],
        ),
        (
            "[evaluator]\nname = \"pattern\"\nweights = \"x.toml\"\n",
            &["x.toml:3: evaluator.weights: found x.toml (a file without the PLYPATRN header"],
        ),
        (
            "[evaluator]\nname = \"pattern\"\nprobcut = \"x.toml\"\n",
            &["x.toml:3: evaluator.probcut: found x.toml (line 1: found `[evaluator]`", "six"],
        ),
        ("[endgame]\nroot = 61\n", &["x.toml:2: endgame.root: found 61", "0 to 60"]),
        ("[endgame]\ntable-mib = 0\n", &["x.toml:2: endgame.table-mib: found 0", "1048576"]),
        ("[book]\nfile = \"none.book\"\n", &["x.toml:2: book.file: found none.book (no such file"]),
        (
            "[book]\nfile = \"cut.book\"\n",
            &["x.toml:2: book.file: found cut.book (line 2: found `end 1 0`", "truncated"],
        ),
        (
            "[book]\nfile = \"small.book\"\n",
            &["x.toml:2: book.file: found small.book for a board of 4x4", "a book for 8x8"],
        ),
        ("level = 0\n", &["x.toml:1: level: found 0", "1 to 10"]),
        ("[search]\ndepth = 0\n", &["x.toml:2: search.depth: found 0", "1 to 250"]),
    ];
    std::fs::write(folder.join("cut.book"), "plywood othello book 1 8x8\nend 1 0\n").unwrap();
    let small = othello::program::book::Book::new(othello::Size::Four).to_text();
    std::fs::write(folder.join("small.book"), small).unwrap();
    for (text, words) in cases {
        std::fs::write(folder.join("x.toml"), text).unwrap();
        refused(folder, &["config", "--config", "x.toml"], words);
    }
}

#[test]
fn bad_positions_moves_and_options_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let good = "-----OX--XO----- X";
    std::fs::write(folder.join("bad.obf"), format!("{good}; b1:+3\n{good}; b1+3\n")).unwrap();
    let cases: &[(&[&str], &[&str])] = &[
        (&["analyse", "-----OX--XO---- X"], &["position", "15 squares", "64, 36 or 16"]),
        (&["eval", "-----OX--XQ----- X"], &["position", "c3", "found `Q`"]),
        (&["eval", "-----OX--XO----- ?"], &["position", "side to move", "X or O"]),
        (&["analyse", good, "--moves", "a1"], &["--moves", "`a1` is not legal: it flips nothing"]),
        (&["play", "--first", "nobody"], &["", "nobody", "human, ai, random"]),
        (&["solve", "missing.obf"], &["missing.obf: no such file"]),
        (&["solve", "bad.obf"], &["bad.obf:2: scored move: found `b1+3`", "G8:+18"]),
        (&["solve", "bad.obf", "--only", "0"], &["", "--only", "40..44"]),
        (&["solve", "bad.obf", "--threads", "0"], &["", "--threads", "allowed: 1 to 1024"]),
        (&["count", "61"], &["", "61", "allowed: 0 to 60"]),
        (&["count", "2", "--passes", "never"], &["", "never", "ply, free"]),
        (&["analyse", "f5f5"], &["position", "move 2: `f5` is not legal: the square is occupied"]),
        (&["config", "--set", "level=11"], &["", "level: found 11", "1 to 10"]),
        (&["book", "show"], &["othello book", "no book given", "--file"]),
        (&["book", "burn"], &["", "burn", "show, stats, learn"]),
        (&["book", "show", "--file", "bad.obf"], &["bad.obf: line 1:", "plywood othello book"]),
        (&["book", "learn", "--file", "no/where.book"], &["no/where.book: cannot be written"]),
        (&["gtp", "now"], &["", "now"]),
        (
            &["train-games", "bad.obf"],
            &["bad.obf:1: not the header", "\"plywood-othello-games\": 2"],
        ),
        (
            &["train-fit", "bad.obf", "-o", "w"],
            &["bad.obf:1: not the header", "\"plywood-othello-games\": 2"],
        ),
        (&["train-fit", "missing", "-o", "w"], &["missing: No such file"]),
        (&["train-fit", "bad.obf", "-o", "w", "--trust", "2"], &["", "--trust", "0 to 1"]),
        (&["train-test", "missing.obf"], &["missing.obf: no such file"]),
        (&["analize"], &["", "analize", "analyse"]),
    ];
    for (args, words) in cases {
        refused(folder, args, words);
    }
}
