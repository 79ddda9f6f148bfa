//! Orders learned during the search, and all techniques together.

use crate::configs::configs;
use crate::insight::{INSIGHT, REDUCTIONS};
use crate::search_once::search;
use proof_games::connect_four::{ConnectFour7x6, OpenThrees};
use proof_games::openings;
use proof_games::planted::{Planted, PlantedValue};
use search::config::{
    CaptureProbCut, ExchangePruning, HistoryPruning, LateMovePruning, Margin, NullMove, Ordering,
    ReductionAdjustments, Singular,
};
use search::{Algorithm, Limits, NoHooks, SearchConfig, TableMode};

/// Nodes from six openings of Connect Four to depth 9, by an order.
fn nodes(ordering: Ordering) -> u64 {
    let config = SearchConfig { ordering, table_mib: 0, ..SearchConfig::default() };
    let start = ConnectFour7x6::new();
    let nodes_from =
        |position| search(&position, &OpenThrees, &NoHooks, &config, Limits::depth(9)).nodes;
    (0..6).map(|seed| nodes_from(openings::random(&start, seed, 6))).sum()
}

#[test]
fn continuation_history_orders_the_answers_to_the_last_moves() {
    let order = |continuation| Ordering { continuation, killers: false, ..Ordering::default() };
    assert!(nodes(order(true)) < nodes(order(false)));
}

#[test]
fn countermoves_order_the_answers_to_a_move() {
    let order = |countermoves| Ordering { countermoves, history: false, ..Ordering::default() };
    assert!(nodes(order(true)) < nodes(order(false)));
}

#[test]
fn all_techniques_together_find_the_planted_value() {
    for (seed, config) in (0..8).flat_map(|seed| configs().into_iter().map(move |c| (seed, c))) {
        if config.algorithm == Algorithm::Minimax {
            continue;
        }
        let position = Planted::new(seed, 8, 60, 8);
        let report = search(&position, &PlantedValue, &INSIGHT, &all_on(config), Limits::depth(7));
        assert_eq!((report.score, report.best), (position.value(), Some(position.best_move())));
    }
}

/// Every technique that learns or compares scores, with usual parameters.
fn all_on(config: SearchConfig) -> SearchConfig {
    SearchConfig {
        table_mode: TableMode::Engine,
        ordering: Ordering { continuation: true, countermoves: true, ..Ordering::default() },
        improving: true,
        table_evaluation: true,
        correction: Some(1),
        root_reductions: true,
        reduced_depth_pruning: true,
        late_move_reductions: Some(REDUCTIONS),
        reduction_adjustments: Some(ReductionAdjustments {
            cut_node: 1.0,
            not_improving: 0.5,
            history: 8000,
            losing_captures: true,
            deeper: 10,
        }),
        null_move: Some(NullMove {
            min_depth: 2,
            reduction: 2,
            depth_divisor: 3,
            score_divisor: 20,
            verify_depth: 4,
        }),
        singular: Some(Singular { min_depth: 4, margin: 1, double_margin: 10, negative: true }),
        razoring: Some(Margin { max_depth: 2, margin: 20 }),
        history_pruning: Some(HistoryPruning { max_depth: 3, margin: 4000 }),
        exchange_pruning: Some(ExchangePruning { max_depth: 3, quiet: 10, other: 10 }),
        capture_probcut: Some(CaptureProbCut { min_depth: 4, margin: 10, reduction: 3 }),
        futility: Some(Margin { max_depth: 3, margin: 20 }),
        reverse_futility: Some(Margin { max_depth: 3, margin: 20 }),
        late_move_pruning: Some(LateMovePruning { max_depth: 3, base: 3, factor: 1 }),
        ..config
    }
}
