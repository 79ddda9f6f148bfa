//! The repetition rules on small cycles, and on published cases if their file exists.

use super::*;
use search::Notation;

/// The position after some moves, and the path to it.
fn played(fen: &str, moves: &str) -> (Position, Vec<Step<Move>>) {
    let mut position = Position::parse_position(fen).unwrap();
    let mut path = Vec::new();
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap();
        path.push(Step { key: position.key(), mv });
        position.play(mv);
    }
    (position, path)
}

/// The verdict if all moves but the last `tried` were played in the game.
fn judged(fen: &str, moves: &str, tried: usize) -> Option<PathVerdict> {
    let (position, path) = played(fen, moves);
    Repetition::Axf.judge(&position, &path, path.len() - tried)
}

const ROOK: &str = "3k5/9/9/9/9/9/9/9/9/R3K4 w";

#[test]
fn the_third_occurrence_is_judged_in_a_game_and_the_second_inside_a_search() {
    let fen = "9/3k5/9/9/9/9/9/9/R8/4K4 w";
    // The rook moves to the eighth rank, then gives check there and on the ninth forever.
    let checks = |rounds: usize| format!("a1a8 d8d9 {}", "a8a9 d9d8 a9a8 d8d9 ".repeat(rounds));
    let lost = Some(PathVerdict { outcome: Outcome::Win(Side::Second), rule: "perpetual check" });
    assert_eq!(judged(fen, &checks(1), 0), None);
    assert_eq!(judged(fen, &checks(2), 0), lost);
    // The cycle has four plies: all of them must be the search's own.
    assert_eq!(judged(fen, &checks(1), 4), lost);
    assert_eq!(judged(fen, &checks(1), 3), None);
    assert_eq!(judged(fen, &checks(2), 1), lost);
}

#[test]
fn a_repetition_without_checks_is_a_draw_and_a_game_without_one_is_not_over() {
    let shuffle = "a0a1 d9d8 a1a0 d8d9 ".repeat(2);
    let (position, path) = played(ROOK, &shuffle);
    let verdict = Some(PathVerdict { outcome: Outcome::Draw, rule: "repetition" });
    assert_eq!(Repetition::Axf.verdict(&position, &path), verdict);
    assert_eq!(Repetition::Simple.verdict(&position, &path), verdict);
    assert_eq!(Repetition::None.verdict(&position, &path), None);
    assert_eq!(judged(ROOK, "a0a1 d9d8 a1a0 d8d9", 0), None);
}

#[test]
fn a_perpetual_chase_is_a_draw_under_the_simple_rule() {
    let fen = "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w";
    let moves = "c2a2 a7b7 a2b2 b7a7 b2a2 a7b7 a2b2 b7a7 b2a2";
    let (position, path) = played(fen, moves);
    let judge = |rule: Repetition| rule.verdict(&position, &path).unwrap().outcome;
    assert_eq!(judge(Repetition::Axf), Outcome::Win(Side::Second));
    assert_eq!(judge(Repetition::Simple), Outcome::Draw);
}

#[test]
fn a_null_move_or_a_capture_ends_the_search_for_a_cycle() {
    let (position, mut path) = played(ROOK, "a0a1 d9d8 a1a0 d8d9");
    assert!(Repetition::Axf.judge(&position, &path, 0).is_some());
    path[1].mv = Move::NULL;
    assert_eq!(Repetition::Axf.judge(&position, &path, 0), None);
    let text = position.position_text().replace("- - 4 ", "- - 3 ");
    let captured = Position::parse_position(&text).unwrap();
    let (_, path) = played(ROOK, "a0a1 d9d8 a1a0 d8d9");
    assert_eq!(Repetition::Axf.judge(&captured, &path, 0), None);
}

#[test]
fn a_game_of_120_plies_without_a_capture_is_a_draw() {
    let (position, path) = played("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 80", "a0a1");
    let verdict = Repetition::None.verdict(&position, &path).unwrap();
    assert_eq!((verdict.outcome, verdict.rule), (Outcome::Draw, "120 plies without a capture"));
}

#[test]
fn every_confirmed_published_case_is_judged_alike() {
    let Some(path) = plywood_testing::data::file("xiangqi/repetition_cases.tsv") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let mut wrong = Vec::new();
    let mut confirmed = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [number, comment, fen, moves, _, expected, other] = fields[..] else { continue };
        if expected != other {
            continue;
        }
        confirmed += 1;
        let (position, path) = played(fen, moves);
        let got = match Repetition::Axf.verdict(&position, &path).map(|verdict| verdict.outcome) {
            None => "no verdict",
            Some(Outcome::Draw) => "draw",
            Some(Outcome::Win(side)) if side == position.side() => "win",
            Some(Outcome::Win(_)) => "loss",
        };
        if got != expected {
            wrong.push(format!("{number} {comment}: {got}, expected {expected}"));
        }
    }
    assert_eq!(confirmed, 32);
    assert_eq!(wrong, Vec::<String>::new());
}
