//! Several lines and chosen root moves: each line is the best of what the lines before it left.

#[path = "support/configs.rs"]
mod configs;
#[path = "support/walk.rs"]
mod walk;

use configs::configs;
use proof_games::connect_four::ConnectFour;
use proof_games::{Flat, Noise, oracle};
use search::notation::move_texts;
use search::{
    Analyst, Engine, Game, Limits, NoHooks, Report, Request, Score, SearchConfig, StopReason,
};
use walk::walk;

type Board = ConnectFour<7, 6>;

const DEPTH: u32 = 4;

fn position(seed: u64) -> (Board, Noise) {
    (walk(&Board::new(), 3 * (seed as usize % 11), seed), Noise { seed, range: 30 })
}

/// The value of a root move.
fn value(board: &Board, noise: Noise, mv: u8) -> Score {
    let mut child = *board;
    child.play(mv);
    -oracle::minimax(&child, &mut { noise }, &mut NoHooks, DEPTH - 1).from_relative(1)
}

/// Every root move with its value, the best first.
fn ranked(board: &Board, noise: Noise) -> Vec<(Score, u8)> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    let mut ranked: Vec<_> = moves.into_iter().map(|mv| (value(board, noise, mv), mv)).collect();
    ranked.sort_unstable_by(|a, b| b.cmp(a));
    ranked
}

fn search(config: &SearchConfig, noise: Noise, request: &Request<Board>) -> Report<Board> {
    let mut engine = Engine::new(config.clone(), noise, NoHooks).expect("a valid configuration");
    engine.search(request, &mut |_| ())
}

#[test]
fn several_lines_are_the_best_moves_with_their_values_in_order() {
    for seed in 0..40 {
        let (board, noise) = position(seed);
        let ranked = ranked(&board, noise);
        for lines in [1, 2, 3, 7, 50] {
            for config in configs() {
                let config = SearchConfig { aspiration: Some(3), ..config };
                let request = Request { lines, ..Request::new(board, Limits::depth(DEPTH)) };
                let report = search(&config, noise, &request);
                let scores: Vec<_> = report.lines.iter().map(|line| line.score).collect();
                let expected: Vec<_> = ranked.iter().take(lines).map(|ranked| ranked.0).collect();
                assert_eq!(scores, expected, "seed {seed}, {config:?}");

                let mut firsts: Vec<_> = report.lines.iter().map(|line| line.pv[0]).collect();
                for (line, &mv) in report.lines.iter().zip(&firsts) {
                    assert_eq!(line.score, value(&board, noise, mv), "move {mv} of seed {seed}");
                }
                firsts.sort_unstable();
                firsts.dedup();
                assert_eq!(firsts.len(), report.lines.len(), "no move twice");
                assert_eq!((report.best, report.score), (Some(report.pv()[0]), scores[0]));
            }
        }
    }
}

#[test]
fn only_the_chosen_root_moves_are_considered() {
    for seed in 0..40 {
        let (board, noise) = position(seed);
        let ranked = ranked(&board, noise);
        // The worse half.
        let chosen = &ranked[ranked.len() / 2..];
        for config in configs() {
            let request = Request {
                root_moves: chosen.iter().map(|&(_, mv)| mv).collect(),
                lines: 2,
                ..Request::new(board, Limits::depth(DEPTH))
            };
            let report = search(&config, noise, &request);
            let scores: Vec<_> = report.lines.iter().map(|line| line.score).collect();
            let expected: Vec<_> = chosen.iter().take(2).map(|ranked| ranked.0).collect();
            assert_eq!(scores, expected, "seed {seed}, {config:?}");
        }
    }
}

#[test]
fn illegal_and_repeated_root_moves_are_passed_over() {
    let (board, noise) = (Board::new(), Noise { seed: 1, range: 30 });
    for config in configs() {
        for lines in 1..5 {
            let request = Request {
                root_moves: vec![2, 99, 5, 2, 5, 5],
                lines,
                ..Request::new(board, Limits::depth(DEPTH))
            };
            let report = search(&config, noise, &request);
            let mut firsts: Vec<_> = report.lines.iter().map(|line| line.pv[0]).collect();
            assert!(firsts.iter().all(|mv| [2, 5].contains(mv)), "{firsts:?}");
            firsts.sort_unstable();
            firsts.dedup();
            assert_eq!(firsts.len(), report.lines.len());
            assert_eq!(firsts.len(), lines.min(2));
        }
    }
}

#[test]
fn a_search_of_several_lines_ends_when_all_of_them_are_decided() {
    let (mut decided, mut open) = (0, 0);
    for seed in 0..20 {
        let board = walk(&ConnectFour::<4, 4>::new(), 11, seed);
        let config = SearchConfig { table_mib: 1, ..SearchConfig::default() };
        let mut engine = Engine::new(config, Flat, NoHooks).unwrap();
        let request = Request { lines: 4, ..Request::new(board, Limits::default()) };
        let report = engine.search(&request, &mut |_| ());
        let all_decided = report.lines.iter().all(|line| line.score.is_decided());
        assert_eq!(report.reason == StopReason::Decided, all_decided, "{report:?}");
        decided += usize::from(all_decided);
        open += usize::from(!all_decided);
    }
    assert!(decided > 0 && open > 0, "{decided} decided, {open} open");
}

#[test]
fn a_written_line_ends_before_an_illegal_move() {
    type Heap = proof_games::heap::Heap<2>;
    let texts = |moves: &[u8]| move_texts(&Heap::of(4), moves.iter().copied());
    assert_eq!(texts(&[1, 2]), ["1", "2"]);
    assert_eq!(texts(&[2, 1, 2]), ["2", "1"]);
}
