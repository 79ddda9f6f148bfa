//! A sum over the pieces of a position, updated incrementally.

use crate::rules::moves::Move;
use crate::rules::piece::Piece;
use crate::rules::position::Position;
use crate::rules::square::SQUARES;
use std::sync::Arc;

/// The sum of a table's entries for all pieces on the board. Clones share the table.
#[derive(Clone, Debug)]
pub(crate) struct RunningSum {
    entries: Arc<[[i64; SQUARES]; Piece::COUNT]>,
    sum: i64,
}

impl RunningSum {
    /// A sum of these entries, starting with an empty board.
    pub(crate) fn new(entries: Box<[[i64; SQUARES]; Piece::COUNT]>) -> Self {
        RunningSum { entries: Arc::from(entries), sum: 0 }
    }

    /// The sum for the current position: the one last [`reset`](RunningSum::reset) to, plus the moves since.
    #[inline]
    pub(crate) fn get(&self) -> i64 {
        self.sum
    }

    /// The sum for a position, computed from scratch.
    pub(crate) fn of(&self, position: &Position) -> i64 {
        let entry = |square| {
            let piece = position.piece_at(square)?;
            Some(self.entries[piece.index()][square.index()])
        };
        position.occupied().filter_map(entry).sum()
    }

    /// Starts from a position.
    pub(crate) fn reset(&mut self, position: &Position) {
        self.sum = self.of(position);
    }

    /// The change of the sum by a move played in `before`.
    #[inline]
    fn change(&self, before: &Position, mv: Move) -> i64 {
        let (from, to) = (mv.from.index(), mv.to.index());
        match before.piece_at(mv.from) {
            Some(piece) if mv != Move::NULL => {
                let row = &self.entries[piece.index()];
                let taken =
                    before.piece_at(mv.to).map_or(0, |taken| self.entries[taken.index()][to]);
                row[to] - row[from] - taken
            }
            _ => 0,
        }
    }

    /// Updates the sum for `mv`, which is about to be played in `before`.
    #[inline]
    pub(crate) fn play(&mut self, before: &Position, mv: Move) {
        self.sum += self.change(before, mv);
    }

    /// Updates the sum for `mv`, which was taken back; `before` is the position before it again.
    #[inline]
    pub(crate) fn undo(&mut self, before: &Position, mv: Move) {
        self.sum -= self.change(before, mv);
    }
}
