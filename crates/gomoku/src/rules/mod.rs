//! The rules: stones on a board under one of four rules, with the shapes and threats of every point
//! updated incrementally.

pub(crate) mod forbidden;
pub(crate) mod gomoku;
pub(crate) mod illegal;
pub(crate) mod lines;
pub(crate) mod point;
pub(crate) mod point_set;
#[cfg(test)]
pub(crate) mod random_walk;
pub(crate) mod rule;
pub(crate) mod shapes;
pub(crate) mod survey;
#[cfg(feature = "program")]
pub(crate) mod symmetry;
pub(crate) mod threat;
pub(crate) mod trail;

pub use gomoku::Gomoku;
pub use illegal::{Illegal, Prohibition};
pub use point::{Direction, Point, SIZES, Size};
pub use rule::Rule;
pub use shapes::Shape;
pub use threat::Threat;
