//! Protocols: [`gtp`] and [`nboard`], each a language of the harness's conversation loop.

pub mod gtp;
pub mod nboard;

use crate::rules::game::Othello;
use crate::rules::square::Move;
use record::{PlayedGame, Remarks};
use search::{Game, Side};

/// Plays a pass if the side to move has no other move and is not the one that is meant: programs
/// that never send passes expect it.
fn pass_for(game: &mut PlayedGame<Othello>, side: Side) {
    let position = game.position();
    if position.side() != side && position.is_legal(Move::PASS) {
        game.push(Move::PASS, Remarks::default());
    }
}
