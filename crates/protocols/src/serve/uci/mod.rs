//! The UCI family: UGI, UCI and UCCI as one [`Session`] in several [`Dialect`]s.
//!
//! All members have a greeting, options, a position with moves, `go` with limits, `stop`, `ponderhit` and a
//! best move. An unknown or invalid line is answered by a remark and changes nothing: a position line with an
//! illegal move keeps the old position, an unknown word of `go` is skipped. Every `go` is answered by a best
//! move, because the manager waits for it.

mod dialect;
mod go;
mod info;
mod options;
mod session;
mod ugi;

pub use dialect::{Best, Dialect, Order};
pub use go::{Go, GoWord};
pub use info::{Value, standard_info, standard_score};
pub use options::{Kind, Setting};
pub use session::Session;
pub use ugi::Ugi;
