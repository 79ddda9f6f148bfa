//! Protocols: an engine as a program that is spoken to in lines.
//!
//! [`converse`] runs a conversation. A thread reads the lines, so that nothing waits for a search to
//! end that must not wait; a [`Language`] says what each line means; a [`EngineHost`] holds the engine,
//! searches with it on a thread of its own and reports back. All answers are written by one thread,
//! in the order of events, so a language needs no locks: it is a plain state machine.
//!
//! [`uci`] is the language of the UCI family (UGI, UCI, UCCI), whose members are a [`uci::Dialect`]
//! each. A language from outside the family (Gomocup, GTP, NBoard) implements [`Language`] itself and
//! keeps its game in a [`PlayedGame`](record::PlayedGame).

mod conversation;
mod host;
pub mod uci;

pub use conversation::{Flow, Language, ServeError, When, converse};
pub use host::{Ending, EngineHost};
