//! The rules on bitboards: [`Board`] (the discs from the mover's view) and [`Othello`] (a position for the
//! search). [`flips`] and [`arch`] are the bitboard code, with a variant per instruction set.

pub mod arch;
pub(crate) mod board;
pub mod flips;
pub(crate) mod game;
pub(crate) mod illegal;
pub(crate) mod square;

pub use board::{Board, Size};
pub use game::{Othello, Scoring};
pub use illegal::Illegal;
pub use square::{Move, Square, squares, squares_in_rules_order};
