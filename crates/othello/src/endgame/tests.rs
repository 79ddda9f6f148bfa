//! The solver against plain search, against published scores and against itself.

use super::*;
use crate::arch::Portable;
use crate::formats::obf;
use search::StopFlag;
use search::arch::Arch as _;
use search::rng::Rng;

/// The score by trying everything.
fn slow_score(board: Board) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        let passed = board.pass();
        return match passed.moves() {
            0 => last::final_score(board.own, board.opp),
            _ => -slow_score(passed),
        };
    }
    squares(moves).map(|square| -slow_score(board.play(square))).max().unwrap_or(-64)
}

/// A position of a random game with so many empty squares, or one that ended sooner.
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

#[test]
fn plain_arithmetic_and_fast_instructions_solve_alike() {
    let mut rng = Rng::new(5);
    for _ in 0..20 {
        let board = random_endgame(&mut rng, 11);
        let stop = StopSignal::never();
        for alpha in [-11, -1, 7] {
            let answers = [true, false].map(|fast| {
                let (table, abort) = (Table::new(1), Abort::root(&stop));
                let roots = Portable.enter(Roots { board });
                let task =
                    Ask { roots: &roots, alpha, table: &table, abort: &abort, splits: false };
                let answer = match fast {
                    true => dispatch(task),
                    false => Portable.enter(task),
                };
                answer.map(|answer| (answer.score, answer.nodes))
            });
            assert_eq!(answers[0], answers[1]);
        }
    }
}

#[test]
fn turned_and_reflected_positions_have_the_same_score() {
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
fn one_thread_visits_the_same_positions_every_time() {
    let record = obf::parse_line(FFO[0]).unwrap().unwrap();
    let nodes = || score(&solver(), record.position.board(), Goal::Exact).nodes;
    assert_eq!(nodes(), nodes());
}

#[test]
fn a_stopped_solver_gives_no_score_and_can_be_asked_again() {
    let flag = StopFlag::new();
    flag.stop();
    for threads in [1, 2] {
        let solver = Solver::new(1, threads).unwrap();
        let board = Board::START;
        let stop = StopSignal::new(flag.clone(), None);
        assert_eq!(solver.solve(board, Goal::Exact, &stop), None);
        let record = obf::parse_line(FFO[1]).unwrap().unwrap();
        assert_eq!(score(&solver, record.position.board(), Goal::Exact).score, 10);
    }
}
