//! The exact solver on a file of positions (OBF), one thread and two: `scripts/bench.d/othello.endgame`
//! runs it on the FFO suite. Scores are checked against the file.
//!
//! FILE, FIRST and LAST (numbers within the file, from 1), TABLE_MIB (256).

use othello::endgame::{Goal, Solver};
use othello::formats::obf;
use search::StopSignal;
use std::time::Instant;

fn main() {
    let Ok(file) = std::env::var("FILE") else {
        println!("skipped: FILE names no positions");
        return;
    };
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("skipped: {file} is not on this machine");
        return;
    };
    let number = |name: &str, or: usize| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or)
    };
    let (first, last) = (number("FIRST", 1), number("LAST", usize::MAX));
    let records = obf::parse(&text).expect("an OBF file");
    let records: Vec<_> =
        (1..).zip(&records).filter(|(index, _)| (first..=last).contains(index)).collect();
    let mut times = Vec::new();
    for threads in [1, 2] {
        let solver = Solver::new(number("TABLE_MIB", 256), threads).expect("threads");
        let (mut nodes, mut seconds) = (0, 0.0);
        for (index, record) in &records {
            solver.clear();
            let started = Instant::now();
            let board = record.position.board();
            let solution = solver.solve(board, Goal::Exact, &StopSignal::never());
            let solution = solution.expect("never stopped");
            seconds += started.elapsed().as_secs_f64();
            nodes += solution.nodes;
            assert_eq!(Some(solution.score), record.score(), "position {index}");
        }
        let speed = nodes as f64 / seconds / 1e6;
        println!(
            "{threads} thread(s): {} positions exact, {:.1} million nodes, {seconds:.2} s, \
             {speed:.1} million/s",
            records.len(),
            nodes as f64 / 1e6
        );
        times.push(seconds);
    }
    println!("two threads are {:.2}x as fast as one", times[0] / times[1]);
}
