//! Sessions, valid and invalid.

use super::*;
use harness::Domain;
use proptest::prelude::*;
use protocols::serve::converse;
use std::io::Cursor;

fn talk(lines: &str) -> Vec<String> {
    let document = OthelloDomain::CONFIGS.document(None, &[]).unwrap();
    let mut config: crate::Config = document.read().unwrap();
    config.search.table_mib = 1;
    config.endgame.table_mib = 1;
    let mut output = Vec::new();
    let session = Session::new(OthelloDomain::start(&config), Some(2));
    converse(session, config, Cursor::new(lines.to_owned()), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

const GAME: &str = "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 \
                    ---------------------------O*------*O--------------------------- *]\
                    B[F5//0.2]W[D6];)";

#[test]
fn greeting_ping_and_learn_are_answered() {
    let said = talk("nboard 2\nset depth 3\nset contempt 0\nping 7\nlearn\nwhatever this is\n");
    assert_eq!(said, ["set myname Plywood", "pong 7", "learned"]);
}

#[test]
fn a_finished_game_is_added_to_the_configured_book() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.book");
    let mut config = crate::Config::default();
    config.game.size = 4;
    config.book.file = Some(path.clone());
    crate::program::book::Book::new(crate::Size::Four).save(&path).unwrap();
    let document = config::Document::parse("x.toml", "").unwrap();
    let config = OthelloDomain::read_files(&config, &document)
        .map(|files| config::Loaded { config, files })
        .unwrap();
    let game = crate::notation::transcript::tests::random_game(crate::Size::Four, 3);
    let mut lines = String::new();
    let mut position = *game.start();
    for mv in game.moves() {
        lines += &format!("move {}\n", name(&position, mv));
        position.play(mv);
    }
    let (early, rest) = lines.split_at(8);
    let mut output = Vec::new();
    let session = Session::new(OthelloDomain::start(&config), Some(2));
    let lines = format!("{early}learn\n{rest}learn\n");
    converse(session, config, Cursor::new(lines), &mut output).unwrap();
    let said = String::from_utf8(output).unwrap();
    let [first, unfinished, second] = said.lines().collect::<Vec<_>>()[..] else {
        panic!("{said}");
    };
    assert_eq!((first, second), ("learned", "learned"));
    assert!(unfinished.starts_with("status learn: ") && unfinished.contains("finished games"));
    let book = crate::program::book::Book::load(&path).unwrap();
    assert_eq!(book.get(game.start()).unwrap().games, 1);
}

#[test]
fn solved_hints_have_every_move_and_the_nodes() {
    let position = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO-";
    let said = talk(&format!("set game (;GM[Othello]TY[8]BO[8 {position} *];)\nhint 9\n"));
    let lines: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("search ")).collect();
    assert_eq!(lines[0], "H5 6.00 0 100%", "{said:?}");
    assert_eq!(lines.last(), Some(&"H6 -10.00 0 100%"));
    let nodes = said.iter().find_map(|line| line.strip_prefix("nodestats ")).unwrap();
    assert!(!nodes.starts_with("0 "), "{said:?}");
}

#[test]
fn a_move_is_found_in_the_game_that_was_sent() {
    let said = talk(&format!("{GAME}\ngo\nmove C3\ngo\n"));
    let moves: Vec<&String> = said.iter().filter(|line| line.starts_with("===")).collect();
    assert_eq!(moves.len(), 2, "{said:?}");
    assert_eq!(moves[0].split('/').count(), 3);
    assert!(said.iter().any(|line| line.starts_with("nodestats ")));
    assert_eq!(said.iter().filter(|line| *line == "status Thinking").count(), 2);
}

#[test]
fn a_hint_has_the_requested_number_of_moves() {
    let said = talk(&format!("{GAME}\nhint 3\n"));
    let last: Vec<&String> =
        said.iter().filter(|line| line.starts_with("search") && line.ends_with(" 0 2")).collect();
    assert_eq!(last.len(), 3, "{said:?}");
    let first: std::collections::HashSet<&str> = last.iter().map(|line| &line[7..9]).collect();
    assert_eq!(first.len(), 3);
    assert_eq!(said.last().unwrap(), "status");
}

#[test]
fn an_analysis_goes_through_the_whole_game() {
    let said = talk(&format!("{GAME}\nanalyze\n"));
    let output: Vec<&String> = said.iter().filter(|line| line.starts_with("analysis")).collect();
    assert_eq!(output.len(), 3);
    assert!(output[0].starts_with("analysis 2 ") && output[2].starts_with("analysis 0 "));
}

#[test]
fn bad_games_and_moves_are_told_and_change_nothing() {
    let said = talk(&format!("{GAME}\nmove A1\nset game (;GM[Go];)\nmove C3\nset depth x\n"));
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said.iter().all(|line| line.starts_with("status ")));
}

#[test]
fn a_ping_ends_what_goes_on() {
    let said = talk("set depth 40\nhint 5\nping 3\n");
    assert_eq!(said.last().unwrap(), "pong 3");
    assert!(!said.iter().any(|line| line.starts_with("nodestats")), "{said:?}");
}

#[test]
fn a_ping_ends_what_was_asked_for_while_it_waited() {
    let said = talk("set depth 40\nhint 5\nping 1\ngo\nanalyze\nping 2\nset depth 1\ngo\n");
    let pongs: Vec<&String> = said.iter().filter(|line| line.starts_with("pong")).collect();
    assert_eq!(pongs, ["pong 1", "pong 2"]);
    assert_eq!(said.iter().filter(|line| line.starts_with("===")).count(), 1, "{said:?}");
    assert!(said.last().unwrap().starts_with("=== "));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn any_lines_are_survived(
        lines in prop::collection::vec(
            "(move|hint|go|analyze|ping|learn|set depth [0-3]|set game|set contempt|nboard|\\PC{0,6}) ?\
             ([A-H][1-8]|PA|[0-9]{0,12}|\\(;GM\\[Othello\\]|\\PC{0,5})(/[0-9.]{0,3}){0,2}",
            0..8,
        )
    ) {
        let said = talk(&format!("{}\nping 99\n", lines.join("\n")));
        prop_assert_eq!(said.last().map(String::as_str), Some("pong 99"));
    }
}
