//! The board as sent by the manager: [`Stones`].
//!
//! A manager may set up any stones in any order, take back any of them, and continue a game that is over
//! by our rule. So the stones are kept as they were sent, and a position is built from them on demand.

use super::command::Place;
use crate::{Gomoku, Point, Rule, Size};
use search::{Game, Side};

/// The owner of a stone. The colours depend on which side began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The engine's.
    Own,
    /// The opponent's.
    Theirs,
}

/// The stones on a board, in the order they were sent.
#[derive(Clone, Debug)]
pub(crate) struct Stones {
    size: Size,
    stones: Vec<(Point, Owner)>,
    /// Points that may not be played.
    barred: Vec<Point>,
}

impl Stones {
    /// An empty board.
    pub(crate) fn new(size: Size) -> Stones {
        Stones { size, stones: Vec::new(), barred: Vec::new() }
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }

    fn is_free(&self, point: Point) -> bool {
        !self.stones.iter().any(|&(taken, _)| taken == point) && !self.barred.contains(&point)
    }

    /// Puts a stone on a point of the board.
    pub(crate) fn put(&mut self, point: Point, owner: Owner) -> Result<(), String> {
        if !self.is_free(point) {
            return Err(format!("point: found {}, taken, allowed: an empty point", Place(point)));
        }
        self.stones.push((point, owner));
        Ok(())
    }

    /// Takes a stone off the board.
    pub(crate) fn take(&mut self, point: Point) -> Result<(), String> {
        let index = self.stones.iter().rposition(|&(taken, _)| taken == point);
        let nothing = || format!("point: found {}, empty, allowed: a stone", Place(point));
        self.stones.remove(index.ok_or_else(nothing)?);
        Ok(())
    }

    /// Forbids a point from now on.
    pub(crate) fn bar(&mut self, point: Point) {
        if self.is_free(point) {
            self.barred.push(point);
        }
    }

    /// The engine's colour, with the engine to move. It is black if both sides have the same number of
    /// stones, and white if the opponent has one more. If the numbers fit no game, the owner of the first
    /// stone is black.
    fn own_side(&self) -> Side {
        let count = |owner| self.stones.iter().filter(|stone| stone.1 == owner).count();
        let (own, theirs) = (count(Owner::Own), count(Owner::Theirs));
        match self.stones.first() {
            _ if own == theirs => Side::First,
            _ if own + 1 == theirs => Side::Second,
            Some((_, Owner::Theirs)) => Side::Second,
            _ => Side::First,
        }
    }

    /// The position with the engine to move.
    pub(crate) fn position(&self, rule: Rule) -> Gomoku {
        let own = self.own_side();
        let stones = self.stones.iter().map(|&(point, owner)| match owner {
            Owner::Own => (point, own),
            Owner::Theirs => (point, !own),
        });
        Gomoku::with_stones(self.size, rule, stones, own)
    }

    /// The game that led here from an empty board; `None` if the stones cannot have been played in the order
    /// in which they were sent.
    pub(crate) fn game(&self, rule: Rule) -> Option<(Gomoku, Vec<Point>)> {
        let in_turn = self.stones.windows(2).all(|pair| pair[0].1 != pair[1].1);
        let is_game = in_turn && !self.stones.is_empty() && self.barred.is_empty();
        let moves = self.stones.iter().map(|&(point, _)| point).collect();
        is_game.then(|| (Gomoku::new(self.size, rule), moves))
    }

    /// The moves to choose from if some points are forbidden; `None` for all moves.
    pub(crate) fn root_moves(&self, position: &Gomoku) -> Option<Vec<Point>> {
        if self.barred.is_empty() {
            return None;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.retain(|&point| self.is_free(point));
        Some(moves)
    }

    /// A move for a game that is over by our rule, so that no search finds one, but is continued by the
    /// manager: the legal free point nearest to the centre.
    pub(crate) fn any_point(&self, position: &Gomoku) -> Option<Point> {
        let centre = self.size.centre();
        let from_centre = |point: &Point| {
            let rows = i32::from(point.row()) - i32::from(centre.row());
            let columns = i32::from(point.column()) - i32::from(centre.column());
            rows * rows + columns * columns
        };
        let free = self.size.iter().filter(|&point| self.is_free(point));
        free.filter(|&point| !position.is_forbidden(point, position.side())).min_by_key(from_centre)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{Notation, Outcome};

    fn stones(list: &[(u8, u8, Owner)]) -> Stones {
        let mut stones = Stones::new(Size::square(6));
        for &(row, column, owner) in list {
            stones.put(Point::new(row, column), owner).unwrap();
        }
        stones
    }

    #[test]
    fn colours_follow_from_who_began() {
        use Owner::{Own, Theirs};
        for (list, text) in [
            (&[(0, 0, Own), (0, 1, Theirs)][..], "XO..../"),
            (&[(0, 1, Theirs), (0, 0, Own)], "XO..../"),
            (&[(0, 0, Theirs)], "X...../"),
            (&[(0, 0, Own), (0, 1, Own), (0, 2, Theirs)], "XXO.../"),
            (&[(0, 0, Theirs), (0, 1, Own), (0, 2, Own), (0, 3, Own)], "XOOO../"),
        ] {
            let position = stones(list).position(Rule::Freestyle);
            assert!(position.position_text().starts_with(text), "{position:?}");
        }
    }

    #[test]
    fn a_point_is_taken_once_and_can_be_taken_back() {
        let mut board = stones(&[(2, 2, Owner::Own)]);
        let point = Point::new(2, 2);
        assert!(board.put(point, Owner::Theirs).unwrap_err().contains("2,2, taken"));
        board.take(point).unwrap();
        assert!(board.take(point).unwrap_err().contains("2,2, empty"));
        board.bar(point);
        assert!(board.put(point, Owner::Theirs).is_err());
        let position = board.position(Rule::Freestyle);
        assert_eq!(board.root_moves(&position).map(|moves| moves.len()), Some(35));
        assert_ne!(board.any_point(&position), Some(point));
    }

    #[test]
    fn a_game_that_is_over_still_has_points_until_the_board_is_full() {
        let mut board = Stones::new(Size::square(5));
        for column in 0..5 {
            board.put(Point::new(0, column), Owner::Own).unwrap();
        }
        let position = board.position(Rule::Freestyle);
        assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)));
        assert_eq!(board.any_point(&position), Some(Point::new(2, 2)));
        for point in Size::square(5).iter().skip(5) {
            board.put(point, Owner::Theirs).unwrap();
        }
        assert_eq!(board.any_point(&board.position(Rule::Freestyle)), None);
    }
}
