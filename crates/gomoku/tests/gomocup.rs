//! The protocol, the formats and external engines as a person meets them: the real binary.

#[path = "../../harness/tests/support/program.rs"]
mod program;
#[path = "../../harness/tests/support/refused.rs"]
mod refused;

use plywood_testing::data;
use program::{ROOT, json, text};
use refused::refused;
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_gomoku");
const GAME: &str = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,8,0\r\n8,9,120\r\n9,9,77\r\n\
    A.zip\r\nB.zip\r\n-1\r\n0,Freestyle_1\r\n";

/// Asserts that a command line is refused in these words, wherever the file lies that they name.
fn refusal(args: &[&str], words: &str) {
    refused(Path::new(ROOT), args, &["", words]);
}

/// A file in a folder of its own.
fn file(name: &str, content: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    std::fs::write(&path, content).expect("the file is written");
    let path = path.to_str().expect("a path in Unicode").to_owned();
    (folder, path)
}

/// An engine that is spoken to.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        Engine::with(&["--set", "search.depth=2"])
    }

    fn with(args: &[&str]) -> Engine {
        let mut child = Command::new(BINARY)
            .arg("gomocup")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let input = child.stdin.take().expect("the pipe is there");
        let output = BufReader::new(child.stdout.take().expect("the pipe is there"));
        Engine { child, input, output }
    }

    fn say(&mut self, line: &str) {
        write!(self.input, "{line}\r\n").expect("the engine listens");
    }

    /// The next line that is no remark.
    fn hear(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).expect("the engine speaks") > 0,
                "the engine has gone"
            );
            if !line.starts_with("MESSAGE") && !line.starts_with("DEBUG") {
                return line.trim_end().to_owned();
            }
        }
    }
}

