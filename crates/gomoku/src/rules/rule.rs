//! The rule of play: [`Rule`].

use search::Side;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What counts as five in a row, and which moves are forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five in a row win. A longer row is worth nothing.
    Standard,
    /// White wins with five or more. Black wins with exactly five. A black stone may not make a
    /// longer row, two fours or two threes, unless it also makes five.
    Renju,
    /// Five in a row win unless both ends are blocked by enemy stones. More than five always win.
    /// The edge of the board does not block.
    Caro,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 4] = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro];

    /// The name used in positions and configurations.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
        }
    }

    /// The rule with this [`name`](Rule::name).
    pub fn from_name(name: &str) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// Whether a row of five or more of this side wins. `blocked` means that both ends are blocked
    /// by enemy stones.
    pub(crate) const fn row_wins(self, side: Side, length: u32, blocked: bool) -> bool {
        match self {
            Rule::Freestyle => length >= 5,
            Rule::Standard => length == 5,
            Rule::Renju if matches!(side, Side::First) => length == 5,
            Rule::Renju => length >= 5,
            Rule::Caro => length > 5 || length == 5 && !blocked,
        }
    }

    /// Whether this side may not make a row of more than five.
    pub(crate) const fn forbids_overlines(self, side: Side) -> bool {
        matches!((self, side), (Rule::Renju, Side::First))
    }
}

/// The [`name`](Rule::name).
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
