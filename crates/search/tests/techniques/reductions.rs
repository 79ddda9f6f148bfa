//! Searching some moves less deeply, or one more deeply.

use crate::PRUNED;
use crate::insight::{INSIGHT, Insight, REDUCTIONS};
use crate::planted::{assert_no_effect, assert_saves, nodes_with_and_without};
use crate::search_once::search;
use proof_games::planted::{Planted, PlantedValue};
use search::config::{ReductionAdjustments, Singular};
use search::{Algorithm, Limits, SearchConfig, TableMode};

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
fn nodes_without_a_table_move_are_searched_less_deeply() {
    let reduction = |config: &mut SearchConfig| config.internal_reduction = Some(3);
    assert_saves(reduction, &INSIGHT);
    let deeper = |config: &mut SearchConfig| config.internal_reduction = Some(5);
    assert_no_effect(deeper, &INSIGHT);
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
