//! Moves per second of play and undo, with incremental updates of all shapes and threats, for each
//! rule. Run with `scripts/bench gomoku.speed`.

use gomoku::{Gomoku, Point, Rule, Size};
use search::rng::Rng;
use search::{Game, Side};
use std::hint::black_box;
use std::time::Instant;

/// The number of stones of a random middle game position.
const STONES: usize = 40;
const ROUNDS: usize = 200_000;

/// A random unfinished middle game position with stones near the centre.
fn middle_game(rule: Rule, seed: u64) -> Gomoku {
    let size = Size::square(15);
    let mut rng = Rng::new(seed);
    loop {
        let mut points: Vec<Point> = size
            .iter()
            .filter(|point| (3..12).contains(&point.row()) && (3..12).contains(&point.column()))
            .collect();
        rng.shuffle(&mut points);
        let sides = [Side::First, Side::Second].into_iter().cycle();
        let stones = points.into_iter().zip(sides).take(STONES);
        let game = Gomoku::with_stones(size, rule, stones, Side::First);
        if game.outcome().is_none() {
            return game;
        }
    }
}

fn main() {
    println!("play and undo with all shapes and threats, 15x15, {STONES} stones, one thread");
    let (mut slowest, mut fastest) = (f64::INFINITY, 0.0f64);
    for rule in Rule::ALL {
        let mut best = 0.0f64;
        for seed in 0..5 {
            let mut game = middle_game(rule, seed);
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            let started = Instant::now();
            for round in 0..ROUNDS {
                let mv = moves[round % moves.len()];
                game.play(black_box(mv));
                game.undo(black_box(mv), ());
            }
            best = best.max(ROUNDS as f64 / started.elapsed().as_secs_f64());
        }
        println!("{:<10} {:>6.2} million per second", rule.name(), best / 1e6);
        (slowest, fastest) = (slowest.min(best), fastest.max(best));
    }
    println!(
        "figure: gomoku moves played and undone with all shapes and threats, 15x15, one thread | {:.1} to \
         {:.1} million per second, by the rule",
        slowest / 1e6,
        fastest / 1e6
    );
}
