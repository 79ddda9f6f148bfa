//! Opening rules that balance black's advantage.
//!
//! - `swap`: one player places three stones, black, white, black; the other chooses a colour.
//! - `swap2`: the same, but the other may instead place two more stones, white and black, and let the
//!   first choose.
//!
//! In either case white is to move when the colour is chosen, so the question is always the same: is
//! the position better for white, who moves, or for black? A search answers it ([`swap2_choice`]).
//! Placing two more stones is never better than choosing: the value of a choice is at least zero for
//! the player who has it, and at most zero for the other. So the engine never places them.
//!
//! The three stones should favour neither side: [`Proposal`] searches a number of candidates and takes
//! the most balanced.
//!
//! The configuration names the rule of a terminal game ([`Opening`]); in the Gomocup protocol the
//! manager asks (`SWAP2BOARD`).

mod proposal;
mod rule;

pub use proposal::Proposal;
pub use rule::{Opening, Settlement};

use crate::Gomoku;
use search::{Report, Score};

/// The colour chosen in an opening, with white to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2Choice {
    /// Take black, and let the other move.
    Black,
    /// Take white, and play the best move.
    White,
}

/// The choice after a search of the position.
pub fn swap2_choice(report: &Report<Gomoku>) -> Swap2Choice {
    // Without a finished iteration the score means nothing. Then take white: the move is an advantage.
    if report.depth > 0 && report.score < Score::ZERO {
        Swap2Choice::Black
    } else {
        Swap2Choice::White
    }
}
