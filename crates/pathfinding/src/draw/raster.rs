//! A map as a PNG picture, equivalent to the [SVG](super::svg): walls, stations, the path, and the
//! expansions as a heat map.

use super::look::{self, Layout, PATCH, Sample};
use super::{Picture, font};
use png::{BitDepth, ColorType, Encoder};

/// Draws the picture with a caption below it, as the bytes of a PNG file.
pub fn draw(picture: &Picture<'_>, caption: &str) -> Vec<u8> {
    let layout = Layout::of(picture, caption, f64::from(font::ADVANCE));
    let mut canvas = Canvas::new(layout.width, layout.height);
    let cell = layout.cell;
    for place in picture.map.cells() {
        let colour = picture.ground(place.row, place.column);
        if colour != look::FLOOR {
            canvas.fill(place.column * cell, place.row * cell, cell, cell, colour);
        }
    }
    let inset = if cell > 3 { cell / 5 } else { 0 };
    for place in picture.stations() {
        let (x, y) = (place.column * cell + inset, place.row * cell + inset);
        canvas.fill(x, y, cell - 2 * inset, cell - 2 * inset, look::STATION);
    }
    canvas.frame(layout.map_width, layout.map_height, look::WALL);
    let corners = picture.corners();
    for ends in corners.windows(2) {
        canvas.line(layout.middle(ends[0]), layout.middle(ends[1]), layout.stroke, look::PATH);
    }
    for (end, colour) in [(picture.query.from, look::START), (picture.query.to, look::GOAL)] {
        canvas.disc(layout.middle(end), layout.radius + 1.0, look::FLOOR);
        canvas.disc(layout.middle(end), layout.radius, colour);
    }
    draw_legend(&mut canvas, &layout, caption);
    encode(canvas.width, canvas.height, &canvas.pixels, false)
}

fn draw_legend(canvas: &mut Canvas, layout: &Layout, caption: &str) {
    let (first, second) = layout.baselines();
    canvas.text(layout.left(), first, caption);
    canvas.text(layout.left(), second, "first");
    for &(sample, x, word) in &layout.legend {
        let top = second - PATCH;
        let middle = (f64::from(x + PATCH / 2), f64::from(top + PATCH / 2));
        let width = match sample {
            Sample::Heat => {
                let width = look::BAR / u32::from(look::SHADES);
                for part in 0..look::SHADES {
                    let x = x + u32::from(part) * width;
                    canvas.fill(x, top, width, PATCH, look::shade(part + 1));
                }
                look::BAR
            }
            Sample::Patch(colour) => {
                canvas.fill(x, top, PATCH, PATCH, colour);
                PATCH
            }
            Sample::Disc(colour) => {
                canvas.disc(middle, 5.0, colour);
                PATCH
            }
            Sample::Line(colour) => {
                canvas.fill(x, top + PATCH / 2 - 1, PATCH, 3, colour);
                PATCH
            }
        };
        canvas.text(x + width + 6, second, word);
    }
}

/// The colour of every cell, row by row.
pub(super) fn pixels(picture: &Picture<'_>, colour: impl Fn(u32, u32) -> u8) -> Vec<u8> {
    picture.map.cells().map(|cell| colour(cell.row, cell.column)).collect()
}

/// A PNG file with these colours; optionally with transparent floor.
pub(super) fn encode(width: u32, height: u32, pixels: &[u8], transparent: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(look::palette().concat());
    if transparent {
        encoder.set_trns(&[0u8][..]);
    }
    // Fails only for a size of 0 or a wrong number of pixels. A map has cells, and a canvas has its
    // own size.
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(pixels)?;
        writer.finish()
    });
    debug_assert!(written.is_ok(), "{written:?}");
    bytes
}

/// Pixels as colour numbers. Drawing is clipped to the canvas.
struct Canvas {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Canvas {
    fn new(width: u32, height: u32) -> Self {
        let pixels = vec![look::FLOOR; width as usize * height as usize];
        Canvas { width, height, pixels }
    }

