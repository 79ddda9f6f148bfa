//! Repetitions of the game's own moves, as the search sees them.

use harness::Domain;
use protocols::Playable;
use search::{Analyst, Game, Limits, Notation, Report, Request, Score, Step};
use xiangqi::{Config, Move, Position, Xiangqi};

fn engine() -> Box<dyn Analyst<Position>> {
    let document = Xiangqi::CONFIGS.document(None, &[]).expect("a configuration");
    let mut config: Config = document.read().expect("a configuration");
    config.search.table_mib = 1;
    Xiangqi::engine(&config.into()).expect("an engine")
}

/// A search after these moves.
fn request(fen: &str, moves: &str, limits: Limits) -> Request<Position> {
    let mut position = Position::parse_position(fen).expect("a position");
    let mut history = Vec::new();
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).expect("a legal move");
        history.push(Step { key: position.key(), mv });
        position.play(mv);
    }
    let mut request = Request::new(position, limits);
    request.history = history;
    request
}

fn search(engine: &mut dyn Analyst<Position>, request: &Request<Position>) -> Report<Position> {
    engine.search(request, &mut |_| ())
}

#[test]
fn a_cycle_that_the_opponent_can_leave_is_not_a_won_perpetual() {
    let fen = "3ak1b2/4a4/c3b4/9/1R4p1p/2P6/r3N3P/4B1N2/5Kn2/2BA1A3 w - - 4 45";
    let request = request(fen, "f0e1 a3c3 b5a5 a7b7 a5b5", Limits::nodes(20_000));
    let report = search(&mut *engine(), &request);
    assert!(!report.score.is_decided(), "{:?}", report.score);
}

/// The red cannon chases the black rook between the files a and b.
const CHASE: &str = "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/1C4NC1/9/1NBAKAB1R w";
const ROUND: &str = "b2a2 a7b7 a2b2 b7a7";

/// The score of one move after others, by an engine that already knows the position as a good one.
fn score_of(mv: &str, moves: &str) -> Score {
    let mut engine = engine();
    let mut request = request(CHASE, moves, Limits::depth(6));
    let history = std::mem::take(&mut request.history);
    request.root_moves = vec![Move::parse(mv).expect("a move")];
    assert!(!search(&mut *engine, &request).score.is_decided());
    request.history = history;
    search(&mut *engine, &request).score
}

#[test]
fn a_move_that_completes_a_lost_repetition_is_a_loss() {
    // The position after c2a2 occurs for the third time.
    let mut engine = engine();
    let fen = CHASE.replace("1C4NC1", "2C3NC1");
    let moves = format!("c2a2 a7b7 a2b2 b7a7 {ROUND}");
    let mut request = request(&fen, &moves, Limits::depth(4));
    request.root_moves = vec![Move::parse("b2a2").expect("a move")];
    assert_eq!(search(&mut *engine, &request).score, Score::loss_in(1));
}

#[test]
fn a_reply_that_completes_a_lost_repetition_is_seen_although_the_table_has_an_answer() {
    // After a2b2 b7a7 the first position occurs for the third time.
    assert_eq!(score_of("a2b2", &format!("{ROUND} b2a2 a7b7")), Score::loss_in(2));
    // Once round, the cycle can still be left.
    assert!(!score_of("a2b2", "b2a2 a7b7").is_decided());
}
