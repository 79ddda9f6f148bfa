//! Compares every search with a slow and simple one, and replays every path.

mod large;

use super::*;
use crate::formats::{self, Format, Puzzle};
use crate::map::Terrain;
use crate::map::path::replay;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

fn config(algorithm: Algorithm, heuristic: Heuristic) -> SearchConfig {
    SearchConfig { algorithm, heuristic, ..SearchConfig::default() }
}

/// Plain iterative deepening visits every path, which are too many even on small maps.
fn runs_away(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::IdaStar | Algorithm::GenericIdaStar)
}

fn solve(finder: &mut Finder<'_>, query: &Query, config: &SearchConfig) -> Report {
    let report = finder.solve(query, config, &StopFlag::new()).unwrap();
    match report.outcome {
        Ok(length) => assert_eq!(replay(finder.map, query, finder.path()), Ok(length)),
        Err(_) => assert!(finder.path().is_empty()),
    }
    report
}

/// Breadth-first search over all states (row, column, supply).
fn oracle(map: &Map, query: &Query) -> Option<u32> {
    let first = (query.from, query.supply);
    let mut seen = HashSet::from([first]);
    let mut waiting = VecDeque::from([(first, 0)]);
    while let Some(((cell, supply), steps)) = waiting.pop_front() {
        if cell == query.to {
            return Some(steps);
        }
        if supply == Some(0) {
            continue;
        }
        for direction in Direction::STRAIGHT {
            let Some(next) = map.step(cell, direction) else { continue };
            let left = match map.terrain(next) {
                Terrain::Station => query.supply,
                _ => supply.map(|supply| supply - 1),
            };
            if seen.insert((next, left)) {
                waiting.push_back(((next, left), steps + 1));
            }
        }
    }
    None
}

/// For eight neighbours: Dijkstra's algorithm on exact lengths, with a sorted set as the open list.
fn octile_oracle(map: &Map, query: &Query) -> Option<Length> {
    let mut best = HashMap::from([(query.from, Length::default())]);
    let mut open = BTreeSet::from([(Length::default(), query.from)]);
    while let Some((length, cell)) = open.pop_first() {
        if cell == query.to {
            return Some(length);
        }
        for direction in Direction::ALL {
            let Some(next) = map.step(cell, direction) else { continue };
            let length = length + Length::of(&[direction]);
            if best.get(&next).is_none_or(|&known| length < known) {
                best.insert(next, length);
                open.insert((length, next));
            }
        }
    }
    None
}

/// A random map with a free start and goal, and a query on it.
fn any_query(stations: bool) -> impl Strategy<Value = (Map, Query)> {
    let cell = || (0u32..9, 0u32..9);
    let weights = prop_oneof![5 => Just(0u8), 3 => Just(1u8), 1 => Just(2u8)];
    let cells = prop::collection::vec(weights, 81);
    (1u32..=9, 1u32..=9, cells, cell(), cell(), 0u32..12).prop_map(
        move |(rows, columns, cells, from, to, supply)| {
            let inside = |(row, column)| Cell { row: row % rows, column: column % columns };
            let (from, to) = (inside(from), inside(to));
            let map = Map::new(rows, columns, |cell| {
                match cells[(cell.row * 9 + cell.column) as usize] {
                    1 if cell != from && cell != to => Terrain::Wall,
                    2 if stations => Terrain::Station,
                    _ => Terrain::Floor,
                }
            });
            (map, Query { supply: stations.then_some(supply), ..Query::new(from, to) })
        },
    )
}

