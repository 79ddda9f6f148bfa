//! CPU time, which does not grow with the load of the machine.

/// CPU time of this thread in seconds. On systems that do not measure it: wall time since the first call.
pub fn thread_seconds() -> f64 {
    seconds(Clock::Thread)
}

/// CPU time of this process in seconds, with the same fallback.
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
    fn work_takes_cpu_time_of_its_thread_and_of_the_process() {
        let before = (thread_seconds(), process_seconds());
        let sum = (0..1_000_000u64).fold(0, |sum, n| search::rng::mix(sum ^ n));
        assert_ne!(sum, 0);
        let (thread, process) = (thread_seconds() - before.0, process_seconds() - before.1);
        assert!(thread > 0.0 && process > 0.0, "{thread} {process}");
    }

    #[cfg(unix)]
    #[test]
    fn sleeping_takes_no_cpu_time() {
        let before = thread_seconds();
        std::thread::sleep(std::time::Duration::from_millis(200));
        assert!(thread_seconds() - before < 0.2);
    }
}
