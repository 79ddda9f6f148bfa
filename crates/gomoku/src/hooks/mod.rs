//! The search hooks of gomoku: [`Nearby`], the move generation of the labs, and [`Tactics`], the
//! engine's own move generation, threat searches and pruning.

pub(crate) mod nearby;
pub(crate) mod tactics;

pub use nearby::{Nearby, Order};
pub use tactics::{Tactics, ThreatConfig};
