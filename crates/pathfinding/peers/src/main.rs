//! Our searches against the crates `pathfinding` (by Samuel Tardieu), `petgraph` and
//! `grid_pathfinding`: the same queries in one run, in processor time of one thread, every length checked
//! against breadth-first search (four neighbours) or the scenario file (eight).
//!
//! `scripts/bench.d/pathfinding.peers` runs it; QUERIES=50 SCENARIOS=20 for a shorter run. It stands
//! outside the workspace: one of the peers has our own crate's name, and with both in one workspace
//! `cargo run -p pathfinding` would be ambiguous.

use grid_pathfinding::PathingGrid;
use grid_util::ValueGrid;
use grid_util::point::Point;
use pathfinding::formats::scenario::{self, Experiment};
use pathfinding::{
    Algorithm, Cell, Direction, Finder, Map, Movement, Query, SearchConfig, Terrain,
};
use pathfinding_peers::{Subject, geometric_mean, maps, movingai, number, queries, seconds};
use petgraph::graph::{NodeIndex, UnGraph};
use report::Table;
use search::StopFlag;
use std::collections::HashMap;

fn main() {
    let count = number("QUERIES", 500);
    let maps = maps();
    preparation(&maps);
    four_neighbours(&maps, count);
    eight_neighbours(&maps);
}

/// How often our own searches answer all queries: on a busy machine a quiet round takes many.
const ROUNDS: u32 = 15;

/// The same with eight neighbours, where nothing is told from the best round.
const ROUNDS_OF_EIGHT: u32 = 3;

/// What answering all queries took, in processor seconds.
struct Timed {
    /// On average over the rounds: what ratios are made of.
    mean: f64,
    /// In the best round, which the rest of the machine disturbed least.
    least: f64,
    expanded: u64,
}

fn run(map: &Map, queries: &[Query], algorithm: Algorithm, expected: &[u32]) -> Timed {
    let config = SearchConfig { algorithm, ..SearchConfig::default() };
    let stop = StopFlag::new();
    let mut finder = Finder::new(map);
    // The first query of a finder makes room for the others.
    finder.solve(&queries[0], &config, &stop).expect("the query makes sense");
    let mut timed = Timed { mean: 0.0, least: f64::INFINITY, expanded: 0 };
    for _ in 0..ROUNDS {
        timed.expanded = 0;
        let (steps, time) = seconds(|| {
            let answer = |query| {
                let report = finder.solve(query, &config, &stop).expect("the query makes sense");
                timed.expanded += report.expanded;
                report.steps()
            };
            queries.iter().map(answer).collect::<Vec<_>>()
        });
        let right = steps.iter().zip(expected).all(|(steps, expected)| *steps == Some(*expected));
        assert!(right, "{algorithm} finds other lengths than breadth-first search");
        timed.mean += time / f64::from(ROUNDS);
        timed.least = timed.least.min(time);
    }
    timed
}

fn breadth_first(map: &Map, queries: &[Query]) -> Vec<u32> {
    let config = SearchConfig { algorithm: Algorithm::Bfs, ..SearchConfig::default() };
    let mut finder = Finder::new(map);
    let mut answer = |query| finder.solve(query, &config, &StopFlag::new()).ok()?.steps();
    queries.iter().map(|query| answer(query).expect("there is a path")).collect()
}

/// The crate `pathfinding` on cells of two half-words; successors without an allocation, which is the
/// fastest way to use it that we found.
fn tardieu(open: &[bool], stride: usize, query: &Query) -> u32 {
    let pair = |cell: Cell| (cell.row as u16 + 1, cell.column as u16 + 1);
    let goal = pair(query.to);
    let successors = |&(row, column): &(u16, u16)| {
        let beside = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)];
        let is_open =
            move |&(row, column): &(u16, u16)| open[row as usize * stride + column as usize];
        beside.into_iter().filter(is_open).map(|pair| (pair, 1))
    };
    let estimate = |&(row, column): &(u16, u16)| {
        u32::from(row.abs_diff(goal.0)) + u32::from(column.abs_diff(goal.1))
    };
    let found =
        evenfurther::prelude::astar(&pair(query.from), successors, estimate, |&pair| pair == goal);
    found.expect("there is a path").1
}

struct Petgraph {
    graph: UnGraph<Cell, ()>,
    nodes: HashMap<Cell, NodeIndex>,
}

impl Petgraph {
    fn new(map: &Map) -> Self {
        let mut graph = UnGraph::default();
        let mut nodes = HashMap::new();
        for cell in map.cells().filter(|&cell| map.connected(cell, cell)) {
            nodes.insert(cell, graph.add_node(cell));
        }
        for (&cell, &node) in &nodes {
            for direction in [Direction::Right, Direction::Down] {
                if let Some(next) = map.step(cell, direction) {
                    graph.add_edge(node, nodes[&next], ());
                }
            }
        }
        Petgraph { graph, nodes }
    }

