//! Small games with known results, used to test the search core and the harness.
//!
//! Each game covers something that a search can get wrong:
//!
//! | game | what it tests |
//! |---|---|
//! | [`tic_tac_toe`] | play and undo with a small undo token, an incremental key |
//! | [`connect_four`] | copies instead of undo, table moves tried before move generation, published values |
//! | [`reversi`] | passes as plies, an end detected during move generation, published perft |
//! | [`nim`] | a side without a move loses, hundreds of moves, a value known from theory |
//! | [`heap`] | the smallest game with a notation |
//! | [`mancala`] | several moves in a row by one side, passes that do not end the game |
//! | [`synthetic`] | random trees of any shape, with many transpositions and no structure to exploit |
//! | [`planted`] | trees too large to search completely, whose value is known at every depth |
//! | [`ring`] | positions that repeat, with a result that depends on the path |
//! | [`sliding_puzzle`] | the graph searches, on states and optimal lengths that are published |
//!
//! They are test games, not engines: their evaluators are as simple as possible. [`Flat`] and
//! [`Noise`] evaluate any of them, and [`oracle`] computes the value that a search must find. The
//! position format is described in the module of each game.
//!
//! ```
//! use proof_games::{Flat, oracle, tic_tac_toe::TicTacToe};
//! use search::{NoHooks, Score};
//!
//! let draw = oracle::minimax(&TicTacToe::new(), &mut Flat, &mut NoHooks, 9);
//! assert_eq!(draw, Score::ZERO);
//! ```

pub mod connect_four;
#[cfg(feature = "harness")]
pub mod domain;
pub mod heap;
pub mod mancala;
pub mod nim;
pub mod openings;
pub mod oracle;
pub mod planted;
pub mod reversi;
pub mod ring;
pub mod sliding_puzzle;
pub mod synthetic;
pub mod tic_tac_toe;

mod text;

use search::rng::mix;
use search::{Evaluator, Game, Score};

/// Evaluates every unfinished game as zero: a search with it finds only wins, losses and draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flat;

impl<G: Game> Evaluator<G> for Flat {
    #[inline]
    fn evaluate(&mut self, _game: &G) -> Score {
        Score::ZERO
    }
}

/// Evaluates every position with a fixed random value, so that any mistake in a fixed-depth search
/// shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    /// The seed: another seed gives other values.
    pub seed: u64,
    /// The maximum absolute value. A small range makes many values equal.
    pub range: u32,
}

impl<G: Game> Evaluator<G> for Noise {
    #[inline]
    fn evaluate(&mut self, game: &G) -> Score {
        let width = 2 * u64::from(self.range) + 1;
        let value = mix(game.key() ^ mix(self.seed)) % width;
        Score::new(value as i64 - i64::from(self.range))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tic_tac_toe::TicTacToe;

    #[test]
    fn noise_depends_on_the_seed_and_stays_in_its_range() {
        let values = |range| {
            (0..200).map(move |seed| Noise { seed, range }.evaluate(&TicTacToe::new()).units())
        };
        assert!(values(0).all(|value| value == 0));
        for expected in -2..=2 {
            assert!(values(2).any(|value| value == expected));
        }
        assert!(values(2).all(|value| (-2..=2).contains(&value)));
    }
}
