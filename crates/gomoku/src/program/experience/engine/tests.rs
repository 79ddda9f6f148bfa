use super::*;
use crate::{Config, FiveInARow, Rule, Size};
use harness::Domain;
use protocols::Playable;
use search::Notation;
use std::path::Path;

/// The default engine with a small table, and a memory if a file is named. It does not reduce root moves,
/// so that at a small depth moves of equal value get equal scores.
fn engine(file: Option<&Path>) -> Box<dyn Analyst<Gomoku>> {
    let mut config: Config = FiveInARow::CONFIGS.document(None, &[]).unwrap().read().unwrap();
    config.search.root_reductions = false;
    config.search.table_mib = 1;
    config.experience.nodes = 2_000;
    config.experience.file = file.map(Path::to_owned);
    FiveInARow::engine(&config.into()).unwrap()
}

fn best(engine: &mut dyn Analyst<Gomoku>, position: &Gomoku, limits: Limits) -> Point {
    engine.search(&Request::new(position.clone(), limits), &mut |_| ()).best.unwrap()
}

/// A game of a shallow search, as white, against a deeper one.
fn play(weak: &mut dyn Analyst<Gomoku>, strong: &mut dyn Analyst<Gomoku>) -> (Vec<Point>, Outcome) {
    weak.new_game();
    strong.new_game();
    let start = Gomoku::new(Size::square(9), Rule::Freestyle);
    let (mut game, mut moves) = (start.clone(), Vec::new());
    while game.outcome().is_none() {
        let mv = match game.side() {
            Side::First => best(strong, &game, Limits::nodes(3_000)),
            Side::Second => best(weak, &game, Limits::nodes(6)),
        };
        game.play(mv);
        moves.push(mv);
    }
    let outcome = game.outcome().unwrap();
    weak.game_over(&start, &moves, outcome);
    (moves, outcome)
}

#[test]
fn a_line_that_lost_once_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("experience.txt");
    let lost = Outcome::Win(Side::First);
    let mut strong = engine(None);
    // Without a memory, the same game is lost every time.
    let mut forgetful = engine(None);
    let before = play(&mut *forgetful, &mut *strong);
    assert_eq!(before.1, lost);
    assert_eq!(play(&mut *forgetful, &mut *strong), before);
    // With a memory, no game is lost twice, even by another engine that reads the same file.
    let mut games = Vec::new();
    for _ in 0..3 {
        let mut learner = engine(Some(&file));
        for _ in 0..2 {
            games.push(play(&mut *learner, &mut *strong));
        }
    }
    assert_eq!(games[0], before);
    for (number, game) in games.iter().enumerate() {
        assert!(game.1 != lost || !games[..number].contains(game), "game {number} was repeated");
    }
}

#[test]
fn the_blame_is_on_the_last_move_that_had_an_alternative() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("experience.txt");
    let mut learner = engine(Some(&file));
    // White ignores an open three and plays o1; the rest is forced.
    let start = Gomoku::parse_position("h8a1i8a15j8").unwrap();
    let moves: Vec<Point> = ["o1", "g8", "f8", "k8"].map(|mv| start.parse_move(mv).unwrap()).into();
    learner.game_over(&start, &moves, Outcome::Win(Side::First));
    let store = Store::open(&file, 10).unwrap();
    let known = |after: &[Point]| {
        let mut game = start.clone();
        after.iter().for_each(|&mv| game.play(mv));
        store.memory().at(&game)
    };
    assert!(is_bad(&known(&[]), moves[0]));
    assert!(known(&moves[..1]).contains(&(moves[1], Tally::WON)));
    assert_eq!(known(&moves[..2]), []);
    // Draws, and games that cannot have been played, teach nothing.
    let bytes = std::fs::read(&file).unwrap();
    learner.game_over(&start, &moves, Outcome::Draw);
    learner.game_over(&start, &[moves[0], moves[0]], Outcome::Win(Side::First));
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
}

/// An engine whose memory has these moves of a position.
fn taught(
    position: &Gomoku,
    lessons: &[(&str, Tally)],
) -> (tempfile::TempDir, Box<dyn Analyst<Gomoku>>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("experience.txt");
    let lessons: Vec<Lesson> = lessons
        .iter()
        .map(|(mv, tally)| Lesson::new(position, position.parse_move(mv).unwrap(), *tally))
        .collect();
    Store::open(&file, 10).unwrap().record(&lessons).unwrap();
    let learner = engine(Some(&file));
    (folder, learner)
}

#[test]
fn a_win_in_sight_and_the_only_defence_are_played_whatever_was_lost_before() {
    for (text, mv) in [("h8a1i8a3j8a5k8o15", "l8"), ("h8a1i8a3j8a5k8g8o15o1", "l8")] {
        let position = Gomoku::parse_position(text).unwrap();
        let (_folder, mut learner) =
            taught(&position, &[(mv, Tally::LOST), ("g8", Tally::LOST)][..1]);
        let chosen = best(&mut *learner, &position, Limits::depth(3));
        let name = position.move_text(chosen);
        assert!(name == mv || name == "g8", "{text}: {name}");
    }
}

#[test]
fn known_moves_are_shunned_or_preferred_among_equals() {
    let position = Gomoku::parse_position("h8i9").unwrap();
    let usual = best(&mut *engine(None), &position, Limits::depth(4));
    let usual = position.move_text(usual);
    let (_folder, mut learner) = taught(&position, &[(&usual, Tally::LOST)]);
    let report = learner.search(&Request::new(position.clone(), Limits::depth(4)), &mut |_| ());
    let other = position.move_text(report.best.unwrap());
    assert_ne!(other, usual);
    assert_eq!(report.pv().first(), report.best.as_ref());
    let (_folder, mut learner) = taught(&position, &[(&other, Tally::WON)]);
    let known = best(&mut *learner, &position, Limits::depth(4));
    let canonical = super::super::canonical::Canonical::of(&position);
    let same = |name: &str| canonical.there(position.parse_move(name).unwrap());
    assert_eq!(canonical.there(known), same(&other));
}

#[test]
fn limits_hold_for_both_halves_together() {
    let position = Gomoku::parse_position("h8i9").unwrap();
    let usual = best(&mut *engine(None), &position, Limits::nodes(500));
    let (_folder, mut learner) = taught(&position, &[(&position.move_text(usual), Tally::LOST)]);
    let report = learner.search(&Request::new(position, Limits::nodes(1000)), &mut |_| ());
    assert!(report.nodes <= 1000, "{}", report.nodes);
}