#[test]
fn a_manager_plays_a_game_and_ends_the_engine() {
    let mut engine = Engine::start();
    engine.say("ABOUT");
    assert!(engine.hear().starts_with("name=\"Plywood gomoku\", version=\""));
    engine.say("START 15");
    assert_eq!(engine.hear(), "OK");
    engine.say("INFO timeout_turn 1000");
    engine.say("TURN 7,7");
    let reply = engine.hear();
    let (x, y) = reply.split_once(',').unwrap();
    assert!(x.parse::<u8>().unwrap() < 15 && y.parse::<u8>().unwrap() < 15);
    engine.say("END");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn the_end_of_input_ends_the_engine() {
    let engine = Engine::start();
    let Engine { mut child, input, .. } = engine;
    drop(input);
    assert!(child.wait().unwrap().success());
}

/// Whether the engine still plays: a new game, and the first move of it.
fn assert_plays_on(engine: &mut Engine, after: &str) {
    engine.say("START 9");
    loop {
        match engine.hear().as_str() {
            "OK" => break,
            // Answers to what came before.
            line => assert!(line.starts_with("ERROR") || line.starts_with("UNKNOWN"), "{line}"),
        }
    }
    engine.say("BEGIN");
    assert_eq!(engine.hear(), "4,4", "after {after}");
}

#[test]
fn hostile_lines_never_keep_the_engine_from_the_next_command() {
    let mut engine = Engine::start();
    let long = "A".repeat(3 << 20);
    let longer_point = format!("TURN {},{}", "9".repeat(1 << 16), "9".repeat(1 << 16));
    let stones = "BOARD\r\n".to_owned() + &"0,0,1\r\n".repeat(5000);
    let cases: [(&str, &[u8]); 10] = [
        ("a line of 3 MiB", long.as_bytes()),
        ("a point of huge numbers", longer_point.as_bytes()),
        ("NUL bytes", b"START\0 15\0\0\0"),
        ("invalid UTF-8", b"TURN \xff\xfe,\xc3\x28"),
        ("numbers beyond any range", b"START 99999999999999999999999"),
        ("negative and fractional numbers", b"RECTSTART -5,7.5"),
        ("times beyond any range", b"INFO timeout_turn 99999999999999999999999999"),
        ("less memory than there is", b"INFO max_memory 1"),
        ("a list without an end, too long for any board", stones.as_bytes()),
        ("a list of nonsense", b"BOARD\r\nx,y,z\r\n1,1,9\r\n\r\nSWAP2BOARD\r\n9,9"),
    ];
    for (name, bytes) in cases {
        engine.input.write_all(bytes).expect("the engine listens");
        engine.say("");
        assert_plays_on(&mut engine, name);
    }
    engine.say("END");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn commands_while_it_thinks_are_answered_at_once_or_in_their_turn() {
    let mut engine = Engine::with(&[]);
    engine.say("START 15");
    assert_eq!(engine.hear(), "OK");
    engine.say("INFO timeout_turn 1500");
    for line in ["TURN 7,7", "TURN 7,7", "nonsense", "ABOUT", "START 3", "START 9"] {
        engine.say(line);
    }
    assert!(engine.hear().starts_with("name="), "ABOUT does not wait for the move");
    assert!(engine.hear().contains(','), "the move");
    assert!(engine.hear().starts_with("ERROR point: found 7,7, taken"));
    assert!(engine.hear().starts_with("UNKNOWN"));
    assert!(engine.hear().starts_with("ERROR size"));
    assert_eq!(engine.hear(), "OK");
    engine.say("INFO timeout_turn 600000");
    engine.say("BEGIN");
    engine.say("TURN 0,0");
    engine.say("END");
    assert!(engine.child.wait().unwrap().success(), "END does not wait for a move");
}

#[test]
fn our_own_engine_plays_a_match_through_the_protocol() {
    let engine = format!("gomocup:\"{BINARY}\" gomocup --set search.depth=1");
    let (_folder, openings) = file("openings.txt", "h8i9\n");
    let args = [
        "match",
        "--first",
        &engine,
        "--second",
        "random",
        "--games",
        "2",
        "--time",
        "5",
        "--openings",
        &openings,
        "--quiet",
    ];
    let result = json(&args);
    assert_eq!(result.last().unwrap()["wins"], 2, "{result:?}");
}

#[test]
fn a_win_that_the_solver_has_proved_ends_a_game_when_both_see_it() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.jsonl");
    let record = record.to_str().unwrap();
    // Two open twos that cross: black wins by threes, which the solver sees before any search.
    let (_folder, openings) = file("openings.txt", "h8a1i8a15j9o1j10o15\n");
    let players = ["match", "--first", "default", "--second", "default", "--games", "2"];
    let rest = ["--depth", "4", "--openings", &openings, "--proven", "--record", record, "--quiet"];
    text(&[&players[..], &rest].concat());
    let games = std::fs::read_to_string(record).unwrap();
    assert_eq!(games.matches("\"reason\":\"win-proven\"").count(), 2, "{games}");
}

#[test]
fn a_game_file_becomes_moves_and_sgf_and_itself_again() {
    let (folder, path) = file("game.psq", GAME);
    assert_eq!(text(&["convert", &path, "--to", "moves"]), "h8i8h7i7\n");
    let sgf = text(&["convert", &path, "--to", "sgf"]);
    assert!(sgf.contains("PB[A.zip]PW[B.zip]RE[?]\n;B[hh];W[ih];B[hi];W[ii])"), "{sgf}");
    let copy = folder.path().join("copy.psq");
    let copy = copy.to_str().unwrap();
    assert_eq!(text(&["convert", &path, "--to", "psq", "--output", copy]), "");
    let copied = std::fs::read_to_string(copy).unwrap();
    assert!(copied.contains("8,9,120\n9,9,77\nA.zip\nB.zip\n-1\n"), "{copied}");
    let converted = &json(&["convert", &path, "--to", "moves"])[0];
    assert_eq!(converted["text"], "h8i8h7i7\n");
    assert_eq!(
        (&converted["moves"][0], &converted["moves"][2]["seconds"]),
        (&"h8".into(), &0.12.into())
    );
    let (_folder, sgf) = file("game.sgf", &sgf);
    assert_eq!(text(&["convert", &sgf, "--to", "moves"]), "h8i8h7i7\n");
    let saved = text(&["convert", &sgf, "--to", "toml"]);
    assert!(saved.contains("players = [\n    \"A.zip\","), "{saved}");
}

#[test]
fn the_games_of_a_match_and_positions_are_converted_too() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.jsonl");
    let record = record.to_str().unwrap();
    let (_folder, openings) = file("openings.txt", "h8i9\n");
    text(&[
        "match",
        "--first",
        "random",
        "--second",
        "random",
        "--games",
        "2",
        "--record",
        record,
        "--openings",
        &openings,
        "--max-plies",
        "20",
        "--quiet",
    ]);
    let sgf = text(&["convert", record, "--to", "sgf"]);
    assert_eq!(sgf.matches("(;FF[4]GM[4]").count(), 2);
    assert_eq!(text(&["convert", record, "--to", "moves"]).lines().count(), 2);
    let psq = text(&["convert", record, "--to", "psq", "--game", "2"]);
    assert!(psq.starts_with("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n"), "{psq}");
    let one = "found 2 games, allowed in psq: one (choose it by --game)";
    refusal(&["convert", record, "--to", "psq"], one);
    refusal(&["convert", record, "--to", "sgf", "--game", "3"], "--game: found 3, allowed: 1 to 2");
    let (_folder, position) = file("position.txt", "h8i9 renju\n");
    assert_eq!(text(&["convert", &position, "--to", "moves"]), "h8i9 renju\n");
}

