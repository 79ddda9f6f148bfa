//! In exact mode a table of any size, down to one bucket, changes no fixed-depth value, also when it
//! is full of what earlier searches left there.

#[path = "support/walk.rs"]
mod walk;

use proof_games::connect_four::{CentreFirst, ConnectFour, OpenThrees};
use proof_games::mancala::{Mancala, StoreLead};
use proof_games::reversi::{MobilityCorners, Reversi};
use proof_games::synthetic::{Shape, Synthetic};
use proof_games::tic_tac_toe::TicTacToe;
use proof_games::{Flat, Noise, oracle};
use proptest::prelude::*;
use search::rng::{Rng, mix};
use search::table::Table;
use search::{
    Algorithm, Analyst, Engine, Evaluator, Game, Hooks, Limits, NoHooks, Request, Score,
    SearchConfig, TableMode,
};
use walk::walk;

const BUCKETS: [usize; 6] = [1, 2, 3, 7, 64, 4096];

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn buckets() -> impl Strategy<Value = usize> {
    prop::sample::select(BUCKETS.to_vec())
}

fn any_algorithm() -> impl Strategy<Value = Algorithm> {
    prop::sample::select(vec![Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Mtdf])
}

/// How a table is used: everything that reads or fills it differently.
fn any_config() -> impl Strategy<Value = SearchConfig> {
    let choices = (any::<bool>(), any::<bool>(), prop::option::of(1..4_u32), any::<bool>());
    (any_algorithm(), choices).prop_map(|(algorithm, choices)| {
        let (iterative, light_frontier, transposition_cutoff, mate_distance) = choices;
        SearchConfig {
            algorithm,
            iterative,
            light_frontier,
            transposition_cutoff,
            mate_distance,
            table_mib: 0,
            ..SearchConfig::default()
        }
    })
}

