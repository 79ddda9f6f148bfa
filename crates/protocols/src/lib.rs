//! Game engine protocols, from both ends.
//!
//! - [`serve`]: our engine as a program that a manager or a GUI talks to (UGI, UCI, UCCI, and the base
//!   for Gomocup, GTP and NBoard).
//! - [`drive`]: another engine as a process that we talk to, over UCI, UGI, xboard or GTP.
//! - What both ends share: [`Control`] and the clocks, [`Player`], [`OpeningRule`], and
//!   [`Playable`], which says what a game must bring.
//! - [`view`]: a position of any game as a [`BoardView`](board::BoardView).

mod clock;
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
