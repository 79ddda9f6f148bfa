//! A position as a [`BoardView`].

use crate::rules::{Kind, Move, Piece, Position, Rules, Square};
use board::{BoardView, MovePlaces, PieceKind, Place, Surface};
use search::{Game, Outcome, Side};

const FILES: u8 = 9;
const RANKS: u8 = 10;

/// The pieces by index: red's first, in the order of [`Kind::ALL`].
const PIECES: [PieceKind; Piece::COUNT] = [
    PieceKind::token("red-king", 0, 'K', '帥'),
    PieceKind::token("red-advisor", 0, 'A', '仕'),
    PieceKind::token("red-elephant", 0, 'B', '相'),
    PieceKind::token("red-horse", 0, 'N', '傌'),
    PieceKind::token("red-chariot", 0, 'R', '俥'),
    PieceKind::token("red-cannon", 0, 'C', '炮'),
    PieceKind::token("red-soldier", 0, 'P', '兵'),
    PieceKind::token("black-king", 1, 'k', '將'),
    PieceKind::token("black-advisor", 1, 'a', '士'),
    PieceKind::token("black-elephant", 1, 'b', '象'),
    PieceKind::token("black-horse", 1, 'n', '馬'),
    PieceKind::token("black-chariot", 1, 'r', '車'),
    PieceKind::token("black-cannon", 1, 'c', '砲'),
    PieceKind::token("black-soldier", 1, 'p', '卒'),
];

/// The pieces, a note about a check, and the result of a finished game.
pub(crate) fn view(position: &Position) -> BoardView {
    let kings =
        [Side::First, Side::Second].map(|side| PIECES[Piece::new(side, Kind::King).index()]);
    let mut view = BoardView::new(Surface::Paper, FILES, RANKS)
        .with_sides("red", "black")
        .with_pieces(kings[0], kings[1])
        .with_rows_from_zero();
    // In reading order, from the top left.
    for square in (0..RANKS).rev().flat_map(|rank| (0..FILES).map(move |file| (file, rank))) {
        let square = Square::new(square.0.into(), square.1.into());
        if let Some(piece) = position.piece_at(square) {
            view.put(place(square), PIECES[piece.index()]);
        }
    }
    let in_check = position.rules() == Rules::Full && position.in_check();
    match position.outcome() {
        Some(Outcome::Win(side)) => view.end(Some(side.index() as u8), reason(position, in_check)),
        Some(Outcome::Draw) => view.end(None, ""),
        None if in_check => view.notes.push("in check".to_owned()),
        None => {}
    }
    view
}

/// Why the side to move has lost.
fn reason(position: &Position, in_check: bool) -> &'static str {
    match position.king(position.side()) {
        None => "the king was captured",
        Some(_) if in_check => "checkmate",
        Some(_) => "no legal move",
    }
}

/// The origin and the target of a move.
pub(crate) fn places(mv: Move) -> MovePlaces {
    MovePlaces::moved(place(mv.from), place(mv.to))
}

fn place(square: Square) -> Place {
    Place::new(square.file() as u8, RANKS - 1 - square.rank() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Notation;

    fn shown(fen: &str) -> BoardView {
        view(&Position::parse_position(fen).unwrap())
    }

    #[test]
    fn every_piece_has_the_letter_of_a_fen() {
        for (index, kind) in PIECES.iter().enumerate() {
            let piece = Piece::from_index(index).unwrap();
            assert_eq!(kind.letter, piece.letter());
            assert_eq!(usize::from(kind.side), piece.side.index());
        }
    }

    #[test]
    fn red_is_at_the_bottom() {
        let view = view(&Position::start());
        assert_eq!(view.pieces.len(), 32);
        let king = view.pieces.iter().find(|piece| piece.kind.id == "red-king").unwrap();
        assert_eq!(king.place, Place::new(4, 9));
        let mv = places(Move::parse("h2e2").unwrap());
        assert_eq!(mv, MovePlaces::moved(Place::new(7, 7), Place::new(4, 7)));
    }

    #[test]
    fn mate_stalemate_and_check_are_named() {
        let mate = shown("3k1R3/4R4/9/9/9/9/9/9/9/4K4 b");
        assert_eq!(mate.ending_text().unwrap(), "red wins: checkmate");
        let stalemate = shown("3k5/9/9/9/9/9/9/9/3r1r3/4K4 w");
        assert_eq!(stalemate.ending_text().unwrap(), "black wins: no legal move");
        assert_eq!(shown("3k5/9/9/9/9/9/3R5/9/9/5K3 b").notes, ["in check"]);
    }
}
