//! Values that are known without this search: by publication, by theory, or by construction.

#[path = "support/walk.rs"]
mod walk;

use proof_games::connect_four::{CentreFirst, ConnectFour};
use proof_games::nim::Nim;
use proof_games::planted::{Planted, PlantedValue};
use proof_games::tic_tac_toe::TicTacToe;
use proof_games::{Flat, oracle};
use proptest::prelude::*;
use search::table::Table;
use search::{
    Algorithm, Analyst, Engine, Game, Limits, NoHooks, Notation, Parallel, Report, Request, Score,
    SearchConfig, StopReason,
};
use walk::walk;

const PRUNED: [Algorithm; 3] = [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Mtdf];

#[test]
fn tic_tac_toe_is_a_draw_and_so_is_every_first_move() {
    for algorithm in PRUNED {
        let config = SearchConfig { algorithm, table_mib: 1, ..SearchConfig::default() };
        let mut engine = Engine::new(config, Flat, NoHooks).unwrap();
        let request = Request { lines: 9, ..Request::new(TicTacToe::new(), Limits::depth(9)) };
        let report = engine.search(&request, &mut |_| ());
        assert_eq!(report.lines.len(), 9);
        assert!(report.lines.iter().all(|line| line.score == Score::ZERO), "{algorithm:?}");
        let mut firsts: Vec<_> = report.lines.iter().map(|line| line.pv[0]).collect();
        firsts.sort_unstable();
        assert_eq!(firsts, (0..9).collect::<Vec<_>>());
    }
}

/// Solves a board to the last cell: one pass at full depth, so that every entry of the table has
/// the depth at which it is met again.
fn solve<const W: usize, const H: usize>(
    position: &ConnectFour<W, H>,
    algorithm: Algorithm,
    buckets: usize,
    threads: usize,
) -> Report<ConnectFour<W, H>> {
    let parallel = if threads > 1 { Parallel::SharedTable } else { Parallel::None };
    let config = SearchConfig {
        algorithm,
        iterative: false,
        table_mib: 1,
        transposition_cutoff: Some(4),
        parallel,
        threads,
        ..SearchConfig::default()
    };
    let mut engine = Engine::new(config, Flat, CentreFirst)
        .expect("a valid configuration")
        .with_table(Table::with_buckets(buckets));
    let depth = (W * H) as u32 - position.stones();
    engine.search(&Request::new(*position, Limits::depth(depth)), &mut |_| ())
}

/// The published value of an empty board (Tromp, "John's Connect Four Playground").
fn empty_board<const W: usize, const H: usize>() -> Score {
    let report = solve(&ConnectFour::<W, H>::new(), Algorithm::Mtdf, 1 << 18, 1);
    assert_eq!((report.depth, report.reason), ((W * H) as u32, StopReason::Depth));
    report.score
}

#[test]
fn connect_four_on_4x4_is_a_draw() {
    assert_eq!(empty_board::<4, 4>(), Score::ZERO);
}

#[test]
fn connect_four_on_5x4_is_a_draw() {
    assert_eq!(empty_board::<5, 4>(), Score::ZERO);
}

#[test]
fn connect_four_on_4x5_is_a_draw() {
    assert_eq!(empty_board::<4, 5>(), Score::ZERO);
}

#[test]
fn connect_four_on_6x4_is_lost_by_the_first_player() {
    assert!(empty_board::<6, 4>().is_loss());
}

#[test]
fn connect_four_on_4x6_is_a_draw() {
    assert_eq!(empty_board::<4, 6>(), Score::ZERO);
}

#[test]
fn connect_four_on_5x5_is_a_draw() {
    assert_eq!(empty_board::<5, 5>(), Score::ZERO);
}

