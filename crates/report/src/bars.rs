//! Grouped bars: [`Bars`].

use super::axis::{Axis, Ends};
use super::figure::{Figure, legend_height};
use super::{ReportError, number};
use plotters::style::text_anchor::{HPos, VPos};

/// A chart of horizontal bars: one group per name, one bar per series in it, each with its value.
///
/// Names are to the left of the bars, so they may be long. The scale is logarithmic by the same rule
/// as in a [`Plot`](super::Plot); otherwise it begins at zero.
///
/// ```
/// use report::Bars;
///
/// let svg = Bars {
///     title: "Nodes per board".into(),
///     value_title: "nodes".into(),
///     groups: vec!["board 1".into(), "board 2".into()],
///     series: vec![
///         ("minimax".into(), vec![9_200.0, 8_100.0]),
///         ("alpha-beta".into(), vec![1_150.0, 930.0]),
///     ],
/// }
/// .to_svg()?;
/// assert!(svg.contains("board 2") && svg.contains("9.20 k"));
/// # Ok::<(), report::ReportError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// The title.
    pub title: String,
    /// The measured quantity, with its unit.
    pub value_title: String,
    /// The names of the groups, from the top.
    pub groups: Vec<String>,
    /// The name of each series and its values, one per group; missing and non-finite values have no bar.
    pub series: Vec<(String, Vec<f64>)>,
}

const WIDTH: u32 = 900;
/// The height of a bar, of the space between groups, and of everything around them, in pixels.
const BAR: u32 = 20;
const SPACE: u32 = 14;
const FRAME: u32 = 110;
/// The maximum height of a figure; with more bars, bars become thinner.
const MAX_HEIGHT: u32 = 4000;
/// Bars thinner than this have no value label.
const LABELLED: i32 = 14;

impl Bars {
    /// The chart as an SVG document.
    pub fn to_svg(&self) -> Result<String, ReportError> {
        let bars = self.series.len().max(1) as u32;
        let names = self.groups.len().max(1) as u32;
        let group = bars.saturating_mul(BAR).saturating_add(SPACE);
        let height = names.saturating_mul(group).clamp(180, MAX_HEIGHT) + FRAME;
        let values = self.series.iter().flat_map(|(_, values)| values.iter().copied());
        let mut x = Axis::of(values, Ends::Zero);
        x.hi += (x.hi - x.lo) * 0.08;
        let y = Axis::names(&self.groups);
        let base = if x.log { x.lo } else { 0.0 };
        let figure = Figure {
            title: &self.title,
            x_title: &x.title(&self.value_title),
            y_title: "",
            legend: self.series.iter().map(|(name, _)| name.as_str()).collect(),
            x: x.clone(),
            y,
            lines: false,
            size: (WIDTH, height.max(legend_height(self.series.len()))),
        };
        let share = f64::from(BAR) / f64::from(group);
        figure.draw(|sheet| {
            for (index, (_, values)) in self.series.iter().enumerate() {
                for (row, &value) in values.iter().take(self.groups.len()).enumerate() {
                    let Some(end) = x.position(value) else { continue };
                    let top = -(row as f64) + share * (f64::from(bars) / 2.0 - index as f64);
                    let from = sheet.pixel(base, top);
                    let to = sheet.pixel(end, top - share);
                    sheet.bar(from, (to.0, to.1 - 1), index)?;
                    if to.1 - from.1 >= LABELLED {
                        let right = to.0.max(from.0) + 5;
                        let middle = (from.1 + to.1) / 2;
                        let text = number::short(value);
                        sheet.text(&text, (right, middle), HPos::Left, VPos::Center)?;
                    }
                }
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_finite_value_has_a_bar_and_a_label() {
        let svg = Bars {
            groups: vec!["one".into(), "two".into()],
            series: vec![("s".into(), vec![3.0, f64::NAN, 5.0]), ("t".into(), vec![0.0, 2.0])],
            ..Bars::default()
        }
        .to_svg()
        .unwrap();
        let legend = 2;
        let bars =
            svg.matches("fill=\"#0072B2\"").count() + svg.matches("fill=\"#D55E00\"").count();
        assert_eq!(bars, 3 + legend, "{svg}");
    }

    proptest! {
        #[test]
        fn any_values_can_be_drawn(
            groups in prop::collection::vec(".{0,40}", 0..12),
            series in prop::collection::vec(
                (".{0,40}", prop::collection::vec(any::<f64>(), 0..14)), 0..6),
        ) {
            let svg = Bars { groups, series, ..Bars::default() }.to_svg().unwrap();
            prop_assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        }
    }
}
