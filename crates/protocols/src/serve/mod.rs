//! Line-based protocols for an engine.
//!
//! [`converse`] runs a session. One thread reads lines, so that commands such as `stop` arrive during a
//! search. A [`Language`] interprets each line. The [`EngineHost`] holds the engine and searches on its own
//! thread. One thread handles all events in order and writes all answers, so a language is a plain state
//! machine without locks.
//!
//! [`uci`] is the UCI family (UGI, UCI, UCCI); each member is a [`uci::Dialect`]. Other protocols (Gomocup,
//! GTP, NBoard) implement [`Language`] and keep their game in a [`PlayedGame`](record::PlayedGame).

mod conversation;
mod host;
pub mod uci;

pub use conversation::{Flow, Language, ServeError, When, converse};
pub use host::{Ending, EngineHost};
