//! Recorded searches: the same result and nodes as without recording, a well-formed tree, values that hold
//! against minimax, and the reason of every cut.

#[path = "support/insight.rs"]
mod insight;
#[path = "support/setup.rs"]
mod setup;
#[path = "support/walk.rs"]
mod walk;

use insight::{INSIGHT, Insight, REDUCTIONS};
use proof_games::connect_four::{CentreFirst, ConnectFour7x6, OpenThrees};
use proof_games::mancala::{Mancala, StoreLead};
use proof_games::planted::{Planted, PlantedValue};
use proof_games::reversi::{FewestReplies, MobilityCorners, Reversi};
use proof_games::ring::{Nearness, Repetition, Ring};
use proof_games::tic_tac_toe::{OpenLines, TicTacToe};
use proof_games::{Noise, oracle};
use proptest::prelude::*;
use search::config::{
    CaptureProbCut, ExchangePruning, HistoryPruning, LateMovePruning, Margin, NullMove, ProbCut,
    Singular,
};
use search::recording::{Kind, Reason, RecordOptions, RecordedNode, Recording, SkipReason};
use search::{
    Algorithm, Analyst, Bound, Engine, Evaluator, Game, Hooks, Limits, NoHooks, Parallel, Request,
    Score, SearchConfig, TableMode,
};
use setup::{Setup, any_setup};
use std::collections::HashSet;
use walk::walk;

const ALL: [Algorithm; 4] =
    [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Mtdf];

/// More than any of these searches visits.
const EVERYTHING: RecordOptions = RecordOptions { limit: 1_000_000, reverse: false };

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn engine<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    config: &SearchConfig,
    evaluator: &E,
    hooks: &H,
) -> Engine<G, E, H> {
    Setup { config: config.clone(), buckets: None }.engine(evaluator.clone(), hooks.clone())
}

fn record<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    position: &G,
    evaluator: &E,
    hooks: &H,
    config: &SearchConfig,
    depth: u32,
    options: RecordOptions,
) -> Recording<G> {
    let request = Request::new(position.clone(), Limits::depth(depth));
    engine(config, evaluator, hooks).record(&request, options).expect("a small table")
}

/// Records with this limit and compares with the search itself.
fn same_as_unrecorded<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    position: &G,
    evaluator: &E,
    hooks: &H,
    config: &SearchConfig,
    depth: u32,
    limit: usize,
) -> Result<Recording<G>, TestCaseError> {
    let request = Request::new(position.clone(), Limits::depth(depth));
    let found = engine(config, evaluator, hooks).search(&request, &mut |_| ());
    let options = RecordOptions { limit, reverse: false };
    let recording = record(position, evaluator, hooks, config, depth, options);
    let report = &recording.report;
    prop_assert_eq!((report.score, report.best), (found.score, found.best), "{:?}", config);
    prop_assert_eq!((report.nodes, report.pv()), (found.nodes, found.pv()), "{:?}", config);
    let searched = recording.nodes.iter().filter(|node| node.parent.is_some()).count() as u64;
    let unrecorded: u64 = recording.nodes.iter().map(|node| node.unrecorded).sum();
    prop_assert!(recording.nodes.len() <= limit);
    if recording.is_complete {
        prop_assert_eq!((searched, unrecorded), (report.nodes, 0), "{:?}", config);
    } else {
        prop_assert_eq!(recording.nodes.len(), limit);
    }
    Ok(recording)
}

/// Parents come before their children and are open when these are entered; plies and windows fit.
fn is_well_formed<M: Copy + PartialEq + std::fmt::Debug>(
    nodes: &[RecordedNode<M>],
) -> Result<(), TestCaseError> {
    let mut open: Vec<u32> = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        let is_pass = matches!(node.kind, Kind::Iteration | Kind::MtdfPass)
            || node.kind == Kind::ReSearch && node.parent.is_none();
        prop_assert_eq!(node.parent.is_none(), is_pass, "{:?}", node);
        match node.parent {
            None => open.clear(),
            Some(parent) => {
                while open.last().is_some_and(|&last| last != parent) {
                    open.pop();
                }
                prop_assert!(!open.is_empty(), "node {} is not inside {}", number, parent);
                let above = &nodes[parent as usize];
                let plies = usize::from(node.mv.is_some());
                prop_assert_eq!(node.ply, above.ply + plies, "{:?} below {:?}", node, above);
            }
        }
        prop_assert!(node.alpha < node.beta, "{:?}", node);
        open.push(number as u32);
    }
    Ok(())
}

