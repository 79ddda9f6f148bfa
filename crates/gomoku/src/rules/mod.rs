//! The rules: stones on a board under one of four rules, with the shapes and threats that every stone makes
//! kept up to date.

pub(crate) mod forbidden;
pub(crate) mod gomoku;
pub(crate) mod lines;
pub(crate) mod point;
pub(crate) mod point_set;
pub(crate) mod rule;
pub(crate) mod shapes;
pub(crate) mod survey;
#[cfg(feature = "program")]
pub(crate) mod symmetry;
pub(crate) mod threat;
pub(crate) mod trail;
#[cfg(test)]
pub(crate) mod wander;

pub use gomoku::Gomoku;
pub use point::{Direction, Point, SIZES, Size};
pub use rule::Rule;
pub use shapes::Shape;
pub use threat::Threat;
