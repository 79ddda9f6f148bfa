//! A planted tree and hooks that know it: what a technique saves there.

use crate::PRUNED;
use crate::search_once::search;
use proof_games::planted::{Planted, PlantedValue};
use search::config::LateMoveReductions;
use search::hooks::Priority;
use search::{Algorithm, Hooks, LateMove, Limits, SearchConfig, ShallowCheck, StandPat};

/// What a planted tree lets one know: the static value is the value, so that pruning by it is sound
/// with no margin at all, and the best move is known without search.
#[derive(Clone)]
pub(crate) struct Insight {
    /// Where the best move comes in the order: 1 first, -1 last.
    pub best: i32,
    pub calm: bool,
    pub quiet: bool,
    /// What late moves are reduced by; `None`: as the formula says.
    pub reduction: Option<u32>,
    /// What every move but the best loses at once; `None`: not known.
    pub loss: Option<i64>,
}

pub(crate) const INSIGHT: Insight =
    Insight { best: 1, calm: true, quiet: true, reduction: None, loss: None };

/// What the formula of [`REDUCTIONS`] says for every move.
pub(crate) const STANDARD: u32 = 2;
pub(crate) const REDUCTIONS: LateMoveReductions =
    LateMoveReductions { min_depth: 3, full_moves: 2, base: STANDARD as f64, divisor: 1e9 };

impl Hooks<Planted> for Insight {
    const PRIORITY: Option<Priority<Self, Planted>> =
        Some(|insight, game, mv, _| i32::from(mv == game.best_move()) * insight.best * (1 << 24));

    fn is_quiet(&mut self, _game: &Planted, _mv: u16) -> bool {
        self.quiet
    }

    fn is_calm(&mut self, _game: &Planted) -> bool {
        self.calm
    }

    /// Giving up the turn: here, the move that gives nothing away.
    fn null_move(&mut self, game: &Planted) -> Option<u16> {
        self.calm.then(|| game.best_move())
    }

    /// A shallow value is the deep one, here.
    fn shallow_check(
        &mut self,
        _game: &Planted,
        _depth: u32,
        index: usize,
    ) -> Option<ShallowCheck> {
        let check = ShallowCheck { depth: 1, slope: 1.0, offset: 0.0, deviation: 0.0 };
        (self.calm && index == 0).then_some(check)
    }

    /// Listed in quiescence and for ProbCut: the best move.
    fn tactical_moves(&mut self, game: &Planted, _qply: u32, moves: &mut Vec<u16>) -> StandPat {
        moves.push(game.best_move());
        StandPat::Allowed
    }

    fn exchange(&mut self, game: &Planted, mv: u16) -> Option<i64> {
        let loss = if mv == game.best_move() { 0 } else { self.loss? };
        self.loss.map(|_| -loss)
    }

    fn reduction(&mut self, _game: &Planted, _mv: u16, late: &LateMove) -> u32 {
        assert!(late.depth >= REDUCTIONS.min_depth && late.index >= REDUCTIONS.full_moves);
        self.reduction.unwrap_or(late.standard)
    }
}

/// Nodes with and without a technique, both of which must find the planted value.
pub(crate) fn nodes_with_and_without(
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
pub(crate) fn assert_saves(technique: fn(&mut SearchConfig), hooks: &Insight) {
    for algorithm in [Algorithm::Pvs, Algorithm::Mtdf] {
        let (with, without) = nodes_with_and_without(algorithm, technique, hooks);
        assert!(with < without, "{algorithm:?}: {with} against {without}");
    }
}

pub(crate) fn assert_no_effect(technique: fn(&mut SearchConfig), hooks: &Insight) {
    for algorithm in PRUNED {
        let (with, without) = nodes_with_and_without(algorithm, technique, hooks);
        assert_eq!(with, without, "{algorithm:?}");
    }
}
