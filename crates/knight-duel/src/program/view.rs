//! A position as a [`BoardView`].

use crate::rules::{Duel, Square};
use board::{BoardView, MovePlaces, PieceKind, Place, Surface};
use search::{Game, Outcome, Side};

const KNIGHTS: [PieceKind; 2] =
    [PieceKind::knight("knight-a", 0, 'A'), PieceKind::knight("knight-b", 1, 'B')];

/// The knights and the squares they have visited.
pub(crate) fn view(duel: &Duel) -> BoardView {
    let size = duel.size();
    let mut view = BoardView::new(Surface::Checkerboard, size.columns, size.rows)
        .with_sides("A", "B")
        .with_pieces(KNIGHTS[0], KNIGHTS[1]);
    for (side, kind) in [Side::First, Side::Second].into_iter().zip(KNIGHTS) {
        view.put(place(duel.knight(side)), kind);
    }
    let is_visited = |place: &Place| {
        !duel.free().contains(Square::new(place.row, place.column))
            && view.piece_at(*place).is_none()
    };
    view.visited = view.places().filter(is_visited).collect();
    if let Some(Outcome::Win(side)) = duel.outcome() {
        let loser = [&view.sides[1].name, &view.sides[0].name][side.index()];
        let reason = format!("{loser} cannot move");
        view.end(Some(side.index() as u8), reason);
    }
    view
}

/// The origin and the target of a move.
pub(crate) fn places(duel: &Duel, to: Square) -> MovePlaces {
    MovePlaces::moved(place(duel.knight(duel.side())), place(to))
}

fn place(square: Square) -> Place {
    Place::new(square.column(), square.row())
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Notation;

    #[test]
    fn knights_are_pieces_and_visited_squares_are_marks() {
        let duel = Duel::parse_position("A++/+@+/++B A").unwrap();
        let view = view(&duel);
        assert_eq!(view.visited, [Place::new(1, 1)]);
        let pieces: Vec<_> =
            view.pieces.iter().map(|piece| (piece.kind.letter, piece.place)).collect();
        assert_eq!(pieces, [('A', Place::new(0, 0)), ('B', Place::new(2, 2))]);
        let to = Square::new(1, 2);
        assert_eq!(places(&duel, to), MovePlaces::moved(Place::new(0, 0), Place::new(2, 1)));
    }

    #[test]
    fn the_ending_names_the_side_that_cannot_move() {
        let duel = Duel::parse_position("A+++/++@+/+@++/++B+ A").unwrap();
        assert_eq!(view(&duel).ending_text().unwrap(), "B wins: A cannot move");
    }
}
