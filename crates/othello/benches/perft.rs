//! Perft from the start position to DEPTH (default 11), with both pass conventions, and a comparison
//! with the crate `magpie` in the same run, each the fastest of several rounds.
//! `scripts/bench.d/othello.perft` runs it.

use magpie::othello::{Board, Stone};
use othello::program::count::{Passes, leaves};
use othello::{Othello, Size};
use std::time::Instant;

/// Depth, count with a pass as a ply, count with free passes. A game that ends earlier counts as one.
const KNOWN: [(u32, u64, u64); 4] = [
    (9, 3_005_288, 3_005_320),
    (10, 24_571_284, 24_571_420),
    (11, 212_258_800, 212_260_880),
    (12, 1_939_886_636, 1_939_899_208),
];
/// The depth of the comparison and the number of rounds: many short rounds, so that some of them run
/// while the machine is idle.
const COMPARED: u32 = 8;
const ROUNDS: usize = 50;

fn main() {
    let deepest: u32 = std::env::var("DEPTH").ok().and_then(|text| text.parse().ok()).unwrap_or(11);
    let start = Othello::start(Size::Eight);
    println!("depth  pass is a ply  pass is free  million/s");
    for (depth, ply, free) in KNOWN.into_iter().filter(|&(depth, ..)| depth <= deepest) {
        let started = Instant::now();
        let counts = [Passes::Ply, Passes::Free].map(|passes| leaves(&start, depth, passes));
        assert_eq!(counts, [ply, free], "depth {depth}");
        let speed = (ply + free) as f64 / started.elapsed().as_secs_f64() / 1e6;
        println!("{depth:>5}  {ply:>13}  {free:>12}  {speed:>9.0}");
    }
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        let started = Instant::now();
        let own = leaves(&start, COMPARED, Passes::Ply);
        ours = ours.min(started.elapsed().as_secs_f64());
        let started = Instant::now();
        let peer = peer(&Board::standard(), Stone::Black, COMPARED);
        theirs = theirs.min(started.elapsed().as_secs_f64());
        assert_eq!(own, peer);
    }
    println!(
        "depth {COMPARED}, no table: {:.2} ms, magpie {:.2} ms, {:.1}x",
        ours * 1e3,
        theirs * 1e3,
        theirs / ours
    );
    println!(
        "figure: counting lines of othello to depth {COMPARED} against the crate `magpie`, without a table \
         | {:.1}x as fast (best of {ROUNDS} rounds each)",
        theirs / ours
    );
}

/// The same count with `magpie`; the last ply is counted and not played, as in our perft.
fn peer(board: &Board, stone: Stone, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves_for(stone);
    if moves.is_empty() {
        return match board.moves_for(stone.flip()).is_empty() {
            true => 1,
            false => peer(board, stone.flip(), depth - 1),
        };
    }
    if depth == 1 {
        return moves.count_set().into();
    }
    let mut sum = 0;
    for position in moves.hot_bits() {
        let mut child = board.clone();
        child.play(stone, position);
        sum += peer(&child, stone.flip(), depth - 1);
    }
    sum
}
