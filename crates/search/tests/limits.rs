//! When a search ends, what it says then, and that one thread is deterministic.

#[path = "support/configs.rs"]
mod configs;
#[path = "support/walk.rs"]
mod walk;

use configs::configs;
use proof_games::connect_four::{CentreFirst, ConnectFour, OpenThrees};
use proof_games::tic_tac_toe::{OpenLines, TicTacToe};
use proof_games::{Noise, oracle};
use proptest::prelude::*;
use search::{
    Algorithm, Analyst, Engine, Game, Iteration, Limits, NoHooks, Notation, Outcome, Report,
    Request, Score, SearchConfig, StopFlag, StopReason,
};
use std::time::Duration;
use walk::walk;

type Board = ConnectFour<7, 6>;
type BoardEngine = Engine<Board, OpenThrees, CentreFirst>;

const ALGORITHMS: [Algorithm; 4] =
    [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Mtdf];

fn engine(config: &SearchConfig) -> BoardEngine {
    Engine::new(config.clone(), OpenThrees, CentreFirst).expect("a valid configuration")
}

fn search(engine: &mut BoardEngine, limits: Limits) -> Report<Board> {
    engine.search(&Request::new(Board::new(), limits), &mut |_| ())
}

/// A report of a search that was cut short still names a move to play.
fn assert_playable(report: &Report<Board>) {
    assert!(report.best.is_some_and(|mv| Board::new().is_legal(mv)), "{report:?}");
    if let Some(line) = report.lines.first() {
        assert_eq!((Some(&line.score), report.best), (Some(&report.score), Some(line.pv[0])));
    }
}

#[test]
fn a_node_limit_is_exact_on_one_thread() {
    for algorithm in ALGORITHMS {
        for iterative in [true, false] {
            for limit in [1, 2, 7, 15, 16, 17, 500, 512, 513, 4321, 30_000] {
                let config = SearchConfig { algorithm, iterative, ..SearchConfig::default() };
                let limits = Limits { depth: Some(30), ..Limits::nodes(limit) };
                let report = search(&mut engine(&config), limits);
                assert_eq!(report.nodes, limit, "{algorithm:?}");
                assert_eq!(report.reason, StopReason::Nodes);
                assert_playable(&report);
            }
        }
    }
}

#[test]
fn a_node_limit_ends_a_parallel_search_too() {
    for config in configs() {
        let report = search(&mut engine(&config), Limits::nodes(20_000));
        assert_eq!(report.reason, StopReason::Nodes);
        assert!(report.nodes >= 20_000);
        assert_playable(&report);
    }
}

#[test]
fn a_flag_raised_beforehand_ends_the_search_at_once_with_a_legal_move() {
    for config in configs() {
        let request = Request::new(Board::new(), Limits::default());
        request.stop.stop();
        let report = engine(&config).search(&request, &mut |_| ());
        assert_eq!(report.reason, StopReason::Stopped);
        assert!(report.nodes < 100, "{}", report.nodes);
        assert_playable(&report);
    }
}

#[test]
fn a_flag_raised_by_another_thread_ends_an_unlimited_search() {
    for config in configs() {
        let request = Request::new(Board::new(), Limits::default());
        assert!(request.limits.is_unlimited());
        let flag = request.stop.clone();
        let report = std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(20));
                flag.stop();
            });
            engine(&config).search(&request, &mut |_| ())
        });
        assert_eq!(report.reason, StopReason::Stopped);
        assert_playable(&report);
    }
}

#[test]
fn a_flag_raised_after_an_iteration_keeps_its_result() {
    for config in configs() {
        let flag = StopFlag::new();
        let request =
            Request { stop: flag.clone(), ..Request::new(Board::new(), Limits::default()) };
        let mut last = None;
        let report = engine(&config).search(&request, &mut |iteration| {
            last = Some(iteration.clone());
            if iteration.depth == 3 {
                flag.stop();
            }
        });
        let last = last.unwrap();
        assert_eq!((report.depth, report.reason), (last.depth, StopReason::Stopped));
        assert_playable(&report);
    }
}

#[test]
fn no_time_at_all_is_enough_for_a_legal_move() {
    for time in [Duration::ZERO, Duration::from_nanos(1), Duration::from_micros(50)] {
        for config in configs() {
            let report = search(&mut engine(&config), Limits::time(time));
            assert_eq!(report.reason, StopReason::Time);
            assert_playable(&report);
        }
    }
}

#[test]
fn no_iteration_begins_after_the_soft_time() {
    for config in configs() {
        let limits = Limits { soft_time: Some(Duration::ZERO), ..Limits::default() };
        let report = search(&mut engine(&config), limits);
        assert_eq!((report.depth, report.reason), (1, StopReason::Time));
    }
}

