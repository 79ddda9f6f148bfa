//! What othello adds to the search: [`OthelloHooks`], and [`probcut`], how a shallow search predicts a deep
//! one.

mod endgame;
pub mod probcut;
mod selective;

pub use endgame::EndgameConfig;
pub use selective::{OthelloHooks, Scale};
