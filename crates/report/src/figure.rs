//! The common part of all figures: title, axes, grid, legend and drawing primitives.
//!
//! Our own [`Axis`] places everything in pixels, so that no value can break the layout. The plotting
//! library only writes the SVG.

use super::ReportError;
use super::axis::Axis;
use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontTransform, IntoFont, RGBColor, ShapeStyle, TextStyle};
use std::io;

/// The palette of Okabe and Ito (2008), which is safe for colour-blind people, without the yellow that
/// is invisible on white.
const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];
/// The number of marker shapes; coprime to the number of colours, so that 35 series differ.
const SHAPES: usize = 5;

const INK: RGBColor = RGBColor(40, 40, 40);
const GRID: RGBColor = RGBColor(214, 214, 214);
const LIGHT_GRID: RGBColor = RGBColor(238, 238, 238);

const TITLE: f64 = 22.0;
const AXIS_TITLE: f64 = 19.0;
const LABEL: f64 = 17.0;
/// The distance between elements, in pixels.
const GAP: i32 = 10;
/// Height of one line of the legend.
const LEGEND_LINE: i32 = 24;
/// Length of the line sample before a name in the legend.
const SAMPLE: i32 = 30;
/// The maximum width of a label or name.
const WIDEST: i32 = 260;

pub(super) type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// The description of a figure, without its data.
pub(super) struct Figure<'a> {
    pub title: &'a str,
    pub x_title: &'a str,
    pub y_title: &'a str,
    pub x: Axis,
    pub y: Axis,
    /// One name per series; the legend is drawn for two or more.
    pub legend: Vec<&'a str>,
    /// Whether series are lines with markers; otherwise they are filled bars.
    pub lines: bool,
    pub size: (u32, u32),
}

impl Figure<'_> {
    /// Draws everything except the data, then calls `body` to draw the data.
    pub(crate) fn draw(
        &self,
        body: impl FnOnce(&Sheet<'_>) -> Drawn,
    ) -> Result<String, ReportError> {
        let mut svg = String::new();
        let drawn = {
            let root = SVGBackend::with_string(&mut svg, self.size).into_drawing_area();
            let sheet = Sheet::new(self, root);
            sheet.frame(self).and_then(|()| body(&sheet)).and_then(|()| sheet.root.present())
        };
        drawn.map(|()| svg).map_err(|error| ReportError::Plot {
            title: self.title.to_owned(),
            reason: error.to_string(),
        })
    }
}

/// The minimum height of a figure with a legend of this many names.
pub(super) fn legend_height(names: usize) -> u32 {
    let lines = u32::try_from(names).unwrap_or(u32::MAX).min(1000);
    lines * LEGEND_LINE as u32 + 2 * (GAP as u32 + TITLE as u32)
}

