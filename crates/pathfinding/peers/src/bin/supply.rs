//! The supply search against a plain A\* over (row, column, supply) with a `BTreeMap`: the same queries
//! in one run, in processor time of one thread, every answer compared.
//!
//! `scripts/bench.d/pathfinding.supply` runs it; QUERIES=5 for a shorter run.

use pathfinding::map::generate;
use pathfinding::{Direction, Finder, Map, Query, SearchConfig, StationGraph, Terrain, replay};
use pathfinding_peers::{number, queries, seconds};
use report::Table;
use search::StopFlag;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::time::Instant;

/// The figure's map.
const SIDE: u32 = 200;
const WALLS: f64 = 0.25;
const STATIONS: u32 = 80;
const SUPPLY: u32 = 60;

fn main() {
    let count = number("QUERIES", 30);
    let header = [
        "seed",
        "found",
        "plain, us/query",
        "labels",
        "x",
        "stations",
        "x",
        "graph made in, us (all threads)",
    ];
    let mut table = Table::new(&header).right_align(&[0, 1, 2, 3, 4, 5, 6, 7]);
    let mut sums = [0.0; 3];
    for seed in 1..=3 {
        let map = generate::supply(SIDE, SIDE, WALLS, STATIONS, seed).map;
        let queries: Vec<Query> = queries(&map, count, seed)
            .into_iter()
            .map(|query| Query { supply: Some(SUPPLY), ..query })
            .collect();
        let answers = |answer: &mut dyn FnMut(&Query) -> Option<u32>| {
            seconds(|| queries.iter().map(answer).collect::<Vec<_>>())
        };
        let (expected, plain) = answers(&mut |query| plain(&map, query));
        let (config, stop) = (SearchConfig::default(), StopFlag::new());
        let mut finder = Finder::new(&map);
        let mut by_labels = |query: &Query| finder.solve(query, &config, &stop).ok()?.steps();
        answers(&mut by_labels);
        let (found, labels) = answers(&mut by_labels);
        assert_eq!(found, expected, "the label search finds other lengths");
        let began = Instant::now();
        let graph = StationGraph::new(&map, SUPPLY);
        let making = began.elapsed().as_secs_f64();
        let mut by_stations = |query: &Query| {
            let report = finder.solve_by_stations(query, &graph, &config, &stop).ok()?;
            if report.outcome.is_ok() {
                replay(&map, query, finder.path()).expect("the path holds");
            }
            report.steps()
        };
        answers(&mut by_stations);
        let (found, stations) = answers(&mut by_stations);
        assert_eq!(found, expected, "the graph of stations finds other lengths");
        let each = |time: f64| format!("{:.1}", time * 1e6 / queries.len() as f64);
        table.row(vec![
            seed.to_string(),
            format!("{} of {}", expected.iter().flatten().count(), queries.len()),
            each(plain),
            each(labels),
            format!("{:.0}", plain / labels),
            each(stations),
            format!("{:.0}", plain / stations),
            format!("{:.0}", making * 1e6),
        ]);
        for (sum, time) in sums.iter_mut().zip([plain, labels, stations]) {
            *sum += time;
        }
    }
    print!("{}", table.to_text(None));
    let [plain, labels, stations] = sums;
    println!(
        "{SIDE} x {SIDE}, {} % walls, {STATIONS} stations, supply {SUPPLY}: all answers the same; labels \
         {:.0}x, stations {:.0}x",
        WALLS * 100.0,
        plain / labels,
        plain / stations
    );
    println!(
        "figure: supply queries against a plain A* over (row, column, supply) | {:.0}x by labels, {:.0}x \
         with the graph of stations (processor time in total over 3 maps, {count} queries each)",
        plain / labels,
        plain / stations
    );
}

/// As one writes it down at first: A\* over (row, column, supply), Manhattan, a sorted map of the
/// fewest steps.
fn plain(map: &Map, query: &Query) -> Option<u32> {
    let full = query.supply?;
    let estimate = |cell: pathfinding::Cell| {
        cell.row.abs_diff(query.to.row) + cell.column.abs_diff(query.to.column)
    };
    let mut best = BTreeMap::from([((query.from, full), 0)]);
    let mut open = BinaryHeap::from([Reverse((estimate(query.from), 0, query.from, full))]);
    while let Some(Reverse((_, steps, cell, supply))) = open.pop() {
        if cell == query.to {
            return Some(steps);
        }
        if supply == 0 || best[&(cell, supply)] < steps {
            continue;
        }
        for direction in Direction::STRAIGHT {
            let Some(next) = map.step(cell, direction) else { continue };
            let left = if map.terrain(next) == Terrain::Station { full } else { supply - 1 };
            let known = best.entry((next, left)).or_insert(u32::MAX);
            if steps + 1 < *known {
                *known = steps + 1;
                open.push(Reverse((steps + 1 + estimate(next), steps + 1, next, left)));
            }
        }
    }
    None
}
