//! A picture as a list of simple shapes, which SVG and PNG draw alike: [`Scene`].

use std::fmt::Write;

/// A colour with opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ink {
    /// Red, green and blue as in `0xRRGGBB`, and opacity from 0 to 1.
    Rgb(u32, f32),
    /// The colour of text outside the board: it follows the theme.
    Text,
}

/// An opaque colour, `0xRRGGBB`.
pub(crate) const fn rgb(colour: u32) -> Ink {
    Ink::Rgb(colour, 1.0)
}

/// What fills a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fill {
    /// Nothing.
    None,
    /// One colour.
    Flat(Ink),
    /// From a highlight at the upper left to the edge, two colours.
    Dome(u32, u32),
}

/// The outline of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub ink: Ink,
    pub width: f32,
}

/// How a shape is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Paint {
    pub fill: Fill,
    pub stroke: Option<Stroke>,
}

impl Paint {
    pub(crate) const fn flat(ink: Ink) -> Paint {
        Paint { fill: Fill::Flat(ink), stroke: None }
    }

    pub(crate) const fn line(ink: Ink, width: f32) -> Paint {
        Paint { fill: Fill::None, stroke: Some(Stroke { ink, width }) }
    }

    pub(crate) const fn outlined(self, ink: Ink, width: f32) -> Paint {
        Paint { stroke: Some(Stroke { ink, width }), ..self }
    }
}

/// Where a text is anchored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text. It is centred vertically on `y`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    pub x: f32,
    pub y: f32,
    pub size: f32,
    pub anchor: Anchor,
    pub bold: bool,
    pub ink: Ink,
    pub text: String,
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    /// A rectangle with rounded corners.
    Rect { x: f32, y: f32, width: f32, height: f32, radius: f32, paint: Paint },
    /// A circle.
    Circle { x: f32, y: f32, radius: f32, paint: Paint },
    /// A path in absolute SVG commands (`M`, `L`, `H`, `V`, `Q`, `C`, `Z`), with round ends.
    Path { data: String, paint: Paint },
    /// A line of text.
    Text(Text),
    /// The items that follow, up to [`Item::EndGroup`], belong together; the text explains them to
    /// screen readers and as a tooltip.
    Group(String),
    /// The end of a group.
    EndGroup,
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scene {
    pub width: f32,
    pub height: f32,
    /// What it shows, for those who cannot see it.
    pub title: String,
    pub items: Vec<Item>,
}

impl Scene {
    pub(crate) fn rect(&mut self, [x, y, width, height]: [f32; 4], radius: f32, paint: Paint) {
        self.items.push(Item::Rect { x, y, width, height, radius, paint });
    }

    pub(crate) fn circle(&mut self, (x, y): (f32, f32), radius: f32, paint: Paint) {
        self.items.push(Item::Circle { x, y, radius, paint });
    }

    pub(crate) fn path(&mut self, data: String, paint: Paint) {
        self.items.push(Item::Path { data, paint });
    }

    pub(crate) fn text(&mut self, text: Text) {
        self.items.push(Item::Text(text));
    }

    /// A text centred at a point.
    pub(crate) fn label(
        &mut self,
        (x, y): (f32, f32),
        size: f32,
        bold: bool,
        ink: Ink,
        text: &str,
    ) {
        let text = text.to_owned();
        self.text(Text { x, y, size, anchor: Anchor::Middle, bold, ink, text });
    }

    pub(crate) fn group(&mut self, title: impl Into<String>, body: impl FnOnce(&mut Scene)) {
        self.items.push(Item::Group(title.into()));
        body(self);
        self.items.push(Item::EndGroup);
    }
}

/// Straight lines as path data.
pub(crate) fn segments(lines: impl IntoIterator<Item = [(f32, f32); 2]>) -> String {
    let mut data = String::new();
    for [(x1, y1), (x2, y2)] in lines {
        // Writing to a string cannot fail.
        let _ = write!(data, "M{} {}L{} {}", short(x1), short(y1), short(x2), short(y2));
    }
    data
}

/// A closed polygon as path data.
pub(crate) fn polygon(corners: &[(f32, f32)]) -> String {
    let mut data = String::new();
    for (index, &(x, y)) in corners.iter().enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        let _ = write!(data, "{command}{} {}", short(x), short(y));
    }
    data + "Z"
}

/// A number with at most two decimals.
pub(crate) fn short(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
