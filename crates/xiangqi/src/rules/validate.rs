//! Validation of a parsed position: what the move generator relies on and what a game can reach.

use crate::rules::attacks::{self, PALACES};
use crate::rules::illegal::Name;
use crate::rules::piece::{Kind, Piece};
use crate::rules::position::Position;
use crate::rules::square::Square;
use search::{Game, NotationError, Side};

/// The number of pieces of each kind that a side starts with, in the order of [`Kind::ALL`].
const SETS: [usize; 7] = [1, 2, 2, 2, 2, 2, 5];

impl Position {
    /// Rejects a position that no game under the full rules can reach: a king missing or outside its
    /// palace, too many pieces of a kind, an advisor, elephant or pawn on a square that it cannot
    /// reach, or the side not to move in check.
    pub(crate) fn validate(&self) -> Result<(), NotationError> {
        for side in [Side::First, Side::Second] {
            for (kind, most) in Kind::ALL.into_iter().zip(SETS) {
                let count = self.pieces(side, kind).count();
                if count > most || kind == Kind::King && count == 0 {
                    let colour = if side == Side::First { "red" } else { "black" };
                    let allowed =
                        if kind == Kind::King { "one".into() } else { format!("up to {most}") };
                    let found = format!("{count} {colour} {}s", Name(kind));
                    return Err(NotationError::new("board", found, allowed));
                }
            }
        }
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square)
                && let Some(allowed) = misplaced(piece, square)
            {
                let found = format!("`{}`", piece.letter());
                return Err(NotationError::new(square.to_string(), found, allowed));
            }
        }
        if self.is_attacked_king(!self.side()) {
            let (found, allowed) = match self.side() {
                Side::First => {
                    ("black in check with red to move", "only the side to move in check")
                }
                Side::Second => {
                    ("red in check with black to move", "only the side to move in check")
                }
            };
            return Err(NotationError::new("board", found, allowed));
        }
        Ok(())
    }
}

/// Where a piece of this kind is allowed, if it can never reach this square.
fn misplaced(piece: Piece, square: Square) -> Option<&'static str> {
    let home = attacks::half(piece.side).contains(square);
    // The rank as the piece's own side counts it.
    let rank = if piece.side == Side::First { square.rank() } else { square.flipped().rank() };
    match piece.kind {
        Kind::King if !(home && PALACES.contains(square)) => Some("kings inside their own palace"),
        Kind::Advisor if !(home && PALACES.contains(square)) => {
            Some("advisors inside their own palace")
        }
        Kind::Elephant if !home => Some("elephants on their own side of the river"),
        Kind::Pawn if rank < 3 => Some("pawns on or before the rank they start from"),
        _ => None,
    }
}

/// Whether a piece can ever reach a square.
#[cfg(test)]
pub(crate) fn can_be_on(piece: Piece, square: Square) -> bool {
    misplaced(piece, square).is_none()
}

#[cfg(test)]
mod tests {
    use crate::Position;
    use search::Notation;

    #[test]
    fn impossible_positions_are_rejected_with_the_reason() {
        for (text, message) in [
            ("9/9/9/9/9/9/9/9/9/4K4 w", "board: found 0 black generals, allowed: one"),
            ("3kk4/9/9/9/9/9/9/9/9/5K3 w", "board: found 2 black generals, allowed: one"),
            ("3k1rrr1/9/9/9/9/9/9/9/9/4K4 w", "board: found 3 black chariots, allowed: up to 2"),
            ("k8/9/9/9/9/9/9/9/9/4K4 w", "a9: found `k`, allowed: kings inside their own palace"),
            (
                "3k5/9/9/A8/9/9/9/9/9/4K4 w",
                "a6: found `A`, allowed: advisors inside their own palace",
            ),
            (
                "3k5/9/4B4/9/9/9/9/9/9/4K4 w",
                "e7: found `B`, allowed: elephants on their own side of the river",
            ),
            (
                "3k5/9/9/9/9/9/9/9/8P/4K4 w",
                "i1: found `P`, allowed: pawns on or before the rank they start from",
            ),
            (
                "4k4/9/9/9/9/9/9/9/9/4K4 w",
                "board: found black in check with red to move, allowed: only the side to move in check",
            ),
            (
                "3k5/9/9/9/9/9/9/9/9/r3K4 b",
                "board: found red in check with black to move, allowed: only the side to move in check",
            ),
        ] {
            assert_eq!(Position::parse_position(text).unwrap_err().to_string(), message);
        }
    }
}
