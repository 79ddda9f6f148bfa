//! Graph search against an independent oracle, and at its limits.

use proptest::prelude::*;
use search::StopFlag;
use search::graph::{
    Cost, GraphAlgorithm, GraphConfig, GraphLimits, GraphReport, GraphStats, Heuristic, INFINITE,
    StateSpace, Unsolved, Zero, astar, breadth_first, ida_star, ida_star_table, solve,
    uniform_cost,
};
use std::cell::Cell;
use std::time::Duration;

/// A directed graph with any edges; an action is the index of an edge of its state.
#[derive(Clone, Debug)]
struct Graph {
    edges: Vec<Vec<(usize, Cost)>>,
    goals: Vec<bool>,
}

impl Graph {
    fn new(size: usize, edges: &[(usize, usize, Cost)], goals: &[usize]) -> Self {
        let mut graph = Graph { edges: vec![Vec::new(); size], goals: vec![false; size] };
        for &(from, to, cost) in edges {
            graph.edges[from].push((to, cost));
        }
        for &goal in goals {
            graph.goals[goal] = true;
        }
        graph
    }

    /// The cost from every state to its nearest goal, by Bellman and Ford: edges are relaxed until
    /// nothing changes.
    fn distances(&self) -> Vec<Cost> {
        let mut distance: Vec<Cost> =
            self.goals.iter().map(|&goal| if goal { 0 } else { INFINITE }).collect();
        loop {
            let mut changed = false;
            for (from, edges) in self.edges.iter().enumerate() {
                for &(to, cost) in edges {
                    let through = distance[to].saturating_add(cost);
                    if through < distance[from] {
                        distance[from] = through;
                        changed = true;
                    }
                }
            }
            if !changed {
                return distance;
            }
        }
    }
}

impl StateSpace for Graph {
    type State = usize;
    type Action = usize;

    fn successors(&self, &state: &usize, out: &mut Vec<(usize, usize, Cost)>) {
        assert!(out.is_empty());
        let edges = self.edges[state].iter().enumerate();
        out.extend(edges.map(|(action, &(to, cost))| (action, to, cost)));
    }

    fn is_goal(&self, &state: &usize) -> bool {
        self.goals[state]
    }
}

/// A heuristic given state by state.
#[derive(Debug)]
struct Estimates(Vec<Cost>);

impl Heuristic<usize> for Estimates {
    fn estimate(&self, &state: &usize) -> Cost {
        self.0[state]
    }
}

/// Follows the actions of a solution and adds up what they cost.
fn replay<P: StateSpace>(space: &P, start: &P::State, report: &GraphReport<P::State, P::Action>)
where
    P::State: std::fmt::Debug,
    P::Action: PartialEq + std::fmt::Debug,
{
    let solution = report.solution.as_ref().expect("a path was found");
    assert_eq!(solution.states.len(), solution.actions.len() + 1);
    assert_eq!(&solution.states[0], start);
    let mut cost = 0;
    let mut successors = Vec::new();
    for (step, action) in solution.actions.iter().enumerate() {
        successors.clear();
        space.successors(&solution.states[step], &mut successors);
        let found =
            successors.iter().find(|(a, to, _)| a == action && *to == solution.states[step + 1]);
        cost += found.expect("an action of the path is possible").2;
    }
    assert_eq!(cost, solution.cost);
    assert!(space.is_goal(&solution.states[solution.actions.len()]));
}

/// Checks that a report has the optimal cost and a path that proves it, or rightly found none.
fn check<P: StateSpace>(
    space: &P,
    start: &P::State,
    optimum: Cost,
    report: &GraphReport<P::State, P::Action>,
) where
    P::State: std::fmt::Debug,
    P::Action: PartialEq + std::fmt::Debug,
{
    if optimum == INFINITE {
        assert_eq!(report.solution.as_ref().err(), Some(&Unsolved::Exhausted));
    } else {
        assert_eq!(report.cost(), Some(optimum), "{} {:?}", report.algorithm, report.stats);
        replay(space, start, report);
    }
}

/// Table sizes around every corner of the table's layout.
const TABLE_SIZES: [usize; 7] = [0, 1, 2, 3, 5, 9, 100_000];

/// Everything that returns an optimal cost for any weights; plain IDA* only where its paths are few.
fn optimal_reports<H: Heuristic<usize>>(
    graph: &Graph,
    heuristic: &H,
    plain: bool,
) -> Vec<GraphReport<usize, usize>> {
    let limits = GraphLimits::default();
    let mut reports = vec![astar(graph, heuristic, 0, &limits), uniform_cost(graph, 0, &limits)];
    if plain {
        reports.push(ida_star(graph, heuristic, 0, &limits));
        let tables = TABLE_SIZES;
        reports.extend(tables.map(|size| ida_star_table(graph, heuristic, 0, size, &limits)));
    } else {
        reports.push(ida_star_table(graph, heuristic, 0, 100_000, &limits));
    }
    reports
}

