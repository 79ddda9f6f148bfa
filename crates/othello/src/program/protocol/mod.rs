//! Engine protocols: [`gtp`] and [`nboard`].

pub mod gtp;
pub mod nboard;

use crate::rules::game::Othello;
use crate::rules::square::Move;
use record::{PlayedGame, Remarks};
use search::{Game, Side};

/// Plays a forced pass if it is not the turn of `side`: some programs never send passes.
fn pass_for(game: &mut PlayedGame<Othello>, side: Side) {
    let position = game.position();
    if position.side() != side && position.is_legal(Move::PASS) {
        game.push(Move::PASS, Remarks::default());
    }
}
