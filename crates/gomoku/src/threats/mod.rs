//! Forced wins: by continuous fours ([`vcf`]) and by fours and threes ([`vct`]), with their proofs
//! ([`Proof`], checked by [`check`]).
//!
//! A four must be stopped immediately, and a three before it becomes an open four. So the attacker has few
//! moves to choose from and the defender fewer (Allis, van den Herik and Huntjens 1993). Every win
//! comes with an answer to each legal reply, not only to sensible ones.

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

/// A search was stopped, or reached its node limit, before it found the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown;
