//! A prepared finder allocates nothing: once its lists have grown to what the queries ask for, they
//! cost not one allocation.

use pathfinding::{Algorithm, Finder, Heuristic, Map, Query, SearchConfig, generate};
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

#[test]
fn once_the_lists_have_grown_queries_allocate_nothing() {
    let made = generate::supply(60, 80, 0.25, 40, 9);
    for supply in [None, Some(25)] {
        let queries = queries(&made.map, supply);
        for algorithm in Algorithm::ALL {
            if supply.is_some() && !algorithm.knows_supply() {
                continue;
            }
            for heuristic in [Heuristic::Manhattan, Heuristic::Zero] {
                let config = SearchConfig {
                    algorithm,
                    heuristic,
                    max_expansions: 20_000,
                    ..SearchConfig::default()
                };
                let mut finder = Finder::new(&made.map);
                // The two open lists change places as the search goes: it takes a second round for
                // both to have been in each.
                assert!(count(&mut finder, &queries, &config) > 0);
                count(&mut finder, &queries, &config);
                assert_eq!(count(&mut finder, &queries, &config), 0, "{algorithm} {heuristic}");
            }
        }
    }
}

#[test]
fn a_finder_holds_eight_bytes_per_cell_and_its_border() {
    let map = generate::random(510, 510, 0.0, 1);
    let before = BYTES.get();
    let finder = Finder::new(&map);
    assert_eq!(BYTES.get() - before, 8 * 512 * 512);
    drop(finder);
}
