//! What a position is worth, and which move comes first: [`Inertia`] and the greedy opponent [`blind`] (the
//! lab's), [`Mobility`], and [`Territory`] with the ordering [`TerritoryFirst`].

pub mod blind;
mod inertia;
pub(crate) mod territory;

pub use inertia::{Inertia, Mobility, Territory};
pub use territory::{Balance, TerritoryFirst, territory};