#[test]
fn perfect_play_has_one_value_whatever_the_table_and_the_threads() {
    let mut decided = 0;
    for seed in 0..24 {
        let position = walk(&ConnectFour::<5, 4>::new(), 6, seed);
        let value = solve(&position, Algorithm::Pvs, 1 << 12, 1).score;
        decided += usize::from(value.is_decided());
        for algorithm in PRUNED {
            for (buckets, threads) in [(1, 1), (100, 1), (1, 2), (100, 3), (1 << 12, 2)] {
                let found = solve(&position, algorithm, buckets, threads).score;
                assert_eq!(found, value, "seed {seed}, {algorithm:?}, {buckets}, {threads}");
            }
        }
    }
    assert!((4..24).contains(&decided), "wins, losses and draws are among them: {decided}");
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn nim_is_won_exactly_where_the_nim_sum_is_not_zero(
        sizes in prop::collection::vec(0..5_u16, 1..5),
    ) {
        let position = Nim::new(&sizes);
        prop_assume!(position.outcome().is_none());
        let config = SearchConfig { table_mib: 1, ..SearchConfig::default() };
        let mut engine = Engine::new(config, Flat, NoHooks).unwrap();
        let report = engine.search(&Request::new(position, Limits::default()), &mut |_| ());
        prop_assert_eq!(report.reason, StopReason::Decided);
        prop_assert_eq!(report.score > Score::ZERO, position.nim_sum() != 0);
        if position.nim_sum() != 0 {
            let mut after = position;
            after.play(report.best.unwrap());
            prop_assert_eq!(after.nim_sum(), 0, "the winning move is a zero sum for the other");
        }
    }

    #[test]
    fn a_planted_value_and_its_only_best_line_are_found_in_trees_too_large_to_enumerate(
        seed: u64, moves in 20..60_u16, value in -1000..1000_i64,
        algorithm in prop::sample::select(PRUNED.to_vec()),
    ) {
        let position = Planted::new(seed, moves, 50, value);
        let config = SearchConfig { algorithm, table_mib: 1, ..SearchConfig::default() };
        let mut engine = Engine::new(config, PlantedValue, NoHooks).unwrap();
        let report = engine.search(&Request::new(position, Limits::depth(4)), &mut |_| ());
        prop_assert_eq!(report.score, position.value());
        prop_assert_eq!(report.best, Some(position.best_move()));
        if algorithm != Algorithm::Mtdf {
            prop_assert_eq!(report.pv(), position.best_line(4));
        }
    }
}

fn value_of(text: &str, depth: u32) -> Report<TicTacToe> {
    let position = TicTacToe::parse_position(text).expect("a position");
    let mut engine = Engine::new(SearchConfig::default(), Flat, NoHooks).expect("a valid default");
    let report = engine.search(&Request::new(position, Limits::depth(depth)), &mut |_| ());
    assert_eq!(report.score, oracle::minimax(&position, &mut Flat, &mut NoHooks, depth));
    report
}

#[test]
fn the_faster_of_two_wins_is_preferred() {
    // a3 completes the column; a fork elsewhere would win two plies later.
    let report = value_of("X.O/X../..O X", 5);
    assert_eq!((report.best, report.score), (Some(6), Score::win_in(1)));
    // Nothing wins at once; a threat, then a double threat win in five plies.
    assert_eq!(value_of("XO./.../... X", 7).score, Score::win_in(5));
}

#[test]
fn a_loss_is_delayed_as_long_as_possible() {
    // Two open threats: one may be blocked, so that the loss comes with the opponent's next move.
    let report = value_of("X.X/.O./XO. O", 4);
    assert_eq!(report.score, Score::win_in(1), "unless the own line comes first");
    let report = value_of("X.X/.../XOO O", 4);
    assert_eq!(report.score, Score::loss_in(2));
    let lost = value_of("XO./X../... O", 6);
    assert!(lost.score.distance().is_none_or(|plies| plies > 2), "a3 delays it");
    assert_eq!(lost.best, Some(6));
}

#[test]
fn a_decided_search_ends_with_the_first_iteration_that_proves_it() {
    let report = value_of("X.O/X../..O X", 9);
    assert_eq!((report.reason, report.depth), (StopReason::Decided, 1));
    let report = value_of("X.X/.../XOO O", 9);
    assert_eq!((report.reason, report.depth), (StopReason::Decided, 2));
}
