//! Why a move is not legal: [`Illegal`].

use crate::rules::gomoku::Gomoku;
use crate::rules::point::{Point, Size};
use crate::rules::rule::Rule;
use search::Game;
use thiserror::Error;

/// The rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Illegal {
    /// The point does not exist on a board of this size.
    #[error("off the {0} board")]
    OffBoard(Size),
    /// No move is legal after the end, which the rule decides.
    #[error("the game is over under the rule {0}")]
    GameOver(Rule),
    /// There is a stone on the point.
    #[error("the point is occupied")]
    Occupied,
    /// Black may not play there in renju.
    #[error("forbidden to black in renju: {0}")]
    Forbidden(Prohibition),
}

/// What black may not make in renju, unless the same stone makes five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Prohibition {
    /// A row of more than five.
    #[error("overline")]
    Overline,
    /// Two fours at once.
    #[error("double four")]
    DoubleFour,
    /// Two open threes at once.
    #[error("double three")]
    DoubleThree,
}

impl Gomoku {
    /// Why the side to move may not play on this point; `None` if it may.
    pub fn why_illegal(&self, point: Point) -> Option<Illegal> {
        if !self.size().contains(point) {
            return Some(Illegal::OffBoard(self.size()));
        }
        if self.outcome().is_some() {
            return Some(Illegal::GameOver(self.rule()));
        }
        if !self.is_empty(point) {
            return Some(Illegal::Occupied);
        }
        self.prohibition(point, self.side()).map(Illegal::Forbidden)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::random_walk::random_walk;
    use search::Notation;

    fn reason(position: &str, mv: &str) -> String {
        let game = Gomoku::parse_position(position).unwrap();
        game.parse_move(mv).unwrap_err().illegal.unwrap_or_default()
    }

    #[test]
    fn every_reason_is_given_in_words() {
        assert_eq!(reason("h8", "h8"), "the point is occupied");
        assert_eq!(reason("h8", "p8"), "off the 15x15 board, which has a1 to o15");
        assert_eq!(reason("h8", "16,3"), "off the 15x15 board, which has a1 to o15");
        assert_eq!(
            reason("h8a1h9a2h10a3h11a4h12", "a5"),
            "the game is over under the rule freestyle"
        );
        let threes =
            "........./........./....X..../....X..../.XX....../........./......... X renju";
        assert_eq!(reason(threes, "e3"), "forbidden to black in renju: double three");
        let fours = "O......../.X......./.X......./.X......./..XXXO.../........./......... X renju";
        assert_eq!(reason(fours, "b3"), "forbidden to black in renju: double four");
        let six = "........./........./XXX.XX.../........./......... X renju";
        assert_eq!(reason(six, "d3"), "forbidden to black in renju: overline");
    }

    #[test]
    fn a_move_has_a_reason_exactly_if_it_is_not_legal() {
        for (rule, seed) in Rule::ALL.into_iter().zip(1..) {
            random_walk(Size::square(9), rule, seed, |game, _| {
                for point in Size::square(12).iter() {
                    assert_eq!(game.why_illegal(point).is_none(), game.is_legal(point));
                }
            });
        }
    }
}
