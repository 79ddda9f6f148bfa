//! Games in which passes are left out: [`play`] puts them back.

use crate::rules::game::Othello;
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
    // Says what would have been legal.
    let text = game.position().move_text(mv);
    let place = format!("move {}", game.plies() + 1);
    let error = game.position().parse_move(&text).err();
    let allowed = error.map_or_else(String::new, |error| error.allowed);
    Err(NotationError::new(place, format!("`{text}`"), allowed))
}
