//! The fastest instructions that this processor has, found out at run time: [`Arch`].
//!
//! Code that wants them is written once, as a [`Task`] that is generic over `Arch` and marked
//! `#[inline(always)]`; [`dispatch`] runs it as [`Avx2`] where the processor allows, else as
//! [`Portable`]. A task that calls another through [`Arch::enter`] stays in the same instruction
//! set, and recursion works that way. So one function of this crate is compiled for newer
//! processors, once per task, and nothing but zero-size tokens says so.

use crate::flips::portable;

/// An instruction set. A value is the proof that this processor has it.
pub trait Arch: Copy + Send + Sync + 'static {
    /// See [`flips`](crate::flips::flips).
    fn flips(self, own: u64, opp: u64, square: usize) -> u64;

    /// See [`moves`](crate::flips::moves).
    fn moves(self, own: u64, opp: u64) -> u64;

    /// Runs a task compiled for this instruction set.
    fn enter<T: Task>(self, task: T) -> T::Output;
}

/// A function of an instruction set. `run` should be `#[inline(always)]` and use no closures, which
/// would not be compiled for the instruction set.
pub trait Task {
    /// What it returns.
    type Output;

    /// Does it.
    fn run<A: Arch>(self, arch: A) -> Self::Output;
}

/// Runs a task with the best instructions of this processor.
#[inline]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Avx2::detect() {
        return avx2.enter(task);
    }
    Portable.enter(task)
}

/// What every processor can do.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Arch for Portable {
    #[inline(always)]
    fn flips(self, own: u64, opp: u64, square: usize) -> u64 {
        portable::flips(own, opp, square)
    }

    #[inline(always)]
    fn moves(self, own: u64, opp: u64) -> u64 {
        portable::moves(own, opp)
    }

    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::Avx2;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Arch, Task};
    use crate::flips::avx2;

    /// AVX2, BMI1, BMI2, LZCNT and POPCNT, as every x86 processor since 2013 to 2015 has.
    #[derive(Clone, Copy, Debug)]
    pub struct Avx2(());

    impl Avx2 {
        /// The token, if this processor has all of it.
        #[inline]
        pub fn detect() -> Option<Avx2> {
            let all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            all.then_some(Avx2(()))
        }
    }

    impl Arch for Avx2 {
        #[inline(always)]
        fn flips(self, own: u64, opp: u64, square: usize) -> u64 {
            // SAFETY: `detect`, the only way to this token, has found AVX2.
            unsafe { avx2::flips(own, opp, square) }
        }

        #[inline(always)]
        fn moves(self, own: u64, opp: u64) -> u64 {
            // SAFETY: `detect`, the only way to this token, has found AVX2.
            unsafe { avx2::moves(own, opp) }
        }

        #[inline(always)]
        fn enter<T: Task>(self, task: T) -> T::Output {
            // SAFETY: `detect`, the only way to this token, has found all that `compiled` needs.
            unsafe { compiled(self, task) }
        }
    }

    /// A task compiled for these instructions.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn compiled<T: Task>(avx2: Avx2, task: T) -> T::Output {
        task.run(avx2)
    }
}
