//! Evaluators and move ordering: the lab's [`Inertia`] and greedy opponent [`blind`], [`Mobility`], and
//! [`Territory`] with the ordering [`TerritoryFirst`].

pub mod blind;
mod inertia;
pub(crate) mod territory;

pub use inertia::{Inertia, Mobility, Territory};
pub use territory::{Balance, TerritoryFirst, territory};
