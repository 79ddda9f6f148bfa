//! Random start positions for benchmarks and tests.

use search::Game;
use search::rng::Rng;

/// The position after `plies` random moves, or at the end of the game. The same seed gives the same
/// position.
pub fn random<G: Game>(start: &G, seed: u64, plies: usize) -> G {
    let mut rng = Rng::new(seed);
    let mut position = start.clone();
    for _ in 0..plies {
        let mut moves = Vec::new();
        if position.expand(&mut moves).is_some() {
            break;
        }
        if let Some(mv) = rng.choose(&moves) {
            let _ = position.play(mv);
        }
    }
    position
}
