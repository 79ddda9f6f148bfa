//! The random numbers of position keys (Zobrist 1970).

use crate::rules::piece::Piece;
use crate::rules::square::SQUARES;
use search::rng::Rng;

/// One number for each piece on each square. The last row stands for "no piece" and is zero, so that
/// a quiet move needs no branch.
pub(crate) static PIECES: [[u64; SQUARES]; Piece::COUNT + 1] = {
    let mut rng = Rng::new(0x7869_616e_6771_6900);
    let mut table = [[0; SQUARES]; Piece::COUNT + 1];
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < SQUARES {
            table[piece][square] = rng.next_u64();
            square += 1;
        }
        piece += 1;
    }
    table
};

/// Added to the key when black is to move.
pub(crate) const SECOND_TO_MOVE: u64 = search::rng::mix(0x7869_616e_6771_6901);