#[test]
fn bad_game_files_are_refused_with_file_and_line() {
    let (_folder, path) = file("bad.psq", "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n");
    let place = "bad.psq: line 3, move: `8,8,0` is not legal: the point is occupied";
    refusal(&["convert", &path, "--to", "moves"], place);
    let (_folder, path) = file("bad.jsonl", "{\"plywood-match\":2}\n{}\n");
    refusal(&["convert", &path, "--to", "moves"], "line 2: not the record of a game: missing");
    let (_folder, path) = file("bad.txt", "z99");
    refusal(
        &["convert", &path, "--to", "moves"],
        "bad.txt: line 1: move 1: `z99` is not legal: off the 15x15 board",
    );
    let (_folder, path) = file("bad.sgf", "(;GM[4]SZ[15]\n;B[hh];W[hh])");
    refusal(
        &["convert", &path, "--to", "moves"],
        "bad.sgf: line 2, W: `hh` is not legal: the point is occupied",
    );
    refusal(&["convert", "no/such.psq", "--to", "moves"], "no/such.psq: no such file");
}

#[test]
fn openings_of_the_gomocup_become_an_opening_file() {
    let (_folder, path) = file("openings.txt", "0,0, 1,-1, 3,2\n");
    assert_eq!(text(&["openings", &path]), "h8i9k6\n");
    let images = text(&["openings", &path, "--images"]);
    assert!(images.starts_with("h8i9k6\n") && images.contains("\nh8g7e10\n"), "{images}");
    assert_eq!(images.lines().collect::<HashSet<_>>().len(), 8);
    let (_folder, path) = file("bad.txt", "0,0\n\n0,x\n");
    refusal(&["openings", &path], "bad.txt: line 3, number: found `x`");
}

#[test]
fn the_published_openings_are_read() {
    for (name, side, count) in [("openings-15.txt", "15", 12), ("openings-20.txt", "20", 108)] {
        let Some(path) = data::file(&format!("gomoku/{name}")) else { continue };
        let sizes = [format!("game.rows={side}"), format!("game.columns={side}")];
        let args = ["openings", path.to_str().unwrap(), "--set", &sizes[0], "--set", &sizes[1]];
        assert_eq!(text(&args).lines().count(), count);
    }
}
