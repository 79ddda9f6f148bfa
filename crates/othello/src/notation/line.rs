//! Files of positions and games, each format in its own file with what its reader forgives.
//!
//! Several of them leave out passes: [`Line`] puts them back.

use crate::rules::game::Othello;
use crate::rules::square::Move;
use search::{Game, Notation, NotationError};

/// A game as it is read: a start and legal moves, every pass included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    start: Othello,
    moves: Vec<Move>,
    position: Othello,
}

impl Line {
    /// No moves yet.
    pub fn new(start: Othello) -> Line {
        Line { start, moves: Vec::new(), position: start }
    }

    /// The position before the first move.
    pub fn start(&self) -> Othello {
        self.start
    }

    /// All moves, passes included.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position after the last move.
    pub fn position(&self) -> Othello {
        self.position
    }

    /// Plays a move, after a pass of the side to move if that was left out. A pass that is not due is
    /// an error, as is any other illegal move.
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
        // Says what would have been legal.
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