    fn fill(&mut self, x: u32, y: u32, width: u32, height: u32, colour: u8) {
        let right = (x + width).min(self.width);
        for row in y..(y + height).min(self.height) {
            let start = row as usize * self.width as usize;
            if x < right {
                self.pixels[start + x as usize..start + right as usize].fill(colour);
            }
        }
    }

    fn frame(&mut self, width: u32, height: u32, colour: u8) {
        self.fill(0, 0, width, 1, colour);
        self.fill(0, 0, 1, height, colour);
        self.fill(0, height.saturating_sub(1), width, 1, colour);
        self.fill(width.saturating_sub(1), 0, 1, height, colour);
    }

    fn disc(&mut self, (x, y): (f64, f64), radius: f64, colour: u8) {
        // Casts saturate: coordinates left of or above the picture become 0.
        let span = |at: f64| (at - radius).floor() as u32..=(at + radius).ceil() as u32;
        for row in span(y) {
            for column in span(x) {
                let (dx, dy) = (f64::from(column) + 0.5 - x, f64::from(row) + 0.5 - y);
                if dx * dx + dy * dy <= radius * radius {
                    self.fill(column, row, 1, 1, colour);
                }
            }
        }
    }

    /// A line with round ends.
    fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64, colour: u8) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let steps = dx.abs().max(dy.abs()).ceil().max(1.0);
        for step in 0..=steps as u32 {
            let share = f64::from(step) / steps;
            self.disc((from.0 + dx * share, from.1 + dy * share), width / 2.0, colour);
        }
    }

    fn text(&mut self, x: u32, baseline: u32, text: &str) {
        let top = baseline.saturating_sub(font::HEIGHT);
        for (index, letter) in (0u32..).zip(text.chars()) {
            let left = x + index * font::ADVANCE;
            for (column, row) in font::dots(letter) {
                let (x, y) = (left + column * font::DOT, top + row * font::DOT);
                self.fill(x, y, font::DOT, font::DOT, look::INK);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Heat;
    use crate::finder::{Query, Watch};
    use crate::formats::{self, Format};
    use crate::map::Terrain;
    use crate::map::movement::Direction;

    #[test]
    fn walls_heat_path_and_endpoints_have_their_colours() {
        let puzzle = formats::parse("S..\n##.\nG.+\n", Format::Drawing).unwrap();
        let query = Query::new((0, 0).into(), (2, 0).into());
        let path = "RRDDLL".chars().filter_map(Direction::from_letter).collect::<Vec<_>>();
        let mut heat = Heat::new(&puzzle.map);
        heat.expanded((0, 0).into());
        let picture = Picture { map: &puzzle.map, query: &query, path: &path, heat: &heat };
        let bytes = draw(&picture, "6 steps, 1 cell expanded by a*");
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let width = reader.info().width as usize;
        reader.next_frame(&mut pixels).unwrap();
        let at = |x: usize, y: usize| pixels[y * width + x];
        assert_eq!(at(30, 30), look::WALL);
        assert_eq!(at(2, 2), look::shade(1));
        assert_eq!(at(36, 12), look::PATH);
        assert_eq!(at(12, 12), look::START);
        assert_eq!(at(12, 60), look::GOAL);
        assert_eq!(at(54, 54), look::STATION);
        assert_eq!(at(30, 3), look::FLOOR);
    }

    #[test]
    fn a_drawn_picture_can_be_read_as_a_map() {
        let map = crate::map::generate::random(30, 40, 0.4, 3);
        let query = Query::new((0, 0).into(), (0, 0).into());
        let picture = Picture { map: &map, query: &query, path: &[], heat: &Heat::new(&map) };
        let ground = pixels(&picture, |row, column| picture.ground(row, column));
        for transparent in [false, true] {
            let bytes = encode(40, 30, &ground, transparent);
            assert_eq!(formats::read(&bytes, Format::Auto).unwrap().map, map);
        }
        assert_eq!(map.terrain((0, 0).into()), Terrain::Floor);
    }
}
