//! Tests of the book: contents, play and learning.

use super::learn::{Learner, Step};
use super::*;
use crate::notation::transcript;
use crate::{Config, OthelloDomain};
use proptest::prelude::*;
use protocols::Playable;
use search::{Analyst, Limits, Notation, StopFlag};

/// A complete game that begins with these moves and continues with the first legal one.
fn game(size: Size, opening: &str) -> PlayedGame<Othello> {
    let mut line = transcript::parse(Othello::start(size), opening).unwrap();
    let mut moves = Vec::new();
    while line.position().expand(&mut moves).is_none() {
        line.play(moves[0]).unwrap();
        moves.clear();
    }
    line
}

/// The result of a finished game for a side.
fn result_for(game: &PlayedGame<Othello>, side: Side) -> i32 {
    let end = game.position();
    end.final_score() * if end.side() == side { 1 } else { -1 }
}

fn engine(size: &str) -> Box<dyn Analyst<Othello>> {
    let mut config = Config::default();
    config.game.size = size.parse().unwrap();
    config.search.table_mib = 1;
    OthelloDomain::engine(&config.into()).unwrap()
}

/// Learns this many games.
fn learn(book: &mut Book, games: usize, plies: u32) -> Vec<Step> {
    let mut engine = engine(&book.size().rows().to_string());
    let root = Othello::start(book.size());
    let mut learner =
        Learner { engine: &mut *engine, limits: Limits::depth(2), plies, stop: StopFlag::new() };
    (0..games).map(|_| learner.play(book, &root)).collect()
}

#[test]
fn symmetric_positions_are_one_entry() {
    let mut book = Book::new(Size::Eight);
    assert!(book.add_game(&game(Size::Eight, "f5d6c3"), 8));
    for text in ["f5", "d3", "c4", "e6"] {
        let position = transcript::parse(Othello::start(Size::Eight), text).unwrap();
        let position = position.position();
        assert_eq!(book.get(position).unwrap().games, 1, "{text}");
    }
    let moves = book.moves(&Othello::start(Size::Eight));
    assert_eq!(moves.len(), 4);
    assert!(moves.iter().all(|mv| mv.games == 1 && mv.value == moves[0].value));
}

#[test]
fn a_lost_line_is_not_recommended() {
    let mut book = Book::new(Size::Eight);
    let played = game(Size::Eight, "f5d6c3");
    let result = result_for(&played, Side::Second);
    assert_ne!(result, 0);
    assert!(book.add_game(&played, 8));
    // The side that lost finds a better move at its first real choice.
    let loser = if result < 0 { "f5" } else { "f5d6" };
    let lost_with = if result < 0 { "d6" } else { "c3" };
    let choice = transcript::parse(Othello::start(Size::Eight), loser).unwrap();
    let choice = choice.position();
    assert_eq!(book.best(choice), None, "a lost line is not recommended");
    let other = book.unknown_moves(choice)[0];
    book.explore(choice, Some((other, 0)));
    book.propagate();
    let best = book.best(choice).unwrap();
    assert_ne!(choice.move_text(best.mv), lost_with);
    assert_eq!((best.value, best.games), (0, 0));
    assert_eq!(book.get(choice).unwrap().value(), 0);
    // The position before it has the value of the better move.
    let before = if result < 0 { "" } else { "f5" };
    let before = transcript::parse(Othello::start(Size::Eight), before).unwrap();
    assert_eq!(book.get(before.position()).unwrap().value(), 0);
}

#[test]
fn every_game_leaves_the_book_somewhere_else() {
    let mut book = Book::new(Size::Six);
    let steps = learn(&mut book, 12, 8);
    let games: Vec<String> = steps
        .iter()
        .map(|step| match step {
            Step::Learned(game) => transcript::write(game),
            other => panic!("{other:?}"),
        })
        .collect();
    for (index, one) in games.iter().enumerate() {
        assert!(!games[..index].contains(one), "{one}");
    }
    assert_eq!(book.get(&Othello::start(Size::Six)).unwrap().games, 12);
    assert!(book.unexplored(8).is_empty());
    // The same games make the same book.
    let mut again = Book::new(Size::Six);
    learn(&mut again, 12, 8);
    assert_eq!(book, again);
}

#[test]
fn a_value_is_the_best_value_of_the_moves() {
    let mut book = Book::new(Size::Six);
    learn(&mut book, 10, 10);
    for (board, entry) in book.entries() {
        let position = Othello::new(board, Side::First, Size::Six);
        let moves = book.moves(&position);
        match moves.iter().map(|mv| mv.value).max() {
            Some(best) => assert_eq!(entry.value(), best),
            None => assert_eq!(entry.value(), entry.result),
        }
    }
}

