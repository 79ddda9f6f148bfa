//! Processor time, which a busy machine does not make longer.

/// Seconds of processor time that this thread has had. Where nobody counts that, seconds by the
/// clock since some moment.
pub fn thread_seconds() -> f64 {
    seconds(Clock::Thread)
}

/// The same for the whole program.
pub fn process_seconds() -> f64 {
    seconds(Clock::Process)
}

enum Clock {
    Thread,
    Process,
}

#[cfg(unix)]
fn seconds(clock: Clock) -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(match clock {
        Clock::Thread => ClockId::ThreadCPUTime,
        Clock::Process => ClockId::ProcessCPUTime,
    });
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(not(unix))]
fn seconds(_clock: Clock) -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_processor_time_of_its_thread_and_of_the_program() {
        let before = (thread_seconds(), process_seconds());
        let sum = (0..1_000_000u64).fold(0, |sum, n| search::rng::mix(sum ^ n));
        assert_ne!(sum, 0);
        let (thread, process) = (thread_seconds() - before.0, process_seconds() - before.1);
        assert!(thread > 0.0 && process > 0.0, "{thread} {process}");
    }

    #[cfg(unix)]
    #[test]
    fn waiting_takes_none() {
        let before = thread_seconds();
        std::thread::sleep(std::time::Duration::from_millis(200));
        assert!(thread_seconds() - before < 0.2);
    }
}
