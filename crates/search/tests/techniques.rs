//! Selective techniques: on, each is asked where it says, saves nodes where it is sound, and does
//! what a plain recursion over the same selection does.

#[path = "support/configs.rs"]
mod configs;
#[path = "support/insight.rs"]
mod insight;
#[path = "support/reference.rs"]
mod reference;

use configs::configs;
use insight::{INSIGHT, Insight, REDUCTIONS};
use proof_games::connect_four::{ConnectFour7x6, OpenThrees};
use proof_games::planted::{Planted, PlantedValue};
use proof_games::synthetic::{Shape, Synthetic};
use proof_games::{Noise, openings, oracle};
use reference::{Tree, legal_moves};
use search::config::{
    CaptureProbCut, ExchangePruning, HistoryPruning, LateMovePruning, LateMoveReductions, Margin,
    NullMove, Ordering, ProbCut, ReductionAdjustments, Singular,
};
use search::hooks::Priority;
use search::{
    Algorithm, Analyst, Engine, Evaluator, Game, Hooks, LateMove, Limits, NoHooks, Parallel,
    Report, Request, Score, SearchConfig, ShallowCheck, StandPat, TableMode,
};

const PRUNED: [Algorithm; 3] = [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Mtdf];

fn search<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    position: &G,
    evaluator: &E,
    hooks: &H,
    config: &SearchConfig,
    limits: Limits,
) -> Report<G> {
    let mut engine = Engine::new(config.clone(), evaluator.clone(), hooks.clone())
        .expect("a valid configuration");
    engine.search(&Request::new(position.clone(), limits), &mut |_| ())
}

/// Nodes with and without a technique, both of which must find the planted value.
fn nodes_with_and_without(
    algorithm: Algorithm,
    technique: fn(&mut SearchConfig),
    hooks: &Insight,
) -> (u64, u64) {
    let position = Planted::new(5, 14, 60, 8);
    let nodes = |config: &SearchConfig| {
        let report = search(&position, &PlantedValue, hooks, config, Limits::depth(5));
        assert_eq!((report.score, report.depth), (position.value(), 5), "{config:?}");
        assert_eq!(report.best, Some(position.best_move()));
        report.nodes
    };
    let without = SearchConfig { algorithm, table_mib: 0, ..SearchConfig::default() };
    let mut with = without.clone();
    technique(&mut with);
    assert!(with.is_selective() && !without.is_selective());
    (nodes(&with), nodes(&without))
}

/// Of the algorithms with closed windows, to which all but reductions are confined.
fn assert_saves(technique: fn(&mut SearchConfig), hooks: &Insight) {
    for algorithm in [Algorithm::Pvs, Algorithm::Mtdf] {
        let (with, without) = nodes_with_and_without(algorithm, technique, hooks);
        assert!(with < without, "{algorithm:?}: {with} against {without}");
    }
}

fn assert_no_effect(technique: fn(&mut SearchConfig), hooks: &Insight) {
    for algorithm in PRUNED {
        let (with, without) = nodes_with_and_without(algorithm, technique, hooks);
        assert_eq!(with, without, "{algorithm:?}");
    }
}

#[test]
fn null_moves_save_nodes_where_the_domain_allows_them() {
    let null_move = |config: &mut SearchConfig| {
        config.null_move = Some(NullMove {
            min_depth: 2,
            reduction: 2,
            depth_divisor: 3,
            score_divisor: 0,
            verify_depth: 0,
        });
    };
    assert_saves(null_move, &Insight { best: 0, ..INSIGHT });
    assert_no_effect(null_move, &Insight { best: 0, calm: false, ..INSIGHT });
}

#[test]
fn reverse_futility_saves_nodes_where_the_position_is_calm() {
    let reverse = |config: &mut SearchConfig| {
        config.reverse_futility = Some(Margin { max_depth: 3, margin: 0 });
    };
    assert_saves(reverse, &INSIGHT);
    assert_no_effect(reverse, &Insight { calm: false, ..INSIGHT });
    let margin = |config: &mut SearchConfig| {
        config.reverse_futility = Some(Margin { max_depth: 3, margin: 1_000_000 });
    };
    assert_no_effect(margin, &INSIGHT);
}

