//! Rule variants: [`Rules`].

use serde::{Deserialize, Serialize};

/// The rule variant of a position. Stored in the position, so that all code that uses it agrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rules {
    /// Full xiangqi rules: no move may leave its own king attacked or facing the opponent's king, and
    /// a side without a legal move loses.
    #[default]
    Full,
    /// The lab's rules: pieces move as usual, but kings may face each other, may stay in check and may
    /// be captured, after which play continues.
    Lab,
    /// The rules of the lab's published node counts: as [`Rules::Lab`], and a horse ignores its leg.
    LabFreeHorses,
}

impl Rules {
    /// The word for the rules at the end of a position string; `None` for the full rules.
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