/// The drawing area for the data: pixels, with the axes that map to them.
pub(super) struct Sheet<'a> {
    root: DrawingArea<SVGBackend<'a>, Shift>,
    x: Axis,
    y: Axis,
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl<'a> Sheet<'a> {
    fn new(figure: &Figure<'_>, root: DrawingArea<SVGBackend<'a>, Shift>) -> Self {
        let (width, height) = (figure.size.0 as i32, figure.size.1 as i32);
        let labels = figure.y.ticks.iter().map(|tick| text_width(&tick.label, LABEL));
        let labels = labels.max().unwrap_or(0).min(WIDEST);
        let y_title = if figure.y_title.is_empty() { 0 } else { line_height(AXIS_TITLE) + GAP / 2 };
        let x_title = if figure.x_title.is_empty() { 0 } else { line_height(AXIS_TITLE) + GAP / 2 };
        let names = if figure.legend.len() > 1 {
            let names = figure.legend.iter().map(|name| text_width(name, LABEL));
            names.max().unwrap_or(0).min(WIDEST) + SAMPLE + 2 * GAP
        } else {
            0
        };
        Sheet {
            root,
            x: figure.x.clone(),
            y: figure.y.clone(),
            left: GAP + y_title + labels + GAP,
            top: GAP + line_height(TITLE) + GAP,
            right: width - 2 * GAP - names,
            bottom: height - GAP - x_title - line_height(LABEL) - GAP / 2,
        }
    }

    /// The pixel of a position on the two axes (see [`Axis::position`]).
    pub(crate) fn pixel(&self, x: f64, y: f64) -> (i32, i32) {
        let across = (x - self.x.lo) / (self.x.hi - self.x.lo);
        let up = (y - self.y.lo) / (self.y.hi - self.y.lo);
        (
            self.left + (across * f64::from(self.right - self.left)).round() as i32,
            self.bottom - (up * f64::from(self.bottom - self.top)).round() as i32,
        )
    }

    fn frame(&self, figure: &Figure<'_>) -> Drawn {
        self.root.fill(&plotters::style::WHITE)?;
        let (width, height) = (figure.size.0 as i32, figure.size.1 as i32);
        self.title(figure.title, (width / 2, GAP), TITLE, width - 2 * GAP)?;
        for &position in &self.x.light {
            self.grid_line((position, self.y.lo), (position, self.y.hi), LIGHT_GRID)?;
        }
        for &position in &self.y.light {
            self.grid_line((self.x.lo, position), (self.x.hi, position), LIGHT_GRID)?;
        }
        for tick in &self.x.ticks {
            self.grid_line((tick.position, self.y.lo), (tick.position, self.y.hi), GRID)?;
            let (x, y) = self.pixel(tick.position, self.y.lo);
            self.text(&tick.label, (x, y + GAP / 2), HPos::Center, VPos::Top)?;
        }
        for tick in &self.y.ticks {
            if figure.lines {
                self.grid_line((self.x.lo, tick.position), (self.x.hi, tick.position), GRID)?;
            }
            let (x, y) = self.pixel(self.x.lo, tick.position);
            let label = fitted(&tick.label, LABEL, WIDEST);
            self.text(&label, (x - GAP / 2, y), HPos::Right, VPos::Center)?;
        }
        let corners = [(self.left, self.top), (self.left, self.bottom), (self.right, self.bottom)];
        self.root.draw(&PathElement::new(corners, INK.stroke_width(1)))?;

        let middle = (self.left + self.right) / 2;
        let below = height - GAP / 2 - line_height(AXIS_TITLE);
        let beside = (self.top + self.bottom) / 2;
        self.title(figure.x_title, (middle, below), AXIS_TITLE, self.right - self.left)?;
        let text = fitted(figure.y_title, AXIS_TITLE, self.bottom - self.top);
        let style =
            text_style(AXIS_TITLE, HPos::Center, VPos::Top).transform(FontTransform::Rotate270);
        self.root.draw(&Text::new(text, (GAP, beside), style))?;
        self.legend(figure)
    }

    fn legend(&self, figure: &Figure<'_>) -> Drawn {
        if figure.legend.len() < 2 {
            return Ok(());
        }
        let x = self.right + 2 * GAP;
        for (index, name) in figure.legend.iter().enumerate() {
            let y = self.top + GAP + LEGEND_LINE * index as i32;
            if figure.lines {
                self.line(&[(x, y), (x + SAMPLE, y)], index)?;
                self.marker((x + SAMPLE / 2, y), index)?;
            } else {
                self.bar((x + SAMPLE / 2, y - 7), (x + SAMPLE, y + 7), index)?;
            }
            let name = fitted(name, LABEL, WIDEST);
            self.text(&name, (x + SAMPLE + GAP / 2, y), HPos::Left, VPos::Center)?;
        }
        Ok(())
    }

    fn grid_line(&self, from: (f64, f64), to: (f64, f64), colour: RGBColor) -> Drawn {
        let ends = [self.pixel(from.0, from.1), self.pixel(to.0, to.1)];
        self.root.draw(&PathElement::new(ends, colour.stroke_width(1)))
    }

    fn title(&self, text: &str, at: (i32, i32), size: f64, room: i32) -> Drawn {
        let style = text_style(size, HPos::Center, VPos::Top);
        self.root.draw(&Text::new(fitted(text, size, room), at, style))
    }

    /// Draws a label.
    pub(crate) fn text(&self, text: &str, at: (i32, i32), h: HPos, v: VPos) -> Drawn {
        self.root.draw(&Text::new(printable(text), at, text_style(LABEL, h, v)))
    }

    /// Draws the line of a series through these pixels.
    pub(crate) fn line(&self, points: &[(i32, i32)], series: usize) -> Drawn {
        self.root.draw(&PathElement::new(points, colour(series).stroke_width(2)))
    }

    /// Draws a bar of a series between two corners.
    pub(crate) fn bar(&self, from: (i32, i32), to: (i32, i32), series: usize) -> Drawn {
        self.root.draw(&Rectangle::new([from, to], ShapeStyle::from(&colour(series)).filled()))
    }

    /// Draws the marker of a series at this pixel.
    pub(crate) fn marker(&self, (x, y): (i32, i32), series: usize) -> Drawn {
        let filled = ShapeStyle::from(&colour(series)).filled();
        let polygon = |corners: &[(i32, i32)]| {
            let corners: Vec<_> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            self.root.draw(&Polygon::new(corners, filled))
        };
        match series % SHAPES {
            0 => self.root.draw(&Circle::new((x, y), 5, filled)),
            1 => polygon(&[(-5, -5), (5, -5), (5, 5), (-5, 5)]),
            2 => polygon(&[(0, -6), (6, 5), (-6, 5)]),
            3 => polygon(&[(0, -7), (7, 0), (0, 7), (-7, 0)]),
            _ => polygon(&[(0, 6), (6, -5), (-6, -5)]),
        }
    }
}

