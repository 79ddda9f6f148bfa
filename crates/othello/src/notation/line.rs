//! A line of play, [`Line`], which inserts the passes that several formats omit.

use crate::rules::game::Othello;
use crate::rules::square::Move;
use search::{Game, Notation, NotationError};

/// A game: a start position and legal moves, including every pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    start: Othello,
    moves: Vec<Move>,
    position: Othello,
}

impl Line {
    /// A line without moves.
    pub fn new(start: Othello) -> Line {
        Line { start, moves: Vec::new(), position: start }
    }

    /// The position before the first move.
    pub fn start(&self) -> Othello {
        self.start
    }

    /// All moves, including passes.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position after the last move.
    pub fn position(&self) -> Othello {
        self.position
    }

    /// Plays a move, after a pass if the side to move must pass. A pass that is not forced is an error,
    /// as is any other illegal move.
    pub fn play(&mut self, mv: Move) -> Result<(), NotationError> {
        if mv != Move::PASS && self.position.is_legal(Move::PASS) {
            let mut after = self.position;
            after.play(Move::PASS);
            if after.is_legal(mv) {
                self.add(Move::PASS);
            }
        }
        if self.position.is_legal(mv) {
            self.add(mv);
            return Ok(());
        }
        // The error lists the legal moves.
        let text = self.position.move_text(mv);
        let place = format!("move {}", self.moves.len() + 1);
        let error = self.position.parse_move(&text).err();
        let allowed = error.map_or_else(String::new, |error| error.allowed);
        Err(NotationError::new(place, format!("`{text}`"), allowed))
    }

    fn add(&mut self, mv: Move) {
        self.position.play(mv);
        self.moves.push(mv);
    }
}
