//! Instruction-set dispatch: [`Arch`] adds othello's two operations to that of the search core.

use crate::rules::flips::portable;
pub use search::arch::{Portable, Task, dispatch};

/// An instruction set with othello's operations; implemented for every [`search::arch::Arch`].
pub trait Arch: search::arch::Arch {
    /// See [`flips`](crate::rules::flips::flips).
    fn flips(self, own: u64, opp: u64, square: usize) -> u64;

    /// See [`moves`](crate::rules::flips::moves).
    fn moves(self, own: u64, opp: u64) -> u64;
}

impl<A: search::arch::Arch> Arch for A {
    #[inline(always)]
    fn flips(self, own: u64, opp: u64, square: usize) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.avx2().is_some() {
            // SAFETY: the token is the proof that this processor has AVX2.
            return unsafe { crate::rules::flips::avx2::flips(own, opp, square) };
        }
        portable::flips(own, opp, square)
    }

    #[inline(always)]
    fn moves(self, own: u64, opp: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.avx2().is_some() {
            // SAFETY: the token is the proof that this processor has AVX2.
            return unsafe { crate::rules::flips::avx2::moves(own, opp) };
        }
        portable::moves(own, opp)
    }
}
