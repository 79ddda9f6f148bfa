//! The fastest instruction set of this processor, detected at run time: [`Arch`].
//!
//! Code that wants them is written once, as a [`Task`] that is generic over `Arch` and marked
//! `#[inline(always)]`; [`dispatch`] runs it as [`Avx2`] where the processor allows, else as
//! [`Portable`]. A task that calls another through [`Arch::enter`] stays in the same instruction
//! set, and recursion works that way. So one function here is compiled for newer processors, once
//! per task, and nothing but zero-size tokens says so. A function that is written with AVX2 by hand
//! is called where [`Arch::avx2`] gives the token.

/// An instruction set. A value is the proof that this processor has it.
pub trait Arch: Copy + Send + Sync + 'static {
    /// The token of AVX2, if this is it; known when the program is compiled.
    fn avx2(self) -> Option<Avx2>;

    /// Runs a task compiled for this instruction set.
    fn enter<T: Task>(self, task: T) -> T::Output;
}

/// A function of an instruction set. `run` should be `#[inline(always)]`, and so should what it
/// calls; a closure is compiled for the instruction set only where it is inlined.
pub trait Task {
    /// What it returns.
    type Output;

    /// Does it.
    fn run<A: Arch>(self, arch: A) -> Self::Output;
}

/// Runs a task with the best instructions of this processor.
#[inline]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    match Avx2::detect() {
        Some(avx2) => avx2.enter(task),
        None => Portable.enter(task),
    }
}

/// What every processor can do.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Arch for Portable {
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        None
    }

    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// AVX2, BMI1, BMI2, LZCNT and POPCNT, as every x86 processor since 2013 to 2015 has.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The token, if this processor has all of it.
    #[inline]
    pub(crate) fn detect() -> Option<Avx2> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            return Some(Avx2(()));
        }
        None
    }
}

impl Arch for Avx2 {
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        Some(self)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        // SAFETY: `detect`, the only way to this token, has found all that `compiled` needs.
        unsafe { compiled(self, task) }
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// A task compiled for these instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn compiled<T: Task>(avx2: Avx2, task: T) -> T::Output {
    task.run(avx2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bits of a number, and of those below it.
    struct Bits(u64);

    impl Task for Bits {
        type Output = (u32, bool);

        #[inline(always)]
        fn run<A: Arch>(self, arch: A) -> (u32, bool) {
            let below = if self.0 == 0 { 0 } else { arch.enter(Bits(self.0 - 1)).0 };
            (self.0.count_ones() + below, arch.avx2().is_some())
        }
    }

    #[test]
    fn every_instruction_set_gives_the_same_answer_and_is_kept_by_recursion() {
        assert_eq!(Portable.enter(Bits(100)), (319, false));
        assert_eq!(dispatch(Bits(100)), (319, Avx2::detect().is_some()));
    }
}
