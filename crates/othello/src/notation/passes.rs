//! Games in which passes are left out: [`play`] puts them back.

use crate::rules::game::Othello;
use crate::rules::illegal::Illegal;
use crate::rules::square::Move;
use record::{PlayedGame, Remarks};
use search::{Game, Notation, NotationError};

/// Plays a move, after a pass of the side to move if that was left out. A pass that is not due is
/// an error, as is any other illegal move.
pub fn play(
    game: &mut PlayedGame<Othello>,
    mv: Move,
    remarks: Remarks,
) -> Result<(), NotationError> {
    let position = *game.position();
    if mv != Move::PASS && position.is_legal(Move::PASS) {
        let mut after = position;
        after.play(Move::PASS);
        if after.is_legal(mv) {
            game.push(Move::PASS, Remarks::default());
        }
    }
    if game.play_with(mv, remarks).is_ok() {
        return Ok(());
    }
    let place = format!("move {}", game.plies() + 1);
    let position = game.position();
    let text = position.move_text(mv);
    let reason = position.why_illegal(mv).unwrap_or(Illegal::GameOver);
    Err(NotationError { place, ..NotationError::illegal(&text, reason) })
}
