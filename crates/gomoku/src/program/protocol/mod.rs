//! The Gomocup protocol, which Piskvork and most gomoku programs speak: the verb `gomocup` on the
//! engine's side of the pipe, [`GomocupEngine`] on the manager's.
//!
//! | line | answer |
//! |---|---|
//! | `START n`, `RECTSTART columns,rows` | `OK`, or `ERROR` for a board we cannot play on |
//! | `RESTART` | `OK`: the same board, empty |
//! | `BEGIN` | our move, `x,y` |
//! | `TURN x,y` | our move, after the opponent's |
//! | `BOARD`, lines `x,y,who`, `DONE` | our move; `who` is 1 for our stones, 2 for theirs, 3 for a point that may not be played |
//! | `SWAP2BOARD`, lines `x,y`, `DONE` | see [`opening`](crate::program::opening): three stones; `SWAP`, or our move as white |
//! | `PLAY x,y` | `x,y`: that is our move now |
//! | `TAKEBACK x,y` | `OK` |
//! | `INFO key value` | nothing; see `info.rs` for the keys |
//! | `ABOUT` | `name="Plywood gomoku", version=...`, during a search too |
//! | `END`, end of input | ends the program, and a search with it |
//!
//! Points count from 0 at the top left, column first. Before a move, a `MESSAGE` reports the result of the
//! search. An unknown command is answered by `UNKNOWN`, an invalid one by `ERROR`; neither changes the
//! game. A list that is interrupted by another command is dropped.
//!
//! Also accepted: lower case, spaces around and in place of commas, line ends of either kind; commands
//! before the first `START`, which apply to the configured board; stones in any order and number; games
//! that are over by our rule.

mod command;
mod external;
mod info;
mod list;
mod session;
mod stones;

pub use external::GomocupEngine;

use crate::{FiveInARow, GameConfig};
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::protocol::converse_on_stdio;
use protocols::serve::Language;
use session::Session;

/// Arguments of `gomocup`: none.
#[derive(Args)]
pub(crate) struct GomocupArgs {}

/// Runs the verb until `END` or the end of input.
pub(crate) fn run(context: &Context<FiveInARow>, _: GomocupArgs) -> Result<Finish, HarnessError> {
    converse_on_stdio(context, language(&context.config().game))
}

/// The engine's side of the protocol, for [`converse`](protocols::serve::converse).
pub fn language(config: &GameConfig) -> impl Language<FiveInARow> + use<> {
    Session::new(config)
}
