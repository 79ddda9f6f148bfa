//! Protocols: [`gtp`] and [`nboard`], each a language of the harness's conversation loop.

pub mod gtp;
pub mod nboard;

use crate::rules::game::Othello;
use crate::rules::square::Move;
use protocols::serve::Course;
use search::{Game, Side};

/// Plays a pass if the side to move has no other move and is not the one that is meant: programs
/// that never send passes expect it.
fn pass_for(course: &mut Course<Othello>, side: Side) {
    let position = course.position();
    if position.side() != side && position.is_legal(Move::PASS) {
        course.play(Move::PASS);
    }
}