proptest! {
    #[test]
    fn every_search_finds_the_fewest_steps((map, query) in any_query(false)) {
        let expected = oracle(&map, &query).map(Length::straight).ok_or(Unsolved::Exhausted);
        let mut finder = Finder::new(&map);
        for algorithm in Algorithm::ALL.into_iter().filter(|&one| !runs_away(one)) {
            for heuristic in [Heuristic::Manhattan, Heuristic::Zero] {
                let report = solve(&mut finder, &query, &config(algorithm, heuristic));
                prop_assert_eq!(report.outcome, expected, "{} {}", algorithm, heuristic);
            }
        }
    }

    #[test]
    fn with_eight_neighbours_every_search_finds_the_least_length((map, query) in any_query(false)) {
        let query = Query { movement: Movement::Eight, ..query };
        let expected = octile_oracle(&map, &query).ok_or(Unsolved::Exhausted);
        let mut finder = Finder::new(&map);
        let known = Algorithm::ALL.into_iter().filter(|one| one.knows(Movement::Eight));
        for algorithm in known.filter(|&one| !runs_away(one)) {
            for heuristic in [Heuristic::Octile, Heuristic::Zero] {
                let report = solve(&mut finder, &query, &config(algorithm, heuristic));
                prop_assert_eq!(report.outcome, expected, "{} {}", algorithm, heuristic);
            }
        }
    }

    #[test]
    fn the_tables_say_what_the_bitmaps_say((map, _) in any_query(false)) {
        for cell in map.cells().filter(|&cell| map.connected(cell, cell)) {
            let at = Spot::from(cell);
            for direction in [Direction::Right, Direction::Left] {
                let scanned = jps::Runs::along_row(&Scan, &map, at, direction);
                prop_assert_eq!(scanned, jps::Runs::along_row(map.jumps_of_four(), &map, at, direction));
            }
            for direction in [Direction::Up, Direction::Down] {
                let scanned = jps::Runs::along_column(&Scan, &map, at, direction);
                prop_assert_eq!(scanned, jps::Runs::along_column(map.jumps_of_four(), &map, at, direction));
            }
            for direction in Direction::STRAIGHT {
                let scanned = jps_eight::Runs::straight(&Scan, &map, at, direction);
                let looked_up = jps_eight::Runs::straight(map.jumps_of_eight(), &map, at, direction);
                prop_assert_eq!(scanned, looked_up);
            }
            for direction in Direction::DIAGONAL {
                let (mut at, mut steps) = (cell, 0);
                while let Some(next) = map.step(at, direction) {
                    let (vertical, horizontal) = direction.parts().unwrap();
                    (at, steps) = (next, steps + 1);
                    let sees = |part| jps_eight::Runs::straight(&Scan, &map, at.into(), part).1;
                    if sees(vertical) || sees(horizontal) {
                        break;
                    }
                }
                let run = jps_eight::Runs::diagonal(map.jumps_of_eight(), &map, cell.into(), direction);
                prop_assert_eq!(run.0, steps);
            }
        }
    }

    #[test]
    fn plain_ida_star_expands_what_the_generic_one_does((map, query) in any_query(false)) {
        let limited = |algorithm| SearchConfig {
            max_expansions: 20_000,
            ..config(algorithm, Heuristic::Manhattan)
        };
        let mut finder = Finder::new(&map);
        let report = solve(&mut finder, &query, &limited(Algorithm::IdaStar));
        let generic = solve(&mut finder, &query, &limited(Algorithm::GenericIdaStar));
        prop_assert_eq!(report.outcome, generic.outcome);
        prop_assert_eq!(report.expanded, generic.expanded);
        prop_assert_eq!(report.iterations, generic.iterations);
        if let Ok(length) = report.outcome {
            prop_assert_eq!(Some(length.steps()), oracle(&map, &query));
        }
    }

    #[test]
    fn breadth_first_search_expands_what_the_generic_one_does((map, query) in any_query(false)) {
        let mut finder = Finder::new(&map);
        let [own, generic] = [Algorithm::Bfs, Algorithm::GenericBfs]
            .map(|algorithm| solve(&mut finder, &query, &config(algorithm, Heuristic::Zero)));
        prop_assert_eq!((own.outcome, own.expanded), (generic.outcome, generic.expanded));
    }

    #[test]
    fn with_a_supply_the_label_search_finds_what_brute_force_finds(
        (map, query) in any_query(true),
    ) {
        let expected = oracle(&map, &query).map(Length::straight).ok_or(Unsolved::Exhausted);
        let mut finder = Finder::new(&map);
        let known = Algorithm::ALL.into_iter().filter(|one| one.knows_supply());
        for algorithm in known.filter(|&one| !runs_away(one)) {
            for heuristic in [Heuristic::Manhattan, Heuristic::Zero] {
                let report = solve(&mut finder, &query, &config(algorithm, heuristic));
                prop_assert_eq!(report.outcome, expected, "{} {}", algorithm, heuristic);
            }
        }
        let graph = StationGraph::new(&map, query.supply.unwrap());
        let report = finder.solve_by_stations(&query, &graph, &SearchConfig::default(), &StopFlag::new());
        let report = report.unwrap();
        prop_assert_eq!(report.outcome, expected, "by stations");
        if let Ok(length) = report.outcome {
            prop_assert_eq!(replay(&map, &query, finder.path()), Ok(length));
        }
    }

    #[test]
    fn a_finder_that_has_been_used_answers_like_a_new_one(
        (map, query) in any_query(true),
        ends in prop::collection::vec((0u32..9, 0u32..9, 0u32..9, 0u32..9), 0..6),
    ) {
        let mut used = Finder::new(&map);
        for (a, b, c, d) in ends {
            let before = Query { from: (a, b).into(), to: (c, d).into(), ..query };
            for algorithm in [Algorithm::Astar, Algorithm::Bfs] {
                let _ = used.solve(&before, &config(algorithm, Heuristic::Zero), &StopFlag::new());
            }
        }
        let plain = Query { supply: None, ..query };
        for algorithm in Algorithm::ALL {
            let limited = SearchConfig {
                max_expansions: 5_000,
                ..config(algorithm, Heuristic::Manhattan)
            };
            let query = if algorithm.knows_supply() { &query } else { &plain };
            let again = solve(&mut used, query, &limited);
            prop_assert_eq!(again, solve(&mut Finder::new(&map), query, &limited));
        }
    }
}

