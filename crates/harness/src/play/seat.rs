//! The players of a terminal game: [`Seat`] as requested by the user, `Player` once created.

use super::PlayError;
use protocols::Opponent;
use protocols::Playable;
use search::Side;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// The player of a side, as requested by the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The person at the keyboard.
    Human,
    /// The configured engine.
    Ai,
    /// A random legal move each time.
    Random,
    /// One of the domain's [opponents](Playable::opponents).
    Named(String),
}

/// `human`, `ai`, `random`, or a name that [`run`](super::run) will look up.
impl FromStr for Seat {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "human" => Seat::Human,
            "ai" => Seat::Ai,
            "random" => Seat::Random,
            name => Seat::Named(name.to_owned()),
        })
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seat::Human => "human",
            Seat::Ai => "ai",
            Seat::Random => "random",
            Seat::Named(name) => name,
        })
    }
}

/// A player of the game.
pub(super) enum Player<D: Playable> {
    Human,
    Ai,
    Random,
    Opponent(Opponent<D::Game>),
}

impl<D: Playable> Player<D> {
    /// Creates the player for a seat, if there is one of that name.
    pub(super) fn sit(
        seat: Seat,
        side: Side,
        config: &D::Config,
        seed: u64,
    ) -> Result<Self, PlayError> {
        let name = match seat {
            Seat::Human => return Ok(Player::Human),
            Seat::Ai => return Ok(Player::Ai),
            Seat::Random => return Ok(Player::Random),
            Seat::Named(name) => name,
        };
        // If both sides are the same opponent, their random numbers must differ.
        let mut opponents = D::opponents(config, seed.wrapping_add(side.index() as u64));
        match opponents.iter().position(|opponent| opponent.name == name) {
            Some(index) => Ok(Player::Opponent(opponents.swap_remove(index))),
            None => Err(PlayError::Seat {
                side: ["first", "second"][side.index()],
                found: name,
                allowed: ["human", "ai", "random"]
                    .into_iter()
                    .chain(opponents.iter().map(|opponent| opponent.name))
                    .collect::<Vec<_>>()
                    .join(", "),
            }),
        }
    }

    pub(super) fn is_human(&self) -> bool {
        matches!(self, Player::Human)
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Player::Human => "human",
            Player::Ai => "ai",
            Player::Random => "random",
            Player::Opponent(opponent) => opponent.name,
        }
    }
}
