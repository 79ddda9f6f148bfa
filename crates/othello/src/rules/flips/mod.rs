//! Move generation: the discs that a move flips, and the legal moves.
//!
//! Both functions take two sets of discs, the mover's and the opponent's, and return a set.
//! [`portable`] is plain arithmetic for any CPU; a second implementation uses AVX2. Hot code is generic
//! over an [`Arch`]; other code calls the functions here. The sets must not overlap and the square must
//! be empty; neither is checked, and the result is meaningless otherwise.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
pub mod portable;
mod rays;

use crate::rules::arch::{Arch, Task, dispatch};

/// The discs that flip when the owner of `own` plays on the empty square with this index.
#[inline]
pub fn flips(own: u64, opp: u64, square: usize) -> u64 {
    dispatch(Flips { own, opp, square })
}

/// The empty squares on which the owner of `own` flips at least one disc: the legal moves.
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
