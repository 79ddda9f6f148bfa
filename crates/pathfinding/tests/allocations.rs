//! A prepared finder allocates nothing: once its lists have grown to what the queries ask for, they
//! cost not one allocation.

use pathfinding::map::generate;
use pathfinding::{
    Algorithm, Finder, Heuristic, Map, Movement, Query, SearchConfig, StationGraph, Terrain,
};
use search::StopFlag;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static BYTES: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with counts per thread.
struct Counting;

impl Counting {
    fn count(bytes: usize) {
        // During the end of a thread there is no counter any more, and nothing to prove.
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        let _ = BYTES.try_with(|count| count.set(count.get() + bytes as u64));
    }
}

// SAFETY: every call is passed on unchanged to the system's allocator, which keeps the contract; the
// counters are plain numbers that need neither allocation nor destruction.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Counting::count(layout.size());
        // SAFETY: the caller's promise about `layout` is the one `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: `pointer` came from `System` through this allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        Counting::count(new_size);
        // SAFETY: `pointer` came from `System` with this layout; the size is the caller's promise.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations of these queries.
fn count(finder: &mut Finder<'_>, queries: &[Query], config: &SearchConfig) -> u64 {
    let stop = StopFlag::new();
    let before = ALLOCATIONS.get();
    for query in queries {
        finder.solve(query, config, &stop).expect("the query makes sense");
    }
    ALLOCATIONS.get() - before
}

/// Queries between free cells all over the map.
fn queries(map: &Map, supply: Option<u32>) -> Vec<Query> {
    let free: Vec<_> = map.cells().filter(|&cell| map.connected(cell, cell)).collect();
    let pair = |index: usize| {
        let (from, to) = (free[index * 7919 % free.len()], free[index * 104_729 % free.len()]);
        Query { supply, ..Query::new(from, to) }
    };
    (1..40).map(pair).collect()
}

/// Asserts that a finder allocates nothing any more once it has seen the queries.
fn assert_settles(map: &Map, queries: &[Query], config: &SearchConfig) {
    let mut finder = Finder::new(map);
    // The two open lists change places as the search goes: it takes a second round for both to have
    // been in each.
    assert!(count(&mut finder, queries, config) > 0);
    count(&mut finder, queries, config);
    assert_eq!(count(&mut finder, queries, config), 0, "{config:?}");
}

#[test]
fn once_the_lists_have_grown_queries_allocate_nothing() {
    let made = generate::supply(60, 80, 0.25, 40, 9);
    for algorithm in Algorithm::ALL.into_iter().filter(|one| one.generic().is_none()) {
        for heuristic in [Heuristic::Auto, Heuristic::Zero] {
            let limited = SearchConfig { max_expansions: 20_000, ..SearchConfig::default() };
            let config = SearchConfig { algorithm, heuristic, ..limited };
            let plain = queries(&made.map, None);
            assert_settles(&made.map, &plain, &config);
            if algorithm.knows_supply() {
                assert_settles(&made.map, &queries(&made.map, Some(25)), &config);
            }
            if algorithm.knows(Movement::Eight) {
                let eight: Vec<Query> = plain
                    .into_iter()
                    .map(|query| Query { movement: Movement::Eight, ..query })
                    .collect();
                assert_settles(&made.map, &eight, &config);
            }
        }
    }
}

#[test]
fn once_the_lists_have_grown_queries_by_stations_allocate_nothing() {
    let map = generate::supply(60, 80, 0.25, 40, 9).map;
    let graph = StationGraph::new(&map, 25);
    let (config, stop) = (SearchConfig::default(), StopFlag::new());
    let mut finder = Finder::new(&map);
    let queries = queries(&map, Some(25));
    let mut count = || {
        let before = ALLOCATIONS.get();
        for query in &queries {
            finder.solve_by_stations(query, &graph, &config, &stop).expect("the query makes sense");
        }
        ALLOCATIONS.get() - before
    };
    assert!(count() > 0);
    count();
    assert_eq!(count(), 0);
}

/// Sizes of structures, on the largest map that is promised: what its first query allocates, but for
/// lists as long as the query asks for.
#[test]
fn a_finder_holds_as_many_bytes_per_cell_as_its_searches_say() {
    const SIDE: u32 = 4096;
    let map = Map::new(SIDE, SIDE, |_| Terrain::Floor);
    let cells = u64::from(SIDE) * u64::from(SIDE);
    assert!(map.bytes() as u64 <= 6 * cells, "{}", map.bytes());
    let near = Query::new((9, 9).into(), (9, 12).into());
    let eight = Query { movement: Movement::Eight, ..near };
    for (query, algorithm, bytes) in [
        (near, Algorithm::Astar, 1),
        (near, Algorithm::Bfs, 8),
        (near, Algorithm::Bidirectional, 2),
        (near, Algorithm::IdaStarTable, 8),
        (near, Algorithm::Jps, 8),
        (eight, Algorithm::Astar, 4),
        (eight, Algorithm::Jps, 16),
    ] {
        let config = SearchConfig { algorithm, ..SearchConfig::default() };
        let before = BYTES.get();
        let mut finder = Finder::new(&map);
        finder.solve(&query, &config, &StopFlag::new()).expect("the query makes sense");
        let held = BYTES.get() - before;
        assert!(held >= bytes * cells, "{algorithm}: {held}");
        // The border, and lists of a few rows.
        assert!(held <= bytes * cells + (1 << 20), "{algorithm}: {held}");
    }
}
