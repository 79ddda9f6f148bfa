//! Single facts: long paths, reopening, dead ends, ties, the statistics.

use crate::spaces::{Counted, Estimates, Graph, Grid, all, replay};
use search::StopFlag;
use search::graph::{
    Cost, GraphAlgorithm, GraphConfig, GraphLimits, GraphStats, INFINITE, StateSpace, Unsolved,
    Zero, astar, ida_star, ida_star_table, solve, uniform_cost,
};
use std::cell::Cell;

#[test]
fn a_path_of_a_million_steps_is_found_by_every_algorithm() {
    const LENGTH: u32 = 1_000_000;
    struct Corridor;
    impl StateSpace for Corridor {
        type State = u32;
        type Action = bool;
        fn successors(&self, &at: &u32, out: &mut Vec<(bool, u32, Cost)>) {
            out.push((true, at + 1, 1));
            out.extend(at.checked_sub(1).map(|back| (false, back, 1)));
        }
        fn is_goal(&self, &at: &u32) -> bool {
            at == LENGTH
        }
    }
    let perfect = |&at: &u32| Cost::from(LENGTH.abs_diff(at));
    for algorithm in GraphAlgorithm::ALL {
        let config = GraphConfig { algorithm, ..GraphConfig::default() };
        let report = solve(&Corridor, &perfect, 0, &config, &StopFlag::new());
        assert_eq!(report.cost(), Some(u64::from(LENGTH)), "{algorithm}");
        replay(&Corridor, &0, &report);
    }
}

#[test]
fn an_inconsistent_heuristic_reopens_a_state_and_the_path_is_still_the_cheapest() {
    // 0 -> 2 is dearer than 0 -> 1 -> 2, but the estimate of 1 delays it until 2 is expanded.
    let graph = Graph::new(4, &[(0, 1, 1), (0, 2, 3), (1, 2, 1), (2, 3, 10)], &[3]);
    let heuristic = Estimates(vec![0, 11, 0, 0]);
    let report = astar(&graph, &heuristic, 0, &GraphLimits::default());
    assert_eq!(report.cost(), Some(12));
    assert_eq!(report.solution.unwrap().states, [0, 1, 2, 3]);
    assert_eq!(report.stats.reopened, 1);
    assert_eq!(report.stats.expanded, 4);
}

#[test]
fn a_start_that_is_a_goal_needs_no_action_and_no_expansion() {
    let graph = Graph::new(2, &[(0, 1, 0), (1, 0, 0)], &[0]);
    for report in all(&graph, &Zero) {
        let solution = report.solution.unwrap();
        assert_eq!((solution.cost, solution.states), (0, vec![0]));
        assert!(solution.actions.is_empty());
        assert_eq!(report.stats.expanded, 0);
    }
}

#[test]
fn a_goal_out_of_reach_is_reported_as_exhausted() {
    // A loop, a cycle of cost zero and a dearer cycle, and a goal that only leads to them.
    let edges = [(0, 0, 1), (0, 1, 0), (1, 2, 0), (2, 0, 0), (2, 3, 1), (3, 1, 2), (4, 0, 1)];
    let graph = Graph::new(5, &edges, &[4]);
    for report in all(&graph, &Zero) {
        assert_eq!(report.solution.unwrap_err(), Unsolved::Exhausted, "{}", report.algorithm);
    }
}

#[test]
fn an_infinite_estimate_is_never_expanded() {
    // State 1 is cheap to reach and leads nowhere.
    let graph = Graph::new(4, &[(0, 1, 1), (0, 2, 5), (1, 1, 1), (2, 3, 5)], &[3]);
    let calls = Counted { space: &graph, calls: Cell::new(0), forbidden: Some(1) };
    let heuristic = Estimates(vec![10, INFINITE, 5, 0]);
    for algorithm in [GraphAlgorithm::Astar, GraphAlgorithm::IdaStar, GraphAlgorithm::IdaStarTable]
    {
        let config = GraphConfig { algorithm, ..GraphConfig::default() };
        let report = solve(&calls, &heuristic, 0, &config, &StopFlag::new());
        assert_eq!(report.cost(), Some(10));
    }
    let hopeless = Estimates(vec![INFINITE; 4]);
    for report in all(&Graph::new(4, &[], &[3]), &hopeless) {
        assert_eq!(report.solution.unwrap_err(), Unsolved::Exhausted);
    }
}

