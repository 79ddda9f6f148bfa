//! The rules: squares and pieces on bitboards, attacks, moves, positions, and the draw and loss rules
//! that depend on the move history ([`repetition`]). [`exchange`] is static exchange evaluation.

pub mod attacks;
pub mod exchange;
pub(crate) mod generate;
pub(crate) mod illegal;
pub(crate) mod keys;
pub(crate) mod lab;
pub(crate) mod moves;
pub(crate) mod piece;
pub(crate) mod position;
pub mod repetition;
pub(crate) mod square;
pub(crate) mod squares;
pub(crate) mod validate;
pub(crate) mod variant;

pub use illegal::{Illegal, Name};
pub use moves::Move;
pub use piece::{Kind, Piece};
pub use position::{Position, Undo};
pub use repetition::Repetition;
pub use square::Square;
pub use squares::Squares;
pub use variant::Rules;
