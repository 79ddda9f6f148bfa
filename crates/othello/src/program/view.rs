//! A position as a [`BoardView`].

use crate::program::domain::side_name;
use crate::rules::{Move, Othello, Square, squares};
use board::{BoardView, MovePlaces, PieceKind, Place, Surface};
use search::{Game, Outcome, Side};

const BLACK: PieceKind = PieceKind::first_disc("black", 'X');
const WHITE: PieceKind = PieceKind::second_disc("white", 'O');

/// The discs and their counts, a note about a forced pass, and the result of a finished game.
pub(crate) fn view(position: &Othello) -> BoardView {
    let rows = position.size().rows();
    let mut view = BoardView::new(Surface::Felt, rows, rows)
        .with_sides(side_name(Side::First), side_name(Side::Second))
        .with_pieces(BLACK, WHITE)
        .with_rows_from_top();
    let discs = |side| squares(position.discs(side)).map(move |square| (square, side));
    let mut all: Vec<(Square, Side)> = discs(Side::First).chain(discs(Side::Second)).collect();
    all.sort();
    for (square, side) in all {
        let kind = if side == Side::First { BLACK } else { WHITE };
        view.put(place(position, square), kind);
    }
    let count = |side| position.discs(side).count_ones();
    for (shown, side) in view.sides.iter_mut().zip([Side::First, Side::Second]) {
        shown.count = Some(count(side));
    }
    match position.outcome() {
        Some(outcome) => {
            let mut counts = [count(Side::First), count(Side::Second)];
            counts.sort();
            let winner = match outcome {
                Outcome::Win(side) => Some(side.index() as u8),
                Outcome::Draw => None,
            };
            view.end(winner, format!("{} to {}", counts[1], counts[0]));
        }
        None if position.moves() == 0 => {
            view.notes.push(format!("{} must pass", side_name(position.side())));
        }
        None => {}
    }
    view
}

/// The target of a move; none for a pass.
pub(crate) fn places(position: &Othello, mv: Move) -> MovePlaces {
    MovePlaces { from: None, to: mv.square().map(|square| place(position, square)) }
}

/// The place of a square: smaller boards have their a1 at the top left, too.
fn place(position: &Othello, square: Square) -> Place {
    let size = position.size();
    let origin = size.square(0, 0).unwrap_or(square);
    Place::new(square.column() - origin.column(), square.row() - origin.row())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Size;
    use search::Notation;

    fn shown(text: &str) -> BoardView {
        view(&Othello::parse_position(text).unwrap())
    }

    #[test]
    fn discs_are_counted_on_every_size() {
        for (size, rows) in [(Size::Four, 4), (Size::Six, 6), (Size::Eight, 8)] {
            let position = Othello::start(size);
            let view = view(&position);
            assert_eq!(
                (view.rows, view.sides[0].count, view.sides[1].count),
                (rows, Some(2), Some(2))
            );
            let half = rows / 2;
            assert_eq!(view.piece_at(Place::new(half, half - 1)).unwrap().kind.id, "black");
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            for mv in moves {
                let to = places(&position, mv).to.unwrap();
                let label = format!(
                    "{}{}",
                    view.column_labels[usize::from(to.column)],
                    view.row_labels[usize::from(to.row)]
                );
                assert_eq!(label, position.move_text(mv));
            }
        }
    }

    #[test]
    fn a_forced_pass_and_the_result_are_shown() {
        assert_eq!(shown("OX-------------- X").notes, ["black must pass"]);
        assert_eq!(shown("XX-------------- O").ending_text().unwrap(), "black wins: 2 to 0");
        assert_eq!(shown("OX-------------- X").ending_text(), None);
    }
}