#[test]
fn a_depth_limit_is_the_depth_of_the_report() {
    for config in configs() {
        for iterative in [true, false] {
            let config = SearchConfig { iterative, ..config.clone() };
            for depth in 1..6 {
                let mut iterations = Vec::new();
                let request = Request::new(Board::new(), Limits::depth(depth));
                let report = engine(&config)
                    .search(&request, &mut |iteration| iterations.push(iteration.depth));
                assert_eq!((report.depth, report.reason), (depth, StopReason::Depth));
                let expected: Vec<_> = if iterative { (1..=depth).collect() } else { vec![depth] };
                assert_eq!(iterations, expected);
            }
        }
    }
}

#[test]
fn the_first_of_several_limits_ends_the_search() {
    let far = Duration::from_secs(3600);
    let all = |depth, nodes| Limits {
        depth: Some(depth),
        nodes: Some(nodes),
        time: Some(far),
        soft_time: Some(far),
    };
    let mut engine = engine(&SearchConfig::default());
    assert_eq!(search(&mut engine, all(2, 1_000_000)).reason, StopReason::Depth);
    engine.new_game();
    assert_eq!(search(&mut engine, all(60, 1000)).reason, StopReason::Nodes);
}

#[test]
fn a_finished_game_is_reported_as_over() {
    let position = TicTacToe::parse_position("XXX/OO./... O").unwrap();
    assert!(matches!(position.outcome(), Some(Outcome::Win(_))));
    let mut engine = Engine::new(SearchConfig::default(), OpenLines, NoHooks).unwrap();
    let mut iterations = 0;
    let request = Request::new(position, Limits::depth(5));
    let report = engine.search(&request, &mut |_| iterations += 1);
    assert_eq!((report.reason, report.best, report.nodes), (StopReason::GameOver, None, 0));
    assert_eq!((report.score, report.depth), (Score::loss_in(0), 0));
    assert!(report.lines.is_empty() && iterations == 0);
}

#[test]
fn iterations_grow_in_depth_and_never_shrink_in_nodes() {
    for config in configs() {
        let mut seen: Vec<Iteration<u8>> = Vec::new();
        let request = Request::new(Board::new(), Limits::depth(7));
        let report = engine(&config).search(&request, &mut |found| seen.push(found.clone()));
        let last = seen.last().unwrap();
        assert_eq!((last.depth, &last.lines), (report.depth, &report.lines));
        assert_eq!((last.nodes, report.nodes > 0), (report.nodes, true));
        for pair in seen.windows(2) {
            assert_eq!(pair[0].depth + 1, pair[1].depth);
            assert!(pair[0].nodes <= pair[1].nodes && pair[0].time <= pair[1].time);
        }
    }
}

#[test]
fn one_thread_visits_the_same_nodes_every_time() {
    for algorithm in ALGORITHMS {
        let config = SearchConfig {
            algorithm,
            aspiration: Some(4),
            table_mib: 1,
            ..SearchConfig::default()
        };
        let depth = if algorithm == Algorithm::Minimax { 5 } else { 9 };
        // A game of three searches, so that what is kept between them is part of the comparison.
        let game = |engine: &mut BoardEngine| {
            (0..3)
                .map(|plies| {
                    let position = walk(&Board::new(), 2 * plies, 5);
                    let request = Request::new(position, Limits::depth(depth));
                    let report = engine.search(&request, &mut |_| ());
                    (report.nodes, report.score, report.pv().to_vec(), report.table_permille)
                })
                .collect::<Vec<_>>()
        };
        let mut first = engine(&config);
        let expected = game(&mut first);
        assert_eq!(game(&mut engine(&config)), expected, "a new engine");
        first.new_game();
        assert_eq!(game(&mut first), expected, "the same engine after new_game");
    }
}

#[test]
fn what_an_engine_learned_is_kept_until_the_next_game() {
    let mut engine = engine(&SearchConfig { iterative: false, ..SearchConfig::default() });
    let cold = search(&mut engine, Limits::depth(8)).nodes;
    let warm = search(&mut engine, Limits::depth(8)).nodes;
    engine.new_game();
    assert!(warm * 10 < cold, "{warm} of {cold} nodes");
    assert_eq!(search(&mut engine, Limits::depth(8)).nodes, cold);
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_search_after_interrupted_ones_is_as_right_as_ever(
        seed: u64, stops in prop::collection::vec((1..3000_u64, 0..30_usize), 1..6),
        plies in 0..30_usize, depth in 1..5_u32,
    ) {
        let noise = Noise { seed, range: 100 };
        let position = walk(&Board::new(), plies, seed);
        let value = oracle::minimax(&position, &mut { noise }, &mut NoHooks, depth);
        for config in configs() {
            let mut engine = Engine::new(config.clone(), noise, NoHooks).unwrap();
            for &(nodes, plies) in &stops {
                let elsewhere = walk(&Board::new(), plies, seed);
                let _ = engine.search(&Request::new(elsewhere, Limits::nodes(nodes)), &mut |_| ());
            }
            let request = Request::new(position, Limits::depth(depth));
            let report = engine.search(&request, &mut |_| ());
            prop_assert_eq!(report.score, value, "{:?}", config);
        }
    }
}