/// Graphs with parallel edges, loops and, the smaller `greatest` is, cycles of cost zero. Two edges or
/// more per state on average lead to a goal most of the time, but not always.
fn graphs(size: usize, greatest: Cost) -> impl Strategy<Value = Graph> {
    (1..=size).prop_flat_map(move |size| {
        let edge = (0..size, 0..size, 0..=greatest);
        let edges = prop::collection::vec(edge, size..=size * 5 / 2);
        let goals = prop::collection::vec(size / 2..size, 0..=2);
        (edges, goals).prop_map(move |(edges, goals)| Graph::new(size, &edges, &goals))
    })
}

/// An admissible share of the true distances: `tenths` of each, a different one for every state if
/// several are given (then seldom consistent). Dead ends are infinite or not.
fn share(distances: &[Cost], tenths: &[u64], see_dead_ends: bool) -> Estimates {
    let estimate = |(state, &distance): (usize, &Cost)| match distance {
        INFINITE if see_dead_ends => INFINITE,
        INFINITE => tenths[state % tenths.len()],
        _ => distance * tenths[state % tenths.len()] / 10,
    };
    Estimates(distances.iter().enumerate().map(estimate).collect())
}

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

/// A four-neighbour grid, from the top left corner to the bottom right one.
#[derive(Clone, Debug)]
struct Grid {
    width: usize,
    walls: Vec<bool>,
}

fn grids(longest: usize) -> impl Strategy<Value = Grid> {
    (1..=longest, 1..=longest).prop_flat_map(|(width, height)| {
        prop::collection::vec(prop::bool::weighted(0.3), width * height)
            .prop_map(move |walls| Grid { width, walls })
    })
}

impl Grid {
    fn open(width: usize) -> Self {
        Grid { width, walls: vec![false; width * width] }
    }

    fn goal(&self) -> (usize, usize) {
        (self.walls.len() / self.width - 1, self.width - 1)
    }

    fn manhattan(&self) -> impl Fn(&(usize, usize)) -> Cost {
        let (goal_row, goal_column) = self.goal();
        move |&(row, column)| (goal_row.abs_diff(row) + goal_column.abs_diff(column)) as Cost
    }

    /// The same cells as a [`Graph`], for the oracle.
    fn graph(&self) -> Graph {
        let mut edges = Vec::new();
        let mut successors = Vec::new();
        for cell in 0..self.walls.len() {
            self.successors(&(cell / self.width, cell % self.width), &mut successors);
            edges.extend(
                successors.drain(..).map(|(_, (r, c), cost)| (cell, r * self.width + c, cost)),
            );
        }
        Graph::new(self.walls.len(), &edges, &[self.walls.len() - 1])
    }

    fn check_with(&self, algorithm: GraphAlgorithm, table_sizes: &[usize]) {
        let optimum = self.graph().distances()[0];
        for &table_entries in table_sizes {
            let config = GraphConfig { algorithm, table_entries, ..GraphConfig::default() };
            for report in [
                solve(self, &self.manhattan(), (0, 0), &config, &StopFlag::new()),
                solve(self, &Zero, (0, 0), &config, &StopFlag::new()),
            ] {
                assert_eq!(report.algorithm, algorithm);
                check(self, &(0, 0), optimum, &report);
            }
        }
    }
}

impl StateSpace for Grid {
    type State = (usize, usize);
    type Action = char;

    fn successors(
        &self,
        &(row, column): &(usize, usize),
        out: &mut Vec<(char, Self::State, Cost)>,
    ) {
        for (action, row, column) in [
            ('U', row.wrapping_sub(1), column),
            ('D', row + 1, column),
            ('L', row, column.wrapping_sub(1)),
            ('R', row, column + 1),
        ] {
            let inside = column < self.width && row <= self.goal().0;
            if inside && !self.walls[row * self.width + column] {
                out.push((action, (row, column), 1));
            }
        }
    }

    fn is_goal(&self, state: &(usize, usize)) -> bool {
        *state == self.goal()
    }
}

/// Runs a graph from state 0 with every algorithm.
fn all<H: Heuristic<usize>>(graph: &Graph, heuristic: &H) -> Vec<GraphReport<usize, usize>> {
    let run = |algorithm| {
        let config = GraphConfig { algorithm, ..GraphConfig::default() };
        solve(graph, heuristic, 0, &config, &StopFlag::new())
    };
    GraphAlgorithm::ALL.map(run).into()
}

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

/// A space that counts the calls to its successors.
struct Counted<'a> {
    space: &'a Graph,
    calls: Cell<u64>,
    forbidden: Option<usize>,
}

impl StateSpace for Counted<'_> {
    type State = usize;
    type Action = usize;

    fn successors(&self, state: &usize, out: &mut Vec<(usize, usize, Cost)>) {
        assert_ne!(Some(*state), self.forbidden);
        self.calls.set(self.calls.get() + 1);
        self.space.successors(state, out);
    }

    fn is_goal(&self, state: &usize) -> bool {
        self.space.is_goal(state)
    }
}

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
