//! What a person may get wrong on the command line: each mistake is answered by one line that names the
//! place and the problem, with exit code 2 and nothing on standard output.

use std::fs;
use std::path::Path;

#[path = "../../harness/tests/support/refused.rs"]
mod refused;
use refused::refused;

const BINARY: &str = env!("CARGO_BIN_EXE_plywood");

/// Asserts that every command line is refused; `|` separates what its one line must say, beginning with
/// the first part.
fn all_refused(cases: &[(&str, &str)]) {
    let folder = tempfile::tempdir().expect("a folder");
    write_files(folder.path());
    for (line, says) in cases {
        let args: Vec<&str> = split(line);
        let words: Vec<&str> = says.split('|').collect();
        refused(folder.path(), &args, &words);
    }
}

/// The words of a command line; single quotes join words.
fn split(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (number, part) in line.split('\'').enumerate() {
        match number % 2 {
            0 => words.extend(part.split_whitespace()),
            _ => words.push(part),
        }
    }
    words
}

fn write_files(folder: &Path) {
    let files: [(&str, &[u8]); 12] = [
        ("typo.toml", b"[search]\ndepht = 3\n"),
        ("broken.toml", b"[search\n"),
        ("base.toml", b"base = \"nowhere\"\n"),
        ("loop.toml", b"base = \"loop.toml\"\n"),
        ("twice.toml", b"[search]\ndepth = 1\ndepth = 2\n"),
        ("bytes.txt", b"\xff\xfe"),
        ("digits.txt", b"4 4\n0101\n"),
        ("odd.map", b"type octile\nheight 2\nwidth 2\nmap\n..\n.X\n"),
        ("noise.png", b"\x01\x02\x03\xff"),
        ("nameless.toml", b"[[case]]\nposition = \"x\"\n"),
        ("occupied.txt", b"h8 h8\n"),
        ("one.obf", b"-OXXOOO---XXX-O-XXXOOOO-XXXOOOXOXXXOOOXXXXXXOOXOX-OXXO---OOOOOO- X;\n"),
    ];
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).expect("a file");
    }
    fs::create_dir(folder.join("folder")).expect("a folder");
}

#[test]
fn commands_and_options() {
    all_refused(&[
        ("gomokuu play", "plywood: unknown |'gomokuu'|did you mean 'gomoku'?"),
        ("gomoku", "plywood gomoku: a verb is missing; allowed: analyse"),
        ("gomoku analise", "plywood gomoku: unknown verb 'analise'|did you mean 'analyse'?"),
        ("gomoku analyse --dept 3", "plywood gomoku: |'--dept'|did you mean '--depth'?"),
        ("gomoku analyse --depth 0", "plywood gomoku: |'--depth|a whole number from 1 to 250"),
        ("gomoku analyse --depth -1", "plywood gomoku: |'-1' for '--depth|from 1 to 250"),
        ("gomoku analyse --depth x", "plywood gomoku: |'x' for '--depth"),
        ("gomoku analyse --nodes 0", "plywood gomoku: |'--nodes|allowed: at least 1"),
        ("gomoku analyse --time 0", "plywood gomoku: |'--time|more than 0"),
        ("gomoku analyse --time -1", "plywood gomoku: |'-1' for '--time|more than 0"),
        ("gomoku analyse --time", "plywood gomoku: |'--time|plywood gomoku analyse --help"),
        ("gomoku config --list extra", "plywood gomoku: unexpected argument 'extra'"),
        ("gomoku render h8 --output board.gif", "--output board.gif: |allowed: svg, png"),
        ("gomoku play --first me", "--first: found \"me\", allowed: human, ai, random"),
        ("knight-duel play --level 11", "--level 11: |allowed: 1 to 10"),
        ("gomoku analyse --level 0", "--level 0: |allowed: 1 to 10"),
        ("xiangqi perft 80000", "plywood xiangqi: |'80000'|allowed: 0 to 250"),
        ("xiangqi perft deep", "plywood xiangqi: |'deep'|allowed: a whole number"),
        ("othello solve --table-mib 100000000 f5", "plywood othello: |allowed: 1 to 1048576"),
        ("knight-duel solve --size 40x40", "plywood knight-duel: |'40x40'|'--size"),
        ("completions tcsh", "plywood: |'tcsh'|bash"),
        ("games extra", "plywood: unexpected argument 'extra'"),
    ]);
}

