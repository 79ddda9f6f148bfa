//! How long the processor has worked: fairer than the clock on the wall where others work too.

/// Seconds that the processor has worked for this program, where the system tells (Linux).
pub fn cpu_seconds() -> Option<f64> {
    // The time in ticks is the 14th and 15th field; the second is a name in brackets that may hold
    // anything.
    const TICKS_PER_SECOND: f64 = 100.0;
    let line = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, after_name) = line.rsplit_once(')')?;
    let mut ticks = after_name.split_whitespace().skip(11).take(2);
    let mut next = || ticks.next()?.parse::<f64>().ok();
    Some((next()? + next()?) / TICKS_PER_SECOND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_only_grows() {
        let Some(before) = cpu_seconds() else { return };
        let mut sum = 0u64;
        while cpu_seconds() <= Some(before) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(cpu_seconds() > Some(before));
    }
}
