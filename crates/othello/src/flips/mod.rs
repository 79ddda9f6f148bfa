//! Which discs a move turns over, and where one can move: the two questions everything else asks.
//!
//! Both are asked of two sets of discs, the mover's and the opponent's, and answered with a set.
//! [`portable`] answers in plain arithmetic on any machine. Nothing here checks whether the sets
//! overlap; a square that is occupied has no meaningful answer.

pub mod portable;
mod rays;

/// The discs that turn over when the owner of `own` plays on the empty square with this index.
#[inline]
pub fn flips(own: u64, opp: u64, square: usize) -> u64 {
    portable::flips(own, opp, square)
}

/// The empty squares on which the owner of `own` turns over at least one disc.
#[inline]
pub fn moves(own: u64, opp: u64) -> u64 {
    portable::moves(own, opp)
}

#[cfg(test)]
mod tests;
