//! External engines as players.
//!
//! [`ProcessPlayer`] starts the process and waits for its answers with a timeout. A [`Protocol`] translates:
//! [`Uci`] (with its universal form UGI for every game), [`Xboard`], [`Gtp`].

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
