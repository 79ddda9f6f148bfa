//! A handicapped engine plays legal moves, sees its wins and is weaker.

use proof_games::connect_four::{CentreFirst, ConnectFour, OpenThrees};
use search::rng::Rng;
use search::{
    Analyst, Engine, Game, Handicap, Limits, Outcome, Report, Request, SearchConfig, Side,
};

type Board = ConnectFour<7, 6>;
type BoardEngine = Engine<Board, OpenThrees, CentreFirst>;

fn engine(handicap: Option<Handicap>) -> BoardEngine {
    let config = SearchConfig { table_mib: 1, handicap, ..SearchConfig::default() };
    Engine::new(config, OpenThrees, CentreFirst).expect("a valid configuration")
}

fn search(engine: &mut BoardEngine, board: Board, lines: usize) -> Report<Board> {
    engine.new_game();
    engine.search(&Request { lines, ..Request::new(board, Limits::depth(3)) }, &mut |_| ())
}

fn legal_moves(board: &Board) -> Vec<u8> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves
}

/// Unfinished positions of random games.
fn positions(count: usize) -> Vec<Board> {
    let mut rng = Rng::new(11);
    let mut board = Board::new();
    let mut all = Vec::new();
    while all.len() < count {
        if board.outcome().is_some() {
            board = Board::new();
        }
        all.push(board);
        board.play(rng.choose(&legal_moves(&board)).expect("the game is not over"));
    }
    all
}

#[test]
fn a_handicap_of_nothing_changes_nothing() {
    let (mut full, mut none) = (engine(None), engine(Some(Handicap::default())));
    for board in positions(40) {
        let (one, other) = (search(&mut full, board, 1), search(&mut none, board, 1));
        assert_eq!((one.best, one.score, one.nodes), (other.best, other.score, other.nodes));
    }
}

#[test]
fn the_same_seed_gives_the_same_moves_and_another_seed_others() {
    let moves = |seed: u64| -> Vec<Option<u8>> {
        let mut engine = engine(Some(Handicap { noise: 40.0, overlook: 0.3, seed }));
        positions(60).into_iter().map(|board| search(&mut engine, board, 1).best).collect()
    };
    assert_eq!(moves(1), moves(1));
    assert_ne!(moves(1), moves(2));
}

#[test]
fn the_reported_move_is_legal_and_first_of_as_many_lines_as_were_asked_for() {
    for overlook in [0.0, 0.5, 0.99] {
        let mut engine = engine(Some(Handicap { noise: 40.0, overlook, seed: 3 }));
        for board in positions(40) {
            for lines in [1, 2] {
                let report = search(&mut engine, board, lines);
                let best = report.best.expect("the game is not over");
                assert!(board.is_legal(best) && report.lines.len() <= lines);
                assert_eq!((report.lines[0].pv[0], report.lines[0].score), (best, report.score));
            }
        }
    }
}

#[test]
fn a_win_at_once_is_never_overlooked() {
    let mut engine = engine(Some(Handicap { noise: 40.0, overlook: 0.99, seed: 5 }));
    let wins = |board: &Board, mv: u8| {
        let mut next = *board;
        next.play(mv);
        next.outcome() == Some(Outcome::Win(board.side()))
    };
    let mut seen = 0;
    for board in positions(400) {
        if legal_moves(&board).into_iter().any(|mv| wins(&board, mv)) {
            seen += 1;
            let best = search(&mut engine, board, 1).best.expect("the game is not over");
            assert!(wins(&board, best), "{board:?}");
        }
    }
    assert!(seen > 20);
}

#[test]
fn a_handicapped_player_loses_more_than_it_wins() {
    let mut players =
        [engine(None), engine(Some(Handicap { noise: 20.0, overlook: 0.2, seed: 7 }))];
    let mut balance = 0;
    for start in positions(120).into_iter().filter(|board| legal_moves(board).len() == 7) {
        for handicapped in [Side::First, Side::Second] {
            let mut board = start;
            while board.outcome().is_none() {
                let player = &mut players[usize::from(board.side() == handicapped)];
                board.play(search(player, board, 1).best.expect("the game is not over"));
            }
            match board.outcome() {
                Some(Outcome::Win(side)) if side == handicapped => balance -= 1,
                Some(Outcome::Win(_)) => balance += 1,
                _ => {}
            }
        }
    }
    assert!(balance > 20, "{balance}");
}
