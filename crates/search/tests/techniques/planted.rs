//! What a technique saves in a planted tree, with hooks that know it.

use crate::PRUNED;
use crate::insight::Insight;
use crate::search_once::search;
use proof_games::planted::{Planted, PlantedValue};
use search::{Algorithm, Limits, SearchConfig};

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
