//! Search hooks: [`OthelloHooks`], and [`probcut`], the parameters of Multi-ProbCut.

mod endgame;
pub mod probcut;
mod selective;

pub use endgame::EndgameConfig;
pub use selective::{OthelloHooks, Scale};
