//! The axes of a figure: scale, range and ticks.
//!
//! Positions on an axis are plain numbers between `lo` and `hi`: the values themselves on a linear
//! scale, their decimal logarithms on a logarithmic one.

use super::number;

/// A scale is logarithmic when every value is positive and the largest is more than this many times
/// the smallest.
const LOG_RATIO: f64 = 100.0;
/// Values beyond this could overflow and are omitted, like values that are not finite.
const LARGEST: f64 = 1e300;
/// The approximate number of labelled ticks of an axis.
const TICKS: f64 = 6.0;

/// A labelled tick.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub position: f64,
    pub label: String,
}

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    pub log: bool,
    pub lo: f64,
    pub hi: f64,
    pub ticks: Vec<Tick>,
    /// Unlabelled grid lines between the ticks.
    pub light: Vec<f64>,
}

/// The range of a linear axis beyond the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// A margin on both sides, for markers at the ends.
    Room,
    /// A tick at both ends, and zero unless the data are far from it.
    Ticks,
    /// Always includes zero, where bars start.
    Zero,
}

/// Whether a value can be drawn.
pub(super) fn is_drawable(value: f64) -> bool {
    value.abs() <= LARGEST
}

impl Axis {
    /// The axis for these values. Values that cannot be drawn are ignored.
    pub(crate) fn of(values: impl Iterator<Item = f64> + Clone, ends: Ends) -> Axis {
        let values = values.filter(|&value| is_drawable(value));
        let lo = values.clone().fold(f64::INFINITY, f64::min);
        let hi = values.clone().fold(f64::NEG_INFINITY, f64::max);
        if lo > hi {
            return Axis::linear(0.0, 1.0, false, Ends::Ticks);
        }
        if lo > 0.0 && hi / lo > LOG_RATIO {
            return Axis::log(lo.log10(), hi.log10());
        }
        Axis::linear(lo, hi, values.clone().all(|value| value.fract() == 0.0), ends)
    }

    /// An axis of names, the first at the top.
    pub(crate) fn names(names: &[String]) -> Axis {
        let tick = |(index, name): (usize, &String)| Tick {
            position: -(index as f64),
            label: name.clone(),
        };
        let ticks: Vec<Tick> = names.iter().enumerate().map(tick).collect();
        let lo = 0.5 - ticks.len().max(1) as f64;
        Axis { log: false, lo, hi: 0.5, ticks, light: Vec::new() }
    }

    /// The position of a value; `None` if it cannot be drawn.
    pub(crate) fn position(&self, value: f64) -> Option<f64> {
        let position = if self.log { value.log10() } else { value };
        is_drawable(position).then_some(position)
    }

    /// The title, which mentions a logarithmic scale.
    pub(crate) fn title(&self, title: &str) -> String {
        match (self.log, title.is_empty()) {
            (false, _) => title.to_owned(),
            (true, true) => "log scale".to_owned(),
            (true, false) => format!("{title} (log scale)"),
        }
    }

    fn log(lo: f64, hi: f64) -> Axis {
        let room = (hi - lo) * 0.04;
        let (lo, hi) = (lo - room, hi + room);
        let decades = lo.ceil() as i32..=hi.floor() as i32;
        let every = ((hi - lo) / (TICKS + 2.0)).ceil().max(1.0) as i32;
        let labelled = decades.clone().filter(|power| power % every == 0);
        let ticks =
            labelled.map(|power| Tick { position: power.into(), label: power_of_ten(power) });
        let light = if every > 1 {
            decades.map(f64::from).collect()
        } else {
            let steps = (lo.floor() as i32..=hi.floor() as i32).flat_map(|power| {
                (2..=9).map(move |step| f64::from(power) + f64::from(step).log10())
            });
            steps.filter(|position| (lo..=hi).contains(position)).collect()
        };
        Axis { log: true, lo, hi, ticks: ticks.collect(), light }
    }

    fn linear(mut lo: f64, mut hi: f64, whole: bool, ends: Ends) -> Axis {
        let near_zero = lo.abs().min(hi.abs()) < 0.5 * lo.abs().max(hi.abs());
        if ends == Ends::Zero || (ends == Ends::Ticks && near_zero) {
            lo = lo.min(0.0);
            hi = hi.max(0.0);
        }
        let largest = lo.abs().max(hi.abs());
        if hi - lo <= largest * 1e-9 || hi - lo < 1e-290 {
            let one = largest < 1e-280 || (whole && largest < 1e6);
            let room = if one { 1.0 } else { largest / 2.0 };
            lo -= room;
            hi += room;
        }
        let mut step = nice_step((hi - lo) / TICKS);
        if whole && (step < 1.0 || (ends == Ends::Room && hi - lo <= 2.0 * TICKS)) {
            step = 1.0;
        }
        if ends == Ends::Room {
            let room = (hi - lo) * 0.04;
            lo -= room;
            hi += room;
        } else {
            lo = (lo / step).floor() * step;
            hi = (hi / step).ceil() * step;
        }
        let unit = Unit::of(lo.abs().max(hi.abs()), step);
        let first = (lo / step - 1e-6).ceil();
        let count = ((hi / step + 1e-6).floor() - first).clamp(0.0, 4.0 * TICKS) as usize;
        let tick = |index: usize| {
            let position = (first + index as f64) * step;
            Tick { position, label: unit.write(position) }
        };
        Axis { log: false, lo, hi, ticks: (0..=count).map(tick).collect(), light: Vec::new() }
    }
}