/// Plays a game at random and searches each of its positions to a random depth with one engine,
/// whose table keeps what it has.
fn warm_table_agrees<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    start: &G,
    evaluator: &E,
    hooks: &H,
    config: &SearchConfig,
    buckets: usize,
    seed: u64,
    max_depth: usize,
) -> Result<(), TestCaseError> {
    let mut rng = Rng::new(seed);
    let mut engine = Engine::new(config.clone(), evaluator.clone(), hooks.clone())
        .expect("a valid configuration")
        .with_table(Table::with_buckets(buckets));
    let mut position = start.clone();
    for _ in 0..6 {
        let depth = 1 + rng.below(max_depth) as u32;
        let request = Request::new(position.clone(), Limits::depth(depth));
        let found = engine.search(&request, &mut |_| ()).score;
        let value = oracle::minimax(&position, &mut evaluator.clone(), &mut hooks.clone(), depth);
        prop_assert_eq!(found, value, "depth {}", depth);
        position = walk(&position, 1, rng.next_u64());
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn a_table_warm_from_the_moves_before_changes_no_value_of_connect_four(
        config in any_config(), buckets in buckets(), seed: u64, plies in 0..36_usize, range: u16,
    ) {
        let start = walk(&ConnectFour::<7, 6>::new(), plies, seed);
        let noise = Noise { seed, range: range.into() };
        warm_table_agrees(&start, &noise, &CentreFirst, &config, buckets, seed, 4)?;
        warm_table_agrees(&start, &OpenThrees, &CentreFirst, &config, buckets, seed, 4)?;
    }

    #[test]
    fn a_table_warm_from_the_moves_before_changes_no_value_of_reversi(
        config in any_config(), buckets in buckets(), seed: u64, plies in 0..58_usize,
    ) {
        let start = walk(&Reversi::new(), plies, seed);
        warm_table_agrees(&start, &MobilityCorners, &NoHooks, &config, buckets, seed, 3)?;
    }

    #[test]
    fn a_table_warm_from_the_moves_before_changes_no_value_of_mancala(
        config in any_config(), buckets in buckets(), seed: u64, plies in 0..20_usize,
    ) {
        let start = walk(&Mancala::new(3), plies, seed);
        warm_table_agrees(&start, &StoreLead, &NoHooks, &config, buckets, seed, 6)?;
    }

    #[test]
    fn a_table_warm_from_the_moves_before_changes_no_value_of_a_random_tree(
        config in any_config(), buckets in buckets(), seed: u64, ends in 0..30_u8, range in 0..50_u32,
    ) {
        let shape = Shape { seed, min_moves: 1, max_moves: 5, length: 12, ends };
        let noise = Noise { seed, range };
        let start = Synthetic::<true>::new(shape);
        warm_table_agrees(&start, &noise, &NoHooks, &config, buckets, seed, 5)?;
        let start = Synthetic::<false>::new(shape);
        warm_table_agrees(&start, &noise, &NoHooks, &config, buckets, seed, 5)?;
    }
}

/// Random values so large that the table's 32 bits do not hold them.
#[derive(Clone)]
struct Wide {
    seed: u64,
    range: i64,
}

impl<G: Game> Evaluator<G> for Wide {
    fn evaluate(&mut self, game: &G) -> Score {
        let width = 2 * self.range as u64 + 1;
        Score::new((mix(game.key() ^ mix(self.seed)) % width) as i64 - self.range)
    }
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn evaluations_beyond_what_the_table_can_hold_stay_exact(
        config in any_config(), buckets in buckets(), seed: u64, plies in 0..30_usize,
        range in prop::sample::select(vec![3_000_000_000, 4_000_000_000, 10_i64.pow(12), 10_i64.pow(18)]),
    ) {
        let wide = Wide { seed, range };
        let start = walk(&ConnectFour::<7, 6>::new(), plies, seed);
        warm_table_agrees(&start, &wide, &CentreFirst, &config, buckets, seed, 4)?;
        let shape = Shape { seed, min_moves: 2, max_moves: 5, length: 9, ends: 10 };
        let start = Synthetic::<false>::new(shape);
        warm_table_agrees(&start, &wide, &NoHooks, &config, buckets, seed, 4)?;
    }
}

#[test]
fn every_bucket_count_gives_the_value_and_a_larger_table_saves_nodes() {
    let position = ConnectFour::<5, 4>::new();
    let search = |buckets| {
        let config = SearchConfig { table_mib: 0, ..SearchConfig::default() };
        let mut engine = Engine::new(config, OpenThrees, CentreFirst)
            .unwrap()
            .with_table(Table::with_buckets(buckets));
        engine.search(&Request::new(position, Limits::depth(9)), &mut |_| ())
    };
    let small = search(1);
    for buckets in BUCKETS {
        assert_eq!(search(buckets).score, small.score, "{buckets} buckets");
    }
    assert!(search(4096).nodes * 2 < small.nodes);
}

#[test]
fn the_engine_mode_takes_deeper_entries_and_the_exact_mode_does_not() {
    // After a deep search a shallow one of the same position is answered from the table, with the
    // deep value, in engine mode only.
    let shape = Shape { seed: 4, min_moves: 3, max_moves: 4, length: 40, ends: 0 };
    let position = Synthetic::<true>::new(shape);
    let noise = Noise { seed: 9, range: 1000 };
    let shallow_after_deep = |table_mode| {
        let config = SearchConfig { table_mode, iterative: false, ..SearchConfig::default() };
        let mut engine = Engine::new(config, noise, NoHooks).unwrap();
        let deep = engine.search(&Request::new(position, Limits::depth(7)), &mut |_| ());
        let shallow = engine.search(&Request::new(position, Limits::depth(3)), &mut |_| ());
        (deep.score, shallow.score, shallow.nodes)
    };
    let (_, exact, exact_nodes) = shallow_after_deep(TableMode::Exact);
    assert_eq!(exact, oracle::minimax(&position, &mut { noise }, &mut NoHooks, 3));
    let (deep, engine, engine_nodes) = shallow_after_deep(TableMode::Engine);
    assert_eq!(engine, deep);
    assert_ne!(engine, exact);
    assert!(engine_nodes < exact_nodes);
}

#[test]
fn a_win_found_at_another_distance_from_the_root_counts_from_where_it_is_met() {
    // The same won position is met after one ply and after three; a table that forgot to translate
    // distances would report the wrong one.
    for seed in 0..200 {
        let position = walk(&TicTacToe::new(), 2, seed);
        let mut engine = Engine::new(SearchConfig::default(), Flat, NoHooks).unwrap();
        for depth in [7, 6, 5, 7] {
            let found = engine.search(&Request::new(position, Limits::depth(depth)), &mut |_| ());
            let value = oracle::minimax(&position, &mut Flat, &mut NoHooks, depth);
            assert_eq!(found.score, value, "seed {seed}, depth {depth}");
        }
    }
}
