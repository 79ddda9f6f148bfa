//! The exact solver on a file of positions (OBF), with one thread and with two. Scores are checked
//! against the file. `scripts/bench.d/othello.endgame` runs it on the FFO suite.
//!
//! Environment: FILE, FIRST and LAST (position numbers in the file, from 1), TABLE_MIB (default 256).

use harness::cpu::process_seconds;
use othello::endgame::{Goal, Solver};
use othello::notation::obf;
use search::StopSignal;
use std::path::Path;
use std::time::Instant;

fn main() {
    let Ok(file) = std::env::var("FILE") else {
        println!("skipped: FILE is not set");
        return;
    };
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("skipped: {file} not found");
        return;
    };
    let number = |name: &str, or: usize| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or)
    };
    let (first, last) = (number("FIRST", 1), number("LAST", usize::MAX));
    let records = obf::parse(&text).expect("an OBF file");
    let records: Vec<_> =
        (1..).zip(&records).filter(|(index, _)| (first..=last).contains(index)).collect();
    // Interleaved, position by position, so that both see the same noise.
    let mut sides = [1, 2].map(|threads| Side {
        solver: Solver::new(number("TABLE_MIB", 256), threads).expect("threads"),
        nodes: 0,
        seconds: 0.0,
        cpu: 0.0,
    });
    for (index, record) in &records {
        for side in &mut sides {
            side.solver.clear();
            let cpu = process_seconds();
            let started = Instant::now();
            let board = record.position.board();
            let solution = side.solver.solve(board, Goal::Exact, &StopSignal::never());
            let solution = solution.expect("never stopped");
            side.seconds += started.elapsed().as_secs_f64();
            side.cpu += process_seconds() - cpu;
            side.nodes += solution.nodes;
            assert_eq!(Some(solution.score), record.score(), "position {index}");
        }
    }
    for (threads, side) in (1..).zip(&sides) {
        let nodes = side.nodes as f64 / 1e6;
        println!(
            "{threads} thread(s): {} positions exact, {nodes:.1} million nodes, {:.2} s, {:.1} million/s; \
             {:.2} s of CPU time, {:.1} million/s",
            records.len(),
            side.seconds,
            nodes / side.seconds,
            side.cpu,
            nodes / side.cpu.max(1e-9),
        );
    }
    let [one, two] = &sides;
    println!("two threads are {:.2}x as fast as one", one.seconds / two.seconds);
    // The speedup if each thread had a core of its own all the time.
    println!("and {:.2}x by CPU time, assuming no idle waiting", 2.0 * one.cpu / two.cpu);
    let name = Path::new(&file).file_stem().unwrap_or_default().to_string_lossy();
    println!(
        "figure: exact scores of {} endgames of {name}, two threads against one | {:.2}x as fast ({:.1} s \
         against {:.1} s; one thread {:.0} million nodes, {:.1} million per second), every score right",
        records.len(),
        one.seconds / two.seconds,
        two.seconds,
        one.seconds,
        one.nodes as f64 / 1e6,
        one.nodes as f64 / 1e6 / one.seconds
    );
}

/// A solver with its totals.
struct Side {
    solver: Solver,
    nodes: u64,
    seconds: f64,
    cpu: f64,
}
