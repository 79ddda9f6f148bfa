//! Processor time, which a busy machine does not make longer.

/// Seconds of processor time that this thread has had. Where nobody counts that, seconds by the
/// clock since some moment.
#[cfg(unix)]
pub(crate) fn thread_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The same by the clock.
#[cfg(not(unix))]
pub(crate) fn thread_seconds() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_processor_time() {
        let before = thread_seconds();
        let sum = (0..1_000_000u64).fold(0, |sum, n| search::rng::mix(sum ^ n));
        assert_ne!(sum, 0);
        assert!(thread_seconds() > before);
    }
}
