//! The UCI family: UGI, UCI and UCCI as one [`Session`] in several [`Dialect`]s.
//!
//! What the members share, whatever their words: a greeting that ends in a word, options, a position
//! with moves, `go` with limits, `stop`, `ponderhit`, a best move. Anything unknown, and whatever
//! does not make sense, is answered by a remark and changes nothing: a position line with a bad move
//! leaves the position as it was, an unknown word of `go` is passed over. A `go` is always answered
//! by a best move, because a manager that asked for one waits for it.

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
