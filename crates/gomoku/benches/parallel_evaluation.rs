//! Cost or gain of splitting one evaluation of the 15x15 lab among threads, class by class, as its
//! OpenMP program does. Run with `scripts/bench gomoku.parallel-evaluation`.
//!
//! Prints the time of one evaluation: from incremental counts, and from scratch on one thread and on
//! several. Then the time of a move to depth 3 in both modes.

use gomoku::{Config, FiveInARow, Gomoku};
use protocols::Playable;
use rayon::prelude::*;
use search::{Evaluator, Limits, Notation, Parallel, Request};
use std::hint::black_box;
use std::time::Instant;

const POSITIONS: [&str; 4] =
    ["h8", "h8i9g9", "h8i9g9g7i8j7", "h8h9i9g7j10k11i8j8g10f11i7i10h7f7g8j9"];
const THREADS: [usize; 2] = [2, 6];

/// Microseconds per call, the minimum of several rounds.
fn microseconds(calls: u32, mut call: impl FnMut()) -> f64 {
    let round = |call: &mut dyn FnMut()| {
        let started = Instant::now();
        (0..calls).for_each(|_| call());
        started.elapsed().as_secs_f64() * 1e6 / f64::from(calls)
    };
    (0..5).map(|_| round(&mut call)).fold(f64::INFINITY, f64::min)
}

fn main() {
    let text = include_str!("../../../configs/gomoku/lab-15.toml");
    let config: Config = toml::from_str(text).expect("the lab's configuration is valid");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("one evaluation of the 15x15 lab, microseconds, {cores} cores");
    println!("position  incremental  scratch, 1 thread  scratch, 2 threads  scratch, 6 threads");
    for (number, text) in POSITIONS.iter().enumerate() {
        let game = Gomoku::parse_position(text).expect("a position");
        let mut evaluator = config.evaluator.pattern_count().expect("the lab's evaluator");
        evaluator.reset(&game);
        let incremental = microseconds(100_000, || {
            black_box(evaluator.evaluate(black_box(&game)));
        });
        let parts = evaluator.parts();
        let from_scratch = |part: usize| evaluator.part(black_box(&game), part).units();
        let one = microseconds(2000, || {
            black_box((0..parts).map(from_scratch).sum::<i64>());
        });
        let split = THREADS.map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads start").install(|| {
                microseconds(2000, || {
                    black_box((0..parts).into_par_iter().map(from_scratch).sum::<i64>());
                })
            })
        });
        println!(
            "{:>8}  {incremental:>11.3}  {one:>17.2}  {:>18.2}  {:>18.2}",
            number + 1,
            split[0],
            split[1]
        );
    }
    println!("\none move to depth 3, milliseconds");
    println!("position  nodes   none  evaluation, 2 threads  evaluation, 6 threads");
    for (number, text) in POSITIONS.iter().enumerate() {
        let position = Gomoku::parse_position(text).expect("a position");
        let mut nodes = 0;
        let mut time = |parallel: Parallel, threads: usize| {
            let mut config = config.clone();
            config.search.parallel = parallel;
            config.search.threads = threads;
            let mut engine = FiveInARow::engine(&config).expect("a valid configuration");
            let request = Request::new(position.clone(), Limits::depth(3));
            let report = engine.search(&request, &mut |_| ());
            assert!(nodes == 0 || nodes == report.nodes, "both modes search the same tree");
            nodes = report.nodes;
            report.time.as_secs_f64() * 1e3
        };
        let none = time(Parallel::None, 1);
        let split = THREADS.map(|threads| time(Parallel::Evaluation, threads));
        println!(
            "{:>8}  {nodes:>5}  {none:>5.1}  {:>21.1}  {:>21.1}",
            number + 1,
            split[0],
            split[1]
        );
    }
}
