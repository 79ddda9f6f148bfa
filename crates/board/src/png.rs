//! A board as a PNG file: the picture that [`svg::draw`](crate::svg::draw) describes, in pixels.
//!
//! Letters and characters are drawn as strokes, so the file is the same on every machine, with or without
//! fonts.

use crate::BoardView;
use crate::picture::scene::{Fill, Ink, Item, Paint as Colours, Scene};
use crate::picture::strokes::{self, Segment, letters};
use crate::picture::{self, PictureStyle, Theme};
use crate::svg::{DARK_TEXT, LIGHT_TEXT};
use thiserror::Error;
use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Point,
    RadialGradient, Rect, Shader, SpreadMode, Stroke, Transform,
};

/// Around the board on a light and on a dark theme.
const LIGHT_GROUND: u32 = 0xffffff;
const DARK_GROUND: u32 = 0x1b1e23;
/// The longest side of a picture in pixels.
const LARGEST: f32 = 16_384.0;

/// Why a picture could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PngError {
    /// The board is larger than a picture may be.
    #[error("the picture would have {width} x {height} pixels, at most {LARGEST} x {LARGEST}")]
    TooLarge {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The encoder failed.
    #[error("the picture cannot be encoded: {0}")]
    Encode(String),
}

/// The picture of a board as the bytes of a PNG file.
pub fn draw(view: &BoardView, style: &PictureStyle) -> Result<Vec<u8>, PngError> {
    let scene = picture::scene(view, style);
    let (width, height) = (scene.width.ceil(), scene.height.ceil());
    let too_large = || PngError::TooLarge { width: width as u32, height: height as u32 };
    if width > LARGEST || height > LARGEST {
        return Err(too_large());
    }
    let pixmap = Pixmap::new(width as u32, height as u32).ok_or_else(too_large)?;
    let (ground, text) = match style.theme {
        Theme::Dark => (DARK_GROUND, DARK_TEXT),
        Theme::Auto | Theme::Light => (LIGHT_GROUND, LIGHT_TEXT),
    };
    let mut canvas = Canvas { pixmap, text };
    canvas.pixmap.fill(colour(Ink::Rgb(ground, 1.0), text));
    canvas.draw(&scene);
    canvas.pixmap.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}

struct Canvas {
    pixmap: Pixmap,
    /// The colour of text around the board.
    text: u32,
}

impl Canvas {
    fn draw(&mut self, scene: &Scene) {
        for item in &scene.items {
            match item {
                Item::Rect { x, y, width, height, radius, paint } => {
                    let path = rounded([*x, *y, *width, *height], *radius);
                    self.paint(path, paint);
                }
                Item::Circle { x, y, radius, paint } => {
                    self.paint(PathBuilder::from_circle(*x, *y, *radius), paint);
                }
                Item::Path { data, paint } => self.paint(outline(data), paint),
                Item::Text(text) => {
                    let (data, width) = letters::strokes(text);
                    self.paint(outline(&data), &Colours::line(text.ink, width));
                }
                Item::Group(_) | Item::EndGroup => {}
            }
        }
    }

    fn paint(&mut self, path: Option<Path>, paint: &Colours) {
        let Some(path) = path else { return };
        let shader = match paint.fill {
            Fill::None => None,
            Fill::Flat(ink) => Some(Shader::SolidColor(colour(ink, self.text))),
            Fill::Dome(light, dark) => dome(path.bounds(), light, dark),
        };
        if let Some(shader) = shader {
            let paint = Paint { shader, anti_alias: true, ..Paint::default() };
            self.pixmap.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
        if let Some(stroke) = paint.stroke {
            let shader = Shader::SolidColor(colour(stroke.ink, self.text));
            let paint = Paint { shader, anti_alias: true, ..Paint::default() };
            let stroke = Stroke {
                width: stroke.width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            self.pixmap.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
        }
    }
}

/// The gradient of a stone, as the SVG has it.
fn dome(bounds: Rect, light: u32, dark: u32) -> Option<Shader<'static>> {
    let at =
        Point::from_xy(bounds.left() + bounds.width() * 0.36, bounds.top() + bounds.height() * 0.3);
    let stops = [(0.0, light), (1.0, dark)]
        .map(|(at, ink)| GradientStop::new(at, colour(Ink::Rgb(ink, 1.0), 0)));
    let radius = bounds.width() * 0.8;
    let identity = Transform::identity();
    RadialGradient::new(at, 0.0, at, radius, stops.to_vec(), SpreadMode::Pad, identity)
}

fn colour(ink: Ink, text: u32) -> Color {
    let (rgb, opacity) = match ink {
        Ink::Rgb(rgb, opacity) => (rgb, opacity),
        Ink::Text => (text, 1.0),
    };
    let [_, red, green, blue] = rgb.to_be_bytes();
    let mut colour = Color::from_rgba8(red, green, blue, 255);
    colour.set_alpha(opacity);
    colour
}

fn outline(data: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in strokes::segments(data) {
        match segment {
            Segment::Move((x, y)) => path.move_to(x, y),
            Segment::Line((x, y)) => path.line_to(x, y),
            Segment::Quad((a, b), (x, y)) => path.quad_to(a, b, x, y),
            Segment::Cubic((a, b), (c, d), (x, y)) => path.cubic_to(a, b, c, d, x, y),
            Segment::Close => path.close(),
        }
    }
    path.finish()
}

fn rounded([x, y, width, height]: [f32; 4], radius: f32) -> Option<Path> {
    let radius = radius.min(width / 2.0).min(height / 2.0);
    if radius <= 0.0 {
        return Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect);
    }
    let (right, bottom) = (x + width, y + height);
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.quad_to(right, y, right, y + radius);
    path.line_to(right, bottom - radius);
    path.quad_to(right, bottom, right - radius, bottom);
    path.line_to(x + radius, bottom);
    path.quad_to(x, bottom, x, bottom - radius);
    path.line_to(x, y + radius);
    path.quad_to(x, y, x + radius, y);
    path.close();
    path.finish()
}

#[cfg(test)]
mod tests;
