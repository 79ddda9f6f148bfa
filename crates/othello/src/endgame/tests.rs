//! The solver agrees with plain search, with published scores and with itself.

use super::*;
use crate::notation::obf;
use crate::rules::arch::Portable;
use crate::rules::game::Othello;
use search::arch::Arch as _;
use search::rng::Rng;
use search::{Game, Side, StopFlag};

/// The score by exhaustive search under the rules of the game.
fn slow_score_on(position: &Othello) -> i32 {
    let mut moves = Vec::new();
    if position.expand(&mut moves).is_some() {
        return position.final_score();
    }
    let after = |mv: Move| {
        let mut next = *position;
        next.play(mv);
        -slow_score_on(&next)
    };
    moves.into_iter().map(after).max().unwrap_or(-64)
}

fn slow_score(board: Board) -> i32 {
    slow_score_on(&Othello::new(board, Side::First, Size::Eight))
}

/// A position of a random game with this many empty squares, or the end of a shorter game.
fn random_endgame(rng: &mut Rng, empties: u32) -> Board {
    let mut board = Board::START;
    while board.empty().count_ones() > empties {
        let moves: Vec<Square> = squares(board.moves()).collect();
        board = match rng.choose(&moves) {
            Some(square) => board.play(square),
            None if board.pass().moves() != 0 => board.pass(),
            None => break,
        };
    }
    board
}

fn solver() -> Solver {
    Solver::new(1, 1).unwrap()
}

fn score(solver: &Solver, board: Board, goal: Goal) -> Solution {
    solver.solve(board, goal, &StopSignal::never()).unwrap()
}

#[test]
fn random_endgames_have_the_score_that_plain_search_finds() {
    let mut rng = Rng::new(17);
    let solver = solver();
    for game in 0..400 {
        let board = random_endgame(&mut rng, game % 9);
        let expected = slow_score(board);
        let solution = score(&solver, board, Goal::Exact);
        assert_eq!(solution.score, expected, "{board:?}");
        match solution.best.map(Move::square) {
            Some(Some(square)) => assert_eq!(-slow_score(board.play(square)), expected),
            Some(None) => assert_eq!(board.moves(), 0),
            None => assert_eq!(board.moves() | board.pass().moves(), 0),
        }
        let winner = score(&solver, board, Goal::Winner);
        assert_eq!(winner.score.signum(), expected.signum());
    }
}

/// Solves a position of any size.
fn score_on(solver: &Solver, position: &Othello) -> Solution {
    let (size, board) = (position.size(), position.board());
    solver.solve_on(size, board, Goal::Exact, &StopSignal::never()).unwrap()
}

#[test]
fn the_second_player_wins_four_by_four_by_ten() {
    let start = Othello::start(Size::Four);
    for threads in [1, 2] {
        let solution = score_on(&Solver::new(1, threads).unwrap(), &start);
        assert_eq!(solution.score, -10);
    }
    let scored = solver().score_moves_on(Size::Four, start.board(), &StopSignal::never()).unwrap();
    assert_eq!(scored.iter().map(|one| one.1).collect::<Vec<_>>(), [-10; 4]);
}

#[test]
fn endgames_of_small_boards_have_the_score_that_plain_search_finds() {
    let mut rng = Rng::new(66);
    let solver = solver();
    for size in [Size::Four, Size::Six] {
        for game in 0..200 {
            let mut position = Othello::start(size);
            let mut moves = Vec::new();
            while position.empty().count_ones() > game % 9 && position.expand(&mut moves).is_none()
            {
                position.play(rng.choose(&moves).unwrap());
                moves.clear();
            }
            let solution = score_on(&solver, &position);
            assert_eq!(solution.score, slow_score_on(&position), "{position:?}");
            if let Some(best) = solution.best {
                position.play(best);
                assert_eq!(slow_score_on(&position), -solution.score);
            }
        }
    }
}

#[test]
fn a_longer_endgame_on_six_by_six_agrees_with_the_search_of_the_core() {
    let mut rng = Rng::new(6);
    for _ in 0..3 {
        let mut position = Othello::start(Size::Six);
        let mut moves = Vec::new();
        while position.empty().count_ones() > 13 && position.expand(&mut moves).is_none() {
            position.play(rng.choose(&moves).unwrap());
            moves.clear();
        }
        let config = search::SearchConfig { table_mib: 4, ..Default::default() };
        let mut engine = search::Engine::new(config, crate::Mobility, search::NoHooks).unwrap();
        let request = search::Request::new(position, search::Limits::depth(30));
        let report = search::Analyst::search(&mut engine, &request, &mut |_| ());
        let discs = report.score.points(search::Analyst::units_per_point(&engine));
        assert_eq!(f64::from(score_on(&solver(), &position).score), discs);
    }
}

#[test]
fn the_table_distinguishes_boards_of_different_sizes() {
    let [four, six, eight] = [
        Table::key::<{ Size::Four.mask() }>(1, 2),
        Table::key::<{ Size::Six.mask() }>(1, 2),
        Table::key::<{ Size::Eight.mask() }>(1, 2),
    ];
    assert!(four != six && six != eight && four != eight);
}