fn colour(series: usize) -> RGBColor {
    PALETTE[series % PALETTE.len()]
}

fn text_style(size: f64, h: HPos, v: VPos) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK).pos(Pos::new(h, v))
}

/// Height of a line of text. The SVG backend writes a font size of 1/1.24 of the nominal one.
fn line_height(size: f64) -> i32 {
    size.ceil() as i32
}

/// Estimated width of a text in pixels. No font is available, so a character counts 0.6 em, one
/// beyond the Latin blocks 1 em.
fn text_width(text: &str, size: f64) -> i32 {
    let ems = text.chars().map(|c| if c < '\u{2e80}' { 0.6 } else { 1.0 });
    (ems.sum::<f64>() * size / 1.24).ceil() as i32
}

/// The text, truncated with an ellipsis if it is wider than `room`.
pub(super) fn fitted(text: &str, size: f64, room: i32) -> String {
    let text = printable(text);
    if text_width(&text, size) <= room {
        return text;
    }
    let mut cut = String::new();
    for c in text.chars() {
        cut.push(c);
        if text_width(&cut, size) + text_width("…", size) > room {
            cut.pop();
            break;
        }
    }
    cut.push('…');
    cut
}

/// Replaces control characters, which XML does not allow.
fn printable(text: &str) -> String {
    let forbidden = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|c| if forbidden(c) { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_truncated_to_the_available_width() {
        assert_eq!(fitted("nodes", LABEL, 100), "nodes");
        let cut = fitted(&"nodes ".repeat(40), LABEL, 100);
        assert!(cut.ends_with('…') && text_width(&cut, LABEL) <= 100, "{cut}");
        assert_eq!(fitted("nodes", LABEL, 0), "…");
        assert_eq!(fitted("a\u{1}b\nc", LABEL, 100), "a b c");
    }

    #[test]
    fn colour_and_shape_together_identify_many_series() {
        let mut seen: Vec<_> = (0..35).map(|s| (s % PALETTE.len(), s % SHAPES)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 35);
    }
}
