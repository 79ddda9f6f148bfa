//! Cutting a node or skipping a move: only where the domain calls the position calm and the move quiet.

use crate::insight::{INSIGHT, Insight};
use crate::planted::{assert_no_effect, assert_saves};
use search::SearchConfig;
use search::config::{
    CaptureProbCut, ExchangePruning, HistoryPruning, LateMovePruning, Margin, NullMove, ProbCut,
};

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