#[test]
fn futility_skips_only_quiet_moves_of_calm_positions() {
    let futility = |config: &mut SearchConfig| {
        config.futility = Some(Margin { max_depth: 3, margin: 0 });
    };
    assert_saves(futility, &INSIGHT);
    assert_no_effect(futility, &Insight { calm: false, ..INSIGHT });
    assert_no_effect(futility, &Insight { quiet: false, ..INSIGHT });
    let margin = |config: &mut SearchConfig| {
        config.futility = Some(Margin { max_depth: 3, margin: 1_000_000 });
    };
    assert_no_effect(margin, &INSIGHT);
}

#[test]
fn late_move_pruning_skips_only_late_quiet_moves_of_calm_positions() {
    let pruning = |config: &mut SearchConfig| {
        config.late_move_pruning = Some(LateMovePruning { max_depth: 3, base: 1, factor: 1 });
    };
    assert_saves(pruning, &INSIGHT);
    assert_no_effect(pruning, &Insight { calm: false, ..INSIGHT });
    assert_no_effect(pruning, &Insight { quiet: false, ..INSIGHT });
    let later = |config: &mut SearchConfig| {
        config.late_move_pruning = Some(LateMovePruning { max_depth: 3, base: 14, factor: 0 });
    };
    assert_no_effect(later, &INSIGHT);
}

#[test]
fn late_moves_are_searched_less_deeply_unless_they_turn_out_well() {
    let reductions = |config: &mut SearchConfig| config.late_move_reductions = Some(REDUCTIONS);
    assert_saves(reductions, &INSIGHT);
    assert_no_effect(reductions, &Insight { quiet: false, ..INSIGHT });
    assert_no_effect(reductions, &Insight { reduction: Some(0), ..INSIGHT });
    // The best move comes last and is reduced everywhere: what the short search finds is looked at
    // again, so that the value is kept.
    let last = Insight { best: -1, ..INSIGHT };
    let beyond = Insight { reduction: Some(u32::MAX), ..INSIGHT };
    for algorithm in PRUNED {
        let _ = nodes_with_and_without(algorithm, reductions, &last);
        let (with, without) = nodes_with_and_without(algorithm, reductions, &beyond);
        assert!(with < without);
    }
}

#[test]
fn razoring_asks_quiescence_where_the_position_is_calm() {
    let razoring = |config: &mut SearchConfig| {
        config.razoring = Some(Margin { max_depth: 3, margin: 0 });
    };
    assert_saves(razoring, &INSIGHT);
    assert_no_effect(razoring, &Insight { calm: false, ..INSIGHT });
    let margin = |config: &mut SearchConfig| {
        config.razoring = Some(Margin { max_depth: 3, margin: 1_000_000 });
    };
    assert_no_effect(margin, &INSIGHT);
}

#[test]
fn moves_that_lose_an_exchange_are_skipped_in_calm_positions() {
    let pruning = |config: &mut SearchConfig| {
        config.exchange_pruning = Some(ExchangePruning { max_depth: 3, quiet: 1, other: 5 });
    };
    for quiet in [true, false] {
        assert_saves(pruning, &Insight { quiet, loss: Some(100), ..INSIGHT });
        assert_no_effect(pruning, &Insight { quiet, loss: Some(1), ..INSIGHT });
        assert_no_effect(pruning, &Insight { quiet, loss: None, ..INSIGHT });
        assert_no_effect(pruning, &Insight { quiet, loss: Some(100), calm: false, ..INSIGHT });
    }
}

#[test]
fn only_quiet_moves_are_judged_by_their_history() {
    let pruning = |config: &mut SearchConfig| {
        config.history_pruning = Some(HistoryPruning { max_depth: 3, margin: 1 });
    };
    assert_no_effect(pruning, &Insight { quiet: false, best: 0, ..INSIGHT });
    assert_no_effect(pruning, &Insight { calm: false, best: 0, ..INSIGHT });
}

