//! Small games with known answers, on which the search core and the harness are proved.
//!
//! Each is here for something a search can get wrong:
//!
//! | game | what it proves |
//! |---|---|
//! | [`tic_tac_toe`] | play and undo with a small token, a key kept incrementally |
//! | [`connect_four`] | copies instead of undo, remembered moves tried unlisted, published values |
//! | [`reversi`] | passes as plies, an end found while generating moves, published perft |
//!
//! They are proofs, not engines: their evaluators are as plain as they can be. The position format
//! is described in the module of each game.

pub mod connect_four;
#[cfg(feature = "harness")]
pub mod domain;
pub mod reversi;
pub mod tic_tac_toe;

mod text;

use search::{Evaluator, Game, Score};

/// Sees no difference between unfinished games: a search with it finds wins, losses and draws, and
/// nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flat;

impl<G: Game> Evaluator<G> for Flat {
    #[inline]
    fn evaluate(&mut self, _game: &G) -> Score {
        Score::ZERO
    }
}