#[test]
fn the_words_of_the_bidirectional_search_are_reset_before_its_numbers_run_out() {
    let (puzzle, query) = drawn("S.#\n#.G\n");
    let mut finder = Finder::new(&puzzle.map);
    for _ in 0..1500 {
        let report = solve(&mut finder, &query, &config(Algorithm::Bidirectional, Heuristic::Zero));
        assert_eq!(report.steps(), Some(3));
    }
}

fn drawn(text: &str) -> (Puzzle, Query) {
    let puzzle = formats::parse(text, Format::Drawing).unwrap();
    let (from, to) = (puzzle.start.unwrap(), puzzle.goal.unwrap());
    let query = Query { supply: puzzle.supply, ..Query::new(from, to) };
    (puzzle, query)
}

#[test]
fn a_cell_is_passed_twice_when_a_station_lies_aside() {
    let (puzzle, query) = drawn("supply 3\nS..G\n#+##\n");
    assert_eq!(
        solve(&mut Finder::new(&puzzle.map), &query, &SearchConfig::default()).steps(),
        Some(3)
    );
    let (puzzle, query) = drawn("supply 3\nS...G\n#+###\n");
    let mut finder = Finder::new(&puzzle.map);
    assert!(solve(&mut finder, &query, &SearchConfig::default()).outcome.is_err());
    let (puzzle, query) = drawn("supply 4\nS....G\n##+###\n");
    let mut finder = Finder::new(&puzzle.map);
    assert_eq!(solve(&mut finder, &query, &SearchConfig::default()).steps(), Some(7));
    assert_eq!(crate::map::path::letters(finder.path()), "RRDURRR");
}

#[test]
fn an_unreachable_goal_is_answered_without_an_expansion() {
    let (puzzle, query) = drawn("S#G\n");
    for algorithm in Algorithm::ALL {
        let report =
            solve(&mut Finder::new(&puzzle.map), &query, &config(algorithm, Heuristic::Manhattan));
        assert_eq!((report.outcome, report.expanded), (Err(Unsolved::Exhausted), 0));
    }
}

#[test]
fn plain_ida_star_stops_at_its_limit_and_the_table_does_not_need_one() {
    let map = Map::new(30, 30, |cell| match (cell.row, cell.column) {
        (29, column) if column != 29 => Terrain::Floor,
        (row, 29) if row < 28 => Terrain::Wall,
        (28, column) if column > 0 => Terrain::Wall,
        _ => Terrain::Floor,
    });
    let query = Query::new((0, 28).into(), (29, 28).into());
    let limited = |algorithm| SearchConfig {
        max_expansions: 10_000,
        ..config(algorithm, Heuristic::Manhattan)
    };
    let mut finder = Finder::new(&map);
    let plain = solve(&mut finder, &query, &limited(Algorithm::IdaStar));
    assert_eq!(plain.outcome, Err(Unsolved::ExpansionLimit(10_000)));
    assert_eq!(plain.expanded, 10_000);
    let table = solve(&mut finder, &query, &limited(Algorithm::IdaStarTable));
    let astar = solve(&mut finder, &query, &limited(Algorithm::Astar));
    assert_eq!(table.steps(), Some(85));
    assert_eq!(table.outcome, astar.outcome);
    assert!(table.iterations > 20 && table.expanded <= 2 * astar.expanded);
}