#[test]
fn adjustments_reduce_more_where_some_move_should_cut_off() {
    let standard = |config: &mut SearchConfig| config.late_move_reductions = Some(REDUCTIONS);
    let adjusted = |config: &mut SearchConfig| {
        config.late_move_reductions = Some(REDUCTIONS);
        config.reduction_adjustments =
            Some(ReductionAdjustments { cut_node: 1.0, ..ReductionAdjustments::default() });
    };
    // Where the best move comes last, cut nodes are searched beyond their first move.
    let last = Insight { best: -1, ..INSIGHT };
    let (more, _) = nodes_with_and_without(Algorithm::Pvs, adjusted, &last);
    let (less, _) = nodes_with_and_without(Algorithm::Pvs, standard, &last);
    assert!(more < less, "{more} against {less}");
}

#[test]
fn late_root_moves_are_reduced_and_looked_at_again() {
    let reductions = |config: &mut SearchConfig| {
        config.late_move_reductions = Some(REDUCTIONS);
        config.root_reductions = true;
    };
    let inner = |config: &mut SearchConfig| config.late_move_reductions = Some(REDUCTIONS);
    let (with, _) = nodes_with_and_without(Algorithm::Pvs, reductions, &INSIGHT);
    let (without, _) = nodes_with_and_without(Algorithm::Pvs, inner, &INSIGHT);
    assert!(with < without, "{with} against {without}");
    let last = Insight { best: -1, ..INSIGHT };
    let _ = nodes_with_and_without(Algorithm::Pvs, reductions, &last);
}

#[test]
fn captures_that_win_enough_cut_off() {
    let probcut = |config: &mut SearchConfig| {
        config.capture_probcut = Some(CaptureProbCut { min_depth: 3, margin: 0, reduction: 3 });
    };
    let knows = Insight { best: 0, loss: Some(1), ..INSIGHT };
    assert_saves(probcut, &knows);
    assert_no_effect(probcut, &Insight { loss: None, ..knows });
    assert_no_effect(probcut, &Insight { calm: false, ..knows });
}

