//! Graphs and grids to search, their true distances, and what every report must satisfy.

use proptest::prelude::*;
use search::StopFlag;
use search::graph::{
    Cost, GraphAlgorithm, GraphConfig, GraphLimits, GraphReport, Heuristic, INFINITE, StateSpace,
    Unsolved, Zero, astar, ida_star, ida_star_table, solve, uniform_cost,
};
use std::cell::Cell;

/// A directed graph with any edges; an action is the index of an edge of its state.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub edges: Vec<Vec<(usize, Cost)>>,
    pub goals: Vec<bool>,
}

impl Graph {
    pub(crate) fn new(size: usize, edges: &[(usize, usize, Cost)], goals: &[usize]) -> Self {
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
    pub(crate) fn distances(&self) -> Vec<Cost> {
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
pub(crate) struct Estimates(pub Vec<Cost>);

impl Heuristic<usize> for Estimates {
    fn estimate(&self, &state: &usize) -> Cost {
        self.0[state]
    }
}

/// Follows the actions of a solution and adds up what they cost.
pub(crate) fn replay<P: StateSpace>(
    space: &P,
    start: &P::State,
    report: &GraphReport<P::State, P::Action>,
) where
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
pub(crate) fn check<P: StateSpace>(
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
pub(crate) const TABLE_SIZES: [usize; 7] = [0, 1, 2, 3, 5, 9, 100_000];

/// Everything that returns an optimal cost for any weights; plain IDA* only where its paths are few.
pub(crate) fn optimal_reports<H: Heuristic<usize>>(
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
pub(crate) fn graphs(size: usize, greatest: Cost) -> impl Strategy<Value = Graph> {
    (1..=size).prop_flat_map(move |size| {
        let edge = (0..size, 0..size, 0..=greatest);
        let edges = prop::collection::vec(edge, size..=size * 5 / 2);
        let goals = prop::collection::vec(size / 2..size, 0..=2);
        (edges, goals).prop_map(move |(edges, goals)| Graph::new(size, &edges, &goals))
    })
}

/// An admissible share of the true distances: `tenths` of each, a different one for every state if
/// several are given (then seldom consistent). Dead ends are infinite or not.
pub(crate) fn share(distances: &[Cost], tenths: &[u64], see_dead_ends: bool) -> Estimates {
    let estimate = |(state, &distance): (usize, &Cost)| match distance {
        INFINITE if see_dead_ends => INFINITE,
        INFINITE => tenths[state % tenths.len()],
        _ => distance * tenths[state % tenths.len()] / 10,
    };
    Estimates(distances.iter().enumerate().map(estimate).collect())
}

/// A four-neighbour grid, from the top left corner to the bottom right one.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub width: usize,
    pub walls: Vec<bool>,
}

pub(crate) fn grids(longest: usize) -> impl Strategy<Value = Grid> {
    (1..=longest, 1..=longest).prop_flat_map(|(width, height)| {
        prop::collection::vec(prop::bool::weighted(0.3), width * height)
            .prop_map(move |walls| Grid { width, walls })
    })
}

impl Grid {
    pub(crate) fn open(width: usize) -> Self {
        Grid { width, walls: vec![false; width * width] }
    }

    pub(crate) fn goal(&self) -> (usize, usize) {
        (self.walls.len() / self.width - 1, self.width - 1)
    }

    pub(crate) fn manhattan(&self) -> impl Fn(&(usize, usize)) -> Cost {
        let (goal_row, goal_column) = self.goal();
        move |&(row, column)| (goal_row.abs_diff(row) + goal_column.abs_diff(column)) as Cost
    }

    /// The same cells as a [`Graph`], for the oracle.
    pub(crate) fn graph(&self) -> Graph {
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

    pub(crate) fn check_with(&self, algorithm: GraphAlgorithm, table_sizes: &[usize]) {
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

/// A space that counts the calls to its successors.
pub(crate) struct Counted<'a> {
    pub space: &'a Graph,
    pub calls: Cell<u64>,
    pub forbidden: Option<usize>,
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

/// Runs a graph from state 0 with every algorithm.
pub(crate) fn all<H: Heuristic<usize>>(
    graph: &Graph,
    heuristic: &H,
) -> Vec<GraphReport<usize, usize>> {
    let run = |algorithm| {
        let config = GraphConfig { algorithm, ..GraphConfig::default() };
        solve(graph, heuristic, 0, &config, &StopFlag::new())
    };
    GraphAlgorithm::ALL.map(run).into()
}
