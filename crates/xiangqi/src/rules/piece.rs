//! Pieces: their kind, side and FEN letter.

use search::Side;

/// The seven kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// One orthogonal step within the palace.
    King,
    /// One diagonal step within the palace.
    Advisor,
    /// Two diagonal steps over an empty eye, never across the river.
    Elephant,
    /// One orthogonal step over an empty leg, then one diagonal step outward.
    Horse,
    /// Any distance along a rank or file.
    Rook,
    /// Moves like a rook; captures by jumping over exactly one piece, the screen.
    Cannon,
    /// One step forward; beyond the river also sideways.
    Pawn,
}

impl Kind {
    /// All kinds, in the order of [`index`](Kind::index).
    pub const ALL: [Kind; 7] = [
        Kind::King,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Horse,
        Kind::Rook,
        Kind::Cannon,
        Kind::Pawn,
    ];

    /// 0 for the king to 6 for the pawn.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner; the first side is red.
    pub side: Side,
    /// The kind.
    pub kind: Kind,
}

impl Piece {
    /// The number of different pieces.
    pub const COUNT: usize = 14;

    /// The piece of a side and a kind.
    pub const fn new(side: Side, kind: Kind) -> Piece {
        Piece { side, kind }
    }

    /// 0 to 6 for red pieces, 7 to 13 for black pieces.
    #[inline]
    pub const fn index(self) -> usize {
        self.side.index() * 7 + self.kind.index()
    }

    /// The piece with this [`index`](Piece::index); `None` from 14 on.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Piece> {
        if index >= Piece::COUNT {
            return None;
        }
        let side = if index < 7 { Side::First } else { Side::Second };
        Some(Piece { side, kind: Kind::ALL[index % 7] })
    }

    /// The FEN letter: uppercase for red; `n` for the horse, `b` for the elephant.
    pub const fn letter(self) -> char {
        let letter = b"kabnrcp"[self.kind.index()];
        match self.side {
            Side::First => letter.to_ascii_uppercase() as char,
            Side::Second => letter as char,
        }
    }

    /// The piece of a FEN letter; also accepts `h` for the horse and `e` for the elephant.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let kind = match letter.to_ascii_lowercase() {
            'k' => Kind::King,
            'a' => Kind::Advisor,
            'b' | 'e' => Kind::Elephant,
            'n' | 'h' => Kind::Horse,
            'r' => Kind::Rook,
            'c' => Kind::Cannon,
            'p' => Kind::Pawn,
            _ => return None,
        };
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        Some(Piece { side, kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_round_trip_through_letter_and_index() {
        for index in 0..Piece::COUNT {
            let piece = Piece::from_index(index).unwrap();
            assert_eq!(piece.index(), index);
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
        assert_eq!(Piece::from_index(Piece::COUNT), None);
        assert_eq!(Piece::from_letter('H'), Piece::from_letter('N'));
        assert_eq!(Piece::from_letter('e'), Piece::from_letter('b'));
        assert_eq!(Piece::from_letter('x'), None);
    }
}