#[test]
fn costs_that_would_overflow_are_no_path_and_never_wrap() {
    let huge = INFINITE - 1;
    let graph = Graph::new(3, &[(0, 1, huge), (1, 2, huge), (0, 2, INFINITE)], &[2]);
    for report in all(&graph, &Zero) {
        assert_eq!(report.solution.unwrap_err(), Unsolved::Exhausted, "{}", report.algorithm);
    }
    let graph = Graph::new(3, &[(0, 1, huge), (1, 2, 0)], &[2]);
    for report in all(&graph, &Zero) {
        assert_eq!(report.cost(), Some(huge), "{}", report.algorithm);
    }
}

#[test]
fn the_nearest_of_several_goals_is_found() {
    let edges = [(0, 1, 1), (1, 2, 1), (0, 3, 1), (3, 4, 1), (4, 5, 1)];
    for report in all(&Graph::new(6, &edges, &[2, 5]), &Zero) {
        assert_eq!(report.solution.unwrap().states, [0, 1, 2]);
    }
}

#[test]
fn astar_goes_straight_to_the_goal_on_an_open_grid() {
    // All cells have the same f; preferring the larger g expands only those of one path.
    let grid = Grid::open(100);
    let report = astar(&grid, &grid.manhattan(), (0, 0), &GraphLimits::default());
    assert_eq!(report.cost(), Some(198));
    assert_eq!(report.stats.expanded, 198);
}

#[test]
fn uniform_cost_search_is_astar_without_a_heuristic() {
    let grid = Grid::open(30);
    let uniform = uniform_cost(&grid, (0, 0), &GraphLimits::default());
    let blind = astar(&grid, &Zero, (0, 0), &GraphLimits::default());
    assert_eq!(uniform.solution, blind.solution);
    assert_eq!(
        GraphStats { seconds: 0.0, ..uniform.stats },
        GraphStats { seconds: 0.0, ..blind.stats }
    );
}

#[test]
fn a_waiting_state_counts_once_however_often_its_path_improves() {
    // A chain 0 -> 1 -> ... -> n whose every state also leads to the goal, ever more cheaply.
    let n = 5000;
    let mut edges = Vec::new();
    for state in 0..n {
        edges.push((state, n + 1, 3 * (n - state) as Cost));
        edges.push((state, state + 1, 1));
    }
    edges.push((n, n + 1, 0));
    let graph = Graph::new(n + 2, &edges, &[n + 1]);
    let report = uniform_cost(&graph, 0, &GraphLimits::default());
    assert_eq!(report.cost(), Some(n as Cost));
    assert_eq!(report.stats.peak_open, 2);
    assert_eq!(report.stats.generated, 2 * n as u64 + 1);
    assert_eq!(report.stats.reopened, 0);
}

#[test]
fn ida_star_reports_its_bounds() {
    // A wall across a 5 x 5 grid with its gap at the wrong end.
    let mut grid = Grid::open(5);
    for column in 1..5 {
        grid.walls[2 * 5 + column] = true;
    }
    grid.walls[3 * 5] = true;
    let limits = GraphLimits::default();
    for report in [
        ida_star(&grid, &grid.manhattan(), (0, 4), &limits),
        ida_star_table(&grid, &grid.manhattan(), (0, 4), 100, &limits),
    ] {
        assert_eq!(report.solution.unwrap_err(), Unsolved::Exhausted);
    }
    grid.walls[3 * 5] = false;
    for report in [
        ida_star(&grid, &grid.manhattan(), (0, 4), &limits),
        ida_star_table(&grid, &grid.manhattan(), (0, 4), 100, &limits),
    ] {
        assert_eq!(report.cost(), Some(12));
        assert_eq!(report.stats.bounds, [4, 6, 8, 10, 12]);
        assert_eq!(report.stats.iterations, 5);
    }
}
