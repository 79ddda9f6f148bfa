//! The view of a position for display.

use crate::rules::{Gomoku, Point, Rule, Size};
use board::{BoardView, Forbidden, MovePlaces, PieceKind, Place, Surface};
use search::{Game, Outcome, Side};

const BLACK: PieceKind = PieceKind::first_stone("black");
const WHITE: PieceKind = PieceKind::second_stone("white");

/// Stones, star points, forbidden points and the winning row.
pub(crate) fn view(game: &Gomoku) -> BoardView {
    let size = game.size();
    let mut view = BoardView::new(Surface::Wood, size.columns, size.rows)
        .with_sides("black", "white")
        .with_pieces(BLACK, WHITE);
    view.stars = stars(size);
    for point in size.iter() {
        if let Some(side) = game.stone(point) {
            view.put(place(point), if side == Side::First { BLACK } else { WHITE });
        }
    }
    match game.outcome() {
        None => {
            let empty = size.iter().filter(|&point| game.is_empty(point));
            view.forbidden = empty
                .filter_map(|point| {
                    let reason = game.prohibition(point, game.side())?;
                    Some(Forbidden { place: place(point), reason: reason.to_string() })
                })
                .collect();
        }
        Some(Outcome::Win(side)) => {
            let index = side.index() as u8;
            // A longer row that does not win under the rule is not marked.
            view.mark_rows(index, |length| match game.rule() {
                Rule::Standard => length == 5,
                Rule::Renju if side == Side::First => length == 5,
                _ => length >= 5,
            });
            view.end(Some(index), "five in a row");
        }
        Some(Outcome::Draw) if game.empties() > 0 => {
            view.end(None, "every empty point is forbidden");
        }
        Some(Outcome::Draw) => view.end(None, "the board is full"),
    }
    view
}

/// The place of a move.
pub(crate) fn places(point: Point) -> MovePlaces {
    MovePlaces::placed(place(point))
}

fn place(point: Point) -> Place {
    Place::new(point.column(), point.row())
}

/// The fourth point from each corner and the centre, as on a printed board; the third on a small one.
fn stars(size: Size) -> Vec<Place> {
    let inset = match size.rows.min(size.columns) {
        ..=8 => return Vec::new(),
        9..=12 => 2,
        _ => 3,
    };
    let (right, bottom) = (size.columns - 1 - inset, size.rows - 1 - inset);
    let mut stars: Vec<Place> = [(inset, inset), (right, inset), (inset, bottom), (right, bottom)]
        .map(|(column, row)| Place::new(column, row))
        .to_vec();
    if size.columns % 2 == 1 && size.rows % 2 == 1 {
        stars.push(Place::new(size.columns / 2, size.rows / 2));
    }
    stars
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Notation;

    fn shown(text: &str) -> BoardView {
        view(&Gomoku::parse_position(text).unwrap())
    }

    #[test]
    fn a_printed_board_has_five_stars() {
        let stars = shown("h8").stars;
        assert_eq!(stars.len(), 5);
        assert!(stars.contains(&Place::new(3, 3)) && stars.contains(&Place::new(7, 7)));
    }

    #[test]
    fn the_winning_five_is_marked_with_its_reason() {
        let view = shown("h8a1h9a2h10a3h11a4h12");
        let places: Vec<Place> = (3..8).map(|row| Place::new(7, row)).collect();
        assert_eq!(view.line, places);
        assert_eq!(view.ending_text().unwrap(), "black wins: five in a row");
        assert_eq!(shown("h8a1h9a2h10a3h11a4").line, []);
    }

    #[test]
    fn points_forbidden_to_black_carry_their_reason() {
        let renju = "........./........./....X..../....X..../.XX....../........./......... X renju";
        let forbidden = shown(renju).forbidden;
        assert_eq!(forbidden.len(), 1);
        assert_eq!(forbidden[0].place, Place::new(4, 4));
        assert_eq!(forbidden[0].reason, "double three");
        assert_eq!(shown(&renju.replace("renju", "")).forbidden, []);
    }
}
