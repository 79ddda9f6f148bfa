//! What is said about places of a board.

use super::Place;
use serde::Serialize;

/// Where a move begins and ends. Both are empty for a pass; a placed piece has no beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MovePlaces {
    /// Where the piece came from.
    pub from: Option<Place>,
    /// Where it is now.
    pub to: Option<Place>,
}

impl MovePlaces {
    /// A piece placed on the board.
    pub const fn placed(to: Place) -> MovePlaces {
        MovePlaces { from: None, to: Some(to) }
    }

    /// A piece moved over the board.
    pub const fn moved(from: Place, to: Place) -> MovePlaces {
        MovePlaces { from: Some(from), to: Some(to) }
    }

    /// Whether the move begins or ends here.
    pub fn touches(&self, place: Place) -> bool {
        self.from == Some(place) || self.to == Some(place)
    }
}

/// A legal move: what a click on two places, or one, plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveTarget {
    /// Where it begins and ends.
    #[serde(flatten)]
    pub places: MovePlaces,
    /// The move in the notation of the game.
    pub text: String,
}

/// A place where the side to move may not play, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Forbidden {
    /// The place.
    pub place: Place,
    /// The rule: `double three`, `overline`.
    pub reason: String,
}

/// When a piece was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Numbered {
    /// The place.
    pub place: Place,
    /// The number of the move, beginning with 1.
    pub number: u32,
}

/// A move under consideration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// Where it begins and ends.
    #[serde(flatten)]
    pub places: MovePlaces,
    /// The move in the notation of the game.
    pub text: String,
    /// Its value for the side to move: `+0.8`, `win in 5 plies`.
    pub score: String,
    /// The same in at most five characters, to be written on the board: `+0.8`, `W5`.
    pub label: String,
}