#[test]
fn a_singular_table_move_is_searched_deeper() {
    let singular = Singular { min_depth: 3, margin: 1, double_margin: 5, negative: true };
    let mut differ = 0;
    for seed in 0..20 {
        let position = Planted::new(seed, 6, 60, 8);
        let config = SearchConfig { table_mode: TableMode::Engine, ..SearchConfig::default() };
        let with = SearchConfig { singular: Some(singular), ..config.clone() };
        let [with, without] = [with, config].map(|config| {
            let report = search(&position, &PlantedValue, &INSIGHT, &config, Limits::depth(7));
            assert_eq!((report.score, report.best), (position.value(), Some(position.best_move())));
            report.nodes
        });
        differ += usize::from(with != without);
    }
    assert!(differ > 10, "{differ} of 20");
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

#[test]
fn probable_cuts_save_nodes_where_the_domain_predicts_values() {
    let probcut = |config: &mut SearchConfig| {
        config.probcut = Some(ProbCut { min_depth: 2, confidence: 1.0 });
    };
    assert_saves(probcut, &Insight { best: 0, ..INSIGHT });
    assert_no_effect(probcut, &Insight { best: 0, calm: false, ..INSIGHT });
    let deeper = |config: &mut SearchConfig| {
        config.probcut = Some(ProbCut { min_depth: 5, confidence: 1.0 });
    };
    assert_no_effect(deeper, &INSIGHT);
}

#[test]
fn nodes_without_a_table_move_are_searched_less_deeply() {
    let reduction = |config: &mut SearchConfig| config.internal_reduction = Some(3);
    assert_saves(reduction, &INSIGHT);
    let deeper = |config: &mut SearchConfig| config.internal_reduction = Some(5);
    assert_no_effect(deeper, &INSIGHT);
}

#[test]
fn continuation_history_orders_the_answers_to_the_last_moves() {
    let start = ConnectFour7x6::new();
    let nodes = |continuation| {
        let ordering = Ordering { continuation, killers: false, ..Ordering::default() };
        let config = SearchConfig { ordering, table_mib: 0, ..SearchConfig::default() };
        let positions = (0..6).map(|seed| openings::random(&start, seed, 6));
        positions
            .map(|position| {
                search(&position, &OpenThrees, &NoHooks, &config, Limits::depth(9)).nodes
            })
            .sum::<u64>()
    };
    assert!(nodes(true) < nodes(false));
}

#[test]
fn countermoves_order_the_answers_to_a_move() {
    let start = ConnectFour7x6::new();
    let nodes = |countermoves| {
        let ordering = Ordering { countermoves, history: false, ..Ordering::default() };
        let config = SearchConfig { ordering, table_mib: 0, ..SearchConfig::default() };
        let positions = (0..6).map(|seed| openings::random(&start, seed, 6));
        positions
            .map(|position| {
                search(&position, &OpenThrees, &NoHooks, &config, Limits::depth(9)).nodes
            })
            .sum::<u64>()
    };
    assert!(nodes(true) < nodes(false));
}

/// A random tree in which a side may move twice.
type Random = Synthetic<false>;

fn tree(seed: u64) -> (Random, Noise) {
    let shape = Shape { seed, min_moves: 1, max_moves: 4, length: 14, ends: 8 };
    (Synthetic::new(shape), Noise { seed, range: 100 })
}

/// Makes up what to extend and what is forced from a position's key.
#[derive(Clone)]
struct Whims;

fn extends(game: &Random) -> bool {
    game.key().is_multiple_of(5)
}

fn forced(game: &Random) -> Option<u16> {
    (game.key() % 4 == 1).then_some(0)
}

impl Hooks<Random> for Whims {
    fn extension(&mut self, game: &Random, _mv: u16) -> u32 {
        u32::from(extends(game))
    }

    fn forced_replies(&mut self, game: &Random, moves: &mut Vec<u16>) -> bool {
        let forced = forced(game);
        moves.extend(forced);
        forced.is_some()
    }
}

/// Searches random trees with a technique and compares with the recursion that a seed's evaluator
/// gives; says in how many of the values the technique shows.
fn agree(
    depth: u32,
    technique: fn(&mut SearchConfig),
    reference: impl Fn(&Random, Noise) -> Score,
) -> usize {
    let mut shown = 0;
    for seed in 0..40 {
        let (position, noise) = tree(seed);
        let value = reference(&position, noise);
        for algorithm in PRUNED {
            for parallel in [Parallel::None, Parallel::Root] {
                let threads = if parallel == Parallel::Root { 2 } else { 1 };
                let table_mib = 0;
                let mut config = SearchConfig {
                    algorithm,
                    parallel,
                    threads,
                    table_mib,
                    ..SearchConfig::default()
                };
                technique(&mut config);
                let report = search(&position, &noise, &Whims, &config, Limits::depth(depth));
                assert_eq!(report.score, value, "seed {seed}, {config:?}");
            }
        }
        let plain = oracle::minimax(&position, &mut { noise }, &mut NoHooks, depth);
        shown += usize::from(plain != value);
    }
    shown
}

/// Extensions end twice as deep as the iteration, and the root has none.
fn may_extend(ply: usize, depth: u32) -> bool {
    (1..2 * depth as usize).contains(&ply)
}

#[test]
fn extended_moves_are_searched_deeper() {
    let shown = agree(
        4,
        |config| config.extensions = true,
        |position, noise| {
            let extension =
                |child: &Random, _: usize, ply| u32::from(may_extend(ply, 4) && extends(child));
            let horizon = |game: &Random, _| { noise }.evaluate(game);
            Tree { evaluator: noise, moves: &legal_moves, extension: &extension, horizon: &horizon }
                .value(position, 4, 0)
        },
    );
    assert!(shown > 10, "extensions show in {shown} of 40 values");
}

#[test]
fn the_only_move_of_a_position_is_searched_deeper() {
    let shown = agree(
        4,
        |config| config.one_reply_extension = true,
        |position, noise| {
            let extension =
                |_: &Random, moves, ply| u32::from(may_extend(ply, 4) && moves == 1_usize);
            let horizon = |game: &Random, _| { noise }.evaluate(game);
            Tree { evaluator: noise, moves: &legal_moves, extension: &extension, horizon: &horizon }
                .value(position, 4, 0)
        },
    );
    assert!(shown > 10, "only moves show in {shown} of 40 values");
}

#[test]
fn only_forced_replies_are_searched_where_there_are_some() {
    let shown = agree(
        5,
        |config| config.forced_replies = true,
        |position, noise| {
            let moves = |game: &Random, ply| match forced(game) {
                Some(mv) => vec![mv],
                None => legal_moves(game, ply),
            };
            let horizon = |game: &Random, _| { noise }.evaluate(game);
            Tree { evaluator: noise, moves: &moves, extension: &|_, _, _| 0, horizon: &horizon }
                .value(position, 5, 0)
        },
    );
    assert!(shown > 10, "forced replies show in {shown} of 40 values");
}

/// Answers everything in the most extreme way.
#[derive(Clone)]
struct Extreme;

impl Hooks<Planted> for Extreme {
    const PRIORITY: Option<Priority<Self, Planted>> =
        Some(|_, _, mv, _| if mv.is_multiple_of(2) { i32::MAX } else { i32::MIN });

    fn tactical_moves(&mut self, game: &Planted, _qply: u32, moves: &mut Vec<u16>) -> StandPat {
        moves.push(game.best_move());
        StandPat::Forbidden
    }

    fn null_move(&mut self, game: &Planted) -> Option<u16> {
        Some(game.best_move())
    }

    fn gain(&mut self, _game: &Planted, mv: u16) -> Option<i64> {
        Some(if mv.is_multiple_of(2) { i64::MAX } else { i64::MIN })
    }

    fn shallow_check(&mut self, _game: &Planted, depth: u32, index: usize) -> Option<ShallowCheck> {
        let check = ShallowCheck {
            depth: depth - 1,
            slope: f64::MIN_POSITIVE,
            offset: f64::MIN,
            deviation: f64::MAX,
        };
        (index == 0).then_some(check)
    }

    fn reduction(&mut self, _game: &Planted, _mv: u16, _late: &LateMove) -> u32 {
        u32::MAX
    }

    fn extension(&mut self, _game: &Planted, _mv: u16) -> u32 {
        u32::MAX
    }
}

#[test]
fn the_most_extreme_parameters_neither_overflow_nor_run_away() {
    let position = Planted::new(1, 3, 50, 0);
    for config in configs() {
        for light_frontier in [false, true] {
            let config = SearchConfig {
                light_frontier,
                aspiration: Some(i64::MAX),
                quiescence: u32::MAX,
                quiescence_margin: Some(i64::MAX),
                internal_reduction: Some(0),
                probcut: Some(ProbCut { min_depth: 0, confidence: f64::MAX }),
                extensions: true,
                one_reply_extension: true,
                null_move: Some(NullMove {
                    min_depth: 0,
                    reduction: u32::MAX,
                    depth_divisor: 1,
                    score_divisor: i64::MIN,
                    verify_depth: 1,
                }),
                late_move_reductions: Some(LateMoveReductions {
                    min_depth: 0,
                    full_moves: 0,
                    base: f64::MAX,
                    divisor: f64::MIN_POSITIVE,
                }),
                late_move_pruning: Some(LateMovePruning {
                    max_depth: u32::MAX,
                    base: usize::MAX,
                    factor: usize::MAX,
                }),
                reduction_adjustments: Some(ReductionAdjustments {
                    cut_node: f64::MAX,
                    not_improving: f64::MAX,
                    history: 1,
                    losing_captures: true,
                    deeper: i64::MAX,
                }),
                ordering: Ordering { continuation: true, effort: true, ..Ordering::default() },
                improving: true,
                table_evaluation: true,
                correction: Some(1_000_000_000),
                root_reductions: true,
                reduced_depth_pruning: true,
                singular: Some(Singular {
                    min_depth: 0,
                    margin: i64::MAX,
                    double_margin: i64::MAX,
                    negative: true,
                }),
                razoring: Some(Margin { max_depth: u32::MAX, margin: i64::MAX }),
                capture_probcut: Some(CaptureProbCut {
                    min_depth: 0,
                    margin: i64::MAX,
                    reduction: u32::MAX,
                }),
                history_pruning: Some(HistoryPruning { max_depth: u32::MAX, margin: i32::MIN }),
                exchange_pruning: Some(ExchangePruning {
                    max_depth: u32::MAX,
                    quiet: i64::MIN,
                    other: i64::MIN,
                }),
                futility: Some(Margin { max_depth: u32::MAX, margin: i64::MAX }),
                reverse_futility: Some(Margin { max_depth: u32::MAX, margin: i64::MIN }),
                ..config.clone()
            };
            let report = search(&position, &PlantedValue, &Extreme, &config, Limits::nodes(20_000));
            assert!(report.best.is_some_and(|mv| position.is_legal(mv)));
        }
    }
}