#[test]
fn configurations() {
    all_refused(&[
        (
            "gomoku analyse --config nowhere",
            "--config nowhere: no configuration of that name; allowed: default",
        ),
        ("gomoku analyse --config ./nowhere.toml", "--config ./nowhere.toml: no such file"),
        ("gomoku analyse --config ./folder", "./folder: is a folder"),
        (
            "gomoku analyse --config typo.toml",
            "typo.toml:2: search.depht: unknown key|did you mean \"depth\"?",
        ),
        ("gomoku analyse --config broken.toml", "broken.toml:1:8: "),
        ("gomoku analyse --config base.toml", "base.toml:1: base: |allowed: default"),
        ("gomoku analyse --config loop.toml", "loop.toml:1: base: circular"),
        ("gomoku analyse --config twice.toml", "twice.toml:3:1: duplicate key"),
        ("gomoku analyse --config bytes.txt", "bytes.txt:1: not UTF-8 text"),
        ("gomoku analyse --set search.depht=3", "--set search.depht=3: |did you mean \"depth\"?"),
        ("gomoku analyse --set search.depth=deep", "--set search.depth=deep: |a whole number"),
        ("gomoku analyse --set search.depth", "--set search.depth: write it as key.path=value"),
        ("gomoku analyse --set game.size=2", "--set game.size=2: |allowed: rows, columns"),
        ("gomoku analyse --set game.rule=gobang", "--set game.rule=gobang: |allowed: freestyle"),
        ("gomoku analyse --set search.table-mib=100000000", "--set search.table-mib|allowed: 0 to"),
        (
            "gomoku analyse --set search.table-mib=1000000",
            "--set search.table-mib=1000000: |allowed: what fits into memory",
        ),
        ("othello analyse --set game.size=7", "--set game.size=7: |allowed: 4, 6 or 8"),
        ("xiangqi eval --config lab-15", "--config lab-15: |allowed: default, plain, lab"),
    ]);
}

#[test]
fn positions_and_files() {
    all_refused(&[
        ("gomoku analyse h8z9", "position \"h8z9\": move 2: |off the 15x15 board"),
        ("gomoku analyse h8h8", "position \"h8h8\": move 2: |the point is occupied"),
        ("othello analyse f5f5", "position \"f5f5\": move 2: |the square is occupied"),
        ("xiangqi analyse nonsense", "position \"nonsense\": board: |10 ranks"),
        ("xiangqi analyse 4k4/9/9/9/9/9/9/9/9/4K4 w", "plywood xiangqi: |'w'|quote an argument"),
        (
            "xiangqi analyse '4k4/9/9/9/9/9/9/9/9/9 w'",
            "position \"4k4|found 0 red generals, allowed: one",
        ),
        ("knight-duel analyse zz", "position \"zz\": found `zz`, allowed: a board"),
        ("connect-four analyse 44444444", "position \"44444444\": found "),
        ("sliding-puzzle solve '1 2 3'", "position \"1 2 3\": |found 3 tiles"),
        ("sliding-puzzle solve '2 1 3 4 5 6 7 8 0'", "position |cannot be solved"),
        ("gomoku convert nowhere.psq --to sgf", "nowhere.psq: no such file"),
        ("gomoku convert bytes.txt --to sgf", "bytes.txt: line 1: not UTF-8 text"),
        ("gomoku batch nowhere", "nowhere: no such file"),
        ("gomoku batch nameless.toml", "nameless.toml:1: case[0].name: missing key"),
        ("othello solve nowhere.obf", "nowhere.obf: no such file"),
        (
            "othello solve one.obf --table-mib 1000000",
            "--table-mib: a table of 1000000 MiB does not fit into memory",
        ),
        ("pathfinding solve nowhere.map", "nowhere.map: no such file"),
        ("pathfinding solve folder", "folder: is a folder"),
        ("pathfinding solve digits.txt", "digits.txt: line 1|found `4`"),
        ("pathfinding solve odd.map", "odd.map: line 6|found `X`"),
        ("pathfinding solve noise.png", "noise.png: |PNG"),
    ]);
}

#[test]
fn matches() {
    all_refused(&[
        ("gomoku match --first default --second nowhere", "--second nowhere: |allowed: default"),
        (
            "gomoku match --first default --second random --games 0",
            "--games: found 0, allowed: 1 to",
        ),
        (
            "gomoku match --first default --second random --openings occupied.txt",
            "occupied.txt:1: ",
        ),
        (
            "gomoku match --first default --second random --openings nowhere.txt",
            "nowhere.txt: no such file",
        ),
        (
            "gomoku match --first default --second gomocup:/no/such/engine --time 1",
            "engine did not start: /no/such/engine: no such program",
        ),
        (
            "gomoku match --first default --second random --sprt 5,0,0.05,0.05",
            "plywood gomoku: |elo0 < elo1",
        ),
        (
            "gomoku match --first default --second random --random-plies 100000",
            "--random-plies: |allowed: 0 to 1000",
        ),
    ]);
}
