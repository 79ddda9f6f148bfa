//! Opening rules that take away black's advantage.
//!
//! - `swap`: one player puts three stones, black, white, black; the other chooses a colour.
//! - `swap2`: the same, but the other may also put two more stones, white and black, and let the
//!   first choose.
//!
//! In either case white is to move when the colours are settled, so the question is always the same:
//! is the position better for white, who moves, or for black? A search answers it
//! ([`swap2_choice`]). To put two more stones is never better than to choose: the value of a choice
//! is at least zero for whoever has it, and at most zero for the other. So our engine never does.
//!
//! Whoever puts the three stones wants them to favour nobody: [`Proposal`] searches a number of
//! candidates and takes the most balanced.
//!
//! The configuration names the rule of a terminal game ([`Opening`]); in the Gomocup protocol the
//! manager asks (`SWAP2BOARD`).

mod proposal;
mod rule;

pub use proposal::Proposal;
pub use rule::{Opening, Settlement};

use crate::Gomoku;
use search::{Report, Score};

/// What to do when the colours are to be chosen and white is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2Choice {
    /// Take black, and let the other move.
    Black,
    /// Take white, and play the best move.
    White,
}

/// The choice after a search of the position.
pub fn swap2_choice(report: &Report<Gomoku>) -> Swap2Choice {
    // Without one finished iteration the score means nothing, and whoever moves has the edge.
    if report.depth > 0 && report.score < Score::ZERO {
        Swap2Choice::Black
    } else {
        Swap2Choice::White
    }
}
