//! Conversations in the universal game interface, which every game speaks, about the duel.

use harness::Domain;
use knight_duel::{Config, KnightDuel};
use protocols::serve::converse;
use protocols::serve::uci::{Session, Ugi};
use std::io::Cursor;

/// The answers to a conversation.
fn talk(lines: &[&str]) -> Vec<String> {
    let document = KnightDuel::CONFIGS.document(None, &[]).expect("a configuration");
    let mut config: Config = document.read().expect("a configuration");
    config.search.depth = Some(2);
    config.search.table_mib = 1;
    let session = Session::<KnightDuel, _>::new(Ugi, &config);
    let mut output = Vec::new();
    converse(session, config, Cursor::new(lines.join("\n")), &mut output).expect("it ends");
    String::from_utf8(output).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn questions_about_the_position_are_answered() {
    let over = "position fen A+++/++@+/+@++/+++B A";
    let said = talk(&[over, "query gameover", "query result", "query p1turn", "go depth 3"]);
    assert_eq!(said, ["response true", "response p2win", "response true", "bestmove 0000"]);
    let said = talk(&["position startpos", "query gameover", "query result"]);
    assert_eq!(said, ["response false", "response none"]);
}

#[test]
fn moves_are_played_and_a_bad_line_changes_nothing() {
    let good = "position fen A+++/++++/++++/+++B A moves b2";
    let turn = "query p1turn";
    assert_eq!(talk(&[good, turn]), ["response false"]);
    let bad = "position fen A+++/++++/++++/+++B A moves b2 a1";
    let said = talk(&[good, bad, turn]);
    let problem = "info string position: move: `a1` is not legal: not a knight's move";
    assert_eq!(said[0], problem);
    assert_eq!(said[1], "response false");
}

#[test]
fn a_search_tells_its_iterations_and_then_its_move() {
    let said = talk(&["position fen A+++/++++/++++/+++B A", "go depth 2"]);
    assert!(said[0].starts_with("info depth 1 multipv 1 score "), "{said:?}");
    assert!(["bestmove b2", "bestmove c3"].contains(&said.last().unwrap().as_str()), "{said:?}");
    let said = talk(&["go depth x"]);
    assert!(said[0].starts_with("info string go depth"), "{said:?}");
    assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
}
