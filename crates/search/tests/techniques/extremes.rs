//! Parameters and hooks at the ends of their ranges.

use crate::configs::configs;
use crate::search_once::search;
use proof_games::planted::{Planted, PlantedValue};
use search::config::{
    CaptureProbCut, ExchangePruning, HistoryPruning, LateMovePruning, LateMoveReductions, Margin,
    NullMove, Ordering, ProbCut, ReductionAdjustments, Singular,
};
use search::hooks::Priority;
use search::{Game, Hooks, LateMove, Limits, SearchConfig, ShallowCheck, StandPat};

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
