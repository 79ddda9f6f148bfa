//! What gomoku adds to the search: [`Nearby`], the moves of the labs, and [`Tactics`], the engine's own
//! move choice, threats and pruning.

pub(crate) mod nearby;
pub(crate) mod tactics;

pub use nearby::{Nearby, Order};
pub use tactics::{Tactics, ThreatConfig};
