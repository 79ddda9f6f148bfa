//! `play` in a terminal, with and without a human player.
#![cfg(unix)]

use plywood_testing::terminal::{INTERRUPT, Terminal};
use std::process::Command;
use std::time::Duration;

/// Far longer than any game here takes, however busy the machine is.
const LIMIT: Duration = Duration::from_secs(300);

fn play(args: &[&str]) -> Terminal {
    let mut command = Command::new(env!("CARGO_BIN_EXE_connect-four"));
    command.args(["play", "--quiet"]).args(args);
    Terminal::start(command, LIMIT)
}

#[test]
fn a_game_of_the_ai_with_itself_ends_by_itself() {
    let (status, shown) = play(&["--first", "ai", "--second", "ai", "--depth", "2"]).end();
    assert!(status.success(), "{shown}");
    assert!(shown.contains("X: ai, O: ai"), "{shown}");
    assert!(shown.contains("wins.") || shown.contains("draw"), "{shown}");
    let asks = ["X> ", "O> ", "game over> "].iter().any(|prompt| shown.contains(prompt));
    assert!(!asks, "it asks for nothing: {shown}");
}

#[test]
fn a_person_plays_moves_resigns_and_quits() {
    let mut terminal = play(&["--first", "human", "--second", "ai", "--depth", "2"]);
    terminal.wait_for("X> ");
    terminal.enter("d");
    terminal.wait_for("O plays ");
    terminal.wait_for("X> ");
    terminal.enter("resign");
    terminal.wait_for("X resigns: O wins.");
    // After the end, the user may look at the game, undo a move or play again.
    terminal.wait_for("game over> ");
    terminal.enter("quit");
    assert!(terminal.end().0.success());
}

#[test]
fn ctrl_c_pauses_a_game_without_a_human_and_a_resignation_ends_it() {
    let mut terminal =
        play(&["--first", "ai", "--second", "random", "--depth", "1", "--delay", "100"]);
    terminal.wait_for("X: ai, O: random");
    terminal.press(INTERRUPT);
    terminal.wait_for("stopped: go continues the game");
    terminal.wait_for("X> ");
    terminal.enter("resign");
    let (status, shown) = terminal.end();
    assert!(status.success(), "{shown}");
    assert!(shown.contains("X resigns: O wins."), "{shown}");
}
