//! Game engine protocols, for engines and for the programs that run them.
//!
//! - [`serve`]: an engine of this workspace behind a protocol: UGI, UCI and UCCI, and the base for
//!   Gomocup, GTP and NBoard.
//! - [`drive`]: an external engine as a child process, over UCI, UGI, xboard or GTP.
//! - Shared by both: [`Control`] and the clocks, [`Player`], [`OpeningRule`], and [`Playable`], the trait
//!   that a game implements.
//! - [`view`]: a position of any game as a [`BoardView`](board::BoardView).
//! - [`cpu`]: CPU time of a thread and of the process.

mod clock;
pub mod cpu;
pub mod drive;
mod opening;
mod playable;
mod player;
pub mod serve;
pub mod view;

pub use clock::{Clock, Control, GameClock, Timer};
pub use opening::{Decision, OpeningAnswer, OpeningRule, OpeningStep};
pub use playable::{
    Chooser, LoadedConfig, Opponent, Playable, ProtocolMaker, read_game, write_game,
};
pub use player::{Choice, GameStart, GameState, Player, PlayerFault};
