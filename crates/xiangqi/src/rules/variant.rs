//! Which rules hold: [`Rules`].

use serde::{Deserialize, Serialize};

/// The rules of a position. Part of the position, so that everything that plays on it agrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rules {
    /// Those of the game: no move may leave the own king attacked or facing the other one, and a
    /// side without a move loses.
    #[default]
    Full,
    /// Those of the lab: pieces move as in the game, but kings may face each other, may stay attacked
    /// and may be taken, after which play goes on.
    Lab,
    /// Those behind the lab's published node counts: the same, and a horse jumps over its leg.
    LabFreeHorses,
}

impl Rules {
    /// The word for it at the end of a position string; none for the full rules.
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Rules::Full => None,
            Rules::Lab => Some("lab"),
            Rules::LabFreeHorses => Some("lab-free-horses"),
        }
    }

    /// The rules with this word.
    pub(crate) fn from_word(word: &str) -> Option<Rules> {
        [Rules::Lab, Rules::LabFreeHorses].into_iter().find(|rules| rules.word() == Some(word))
    }
}