/// The smallest step of 1, 2 or 5 times a power of ten that is at least `rough`.
fn nice_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|m| m * power)
        .find(|&step| step >= rough)
        .unwrap_or(10.0 * power)
}

/// `1`, `10 k`, `100 M`; `1e-6` and `1e30` where there is no SI prefix.
fn power_of_ten(power: i32) -> String {
    match power {
        -3..=-1 => format!("{:.*}", power.unsigned_abs() as usize, 10f64.powi(power)),
        0..=20 => number::with_prefix(10f64.powi(power), 3 * (power / 3), 0),
        _ => format!("1e{power}"),
    }
}

/// The number format of a linear axis: one prefix and one number of decimals for all ticks.
enum Unit {
    /// The power of ten of the prefix, and the number of decimals.
    Prefix(i32, usize),
    Scientific,
}

impl Unit {
    fn of(largest: f64, step: f64) -> Unit {
        let power = largest.log10();
        if !(-4.0..21.0).contains(&power) {
            return Unit::Scientific;
        }
        let prefix = if power < 4.0 { 0 } else { 3 * (power / 3.0).floor() as i32 };
        let decimals = (f64::from(prefix) - (step * 1.000_001).log10().floor()).max(0.0);
        Unit::Prefix(prefix, decimals as usize)
    }

    fn write(&self, value: f64) -> String {
        match *self {
            _ if value == 0.0 => "0".to_owned(),
            Unit::Prefix(power, decimals) => number::with_prefix(value, power, decimals),
            Unit::Scientific => format!("{value:.2e}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels(values: &[f64], ends: Ends) -> Vec<String> {
        Axis::of(values.iter().copied(), ends).ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn depths_are_labelled_with_integers() {
        assert_eq!(labels(&[1.0, 2.0, 3.0], Ends::Room), ["1", "2", "3"]);
        assert_eq!(labels(&[1.0, 6.0], Ends::Room), ["1", "2", "3", "4", "5", "6"]);
        assert_eq!(labels(&[1.0, 12.0], Ends::Room).len(), 12);
    }

    #[test]
    fn a_wide_range_is_logarithmic_and_labelled_with_powers_of_ten() {
        let axis = Axis::of([20.0, 3e6].into_iter(), Ends::Ticks);
        assert!(axis.log);
        assert_eq!(labels(&[20.0, 3e6], Ends::Ticks), ["100", "1 k", "10 k", "100 k", "1 M"]);
        assert_eq!(labels(&[0.002, 3.0], Ends::Ticks), ["0.01", "0.1", "1"]);
    }

    #[test]
    fn a_narrow_range_or_a_zero_keeps_the_scale_linear() {
        assert!(!Axis::of([1.0, 100.0].into_iter(), Ends::Ticks).log);
        assert!(!Axis::of([0.0, 1e6].into_iter(), Ends::Ticks).log);
        assert!(Axis::of([1.0, 101.0].into_iter(), Ends::Ticks).log);
    }

    #[test]
    fn linear_labels_share_one_prefix() {
        assert_eq!(
            labels(&[0.0, 2.4e6], Ends::Ticks),
            ["0", "0.5 M", "1.0 M", "1.5 M", "2.0 M", "2.5 M"]
        );
        assert_eq!(labels(&[-0.4, 0.4], Ends::Ticks), ["-0.4", "-0.2", "0", "0.2", "0.4"]);
    }

    #[test]
    fn an_axis_of_one_value_or_none_is_valid() {
        assert!(labels(&[7.0], Ends::Room).contains(&"7".to_owned()));
        assert!(labels(&[], Ends::Room).len() > 1);
        assert!(labels(&[f64::NAN, f64::INFINITY], Ends::Ticks).len() > 1);
    }

    proptest! {
        #[test]
        fn every_drawable_value_is_within_its_axis(
            values in prop::collection::vec(any::<f64>(), 0..6),
            ends in prop::sample::select(vec![Ends::Room, Ends::Ticks, Ends::Zero]),
        ) {
            let axis = Axis::of(values.iter().copied(), ends);
            prop_assert!(axis.lo < axis.hi);
            prop_assert!(axis.ticks.len() <= 30);
            for value in values.into_iter().filter(|&value| is_drawable(value)) {
                let position = axis.position(value).unwrap();
                let slack = (axis.hi - axis.lo) * 1e-6;
                prop_assert!(axis.lo - slack <= position && position <= axis.hi + slack);
            }
        }
    }
}