fn seen_from<M>(node: &RecordedNode<M>, child: &RecordedNode<M>) -> Option<Score> {
    child.value.map(|value| if child.side == node.side { value } else { -value })
}

/// Every node that was decided by its moves has the value of the best; a cut is recorded exactly where the
/// value reaches beta; a cut-off node lists the moves it did not search.
fn values_follow_from_children<G: Game>(
    position: &G,
    recording: &Recording<G>,
) -> Result<(), TestCaseError> {
    let nodes = &recording.nodes;
    for (number, node) in nodes.iter().enumerate() {
        if !matches!(node.reason, Reason::Searched | Reason::Beta) {
            continue;
        }
        let value = node.value.expect("a finished search");
        prop_assert_eq!(node.reason == Reason::Beta, value >= node.beta, "{:?}", node);
        let children = || nodes.iter().filter(|child| child.parent == Some(number as u32));
        // Of several searches of a move the last counts.
        let mut by_move: Vec<(G::Move, Score)> = Vec::new();
        for child in children() {
            let (mv, score) = (child.mv.expect("a move"), seen_from(node, child).expect("a value"));
            let low = if child.side == node.side { child.alpha } else { -child.beta };
            let high = if child.side == node.side { child.beta } else { -child.alpha };
            prop_assert!(low >= node.alpha && high <= node.beta, "{:?} in {:?}", child, node);
            by_move.retain(|(other, _)| *other != mv);
            by_move.push((mv, score));
        }
        let best = by_move.iter().map(|&(_, score)| score).max();
        prop_assert_eq!(best, Some(value), "{:?}", node);
        let mut moves = Vec::new();
        position_of(position, nodes, number).legal_moves(&mut moves);
        let accounted = by_move.len() + node.skipped.len();
        prop_assert_eq!(accounted, moves.len(), "{:?}", node);
        prop_assert!(node.skipped.iter().all(|&(_, why)| why == SkipReason::Beta));
        prop_assert!(node.skipped.is_empty() || node.reason == Reason::Beta);
    }
    Ok(())
}

/// The moves from the root to a node.
fn line<M: Copy>(nodes: &[RecordedNode<M>], number: usize) -> Vec<M> {
    let mut moves = Vec::new();
    let mut at = Some(number as u32);
    while let Some(number) = at {
        let node = &nodes[number as usize];
        moves.extend(node.mv);
        at = node.parent;
    }
    moves.reverse();
    moves
}

fn position_of<G: Game>(root: &G, nodes: &[RecordedNode<G::Move>], number: usize) -> G {
    let mut position = root.clone();
    for mv in line(nodes, number) {
        position.play(mv);
    }
    position
}

/// The value of every node holds against plain recursion from its position.
fn values_hold<G: Game, E: Evaluator<G>>(
    position: &G,
    evaluator: &E,
    recording: &Recording<G>,
) -> Result<(), TestCaseError> {
    for (number, node) in recording.nodes.iter().enumerate() {
        let at = position_of(position, &recording.nodes, number);
        let truth = oracle::minimax(&at, &mut evaluator.clone(), &mut NoHooks, node.depth);
        let truth = truth.from_relative(node.ply);
        let value = node.value.expect("a finished search");
        let holds = match node.bound {
            Bound::Exact => value == truth,
            Bound::Lower => value <= truth,
            Bound::Upper => value >= truth,
        };
        prop_assert!(holds, "{:?} is worth {:?}", node, truth);
    }
    Ok(())
}

