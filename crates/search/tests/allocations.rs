//! The search loop allocates nothing: twenty times the nodes cost not one allocation more.

use proof_games::connect_four::{CentreFirst, ConnectFour, OpenThrees};
use proof_games::nim::Nim;
use proof_games::reversi::{FewestReplies, MobilityCorners, Reversi};
use proof_games::ring::Repetition;
use proof_games::synthetic::{Shape, Synthetic};
use proof_games::{Flat, Noise};
use search::config::{LateMovePruning, LateMoveReductions, Margin, NullMove};
use search::hooks::{Candidates, Priority, RuleOf};
use search::{
    Algorithm, Analyst, Engine, Evaluator, Game, Hooks, Limits, Request, SearchConfig, StandPat,
    StopReason,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with a count per thread.
struct Counting;

impl Counting {
    fn count() {
        // During the end of a thread there is no counter any more, and nothing to prove.
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
    }
}

// SAFETY: every call is passed on unchanged to the system's allocator, which keeps the contract; the
// counter is a plain number that needs neither allocation nor destruction.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Counting::count();
        // SAFETY: the caller's promise about `layout` is the one `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: `pointer` came from `System` through this allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        Counting::count();
        // SAFETY: `pointer` came from `System` with this layout; the size is the caller's promise.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const FEW: u64 = 2_000;
const MANY: u64 = 20 * FEW;
/// What one search may allocate in all: root moves, the best line, the report.
const PER_SEARCH: u64 = 8;
/// What one iteration may: its root moves, its line, the table's continuation of it.
const PER_ITERATION: u64 = 12;

const ALGORITHMS: [Algorithm; 4] =
    [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Mtdf];

/// Allocations of one search of this many nodes, and the depth it finished.
fn search<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    engine: &mut Engine<G, E, H>,
    request: &mut Request<G>,
    nodes: u64,
) -> (u64, u64) {
    request.limits.nodes = Some(nodes);
    let before = ALLOCATIONS.get();
    let report = engine.search(request, &mut |_| ());
    let allocations = ALLOCATIONS.get() - before;
    assert_eq!((report.nodes, report.reason), (nodes, StopReason::Nodes));
    (allocations, u64::from(report.depth))
}

fn allocates_nothing_per_node<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    position: &G,
    evaluator: &E,
    hooks: &H,
    config: &SearchConfig,
) {
    for algorithm in ALGORITHMS {
        // A single pass too large to finish, so that nothing but nodes tells the two apart.
        let config = SearchConfig { algorithm, iterative: false, ..config.clone() };
        let new_engine = |config: &SearchConfig| {
            Engine::new(config.clone(), evaluator.clone(), hooks.clone()).expect("a valid config")
        };
        let mut request = Request::new(position.clone(), Limits::depth(60));
        let mut engine = new_engine(&config);
        search(&mut engine, &mut request, MANY);
        let (few, _) = search(&mut engine, &mut request, FEW);
        let (many, _) = search(&mut engine, &mut request, MANY);
        assert_eq!(few, many, "{algorithm:?}: {FEW} nodes against {MANY}");
        assert!(many <= PER_SEARCH, "{algorithm:?}: {many} allocations");

        // Iterations may cost something each, nodes still may not. MTD(f) makes many passes.
        let config = SearchConfig { iterative: true, ..config };
        let mut engine = new_engine(&config);
        search(&mut engine, &mut request, MANY);
        engine.new_game();
        let (many, depth) = search(&mut engine, &mut request, MANY);
        let passes = if algorithm == Algorithm::Mtdf { 10 } else { 1 };
        let allowed = PER_SEARCH + PER_ITERATION * (depth + 1) * passes;
        assert!(many <= allowed, "{algorithm:?}: {many} allocations in {depth} iterations");
    }
}

fn with_table() -> SearchConfig {
    SearchConfig { table_mib: 1, transposition_cutoff: Some(2), ..SearchConfig::default() }
}

