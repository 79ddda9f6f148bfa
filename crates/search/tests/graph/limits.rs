//! Where a search must end before it is done.

use crate::spaces::{Counted, Grid};
use search::StopFlag;
use search::graph::{
    Cost, GraphAlgorithm, GraphConfig, GraphLimits, StateSpace, Unsolved, Zero, ida_star, solve,
};
use std::cell::Cell;
use std::time::Duration;

#[test]
fn successors_are_asked_for_exactly_once_per_expansion_and_never_beyond_the_limit() {
    let graph = Grid::open(6).graph();
    for algorithm in GraphAlgorithm::ALL {
        for max_expansions in [1, 2, 20] {
            let counted = Counted { space: &graph, calls: Cell::new(0), forbidden: None };
            let config = GraphConfig {
                algorithm,
                max_expansions: Some(max_expansions),
                ..GraphConfig::default()
            };
            let report = solve(&counted, &Zero, 0, &config, &StopFlag::new());
            assert_eq!(report.solution.unwrap_err(), Unsolved::ExpansionLimit(max_expansions));
            assert_eq!(counted.calls.get(), max_expansions);
            assert_eq!(report.stats.expanded, max_expansions);
        }
    }
}

#[test]
fn the_limit_on_states_ends_every_algorithm() {
    for algorithm in GraphAlgorithm::ALL {
        let config = GraphConfig { algorithm, max_states: 9, ..GraphConfig::default() };
        let grid = Grid::open(40);
        let report = solve(&grid, &Zero, (0, 0), &config, &StopFlag::new());
        let reason = report.solution.unwrap_err();
        assert_eq!(reason, Unsolved::StateLimit(9), "{algorithm}");
        assert_eq!(reason.to_string(), "gave up with 9 states in memory, the limit set");
        assert!(report.stats.peak_open <= 9);
    }
}

#[test]
fn a_raised_flag_and_an_elapsed_time_end_every_algorithm_at_once() {
    let grid = Grid::open(40);
    for algorithm in GraphAlgorithm::ALL {
        let config = GraphConfig { algorithm, ..GraphConfig::default() };
        let stop = StopFlag::new();
        stop.stop();
        let report = solve(&grid, &Zero, (0, 0), &config, &stop);
        assert_eq!(report.solution.unwrap_err(), Unsolved::Stopped);
        assert_eq!(report.stats.expanded, 0);
    }
    let limits = GraphLimits { time: Some(Duration::ZERO), ..GraphLimits::default() };
    let report = ida_star(&grid, &Zero, (0, 0), &limits);
    assert_eq!(report.solution.unwrap_err(), Unsolved::TimeLimit(Duration::ZERO));
}

#[test]
fn a_flag_raised_during_a_search_without_end_stops_it_before_its_next_expansion() {
    /// The whole numbers: there is always one more. Reaching 50 raises the flag.
    struct Endless(StopFlag);
    impl StateSpace for Endless {
        type State = u64;
        type Action = ();
        fn successors(&self, &n: &u64, out: &mut Vec<((), u64, Cost)>) {
            assert!(n <= 50);
            if n == 50 {
                self.0.stop();
            }
            out.push(((), n + 1, 1));
        }
        fn is_goal(&self, _: &u64) -> bool {
            false
        }
    }
    for algorithm in GraphAlgorithm::ALL {
        let stop = StopFlag::new();
        let config = GraphConfig { algorithm, ..GraphConfig::default() };
        let report = solve(&Endless(stop.clone()), &Zero, 0, &config, &stop);
        assert_eq!(report.solution.unwrap_err(), Unsolved::Stopped, "{algorithm}");
    }
}
