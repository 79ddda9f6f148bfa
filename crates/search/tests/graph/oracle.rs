//! On random graphs and grids every algorithm finds what Bellman and Ford find.

use crate::spaces::{Estimates, check, graphs, grids, optimal_reports, replay, share};
use proptest::prelude::*;
use search::StopFlag;
use search::graph::{
    GraphAlgorithm, GraphConfig, GraphLimits, GraphStats, INFINITE, Unsolved, Zero, breadth_first,
    ida_star_table, solve,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_consistent_heuristic_gives_the_oracles_cost_and_no_reopening(
        graph in graphs(10, 4),
        tenths in 0..=10u64,
        see_dead_ends: bool,
    ) {
        let distances = graph.distances();
        let heuristic = share(&distances, &[tenths], see_dead_ends);
        for report in optimal_reports(&graph, &heuristic, true) {
            check(&graph, &0, distances[0], &report);
            if see_dead_ends && report.algorithm == GraphAlgorithm::Astar {
                prop_assert_eq!(report.stats.reopened, 0);
            }
        }
    }

    #[test]
    fn an_inconsistent_heuristic_gives_the_oracles_cost(
        graph in graphs(10, 4),
        tenths in prop::collection::vec(0..=10u64, 10),
        see_dead_ends: bool,
    ) {
        let distances = graph.distances();
        let heuristic = share(&distances, &tenths, see_dead_ends);
        for report in optimal_reports(&graph, &heuristic, true) {
            check(&graph, &0, distances[0], &report);
        }
    }

    #[test]
    fn cycles_of_cost_zero_change_nothing(
        graph in graphs(10, 1),
        tenths in prop::collection::vec(0..=10u64, 10),
    ) {
        let distances = graph.distances();
        let heuristic = share(&distances, &tenths, false);
        for report in optimal_reports(&graph, &heuristic, true) {
            check(&graph, &0, distances[0], &report);
        }
    }

    #[test]
    fn larger_graphs_give_the_oracles_cost(
        graph in graphs(200, 30),
        tenths in prop::collection::vec(0..=10u64, 1..20),
    ) {
        let distances = graph.distances();
        let heuristic = share(&distances, &tenths, true);
        for report in optimal_reports(&graph, &heuristic, false) {
            check(&graph, &0, distances[0], &report);
        }
    }

    // On terrain many paths of equal cost lead to a cell, and cycles of cost zero abound.
    #[test]
    fn a_table_that_forgets_most_cells_of_a_terrain_gives_the_oracles_cost(
        grid in grids(8),
        terrain in prop::collection::vec(0..=2u64, 64),
        tenths in prop::collection::vec(0..=10u64, 1..30),
        table_entries in 1..40usize,
    ) {
        let mut graph = grid.graph();
        graph.edges.iter_mut().flatten().for_each(|edge| edge.1 = terrain[edge.0]);
        let distances = graph.distances();
        let heuristic = share(&distances, &tenths, false);
        let limits = GraphLimits { expansions: Some(20_000), ..GraphLimits::default() };
        let report = ida_star_table(&graph, &heuristic, 0, table_entries, &limits);
        if report.solution != Err(Unsolved::ExpansionLimit(20_000)) {
            check(&graph, &0, distances[0], &report);
        }
    }

    #[test]
    fn an_estimate_that_is_too_high_still_gives_a_path_and_its_exact_cost(
        graph in graphs(10, 4),
        estimates in prop::collection::vec(0..20u64, 10),
    ) {
        let distances = graph.distances();
        for report in optimal_reports(&graph, &Estimates(estimates), true) {
            if distances[0] == INFINITE {
                prop_assert_eq!(report.solution.unwrap_err(), Unsolved::Exhausted);
            } else {
                replay(&graph, &0, &report);
                prop_assert!(report.cost() >= Some(distances[0]));
            }
        }
    }

    #[test]
    fn random_grids_give_the_oracles_cost_with_every_algorithm(grid in grids(5)) {
        for algorithm in GraphAlgorithm::ALL {
            grid.check_with(algorithm, &[1, 10, 100_000]);
        }
    }

    #[test]
    fn larger_grids_give_the_oracles_cost_with_every_algorithm_that_remembers(grid in grids(20)) {
        for algorithm in GraphAlgorithm::ALL {
            if algorithm != GraphAlgorithm::IdaStar {
                grid.check_with(algorithm, &[100_000]);
            }
        }
    }

    #[test]
    fn breadth_first_search_finds_the_fewest_actions(graph in graphs(40, 5)) {
        let mut unit = graph.clone();
        unit.edges.iter_mut().flatten().for_each(|edge| edge.1 = 1);
        let report = breadth_first(&graph, 0, &GraphLimits::default());
        match unit.distances()[0] {
            INFINITE => prop_assert_eq!(report.solution.unwrap_err(), Unsolved::Exhausted),
            steps => {
                replay(&graph, &0, &report);
                prop_assert_eq!(report.solution.unwrap().actions.len() as u64, steps);
            }
        }
    }

    #[test]
    fn the_same_input_gives_the_same_statistics(
        graph in graphs(60, 9),
        algorithm in prop::sample::select(&GraphAlgorithm::ALL[..]),
        table_entries in 1..50usize,
    ) {
        let config = GraphConfig {
            algorithm,
            table_entries,
            max_expansions: Some(2000),
            ..GraphConfig::default()
        };
        let run = || {
            let report = solve(&graph, &Zero, 0, &config, &StopFlag::new());
            (report.solution, GraphStats { seconds: 0.0, ..report.stats })
        };
        prop_assert_eq!(run(), run());
    }
}