#[test]
fn learning_ends_when_every_deviation_was_played() {
    let mut book = Book::new(Size::Four);
    let steps = learn(&mut book, 60, 2);
    let played = steps.iter().position(|step| *step == Step::NothingLeft).unwrap();
    // One first move, because all are symmetric, and three answers to it.
    assert_eq!(played, 3);
    let start = Othello::start(Size::Four);
    assert_eq!(book.get(&start).unwrap().games as usize, played);
    assert!(book.unknown_moves(&start).is_empty());
}

#[test]
fn an_engine_plays_the_book_move_and_searches_outside_the_book() {
    let mut book = Book::new(Size::Six);
    learn(&mut book, 6, 6);
    let start = Othello::start(Size::Six);
    let best = book.best(&start).unwrap();
    let mut player = Booked::new(engine("6"), SharedBook::new(book));
    let ask = |position| search::Request::new(position, Limits::depth(2));
    let report = player.search(&ask(start), &mut |_| ());
    assert_eq!((report.best, report.reason), (Some(best.mv), search::StopReason::Book));
    assert_eq!(report.pv()[0], best.mv);
    let two = search::Request { lines: 2, ..ask(start) };
    assert_eq!(player.search(&two, &mut |_| ()).reason, search::StopReason::Depth);
    let far = game(Size::Six, "").moves().take(20).fold(start, |mut position, mv| {
        position.play(mv);
        position
    });
    assert_ne!(player.search(&ask(far), &mut |_| ()).reason, search::StopReason::Book);
}

#[test]
fn unfinished_games_and_other_boards_are_not_added() {
    let mut book = Book::new(Size::Eight);
    let unfinished = transcript::parse(Othello::start(Size::Eight), "f5d6").unwrap();
    assert!(!book.add_game(&unfinished, 8));
    assert!(!book.add_game(&game(Size::Six, ""), 8));
    assert!(book.is_empty());
}

#[test]
fn a_book_reads_back_equal_and_a_damaged_one_is_rejected_with_the_line() {
    let mut book = Book::new(Size::Six);
    learn(&mut book, 4, 6);
    let text = book.to_text();
    assert_eq!(Book::parse(&text), Ok(book));
    let error = |text: &str| Book::parse(text).unwrap_err().to_string();
    assert!(error("").starts_with("line 1: found ``, allowed: a book"), "{}", error(""));
    assert!(error("x\ny\n").starts_with("line 1: found `x`, allowed: `plywood othello book 1`"));
    let cut = &text[..text.len() / 2];
    assert!(Book::parse(cut).is_err());
    let complete_lines = &cut[..=cut.rfind('\n').unwrap()];
    assert!(error(complete_lines).contains("truncated or damaged"), "{}", error(complete_lines));
    let changed = text.replacen("games 1 ", "games 2 ", 1);
    assert!(error(&changed).contains("truncated or damaged"));
    let second = text.lines().nth(1).unwrap();
    let twice = text.replacen(second, &format!("{second}\n{second}"), 1);
    assert!(error(&twice).starts_with("line 3:") && error(&twice).contains("each position once"));
    let odd = text.replacen("result ", "result +64.01 ", 1);
    assert!(error(&odd).starts_with("line 2:"), "{}", error(&odd));
}

#[test]
fn a_game_is_added_to_the_book_in_the_file_and_not_while_it_is_claimed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.book");
    Book::new(Size::Four).save(&path).unwrap();
    let start = Othello::start(Size::Four);
    let played = game(Size::Four, "");
    for games in 1..=2 {
        let book = Book::add_game_to_file(&path, &played, 8).unwrap();
        assert_eq!(book.get(&start).unwrap().games, games);
        assert_eq!(Book::load(&path).unwrap(), book);
    }
    let _claim = files::Claim::to(&path).unwrap().unwrap();
    let error = Book::add_game_to_file(&path, &played, 8).unwrap_err();
    assert!(error.starts_with("another process is writing"), "{error}");
    assert_eq!(Book::load(&path).unwrap().get(&start).unwrap().games, 2);
}

proptest! {
    #[test]
    fn parsing_never_panics(
        lines in prop::collection::vec("(plywood othello book 1 [468]x[468]|[-XO]{0,36} X result [-+.0-9]{0,6} games [0-9]{0,3} best [-?a-f0-9+. ]{0,8}|end [0-9]{0,2} [0-9a-f]{0,16}|\\PC{0,20})", 0..6)
    ) {
        if let Ok(book) = Book::parse(&lines.join("\n")) {
            prop_assert_eq!(Book::parse(&book.to_text()), Ok(book));
        }
    }

    #[test]
    fn any_book_reads_back_equal(seeds in prop::collection::vec(any::<u64>(), 1..5), plies in 1..20u32) {
        let mut book = Book::new(Size::Four);
        for seed in seeds {
            let game = transcript::tests::random_game(Size::Four, seed);
            prop_assert!(book.add_game(&game, plies));
        }
        prop_assert_eq!(Book::parse(&book.to_text()), Ok(book));
    }
}