#[test]
fn portable_and_avx2_code_find_the_same_solutions() {
    let mut rng = Rng::new(5);
    for _ in 0..20 {
        let board = random_endgame(&mut rng, 11);
        let stop = StopSignal::never();
        for alpha in [-11, -1, 7] {
            let answers = [true, false].map(|fast| {
                let (table, abort) = (Table::new(1).unwrap(), Abort::root(&stop));
                let roots = Portable.enter(Roots::<{ u64::MAX }> { board, weights: None });
                let (roots, table, abort) = (&roots, &table, &abort);
                let (weights, splits) = (None, false);
                let task = Ask::<{ u64::MAX }> { roots, alpha, table, weights, abort, splits };
                let answer = match fast {
                    true => dispatch(task),
                    false => Portable.enter(task),
                };
                (answer.score, answer.nodes)
            });
            assert_eq!(answers[0], answers[1]);
        }
    }
}

#[test]
fn ordering_by_patterns_does_not_change_scores() {
    let mut rng = Rng::new(29);
    for _ in 0..6 {
        let board = random_endgame(&mut rng, 15);
        let ordered = solver().ordered_by(Weights::shipped());
        let solution = score(&ordered, board, Goal::Exact);
        assert_eq!(solution.score, score(&solver(), board, Goal::Exact).score);
    }
}

#[test]
fn rotated_and_reflected_positions_have_the_same_score() {
    let mut rng = Rng::new(23);
    for _ in 0..6 {
        let board = random_endgame(&mut rng, 12);
        let scores = board.symmetries().map(|one| score(&solver(), one, Goal::Exact).score);
        assert_eq!(scores, [scores[0]; 8]);
    }
}

/// Positions of the FFO suite by number, with the exact score of every move.
const FFO: [&str; 4] = [
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; \
     A2:+6; A3:+4; B1:-4; A4:-22; G2:-24",
    "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; B2:+0; A3:-6; \
     G7:-8; A7:-12; H7:-14; B7:-14; H2:-24",
    "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X; D1:+2; G3:+0; B8:-2; \
     B1:-4; C1:-4; A2:-4; A3:-6; B2:-12",
    "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6; G6:-2; F6:-4; \
     H6:-10",
];

#[test]
fn every_move_of_a_published_position_has_its_score() {
    for text in FFO {
        let record = obf::parse_line(text).unwrap().unwrap();
        let board = record.position.board();
        let scored = solver().score_moves(board, &StopSignal::never()).unwrap();
        assert_eq!(scored.len(), record.scores.len());
        for (mv, expected) in &record.scores {
            let found = scored.iter().find(|(other, ..)| other == mv).unwrap();
            assert_eq!(found.1, *expected, "{mv}");
        }
        assert_eq!(scored[0].1, record.score().unwrap());
    }
}

#[test]
fn two_threads_find_the_same_scores() {
    let mut rng = Rng::new(40);
    let both = Solver::new(1, 2).unwrap();
    for _ in 0..12 {
        let board = random_endgame(&mut rng, 15);
        let one = score(&solver(), board, Goal::Exact);
        let two = score(&both, board, Goal::Exact);
        assert_eq!(one.score, two.score);
        let best = two.best.and_then(Move::square);
        if let Some(square) = best {
            assert_eq!(-score(&solver(), board.play(square), Goal::Exact).score, one.score);
        }
    }
}

#[test]
fn one_thread_visits_the_same_number_of_nodes_every_time() {
    let record = obf::parse_line(FFO[0]).unwrap().unwrap();
    let nodes = || score(&solver(), record.position.board(), Goal::Exact).nodes;
    assert_eq!(nodes(), nodes());
}

#[test]
fn a_node_limit_stops_the_solver_after_at_most_one_small_subtree_more() {
    let record = obf::parse_line(FFO[0]).unwrap().unwrap();
    let board = record.position.board();
    let needed = score(&solver(), board, Goal::Exact).nodes;
    let within = |threads, nodes| {
        let limited = StopSignal::never().with_node_limit(Some(nodes));
        Solver::new(1, threads).unwrap().solve(board, Goal::Exact, &limited)
    };
    for limit in [0, 1, 1000, needed / 2, needed - 2000] {
        let unsolved = within(1, limit).unwrap_err();
        assert!((limit..limit + 2000).contains(&unsolved.nodes), "{limit} {unsolved}");
        // Each thread may exceed it by a report.
        let unsolved = within(3, limit).map_or_else(|unsolved| unsolved.nodes, |done| done.nodes);
        assert!(unsolved < limit + 3 * 2000, "{limit} {unsolved}");
    }
    assert_eq!(within(1, needed).unwrap().nodes, needed);
    let scored = solver().score_moves(board, &StopSignal::never().with_node_limit(Some(needed)));
    assert!(scored.is_err_and(|unsolved| unsolved.nodes < needed + 2000));
}

#[test]
fn a_stopped_solver_returns_no_score_and_can_be_reused() {
    let flag = StopFlag::new();
    flag.stop();
    for threads in [1, 2] {
        let solver = Solver::new(1, threads).unwrap();
        let board = Board::START;
        let stop = StopSignal::new(flag.clone(), None);
        assert!(solver.solve(board, Goal::Exact, &stop).is_err());
        let record = obf::parse_line(FFO[1]).unwrap().unwrap();
        assert_eq!(score(&solver, record.position.board(), Goal::Exact).score, 10);
    }
}
