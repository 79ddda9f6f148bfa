//! Which discs a move turns over, and where one can move: the two questions everything else asks.
//!
//! Both are asked of two sets of discs, the mover's and the opponent's, and answered with a set.
//! [`portable`] answers in plain arithmetic on any machine, a second implementation with AVX2; code
//! that asks millions of times is written for an [`Arch`], everybody else calls
//! the functions here. Nothing checks whether the sets overlap; a square that is occupied has no
//! meaningful answer.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
pub mod portable;
mod rays;

use crate::rules::arch::{Arch, Task, dispatch};

/// The discs that turn over when the owner of `own` plays on the empty square with this index.
#[inline]
pub fn flips(own: u64, opp: u64, square: usize) -> u64 {
    dispatch(Flips { own, opp, square })
}

/// The empty squares on which the owner of `own` turns over at least one disc.
#[inline]
pub fn moves(own: u64, opp: u64) -> u64 {
    dispatch(Moves { own, opp })
}

struct Flips {
    own: u64,
    opp: u64,
    square: usize,
}

impl Task for Flips {
    type Output = u64;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> u64 {
        arch.flips(self.own, self.opp, self.square)
    }
}

struct Moves {
    own: u64,
    opp: u64,
}

impl Task for Moves {
    type Output = u64;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> u64 {
        arch.moves(self.own, self.opp)
    }
}

#[cfg(test)]
mod tests;
