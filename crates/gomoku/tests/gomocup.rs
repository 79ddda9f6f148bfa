//! The protocol, the formats and external engines as a person meets them: the real binary.

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const BINARY: &str = env!("CARGO_BIN_EXE_gomoku");
const GAME: &str = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,8,0\r\n8,9,120\r\n9,9,77\r\n\
    A.zip\r\nB.zip\r\n-1\r\n0,Freestyle_1\r\n";

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(BINARY);
    command.current_dir(ROOT).args(args).stdin(Stdio::null());
    command.output().expect("the binary starts")
}

/// The output of a command line that succeeds.
fn text(args: &[&str]) -> String {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("stdout is text")
}

/// The one line on stderr of a command line that is refused.
fn refusal(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    let stderr = String::from_utf8(output.stderr).expect("stderr is text");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    stderr
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
        let mut child = Command::new(BINARY)
            .args(["gomocup", "--set", "search.depth=2"])
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
        "--json",
        "--quiet",
    ];
    let result: Value = serde_json::from_str(text(&args).lines().last().unwrap()).unwrap();
    assert_eq!(result["wins"], 2, "{result}");
}

#[test]
fn a_game_file_becomes_moves_and_sgf_and_itself_again() {
    let (folder, path) = file("game.psq", GAME);
    assert_eq!(text(&["convert", &path]), "h8i8h7i7\n");
    let sgf = text(&["convert", &path, "--to", "sgf"]);
    assert!(sgf.contains("PB[A.zip]PW[B.zip]RE[?]\n;B[hh];W[ih];B[hi];W[ii])"), "{sgf}");
    let copy = folder.path().join("copy.psq");
    let copy = copy.to_str().unwrap();
    assert_eq!(text(&["convert", &path, "--to", "psq", "--output", copy]), "");
    let copied = std::fs::read_to_string(copy).unwrap();
    assert!(copied.contains("8,9,120\n9,9,77\nA.zip\nB.zip\n-1\n"), "{copied}");
    let json = text(&["convert", &path, "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["moves"], &json["plies"]), (&"h8i8h7i7".into(), &4.into()));
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
    assert_eq!(text(&["convert", record]).lines().count(), 2);
    let psq = text(&["convert", record, "--to", "psq", "--game", "2"]);
    assert!(psq.starts_with("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n"), "{psq}");
    let error = refusal(&["convert", record, "--to", "psq"]);
    assert!(error.contains("found 2 games, allowed in psq: one (choose it by --game)"), "{error}");
    let error = refusal(&["convert", record, "--game", "3"]);
    assert!(error.contains("--game: found 3, allowed: 1 to 2"), "{error}");
    let (_folder, position) = file("position.txt", "h8i9 renju\n");
    assert_eq!(text(&["convert", &position]), "h8i9 renju\n");
}

#[test]
fn bad_game_files_are_refused_with_file_and_line() {
    let (_folder, path) = file("bad.psq", "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n");
    let error = refusal(&["convert", &path]);
    assert!(
        error.contains("bad.psq: line 3, move: found `8,8,0`, where a stone stands"),
        "{error}"
    );
    let (_folder, path) = file("bad.jsonl", "{\"plywood-match\":1}\n{}\n");
    assert!(refusal(&["convert", &path]).contains("line 2: found "));
    let (_folder, path) = file("bad.txt", "z99");
    assert!(refusal(&["convert", &path]).contains("bad.txt: move 1: found `z99`"));
    assert!(refusal(&["convert", "no/such.psq"]).contains("no/such.psq: cannot be read"));
}

#[test]
fn openings_of_the_gomocup_become_an_opening_file() {
    let (_folder, path) = file("openings.txt", "0,0, 1,-1, 3,2\n");
    assert_eq!(text(&["openings", &path]), "h8i9k6\n");
    let (_folder, path) = file("bad.txt", "0,0\n\n0,x\n");
    let error = refusal(&["openings", &path]);
    assert!(error.contains("bad.txt: line 3, number: found `x`"), "{error}");
}

#[test]
fn the_published_openings_are_read() {
    let folder = Path::new(ROOT).join("../shared/data/gomoku");
    for (name, side, count) in [("openings-15.txt", "15", 12), ("openings-20.txt", "20", 108)] {
        let path = folder.join(name);
        if !path.is_file() {
            eprintln!("skipped: {} is not there", path.display());
            continue;
        }
        let sizes = [format!("game.rows={side}"), format!("game.columns={side}")];
        let args = ["openings", path.to_str().unwrap(), "--set", &sizes[0], "--set", &sizes[1]];
        assert_eq!(text(&args).lines().count(), count);
    }
}
