//! The rules on bitboards: [`Board`] (two sets of discs seen by the mover) and [`Othello`] (a position as the
//! search knows it), with [`flips`] and [`arch`] (what the processor can do) underneath.

pub mod arch;
pub(crate) mod board;
pub mod flips;
pub(crate) mod game;
pub(crate) mod square;

pub use board::{Board, Size};
pub use game::{Othello, Scoring};
pub use square::{Move, Square, squares, squares_in_rules_order};