    fn steps(&self, query: &Query) -> u32 {
        let goal = self.nodes[&query.to];
        let estimate = |node| {
            let cell: Cell = self.graph[node];
            cell.row.abs_diff(query.to.row) + cell.column.abs_diff(query.to.column)
        };
        let from = self.nodes[&query.from];
        let found = petgraph::algo::astar(&self.graph, from, |node| node == goal, |_| 1, estimate);
        found.expect("there is a path").0
    }
}

fn grid(map: &Map, movement: Movement) -> PathingGrid {
    let mut grid = PathingGrid::new(map.columns() as usize, map.rows() as usize, false);
    grid.allow_diagonal_move = movement == Movement::Eight;
    for cell in map.cells().filter(|&cell| map.terrain(cell) == Terrain::Wall) {
        grid.set(cell.column as i32, cell.row as i32, true);
    }
    grid.generate_components();
    grid
}

fn grid_path(grid: &PathingGrid, query: &Query) -> Vec<Point> {
    let point = |cell: Cell| Point::new(cell.column as i32, cell.row as i32);
    let path = grid.get_path_single_goal(point(query.from), point(query.to), false);
    path.expect("there is a path")
}

/// What is done before the first query: all of it, but for the table of `jps-prepared`.
fn preparation(maps: &[Subject]) {
    let header = ["before the first query, us", "reading and preparing", "preparing alone"];
    let mut table = Table::new(&header).right_align(&[1, 2]);
    let micros = |time: f64| format!("{:.0}", time * 1e6);
    let mut times = Vec::new();
    for subject in maps {
        let reading = subject.reading.map_or("-".to_owned(), micros);
        let preparing = subject.preparing();
        table.row(vec![subject.name.clone(), reading, micros(preparing)]);
        times.push(preparing * 1e3);
    }
    println!("{}", table.to_text(None));
    let (least, most) = range(&times);
    println!("figure: preparing a map once, before the first query | {least:.1} to {most:.0} ms\n");
}

/// The least and the greatest.
fn range(values: &[f64]) -> (f64, f64) {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    (least, values.iter().copied().fold(0.0, f64::max))
}

/// The geometric mean of ratios, then each of them with its map.
fn by_map(maps: &[Subject], ratios: &[f64]) -> String {
    let each =
        maps.iter().zip(ratios).map(|(subject, ratio)| format!("{} {ratio:.1}x", subject.name));
    let each = each.collect::<Vec<_>>().join(", ");
    format!("{:.1}x in geometric mean: {each}", geometric_mean(ratios))
}

