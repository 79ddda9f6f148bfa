//! The rules: two knights on a board where no square is visited twice.

pub(crate) mod duel;
pub(crate) mod illegal;
pub(crate) mod squares;
pub(crate) mod starts;

pub use duel::{Duel, End, SIZES, Size};
pub use illegal::Illegal;
pub use squares::{Square, Squares};
pub use starts::random_start;
