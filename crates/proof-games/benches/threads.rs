//! The speed-up of two threads on a shared table over one thread, as time to depth. One thread searches
//! until an iteration ends after at least `LEAST_SECONDS` (environment variable, default 5). Two threads
//! then search to the same depth. Run with `scripts/bench search.threads`.

use proof_games::connect_four::{CentreFirst, ConnectFour7x6, OpenThrees};
use proof_games::openings;
use proof_games::reversi::{MobilityCorners, Reversi};
use search::{
    Analyst, Engine, Evaluator, Game, Hooks, Limits, NoHooks, Parallel, Request, SearchConfig,
    StopReason, TableMode,
};
use std::time::Duration;

/// The table size, large enough for both searches.
const TABLE_MIB: usize = 64;
/// The number of positions measured. Positions that are solved before the time is up do not count.
const POSITIONS: usize = 5;

fn engine<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    threads: usize,
    evaluator: E,
    hooks: H,
) -> Engine<G, E, H> {
    let config = SearchConfig {
        table_mib: TABLE_MIB,
        table_mode: TableMode::Engine,
        table_min_depth: 4,
        light_frontier: true,
        threads,
        parallel: if threads == 1 { Parallel::None } else { Parallel::SharedTable },
        ..SearchConfig::default()
    };
    Engine::new(config, evaluator, hooks).expect("the configuration is valid")
}

/// The median speed-up.
fn scaling<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    name: &str,
    start: &G,
    evaluator: E,
    hooks: H,
    least: Duration,
) -> f64 {
    println!("{name}, table {TABLE_MIB} MiB, {} s or more on one thread", least.as_secs_f64());
    println!("position  depth  1 thread  2 threads  speed-up   nodes");
    let mut speedups = Vec::new();
    for seed in 0.. {
        let position = openings::random(start, seed, 8);
        let mut request = Request::new(position.clone(), Limits::default());
        request.limits.soft_time = Some(least);
        let one = engine(1, evaluator.clone(), hooks.clone()).search(&request, &mut |_| ());
        if one.reason == StopReason::Decided {
            continue;
        }
        let request = Request::new(position, Limits::depth(one.depth));
        let two = engine(2, evaluator.clone(), hooks.clone()).search(&request, &mut |_| ());
        let speedup = one.time.as_secs_f64() / two.time.as_secs_f64();
        println!(
            "{seed:>8}  {:>5}  {:>6.2} s  {:>7.2} s  {speedup:>7.2}x  {:>5.2}x",
            one.depth,
            one.time.as_secs_f64(),
            two.time.as_secs_f64(),
            two.nodes as f64 / one.nodes as f64,
        );
        speedups.push(speedup);
        if speedups.len() == POSITIONS {
            break;
        }
    }
    speedups.sort_by(f64::total_cmp);
    let median = speedups[speedups.len() / 2];
    println!("  median  {median:.2}x\n");
    median
}

fn main() {
    let seconds =
        std::env::var("LEAST_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5.0);
    let least = Duration::from_secs_f64(seconds);
    let othello = scaling("Othello", &Reversi::new(), MobilityCorners, NoHooks, least);
    let four = scaling("Connect Four", &ConnectFour7x6::new(), OpenThrees, CentreFirst, least);
    println!(
        "figure: two threads on one table against one, to a depth that takes one thread at least \
         {seconds} s | {othello:.2}x sooner on Othello, {four:.2}x on Connect Four (medians of {POSITIONS} \
         positions)"
    );
}