fn four_neighbours(maps: &[Subject], count: usize) {
    let header = [
        "four neighbours, us/query",
        "pathfinding",
        "petgraph",
        "grid_pathfinding",
        "astar",
        "ns/expansion",
        "x",
        "jps",
        "jps-prepared",
        "auto",
        "x pathfinding",
    ];
    let mut table = Table::new(&header).right_align(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    let (mut ratios, mut chosen, mut nanoseconds) = (Vec::new(), Vec::new(), Vec::new());
    for Subject { name, map, .. } in maps {
        let queries = queries(map, count, 7);
        let expected = breadth_first(map, &queries);
        let stride = map.columns() as usize + 2;
        let mut open = vec![false; stride * (map.rows() as usize + 2)];
        for cell in map.cells().filter(|&cell| map.terrain(cell) != Terrain::Wall) {
            open[(cell.row as usize + 1) * stride + cell.column as usize + 1] = true;
        }
        let (steps, peer) = seconds(|| {
            queries.iter().map(|query| tardieu(&open, stride, query)).collect::<Vec<u32>>()
        });
        assert_eq!(steps, expected, "pathfinding finds other lengths");
        // The slower two on fewer queries: they are not what the figures are about.
        let few = &queries[..queries.len().div_ceil(10)];
        let graph = Petgraph::new(map);
        let (steps, petgraph) =
            seconds(|| few.iter().map(|query| graph.steps(query)).collect::<Vec<u32>>());
        assert_eq!(steps, expected[..few.len()], "petgraph finds other lengths");
        let grid = grid(map, Movement::Four);
        let (lengths, grid_time) = seconds(|| {
            few.iter().map(|query| grid_path(&grid, query).len() as u32 - 1).collect::<Vec<_>>()
        });
        assert_eq!(lengths, expected[..few.len()], "grid_pathfinding finds other lengths");
        let plain = run(map, &queries, Algorithm::Astar, &expected);
        let astar = plain.mean;
        let jps = run(map, &queries, Algorithm::Jps, &expected).mean;
        map.prepare(Movement::Four);
        let prepared = run(map, &queries, Algorithm::JpsPrepared, &expected).mean;
        let auto = run(map, &queries, Algorithm::Auto, &expected).mean;
        ratios.push(peer / astar);
        chosen.push(peer / auto);
        nanoseconds.push(plain.least * 1e9 / plain.expanded as f64);
        let each = |time: f64, count: usize| format!("{:.1}", time * 1e6 / count as f64);
        table.row(vec![
            name.clone(),
            each(peer, queries.len()),
            each(petgraph, few.len()),
            each(grid_time, few.len()),
            each(astar, queries.len()),
            format!("{:.1}", plain.least * 1e9 / plain.expanded as f64),
            format!("{:.1}", peer / astar),
            each(jps, queries.len()),
            each(prepared, queries.len()),
            each(auto, queries.len()),
            format!("{:.1}", peer / auto),
        ]);
    }
    print!("{}", table.to_text(None));
    println!(
        "all lengths as breadth-first search finds them; against pathfinding: astar {:.1}x, auto \
         {:.1}x in geometric mean\n",
        geometric_mean(&ratios),
        geometric_mean(&chosen)
    );
    println!(
        "figure: four-neighbour queries against the crate `pathfinding` 4.16, {count} on each map, `auto` | \
         {} (processor time)",
        by_map(maps, &chosen)
    );
    let (least, most) = range(&nanoseconds);
    println!(
        "figure: the same with plain A* | {} (processor time); {least:.1} to {most:.1} ns per expansion \
         (best round of {ROUNDS})\n",
        by_map(maps, &ratios)
    );
}

fn eight_neighbours(maps: &[Subject]) {
    let header = [
        "eight neighbours, us/query",
        "queries",
        "grid_pathfinding",
        "astar",
        "jps",
        "jps-prepared",
        "auto",
        "x grid_pathfinding",
    ];
    let mut table = Table::new(&header).right_align(&[1, 2, 3, 4, 5, 6, 7]);
    let mut ratios = Vec::new();
    let count = number("SCENARIOS", 200);
    for Subject { name, map, .. } in maps {
        let file = movingai().join(format!("{name}.map.scen"));
        let Ok(text) = std::fs::read_to_string(&file) else {
            println!("no scenarios for {name}: skipped");
            continue;
        };
        let scenario = scenario::parse(&text).expect("the scenario is well-formed");
        // Evenly over the file, which goes from the shortest ways to the longest.
        let every = scenario.queries.len().div_ceil(count).max(1);
        let known: Vec<&Experiment> = scenario.queries.iter().step_by(every).collect();
        let query =
            |one: &&Experiment| Query { movement: Movement::Eight, ..Query::new(one.from, one.to) };
        let queries: Vec<Query> = known.iter().map(query).collect();
        let stop = StopFlag::new();
        let time = |algorithm| {
            let config = SearchConfig { algorithm, ..SearchConfig::default() };
            let mut finder = Finder::new(map);
            // The first query of a finder makes room for the others.
            finder.solve(&queries[0], &config, &stop).expect("the query makes sense");
            let mut mean = 0.0;
            for _ in 0..ROUNDS_OF_EIGHT {
                let (costs, time) = seconds(|| {
                    let cost = |query| finder.solve(query, &config, &stop).ok()?.cost();
                    queries.iter().map(cost).collect::<Vec<Option<f64>>>()
                });
                let mut pairs = costs.iter().zip(&known);
                let right = pairs.all(|(cost, one)| cost.is_some_and(|cost| one.agrees(cost)));
                assert!(right, "{algorithm} finds other lengths than {name}.scen");
                mean += time / f64::from(ROUNDS_OF_EIGHT);
            }
            mean
        };
        let astar = time(Algorithm::Astar);
        let jps = time(Algorithm::Jps);
        map.prepare(Movement::Eight);
        let prepared = time(Algorithm::JpsPrepared);
        let auto = time(Algorithm::Auto);
        // It cuts corners, so its lengths are those of another problem.
        let grid = grid(map, Movement::Eight);
        let (_, peer) = seconds(|| {
            let length = |query| std::hint::black_box(grid_path(&grid, query)).len();
            queries.iter().map(length).sum::<usize>()
        });
        ratios.push(peer / auto);
        let each = |time: f64| format!("{:.1}", time * 1e6 / queries.len() as f64);
        table.row(vec![
            name.clone(),
            format!("{} of {}", queries.len(), scenario.queries.len()),
            each(peer),
            each(astar),
            each(jps),
            each(prepared),
            each(auto),
            format!("{:.1}", peer / auto),
        ]);
    }
    if !ratios.is_empty() {
        print!("{}", table.to_text(None));
        println!(
            "all lengths as the scenarios say; grid_pathfinding cuts corners, which is another \
             problem with shorter paths; against it: auto {:.1}x in geometric mean",
            geometric_mean(&ratios)
        );
    }
    if ratios.len() == maps.len() {
        println!(
            "figure: eight neighbours against `grid_pathfinding` (which cuts corners: shorter paths, another \
             problem), {count} queries of each scenario file, `auto` | {} (processor time)",
            by_map(maps, &ratios)
        );
    }
}
