//! The view of a Connect Four position for display.

use super::Board;
use ::board::{BoardView, MovePlaces, PieceKind, Place, Surface};
use search::{Game, Outcome, Side};

const DISCS: [PieceKind; 2] =
    [PieceKind::first_disc("red", 'X'), PieceKind::second_disc("yellow", 'O')];

/// The discs in their columns, and the winning four.
pub(super) fn view(board: &Board) -> BoardView {
    let size = board.size();
    let mut view = BoardView::new(Surface::Rack, size.columns, size.rows)
        .with_sides("X", "O")
        .with_pieces(DISCS[0], DISCS[1]);
    let all = view.places();
    for place in all {
        if let Some(side) = board.stone(place.column, size.rows - 1 - place.row) {
            view.put(place, DISCS[side.index()]);
        }
    }
    match board.outcome() {
        Some(Outcome::Win(side)) => {
            view.mark_rows(index(side), |length| length >= 4);
            view.end(Some(index(side)), "four in a row");
        }
        Some(Outcome::Draw) => view.end(None, "the board is full"),
        None => {}
    }
    view
}

/// The cell that a disc in this column falls to.
pub(super) fn places(board: &Board, column: u8) -> MovePlaces {
    let row = board.size().rows.checked_sub(1 + board.height(column));
    MovePlaces { from: None, to: row.map(|row| Place::new(column, row)) }
}

fn index(side: Side) -> u8 {
    side.index() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Size;
    use search::Notation;

    #[test]
    fn a_disc_falls_on_those_below_it() {
        let board = Board::parse_position("..../..../.O../.X.. X").unwrap();
        assert_eq!(places(&board, 1).to, Some(Place::new(1, 1)));
        assert_eq!(places(&board, 0).to, Some(Place::new(0, 3)));
        let shown = view(&board);
        assert_eq!(shown.piece_at(Place::new(1, 2)).unwrap().kind.id, "yellow");
        assert_eq!(shown.column_labels.len(), usize::from(Size { columns: 4, rows: 4 }.columns));
    }

    #[test]
    fn the_winning_four_is_marked() {
        let board = Board::parse_position("..../..../OOO./XXXX O").unwrap();
        let shown = view(&board);
        assert_eq!(shown.line.len(), 4);
        assert_eq!(shown.ending_text().unwrap(), "X wins: four in a row");
    }
}
