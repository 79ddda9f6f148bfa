//! The canonical form of a position under the symmetries of the board: [`Canonical`].

use crate::notation::{cell, letter};
use crate::rules::symmetry::Symmetry;
use crate::{Gomoku, Point, Rule, Size};
use search::Game;

/// The canonical text of a position, shared by all its images, and the symmetries that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Canonical {
    /// The smallest of the texts of all images.
    pub(super) text: String,
    /// The size of the board; the same for every image.
    pub(super) size: Size,
    /// The symmetries from the position to the text; several if the position is symmetric.
    ways: Vec<Symmetry>,
}

impl Canonical {
    pub(crate) fn of(game: &Gomoku) -> Canonical {
        let size = game.size();
        let mut best = Canonical { text: String::new(), size, ways: Vec::new() };
        for way in Symmetry::all(size) {
            let text = image(game, way.inverse());
            if best.ways.is_empty() || text < best.text {
                best = Canonical { text, size, ways: vec![way] };
            } else if text == best.text {
                best.ways.push(way);
            }
        }
        best
    }

    /// A move of the position as a move of the text. Moves that are images of each other become the same.
    pub(crate) fn there(&self, point: Point) -> Point {
        let images = self.ways.iter().map(|way| way.apply(self.size, point));
        images.min().unwrap_or(point)
    }

    /// The moves of the position that correspond to a move of the text.
    pub(crate) fn back(&self, point: Point) -> Vec<Point> {
        let mut moves: Vec<Point> =
            self.ways.iter().map(|way| way.inverse().apply(self.size, point)).collect();
        moves.sort();
        moves.dedup();
        moves
    }
}

/// The text of the image whose point `p` has the content of `way(p)`.
fn image(game: &Gomoku, way: Symmetry) -> String {
    let size = game.size();
    let mut text = String::with_capacity(size.points() + 40);
    for row in 0..size.rows {
        if row > 0 {
            text.push('/');
        }
        let columns = (0..size.columns).map(|column| Point::new(row, column));
        text.extend(columns.map(|point| cell(game, way.apply(size, point))));
    }
    text.push(' ');
    text.push(letter(game.side()));
    if game.rule() != Rule::Freestyle {
        text.push(' ');
        text.push_str(game.rule().name());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use search::Notation;

    fn game(rows: u8, columns: u8, choices: &[usize]) -> Gomoku {
        let mut game = Gomoku::new(Size { rows, columns }, Rule::Renju);
        for &choice in choices {
            let mut moves = Vec::new();
            if game.outcome().is_none() {
                game.legal_moves(&mut moves);
                game.play(moves[choice % moves.len()]);
            }
        }
        game
    }

    proptest! {
        #[test]
        fn all_images_of_a_position_have_one_text_which_can_be_read(
            rows in 5u8..9,
            columns in 5u8..9,
            choices in prop::collection::vec(0usize..400, 0..12),
        ) {
            let game = game(rows, columns, &choices);
            let canonical = Canonical::of(&game);
            let read = Gomoku::parse_position(&canonical.text).unwrap();
            prop_assert_eq!(&read.position_text(), &canonical.text);
            for way in Symmetry::all(game.size()) {
                let image = Gomoku::parse_position(&image(&game, way)).unwrap();
                prop_assert_eq!(&Canonical::of(&image).text, &canonical.text);
            }
        }

        #[test]
        fn a_move_there_and_back_is_itself_or_its_mirror_image(
            side in 5u8..9,
            choices in prop::collection::vec(0usize..400, 0..4),
        ) {
            let game = game(side, side, &choices);
            let canonical = Canonical::of(&game);
            for point in game.size().iter() {
                let back = canonical.back(canonical.there(point));
                prop_assert!(back.contains(&point));
                for other in back {
                    prop_assert_eq!(canonical.there(other), canonical.there(point));
                    prop_assert_eq!(game.stone(other), game.stone(point));
                }
            }
        }
    }

    #[test]
    fn moves_that_mirror_each_other_are_one() {
        let canonical = Canonical::of(&Gomoku::new(Size::square(7), Rule::Freestyle));
        let corner = canonical.there(Point::new(6, 6));
        assert_eq!(canonical.back(corner).len(), 4);
        assert_eq!(canonical.back(canonical.there(Point::new(3, 3))).len(), 1);
        assert_eq!(canonical.back(canonical.there(Point::new(0, 1))).len(), 8);
    }
}
