//! The program as a person runs it.

use std::path::Path;
use std::process::{Command, Output};

fn run(program: &Path, args: &[&str]) -> Output {
    Command::new(program).args(args).output().expect("the program starts")
}

fn plywood(args: &[&str]) -> Output {
    run(Path::new(env!("CARGO_BIN_EXE_plywood")), args)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}

#[test]
fn games_lists_every_game_and_tool() {
    let output = plywood(&["games", "--json"]);
    let names: Vec<String> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a JSON line"))
        .map(|row| row["name"].as_str().expect("a name").to_owned())
        .collect();
    let expected = [
        "gomoku",
        "xiangqi",
        "othello",
        "knight-duel",
        "connect-four",
        "pathfinding",
        "sliding-puzzle",
    ];
    assert_eq!(names, expected);
}

#[test]
fn a_verb_of_a_game_runs_below_the_name_of_the_game() {
    let output = plywood(&["connect-four", "perft", "4", "--json"]);
    let row: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON line");
    assert_eq!((&row["depth"], &row["nodes"]), (&4.into(), &2401.into()));
}

#[test]
fn errors_are_one_line_that_names_the_program_and_the_game() {
    for (args, expected) in [
        (&["gomoku", "analise"][..], "plywood gomoku: unknown verb 'analise'"),
        (&["gomuku"][..], "plywood: unknown verb 'gomuku'; did you mean 'gomoku'?"),
        (&[][..], "plywood: "),
    ] {
        let output = plywood(args);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.starts_with(expected) && error.lines().count() == 1, "{args:?}: {error}");
    }
}

#[test]
fn a_tournament_ranks_its_players_and_names_one_that_does_not_exist() {
    let args = ["connect-four", "tournament", "random", "default", "plain", "--games", "4"];
    let args = [&args[..], &["--depth", "3", "--quiet"]].concat();
    let shown = plywood(&args);
    let shown = text(&shown.stdout);
    assert!(shown.contains("3  random") && shown.contains("points"), "{shown}");
    let rows = plywood(&[&args[..], &["--json"]].concat());
    let rows: Vec<serde_json::Value> = text(&rows.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON line"))
        .collect();
    assert_eq!((&rows[2]["player"], &rows[2]["games"]), (&"random".into(), &8.into()));
    for (player, expected) in [
        ("defualt", "player defualt: "),
        ("plain[search.depht=3]", "--set search.depht=3: search.depht: unknown key"),
    ] {
        let output = plywood(&["connect-four", "tournament", "default", player]);
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.starts_with(expected), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_with_the_name_of_a_game_is_that_game() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a folder");
    let link = |name: &str| {
        let link = folder.path().join(name);
        symlink(env!("CARGO_BIN_EXE_plywood"), &link).expect("a link");
        link
    };
    let output = run(&link("connect-four"), &["perft", "2"]);
    assert!(text(&output.stdout).starts_with("perft(2) = 49 in "));
}

/// What a program says to these lines.
#[cfg(unix)]
fn talk(program: &Path, args: &[&str], lines: &str) -> String {
    use std::io::Write;
    use std::process::Stdio;
    let mut command = Command::new(program);
    let mut child = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let child = child.as_mut().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(lines.as_bytes()).expect("it listens");
    drop(stdin);
    let mut said = String::new();
    let stdout = child.stdout.as_mut().expect("a pipe");
    std::io::Read::read_to_string(stdout, &mut said).expect("output is UTF-8");
    assert!(child.wait().expect("it ends").success());
    said
}

#[cfg(unix)]
#[test]
fn a_link_with_the_name_of_a_protocol_speaks_it() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, args, line, answer) in [
        // Gomocup's managers start an engine by its name alone.
        ("pbrain-plywood.exe", &[][..], "START 15", "OK"),
        ("pbrain-weak", &["--level", "1"], "START 15", "OK"),
        ("gomoku-gomocup", &[], "START 15", "OK"),
        ("xiangqi-uci", &[], "uci", "uciok"),
        ("xiangqi-ucci", &["--level", "3"], "ucci", "ucciok"),
        ("othello-gtp", &[], "protocol_version", "= 2"),
        ("othello-nboard", &["--level=2"], "ping 7", "pong 7"),
        ("knight-duel-ugi", &[], "ugi", "ugiok"),
    ] {
        let link = folder.path().join(name);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_plywood"), &link).expect("a link");
        let said = talk(&link, args, &format!("{line}\n"));
        assert!(said.lines().any(|line| line == answer), "{name}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_with_the_name_of_no_verb_is_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("othello-chess");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_plywood"), &link).expect("a link");
    let output = run(&link, &["connect-four", "perft", "2"]);
    assert!(text(&output.stdout).starts_with("perft(2) = 49 in "));
}

#[test]
fn manual_pages_and_completions_cover_the_verbs_of_the_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    let output = plywood(&["man", pages.to_str().expect("UTF-8")]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let page = std::fs::read_to_string(pages.join("plywood-xiangqi-match.1")).expect("a page");
    assert!(page.contains("openings"));
    let script = plywood(&["completions", "bash"]);
    assert!(text(&script.stdout).contains("plywood__subcmd__xiangqi"));
}
