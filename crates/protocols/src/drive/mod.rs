//! Another engine as a player: a process that is spoken to in one of these protocols.
//!
//! [`ProcessPlayer`] starts the process and keeps the clock; a [`Protocol`] says what is written and
//! how answers are read: [`Uci`] (in its universal form for every game), [`Xboard`], [`Gtp`].

mod gtp;
mod player;
mod process;
mod uci;
mod xboard;

pub use gtp::{Gtp, GtpRules};
pub use player::{Answer, Patience, ProcessPlayer, Protocol, Reply};
pub use process::CommandLine;
pub use uci::{OurNotation, Speech, Uci, thinking};
pub use xboard::Xboard;
