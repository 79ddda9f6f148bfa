//! Lines with markers: [`Plot`].

use super::ReportError;
use super::axis::{Axis, Ends};
use super::figure::{Figure, legend_height};

/// One line of a [`Plot`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points in drawing order. A point that is not finite leaves a gap in the line.
    pub points: Vec<(f64, f64)>,
}

impl Series {
    /// A named series.
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Series { name: name.into(), points }
    }
}

/// A line plot: one line with markers per series, and a legend for two or more series.
///
/// An axis is logarithmic if all its values are positive and the largest is more than 100 times the
/// smallest; otherwise it is linear. The title of a logarithmic axis says so.
///
/// ```
/// use report::{Plot, Series};
///
/// let svg = Plot {
///     title: "Nodes by depth".into(),
///     x_title: "depth (plies)".into(),
///     y_title: "nodes".into(),
///     series: vec![
///         Series::new("minimax", vec![(1.0, 7.0), (2.0, 56.0), (3.0, 399.0), (4.0, 2_800.0)]),
///         Series::new("alpha-beta", vec![(1.0, 7.0), (2.0, 20.0), (3.0, 95.0), (4.0, 310.0)]),
///     ],
/// }
/// .to_svg()?;
/// assert!(svg.starts_with("<svg") && svg.contains("nodes (log scale)"));
/// # Ok::<(), report::ReportError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// The quantity on the horizontal axis, with its unit.
    pub x_title: String,
    /// The quantity on the vertical axis, with its unit.
    pub y_title: String,
    /// The lines.
    pub series: Vec<Series>,
}

const WIDTH: u32 = 900;
const HEIGHT: u32 = 540;

impl Plot {
    /// The plot as an SVG document.
    pub fn to_svg(&self) -> Result<String, ReportError> {
        let points = self.series.iter().flat_map(|series| series.points.iter());
        let x = Axis::of(points.clone().map(|point| point.0), Ends::Room);
        let y = Axis::of(points.map(|point| point.1), Ends::Ticks);
        let figure = Figure {
            title: &self.title,
            x_title: &x.title(&self.x_title),
            y_title: &y.title(&self.y_title),
            legend: self.series.iter().map(|series| series.name.as_str()).collect(),
            x: x.clone(),
            y: y.clone(),
            lines: true,
            size: (WIDTH, HEIGHT.max(legend_height(self.series.len()))),
        };
        figure.draw(|sheet| {
            for (index, series) in self.series.iter().enumerate() {
                let place = |&(at, value): &(f64, f64)| {
                    x.position(at).zip(y.position(value)).map(|(x, y)| sheet.pixel(x, y))
                };
                let places: Vec<_> = series.points.iter().map(place).collect();
                for run in places.split(Option::is_none) {
                    let run: Vec<_> = run.iter().copied().flatten().collect();
                    if run.len() > 1 {
                        sheet.line(&run, index)?;
                    }
                }
                for &pixel in places.iter().flatten() {
                    sheet.marker(pixel, index)?;
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

    fn plot(series: Vec<Series>) -> Plot {
        Plot { title: "t".into(), x_title: "x".into(), y_title: "y".into(), series }
    }

    #[test]
    fn a_gap_breaks_the_line_but_keeps_the_markers() {
        let points = vec![(1.0, 1.0), (2.0, 2.0), (3.0, f64::NAN), (4.0, 4.0), (5.0, 5.0)];
        let svg = plot(vec![Series::new("", points)]).to_svg().unwrap();
        assert_eq!(svg.matches("<circle").count(), 4);
        assert_eq!(svg.matches("stroke=\"#0072B2\"").count(), 2, "{svg}");
    }

    #[test]
    fn names_are_escaped_and_shown_for_two_or_more_series() {
        let series = |name: &str| Series::new(name, vec![(1.0, 1.0)]);
        let one = plot(vec![series("a<b&c")]).to_svg().unwrap();
        let two = plot(vec![series("a<b&c"), series("d")]).to_svg().unwrap();
        assert!(!one.contains("a&lt;b"));
        assert!(two.contains("a&lt;b&amp;c"));
    }

    #[test]
    fn the_figure_grows_with_a_long_legend() {
        let series = (0..30).map(|index| Series::new(format!("s{index}"), vec![(1.0, 1.0)]));
        let svg = plot(series.collect()).to_svg().unwrap();
        assert!(svg.contains("height=\"784\""), "{}", &svg[..200]);
    }

    proptest! {
        #[test]
        fn any_points_and_names_can_be_drawn(
            data in prop::collection::vec(
                (".{0,60}", prop::collection::vec((any::<f64>(), any::<f64>()), 0..5)), 0..10),
            title in ".{0,200}",
        ) {
            let series = data.into_iter().map(|(name, points)| Series::new(name, points)).collect();
            let svg = Plot { title, ..plot(series) }.to_svg().unwrap();
            prop_assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        }
    }
}
