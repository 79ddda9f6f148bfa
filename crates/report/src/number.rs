//! Number formatting, the same in every table, plot and terminal line.

use std::time::Duration;

/// Digits in groups of three: `1,234,567`.
pub fn grouped(value: impl Into<i128>) -> String {
    let value = value.into();
    let digits = value.unsigned_abs().to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 1);
    if value < 0 {
        text.push('-');
    }
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The SI prefixes for large numbers, each a thousand times the one before.
const PREFIXES: [&str; 7] = ["", " k", " M", " G", " T", " P", " E"];

/// Three significant digits and an SI prefix: `12.3 M`. Integers below a thousand are exact. Values
/// beyond the prefixes are written as `1.23e25`, NaN as `-`.
pub fn short(value: f64) -> String {
    if !value.is_finite() {
        return not_finite(value);
    }
    if value.abs() < 1000.0 && value.fract() == 0.0 {
        return format!("{}", value as i64);
    }
    if value != 0.0 && value.abs() < 0.01 {
        return format!("{value:.2e}");
    }
    let mut scaled = value;
    for prefix in PREFIXES {
        if scaled.abs() < 999.5 {
            return format!("{}{prefix}", significant(scaled));
        }
        scaled /= 1000.0;
    }
    format!("{value:.2e}")
}

/// A value in units of ten to the `power` (a multiple of three), with that SI prefix: `0.5 M`.
pub(super) fn with_prefix(value: f64, power: i32, decimals: usize) -> String {
    let prefix = usize::try_from(power / 3).ok().and_then(|index| PREFIXES.get(index));
    format!("{:.decimals$}{}", value / 10f64.powi(power), prefix.unwrap_or(&""))
}

/// A duration with a suitable unit: `850 ns`, `3.10 ms`, `1.24 s`, `2 min 05 s`,
/// `1 h 02 min`.
pub fn duration(time: Duration) -> String {
    seconds(time.as_secs_f64())
}

/// [`duration`] of a number of seconds.
pub fn seconds(seconds: f64) -> String {
    if !seconds.is_finite() {
        return not_finite(seconds);
    }
    if seconds < 0.0 {
        return format!("-{}", self::seconds(-seconds));
    }
    if seconds >= 3599.5 {
        let minutes = (seconds / 60.0).round();
        return format!("{:.0} h {:02.0} min", (minutes / 60.0).floor(), minutes % 60.0);
    }
    if seconds >= 59.95 {
        let whole = seconds.round();
        return format!("{:.0} min {:02.0} s", (whole / 60.0).floor(), whole % 60.0);
    }
    if seconds == 0.0 {
        return "0 s".to_owned();
    }
    let (scaled, unit) = if seconds < 999.5e-9 {
        (seconds * 1e9, "ns")
    } else if seconds < 999.5e-6 {
        (seconds * 1e6, "µs")
    } else if seconds < 999.5e-3 {
        (seconds * 1e3, "ms")
    } else {
        (seconds, "s")
    };
    format!("{} {unit}", significant(scaled))
}

/// A factor: `2.13x`.
pub fn ratio(value: f64) -> String {
    if value.is_finite() { format!("{}x", significant(value)) } else { not_finite(value) }
}

/// A fraction as a percentage with one decimal: `53.2 %` for 0.532.
pub fn percent(share: f64) -> String {
    if share.is_finite() { format!("{:.1} %", share * 100.0) } else { not_finite(share) }
}

/// A fraction and the half-width of its confidence interval: `53.2 ± 1.4 %`.
pub fn percent_with_error(share: f64, error: f64) -> String {
    if !share.is_finite() {
        return not_finite(share);
    }
    if !error.is_finite() {
        return percent(share);
    }
    format!("{:.1} ± {:.1} %", share * 100.0, error * 100.0)
}

/// Two decimals below ten, one below a hundred, none above, decided by the rounded value. Below a
/// tenth, two significant digits, down to a millionth.
fn significant(value: f64) -> String {
    let decimals = match value.abs() {
        v if v < 0.000_001 => 2,
        v if v < 0.0995 => 1 + (-v.log10()).ceil() as usize,
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

fn not_finite(value: f64) -> String {
    if value.is_nan() {
        "-"
    } else if value > 0.0 {
        "inf"
    } else {
        "-inf"
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(-1_234_567), "-1,234,567");
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn short_counts_keep_three_digits() {
        let cases = [
            (0.0, "0"),
            (512.0, "512"),
            (999.0, "999"),
            (999.7, "1.00 k"),
            (1_234.0, "1.23 k"),
            (12_345_678.0, "12.3 M"),
            (999_999.0, "1.00 M"),
            (-4.2e9, "-4.20 G"),
            (0.25, "0.25"),
            (0.000_25, "2.50e-4"),
            (1e30, "1.00e30"),
            (f64::NAN, "-"),
            (f64::INFINITY, "inf"),
        ];
        for (value, text) in cases {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn durations_have_a_suitable_unit() {
        let cases = [
            (0.0, "0 s"),
            (850e-9, "850 ns"),
            (12.34e-6, "12.3 µs"),
            (0.0031, "3.10 ms"),
            (0.9999, "1.00 s"),
            (1.239, "1.24 s"),
            (59.99, "1 min 00 s"),
            (125.0, "2 min 05 s"),
            (3599.9, "1 h 00 min"),
            (3725.0, "1 h 02 min"),
        ];
        for (value, text) in cases {
            assert_eq!(seconds(value), text);
        }
        assert_eq!(duration(Duration::from_millis(1500)), "1.50 s");
    }

    #[test]
    fn ratios_and_percentages_are_rounded_once() {
        assert_eq!(ratio(2.128), "2.13x");
        assert_eq!(ratio(9.999), "10.0x");
        assert_eq!(ratio(0.25), "0.25x");
        assert_eq!(ratio(0.017), "0.017x");
        assert_eq!(ratio(0.00046), "0.00046x");
        assert_eq!(ratio(0.0), "0.00x");
        assert_eq!(ratio(f64::INFINITY), "inf");
        assert_eq!(percent(0.5324), "53.2 %");
        assert_eq!(percent_with_error(0.532, 0.0141), "53.2 ± 1.4 %");
        assert_eq!(percent_with_error(1.0, f64::NAN), "100.0 %");
    }

    proptest! {
        #[test]
        fn grouping_loses_no_digit(value in any::<i64>()) {
            prop_assert_eq!(grouped(value).replace(',', ""), value.to_string());
        }

        #[test]
        fn a_short_count_is_within_half_a_percent(value in 1.0f64..1e20) {
            let text = short(value);
            let (digits, prefix) = text.split_once(' ').unwrap_or((&text, ""));
            let power = PREFIXES.iter().position(|p| p.trim() == prefix).unwrap();
            let read = digits.parse::<f64>().unwrap() * 1000f64.powi(power as i32);
            prop_assert!((read / value - 1.0).abs() <= 0.005_001, "{} read as {}", value, text);
        }

        #[test]
        fn any_float_can_be_formatted(value in any::<f64>()) {
            for text in [short(value), seconds(value), ratio(value), percent(value)] {
                prop_assert!(!text.is_empty());
            }
        }
    }
}