#[test]
fn a_raised_flag_and_a_limit_on_states_end_a_search() {
    let map = Map::new(50, 50, |cell| match cell.row {
        25 => Terrain::Station,
        _ => Terrain::Floor,
    });
    let query = Query { supply: Some(60), ..Query::new((0, 0).into(), (49, 49).into()) };
    let mut finder = Finder::new(&map);
    let stop = StopFlag::new();
    stop.stop();
    let report = finder.solve(&query, &SearchConfig::default(), &stop).unwrap();
    assert_eq!(report.outcome, Err(Unsolved::Stopped));
    let few = SearchConfig { max_states: 10, ..SearchConfig::default() };
    let report = finder.solve(&query, &few, &StopFlag::new()).unwrap();
    assert_eq!(report.outcome, Err(Unsolved::StateLimit(10)));
}

#[test]
fn a_query_that_makes_no_sense_is_refused_by_name() {
    let (puzzle, query) = drawn("S#G\n...\n");
    let mut finder = Finder::new(&puzzle.map);
    let mut refused = |query: Query, algorithm| {
        let config = config(algorithm, Heuristic::Zero);
        finder.solve(&query, &config, &StopFlag::new()).unwrap_err().to_string()
    };
    assert_eq!(
        refused(Query { from: (2, 0).into(), ..query }, Algorithm::Astar),
        "start 2,0 is outside the map, allowed: rows 0 to 1, columns 0 to 2"
    );
    assert_eq!(
        refused(Query { to: (0, 1).into(), ..query }, Algorithm::Astar),
        "goal 0,1 is a wall, allowed: a free cell"
    );
    assert_eq!(
        refused(Query { supply: Some(1), ..query }, Algorithm::IdaStar),
        "search.algorithm: found ida-star on a map with a supply, allowed there: astar, bfs, auto, \
         generic-astar, generic-bfs, generic-uniform-cost, generic-ida-star, generic-ida-star-table"
    );
    let eight = Query { movement: Movement::Eight, ..query };
    assert_eq!(
        refused(eight, Algorithm::Bfs),
        "search.algorithm: found bfs with map.movement eight, allowed there: astar, jps, \
         jps-prepared, auto, generic-astar, generic-uniform-cost, generic-ida-star, \
         generic-ida-star-table"
    );
    assert_eq!(
        refused(Query { supply: Some(1), ..eight }, Algorithm::Astar),
        "map.movement: found eight on a map with a supply, allowed there: four"
    );
    let manhattan = config(Algorithm::Astar, Heuristic::Manhattan);
    assert_eq!(
        Finder::new(&puzzle.map).check(&eight, &manhattan).unwrap_err().to_string(),
        "search.heuristic: found manhattan with map.movement eight, allowed there: auto, octile, zero"
    );
}

#[test]
fn a_watcher_sees_every_expansion_in_order() {
    let (puzzle, query) = drawn("S..G\n");
    let mut seen = Vec::new();
    let report = Finder::new(&puzzle.map)
        .solve_watched(&query, &SearchConfig::default(), &StopFlag::new(), &mut seen)
        .unwrap();
    assert_eq!(seen, [(0, 0), (0, 1), (0, 2)].map(Cell::from));
    assert_eq!(report.expanded, 3);
}

/// Large enough for runs over several words of a bitmap, and for many queries per map.
#[test]
fn on_large_maps_every_search_finds_what_the_simplest_does() {
    let maps = [
        crate::map::generate::random(90, 150, 0.05, 1),
        crate::map::generate::random(150, 90, 0.25, 2),
        crate::map::generate::random(130, 200, 0.35, 3),
        crate::map::generate::maze(91, 161, 4),
        Map::new(70, 270, |_| Terrain::Floor),
    ];
    for map in &maps {
        let free: Vec<Cell> = map.cells().filter(|&cell| map.connected(cell, cell)).collect();
        let mut finder = Finder::new(map);
        for index in 1..40 {
            let (from, to) = (free[index * 7919 % free.len()], free[index * 104_729 % free.len()]);
            for movement in Movement::ALL {
                let query = Query { movement, ..Query::new(from, to) };
                let simplest = match movement {
                    Movement::Four => Algorithm::Bfs,
                    Movement::Eight => Algorithm::Astar,
                };
                let expected = solve(&mut finder, &query, &config(simplest, Heuristic::Zero));
                for algorithm in Algorithm::ALL {
                    // With eight neighbours, iterative deepening has a bound for each of thousands of lengths.
                    let is_slow =
                        movement == Movement::Eight && algorithm == Algorithm::GenericIdaStarTable;
                    if runs_away(algorithm) || is_slow || !algorithm.knows(movement) {
                        continue;
                    }
                    let report = solve(&mut finder, &query, &config(algorithm, Heuristic::Auto));
                    assert_eq!(report.outcome, expected.outcome, "{algorithm} {from} to {to}");
                }
            }
        }
    }
}