#[test]
fn a_search_by_copies_allocates_nothing_per_node() {
    let position = ConnectFour::<7, 6>::new();
    allocates_nothing_per_node(&position, &OpenThrees, &CentreFirst, &with_table());
    let plain = SearchConfig { table_mib: 0, ..SearchConfig::default() };
    allocates_nothing_per_node(&position, &Noise { seed: 1, range: 9 }, &CentreFirst, &plain);
    let light = SearchConfig { light_frontier: true, mate_distance: true, ..with_table() };
    allocates_nothing_per_node(&Reversi::new(), &MobilityCorners, &FewestReplies, &light);
}

#[test]
fn a_search_by_play_and_undo_allocates_nothing_per_node() {
    let shape = Shape { seed: 1, min_moves: 5, max_moves: 40, length: 900, ends: 0 };
    let noise = Noise { seed: 2, range: 50 };
    let position = Synthetic::<false>::new(shape);
    allocates_nothing_per_node(&position, &noise, &search::NoHooks, &with_table());
    let position = Nim::new(&[200, 150, 50]);
    allocates_nothing_per_node(&position, &Flat, &search::NoHooks, &with_table());
}

/// Says something to every question, so that no part of the search is left out.
#[derive(Clone)]
struct Talkative;

impl Hooks<Synthetic<true>> for Talkative {
    const CANDIDATES: Option<Candidates<Self, Synthetic<true>>> =
        Some(|_, game, moves| game.legal_moves(moves));
    const PRIORITY: Option<Priority<Self, Synthetic<true>>> = Some(|_, _, mv, _| i32::from(mv % 7));
    const PATH_RULE: Option<RuleOf<Self, Synthetic<true>>> =
        Some(|_| &Repetition { occurrences: 2 });

    fn is_quiet(&mut self, _game: &Synthetic<true>, mv: u16) -> bool {
        !mv.is_multiple_of(5)
    }

    fn tactical_moves(
        &mut self,
        game: &Synthetic<true>,
        _qply: u32,
        moves: &mut Vec<u16>,
    ) -> StandPat {
        moves.extend(0..(game.key() % 3) as u16);
        if game.key().is_multiple_of(5) { StandPat::Forbidden } else { StandPat::Allowed }
    }

    fn null_move(&mut self, game: &Synthetic<true>) -> Option<u16> {
        (game.key().is_multiple_of(2)).then_some(0)
    }

    fn extension(&mut self, game: &Synthetic<true>, _mv: u16) -> u32 {
        u32::from(game.key().is_multiple_of(4))
    }

    fn forced_replies(&mut self, game: &Synthetic<true>, moves: &mut Vec<u16>) -> bool {
        let forced = game.key().is_multiple_of(8);
        moves.extend(forced.then_some(0));
        forced
    }
}

#[test]
fn quiescence_and_every_technique_allocate_nothing_per_node() {
    let shape = Shape { seed: 1, min_moves: 5, max_moves: 40, length: 900, ends: 0 };
    let noise = Noise { seed: 2, range: 50 };
    let config = SearchConfig {
        quiescence: 4,
        extensions: true,
        one_reply_extension: true,
        forced_replies: true,
        solver: Some(2),
        null_move: Some(NullMove {
            min_depth: 2,
            reduction: 2,
            depth_divisor: 4,
            score_divisor: 0,
            verify_depth: 0,
        }),
        late_move_reductions: Some(LateMoveReductions {
            min_depth: 3,
            full_moves: 2,
            base: 0.5,
            divisor: 2.0,
        }),
        late_move_pruning: Some(LateMovePruning { max_depth: 3, base: 8, factor: 2 }),
        futility: Some(Margin { max_depth: 2, margin: 20 }),
        reverse_futility: Some(Margin { max_depth: 2, margin: 40 }),
        ..with_table()
    };
    allocates_nothing_per_node(&Synthetic::<true>::new(shape), &noise, &Talkative, &config);
}
