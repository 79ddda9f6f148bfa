//! The formats that every game has: what one writes, it reads again.

#[path = "support/heap_domain.rs"]
mod heap_domain;

use harness::Domain;
use harness::formats::{Format, all};
use heap_domain::{Config, Heap, HeapDomain};
use proptest::prelude::*;
use record::{Ending, PlayedGame, Remarks};
use search::Side;

fn config() -> Config {
    HeapDomain::CONFIGS
        .document(None, &[])
        .and_then(|document| document.read())
        .expect("the default is valid")
}

fn format(name: &str) -> Format<HeapDomain> {
    all::<HeapDomain>().into_iter().find(|format| format.name == name).expect("the format exists")
}

fn read(name: &str, text: &str) -> Result<Vec<PlayedGame<Heap>>, String> {
    format(name).read.expect("the format can be read")(&config(), text.as_bytes())
}

fn write(name: &str, game: &PlayedGame<Heap>) -> String {
    format(name).write.expect("the format can be written")(&config(), game)
        .expect("the game can be written")
}

fn game(stones: u8, moves: &[u8], resigned: bool) -> PlayedGame<Heap> {
    let mut game = PlayedGame::new(Heap::of(stones));
    for &take in moves {
        let remarks = Remarks { depth: Some(take.into()), ..Remarks::default() };
        let _ = game.play_with(take, remarks);
    }
    if resigned && game.outcome().is_none() {
        game.end(Ending::resignation(Side::First));
    }
    game
}

#[test]
fn a_file_is_known_by_its_looks() {
    let played = game(14, &[1, 2], false);
    for name in ["toml", "jsonl", "moves"] {
        let text = write(name, &played);
        let like: Vec<_> = all::<HeapDomain>()
            .iter()
            .filter(|format| (format.is_like)(text.as_bytes()))
            .map(|format| format.name)
            .collect();
        assert_eq!(like.first(), Some(&name), "{text}");
    }
}

#[test]
fn a_line_that_is_no_game_is_refused_with_its_number() {
    for (name, text, expected) in [
        ("moves", "1 2\n\n7 C\n", "line 3: allowed: a position ("),
        ("jsonl", "{\"plywood-match\":2}\n{}\n", "line 2: not the record of a game"),
        (
            "jsonl",
            "{\"game\":\"heap\",\"start\":\"9 A\",\"moves\":[\"3\"]}\n",
            "line 1: move 1: move: found 3",
        ),
        ("toml", "game = \"heap\"\nstart = 3\n", "line 2: start: found 3"),
        ("toml", "game = \"chess\"\nstart = \"\"\nmoves = []\n", "game: found \"chess\""),
    ] {
        let error = read(name, text).unwrap_err();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn moves_are_written_from_the_usual_start_and_a_position_otherwise() {
    assert_eq!(write("moves", &game(14, &[1, 2], false)), "1 2\n");
    assert_eq!(write("moves", &game(13, &[1, 2], false)), "10 A\n");
    assert_eq!(write("moves", &game(14, &[], false)), "14 A\n");
}

proptest! {
    #[test]
    fn games_read_back(
        games in prop::collection::vec(
            (1u8..=20, prop::collection::vec(1u8..=2, 0..9), any::<bool>()), 1..4,
        ),
    ) {
        let games: Vec<_> =
            games.iter().map(|(stones, moves, resigned)| game(*stones, moves, *resigned)).collect();
        let lines: String = games.iter().map(|game| write("jsonl", game)).collect();
        prop_assert_eq!(read("jsonl", &lines).unwrap(), games.clone());
        for game in games {
            prop_assert_eq!(read("toml", &write("toml", &game)).unwrap(), [game.clone()]);
            let back = read("moves", &write("moves", &game)).unwrap();
            prop_assert_eq!(back[0].position(), game.position());
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        for format in all::<HeapDomain>() {
            (format.is_like)(&bytes);
            let _ = format.read.unwrap()(&config(), &bytes);
        }
    }
}
