//! Random positions by random play.

use search::Game;
use search::rng::Rng;

/// The position after this many random moves; if the game would end sooner, the last one before.
pub(crate) fn walk<G: Game>(start: &G, plies: usize, seed: u64) -> G {
    let mut rng = Rng::new(seed);
    let mut position = start.clone();
    for _ in 0..plies {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut next = position.clone();
        next.play(rng.choose(&moves).expect("an unfinished game has moves"));
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}
