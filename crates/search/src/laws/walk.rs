//! Random games, and what a law sees of each position in them.

use crate::rng::{Rng, mix};
use crate::{Game, Outcome};
use std::fmt::Debug;

/// Games without an end are left here.
const MAX_PLIES: usize = 200;
/// Most moves of other positions that are remembered.
const MAX_ELSEWHERE: usize = 1000;

/// One position of a random game.
pub(super) struct Visit<'a, G: Game> {
    pub(super) position: &'a G,
    pub(super) outcome: Option<Outcome>,
    /// All legal moves; none of a finished game.
    pub(super) moves: &'a [G::Move],
    /// Moves that were legal somewhere on the way, here or not.
    pub(super) elsewhere: &'a [G::Move],
    law: &'static str,
    line: &'a [G::Move],
    game: usize,
    seed: u64,
}

/// Shows every position of `games` random games to `visit`, the last one of each included.
pub(super) fn walk<G: Game + Debug>(
    law: &'static str,
    start: &G,
    games: usize,
    seed: u64,
    mut visit: impl FnMut(&Visit<'_, G>),
) {
    let mut rng = Rng::new(seed);
    let mut elsewhere: Vec<G::Move> = Vec::new();
    for game in 1..=games {
        let mut position = start.clone();
        let mut line = Vec::new();
        loop {
            let outcome = position.outcome();
            let mut moves = Vec::new();
            if outcome.is_none() {
                position.legal_moves(&mut moves);
            }
            visit(&Visit {
                position: &position,
                outcome,
                moves: &moves,
                elsewhere: &elsewhere,
                law,
                line: &line,
                game,
                seed,
            });
            let Some(mv) = rng.choose(&moves).filter(|_| line.len() < MAX_PLIES) else { break };
            if elsewhere.len() < MAX_ELSEWHERE && !elsewhere.contains(&mv) {
                elsewhere.push(mv);
            }
            position.play(mv);
            line.push(mv);
        }
    }
}

impl<G: Game + Debug> Visit<'_, G> {
    /// Random numbers of this visit: the same ones in every run.
    pub(super) fn rng(&self) -> Rng {
        Rng::new(mix(self.seed ^ mix((self.game as u64) << 32 | self.line.len() as u64)))
    }

    /// Up to `count` moves of other positions that are not legal here.
    pub(super) fn strangers(&self, count: usize) -> Vec<G::Move> {
        let mut rng = self.rng();
        let drawn = (0..count).filter_map(|_| rng.choose(self.elsewhere));
        drawn.filter(|mv| !self.moves.contains(mv)).collect()
    }

    /// Breaks the law unless `holds`.
    pub(super) fn require(&self, holds: bool, found: impl FnOnce() -> String) {
        if !holds {
            self.broken(found());
        }
    }

    /// Breaks the law unless both are equal; `names` says what they are.
    pub(super) fn require_equal<T: PartialEq + Debug>(&self, left: T, right: T, names: &str) {
        if left != right {
            self.broken(format!("{names} differ: {left:?}, {right:?}"));
        }
    }

    /// Ends the test with everything needed to see the fault again.
    pub(super) fn broken(&self, found: String) -> ! {
        let Visit { law, position, line, game, seed, .. } = self;
        panic!(
            "law broken: {law}\n  found: {found}\n  position: {position:?}\n  \
             after the moves: {line:?}\n  in game {game} of seed {seed}"
        );
    }
}
