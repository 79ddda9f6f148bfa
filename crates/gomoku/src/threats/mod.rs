//! Wins by force: continuous fours ([`vcf`]), fours and threes ([`vct`]), and what proves them
//! ([`Proof`], checked by [`check`]).
//!
//! A four must be stopped at once, a three before it becomes an open four, so the attacker chooses
//! among few moves and the defender among fewer (Allis, van den Herik and Huntjens 1993). Whatever is
//! found comes with the answer to every reply, not only to those that make sense.

pub mod check;
mod moves;
mod proof;
pub mod vcf;
pub mod vct;

#[cfg(test)]
mod tests;

pub(crate) use moves::three_replies;
pub use proof::Proof;
pub use vcf::Vcf;
pub use vct::Vct;

/// A search was told to stop, or used up its nodes, before it knew the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown;