fn check_any<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    position: &G,
    evaluator: &E,
    hooks: &H,
    setup: &Setup,
    depth: u32,
    limit: usize,
) -> Result<(), TestCaseError> {
    let table_mib = usize::from(setup.buckets.is_some() && H::PATH_RULE.is_none());
    let config =
        SearchConfig { parallel: Parallel::None, threads: 1, table_mib, ..setup.config.clone() };
    for limit in [limit, EVERYTHING.limit] {
        let recording = same_as_unrecorded(position, evaluator, hooks, &config, depth, limit)?;
        is_well_formed(&recording.nodes)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn recording_changes_nothing_and_counts_every_node(
        setup in any_setup(),
        plies in 0..6_usize,
        seed in any::<u64>(),
        limit in 1..300_usize,
    ) {
        let noise = Noise { seed, range: 50 };
        let tic_tac_toe = walk(&TicTacToe::new(), plies, seed);
        check_any(&tic_tac_toe, &OpenLines, &NoHooks, &setup, 4, limit)?;
        let four = walk(&ConnectFour7x6::new(), plies, seed);
        check_any(&four, &OpenThrees, &CentreFirst, &setup, 4, limit)?;
        let mancala = walk(&Mancala::new(3), plies, seed);
        check_any(&mancala, &StoreLead, &NoHooks, &setup, 4, limit)?;
        let reversi = walk(&Reversi::new(), plies, seed);
        check_any(&reversi, &MobilityCorners, &FewestReplies, &setup, 3, limit)?;
        check_any(&Ring::new(5, 9), &Nearness, &Repetition { occurrences: 2 }, &setup, 6, limit)?;
        check_any(&four, &noise, &CentreFirst, &setup, 3, limit)?;
    }

    #[test]
    fn values_follow_from_the_children_and_hold_against_minimax(
        algorithm in prop::sample::select(ALL.to_vec()),
        plies in 0..6_usize,
        seed in any::<u64>(),
        range in 1..40_u32,
        light_frontier in any::<bool>(),
    ) {
        let noise = Noise { seed, range };
        let config =
            SearchConfig { light_frontier, ..SearchConfig::textbook(algorithm, 3) };
        let four = walk(&ConnectFour7x6::new(), plies, seed);
        let recording = record(&four, &noise, &NoHooks, &config, 3, EVERYTHING);
        values_follow_from_children(&four, &recording)?;
        values_hold(&four, &noise, &recording)?;
        let mancala = walk(&Mancala::new(3), plies, seed);
        let recording = record(&mancala, &noise, &NoHooks, &config, 3, EVERYTHING);
        values_follow_from_children(&mancala, &recording)?;
        values_hold(&mancala, &noise, &recording)?;
    }

    #[test]
    fn alpha_beta_visits_a_part_of_what_minimax_visits(plies in 0..6_usize, seed in any::<u64>()) {
        let noise = Noise { seed, range: 100 };
        let four = walk(&ConnectFour7x6::new(), plies, seed);
        let [all, some] = [Algorithm::Minimax, Algorithm::AlphaBeta].map(|algorithm| {
            let config = SearchConfig::textbook(algorithm, 4);
            let recording = record(&four, &noise, &NoHooks, &config, 4, EVERYTHING);
            let lines = (0..recording.nodes.len()).map(|n| line(&recording.nodes, n));
            lines.collect::<HashSet<Vec<u8>>>()
        });
        prop_assert!(some.is_subset(&all));
        prop_assert!(some.len() < all.len());
    }

    #[test]
    fn a_reversed_order_keeps_the_value(plies in 0..6_usize, seed in any::<u64>()) {
        let four = walk(&ConnectFour7x6::new(), plies, seed);
        let config = SearchConfig { table_mib: 1, ..SearchConfig::default() };
        let search = |reverse| {
            let options = RecordOptions { reverse, ..EVERYTHING };
            record(&four, &OpenThrees, &CentreFirst, &config, 4, options).report.score
        };
        prop_assert_eq!(search(true), search(false));
    }
}

#[test]
fn a_reversed_order_costs_nodes() {
    let config = SearchConfig { iterative: false, table_mib: 0, ..SearchConfig::default() };
    let nodes = |reverse| {
        let options = RecordOptions { reverse, ..EVERYTHING };
        let start = ConnectFour7x6::new();
        record(&start, &OpenThrees, &CentreFirst, &config, 6, options).report.nodes
    };
    assert!(nodes(true) > nodes(false), "{} against {}", nodes(true), nodes(false));
}

#[test]
fn passes_are_named_and_numbered_by_depth() {
    let start = ConnectFour7x6::new();
    let passes = |config: &SearchConfig| {
        let recording = record(&start, &OpenThrees, &CentreFirst, config, 3, EVERYTHING);
        let passes = recording.nodes.into_iter().filter(|node| node.parent.is_none());
        passes.map(|node| (node.kind, node.depth)).collect::<Vec<_>>()
    };
    let plain = SearchConfig { table_mib: 1, ..SearchConfig::default() };
    let iteration = |depth| (Kind::Iteration, depth);
    assert_eq!(passes(&plain), [iteration(1), iteration(2), iteration(3)]);
    let narrow = SearchConfig { aspiration: Some(1), ..plain.clone() };
    assert!(passes(&narrow).contains(&(Kind::ReSearch, 2)), "{:?}", passes(&narrow));
    let mtdf = SearchConfig { algorithm: Algorithm::Mtdf, iterative: false, ..plain };
    assert!(passes(&mtdf).len() > 1);
    assert!(passes(&mtdf).iter().all(|pass| *pass == (Kind::MtdfPass, 3)), "{:?}", passes(&mtdf));
}

#[test]
fn a_stopped_search_leaves_nodes_without_a_value() {
    let mut engine = engine(&SearchConfig::default(), &OpenThrees, &CentreFirst);
    let request = Request::new(ConnectFour7x6::new(), Limits::nodes(500));
    let recording = engine.record(&request, EVERYTHING).expect("a small table");
    let stopped: Vec<_> = recording.nodes.iter().filter(|node| node.value.is_none()).collect();
    assert!(stopped.iter().all(|node| node.reason == Reason::Stopped));
    // The line that was being searched.
    let plies: Vec<usize> = stopped.iter().map(|node| node.ply).collect();
    assert!(!plies.is_empty() && plies.iter().copied().eq(0..plies.len()), "{plies:?}");
}

/// Which reasons and kinds a search of a planted tree has.
fn planted(technique: fn(&mut SearchConfig), hooks: &Insight) -> Recording<Planted> {
    let position = Planted::new(5, 14, 60, 8);
    let mut config = SearchConfig { table_mib: 0, ..SearchConfig::default() };
    technique(&mut config);
    let (evaluator, limit) = (&PlantedValue, EVERYTHING.limit);
    let recording = same_as_unrecorded(&position, evaluator, hooks, &config, 5, limit);
    let recording = recording.unwrap_or_else(|error| panic!("{error}"));
    is_well_formed(&recording.nodes).unwrap_or_else(|error| panic!("{error}"));
    recording
}

#[test]
fn every_technique_that_answers_for_a_node_is_named() {
    let knows = Insight { best: 0, loss: Some(1), ..INSIGHT };
    type Case = (Reason, fn(&mut SearchConfig));
    let cases: [Case; 6] = [
        (Reason::NullMove, |config| {
            config.null_move = Some(NullMove {
                min_depth: 2,
                reduction: 2,
                depth_divisor: 3,
                score_divisor: 0,
                verify_depth: 0,
            });
        }),
        (Reason::ReverseFutility, |config| {
            config.reverse_futility = Some(Margin { max_depth: 3, margin: 0 });
        }),
        (Reason::Razoring, |config| {
            config.razoring = Some(Margin { max_depth: 3, margin: 0 });
        }),
        (Reason::Probcut, |config| {
            config.probcut = Some(ProbCut { min_depth: 3, confidence: 1.0 });
        }),
        (Reason::Probcut, |config| {
            config.capture_probcut = Some(CaptureProbCut { min_depth: 3, margin: 0, reduction: 3 });
        }),
        (Reason::StandPat, |config| config.quiescence = 4),
    ];
    let plain = planted(|_| (), &knows);
    for (reason, technique) in cases {
        let has = |recording: &Recording<_>| recording.nodes.iter().any(|n| n.reason == reason);
        assert!(has(&planted(technique, &knows)) && !has(&plain), "{reason:?}");
    }
    let null_moves = planted(cases[0].1, &knows);
    assert!(null_moves.nodes.iter().any(|node| node.kind == Kind::NullMove));
    let razoring = planted(cases[2].1, &knows);
    assert!(razoring.nodes.iter().any(|node| node.kind == Kind::Shallow && node.mv.is_none()));
    let quiescence = planted(cases[5].1, &knows);
    assert!(quiescence.nodes.iter().any(|node| node.kind == Kind::Quiescence));
}

#[test]
fn every_technique_that_skips_moves_is_named() {
    type Case = (SkipReason, fn(&mut SearchConfig));
    let cases: [Case; 4] = [
        (SkipReason::Futility, |config| {
            config.futility = Some(Margin { max_depth: 3, margin: 0 });
        }),
        (SkipReason::LateMove, |config| {
            config.late_move_pruning = Some(LateMovePruning { max_depth: 3, base: 1, factor: 1 });
        }),
        (SkipReason::Exchange, |config| {
            config.exchange_pruning = Some(ExchangePruning { max_depth: 3, quiet: 1, other: 5 });
        }),
        (SkipReason::History, |config| {
            config.history_pruning = Some(HistoryPruning { max_depth: 3, margin: 1 });
        }),
    ];
    let knows = Insight { best: 0, loss: Some(100), ..INSIGHT };
    let plain = planted(|_| (), &knows);
    for (reason, technique) in cases {
        let has = |recording: &Recording<_>| {
            recording.nodes.iter().any(|node| node.skipped.iter().any(|&(_, why)| why == reason))
        };
        assert!(has(&planted(technique, &knows)) && !has(&plain), "{reason:?}");
    }
}

#[test]
fn singular_tests_and_reductions_are_searches_of_their_own() {
    let reduced = planted(
        |config| {
            config.late_move_reductions = Some(REDUCTIONS);
        },
        &Insight { best: -1, ..INSIGHT },
    );
    assert!(reduced.nodes.iter().any(|node| node.kind == Kind::ReSearch));
    let singular = planted(
        |config| {
            config.table_mib = 1;
            config.table_mode = TableMode::Engine;
            config.singular =
                Some(Singular { min_depth: 3, margin: 1, double_margin: 5, negative: true });
        },
        &INSIGHT,
    );
    assert!(singular.nodes.iter().any(|node| node.kind == Kind::Shallow));
}

#[test]
fn ends_of_games_and_table_answers_are_named() {
    fn reasons<G: Game>(recording: &Recording<G>) -> HashSet<Reason> {
        recording.nodes.iter().map(|node| node.reason).collect()
    }
    let plain = SearchConfig { table_mib: 0, ..SearchConfig::default() };
    let rule = Repetition { occurrences: 2 };
    let ring = record(&Ring::new(5, 9), &Nearness, &rule, &plain, 6, EVERYTHING);
    assert!(reasons(&ring).is_superset(&[Reason::Repetition, Reason::Terminal].into()));
    let with_table = SearchConfig { table_mib: 1, mate_distance: true, ..plain };
    let mut found = HashSet::new();
    for seed in 0..10 {
        let position = walk(&TicTacToe::new(), 3, seed);
        let solved = record(&position, &OpenLines, &NoHooks, &with_table, 6, EVERYTHING);
        found.extend(reasons(&solved));
    }
    let expected = [Reason::Table, Reason::Terminal, Reason::Horizon, Reason::MateDistance];
    assert!(found.is_superset(&expected.into()), "{found:?}");
}
