//! A map as an SVG picture: walls, stations, the path, and the expansions as a heat map. [`draw`] shows
//! the end of the search, [`animate`] its course.
//!
//! Cells of one colour are merged into few rectangles in one element, and the heat map has few shades.
//! If there are still too many rectangles for a browser, [`draw`] embeds a raster image and [`animate`]
//! uses larger blocks, so that a map of millions of cells still makes a file of a few megabytes.

use super::look::{self, Layout, PATCH, Sample};
use super::rects::{self, Rect};
use super::{Picture, raster};
use std::fmt::Write;

/// The maximum number of rectangles in a picture.
const MOST_RECTS: usize = 60_000;
/// The number of steps of an animation.
const FRAMES: u8 = 90;
/// The duration of an animation, and the fraction of it that shows the search.
const SECONDS: f64 = 9.0;
const SEARCHING: f64 = 0.75;
/// The maximum width of a caption letter, in pixels.
const LETTER: f64 = 7.6;

/// Draws the picture with a one-line caption below it.
pub fn draw(picture: &Picture<'_>, caption: &str) -> String {
    let mut sheet = Sheet::new(picture, caption);
    let map = picture.map;
    let ground = |row, column| picture.ground(row, column);
    match rects::cover(map.rows(), map.columns(), ground, MOST_RECTS) {
        Some(rects) => sheet.layers(&rects, 1, |colour| (colour, None)),
        None => sheet.image(map.columns(), map.rows(), &raster::pixels(picture, ground)),
    }
    sheet.stations();
    sheet.path("");
    sheet.finish(caption)
}

/// The picture as an endless animation: cells appear in the order of expansion, then the path. Viewers
/// without animation, such as print, show the complete picture.
pub fn animate(picture: &Picture<'_>, caption: &str) -> String {
    let mut sheet = Sheet::new(picture, caption);
    let map = picture.map;
    let frame = |row, column| picture.heat.part((row, column).into(), FRAMES);
    let mut side = 1;
    let blocks = loop {
        let first = |row: u32, column: u32| {
            let rows = row * side..((row + 1) * side).min(map.rows());
            let cells = rows.flat_map(|row| {
                let columns = column * side..((column + 1) * side).min(map.columns());
                columns.map(move |column| frame(row, column))
            });
            cells.filter(|&frame| frame > 0).min().unwrap_or(0)
        };
        let (rows, columns) = (map.rows().div_ceil(side), map.columns().div_ceil(side));
        match rects::cover(rows, columns, first, MOST_RECTS) {
            Some(rects) => break rects,
            None => side *= 2,
        }
    };
    sheet.layers(&blocks, side, |frame| {
        let part = u32::from(frame - 1) * u32::from(look::SHADES) / u32::from(FRAMES);
        let when = f64::from(frame) / f64::from(FRAMES) * SEARCHING;
        (look::shade(part as u8 + 1), Some(appears(when)))
    });
    // Above the heat map: a block of several cells may cover walls.
    let walls =
        |row, column| if picture.ground(row, column) == look::WALL { look::WALL } else { 0 };
    match rects::cover(map.rows(), map.columns(), walls, MOST_RECTS) {
        Some(rects) => sheet.layers(&rects, 1, |colour| (colour, None)),
        None => sheet.image(map.columns(), map.rows(), &raster::pixels(picture, walls)),
    }
    sheet.stations();
    sheet.path(&appears(SEARCHING + 0.02));
    sheet.finish(caption)
}

/// An animation element that hides its parent until this fraction of the animation.
fn appears(when: f64) -> String {
    format!(
        "<animate attributeName=\"visibility\" values=\"hidden;visible\" keyTimes=\"0;{when:.4}\" \
         calcMode=\"discrete\" dur=\"{SECONDS}s\" repeatCount=\"indefinite\"/>"
    )
}

/// An SVG document under construction.
struct Sheet<'a> {
    picture: &'a Picture<'a>,
    layout: Layout,
    palette: Vec<String>,
    svg: String,
}

// Writing to a string cannot fail, so the results are ignored here and below.
impl<'a> Sheet<'a> {
    fn new(picture: &'a Picture<'a>, caption: &str) -> Self {
        let layout = Layout::of(picture, caption, LETTER);
        let hex = |[red, green, blue]: [u8; 3]| format!("#{red:02x}{green:02x}{blue:02x}");
        let (width, height) = (layout.width, layout.height);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
            escaped(caption)
        );
        Sheet { picture, layout, palette: look::palette().into_iter().map(hex).collect(), svg }
    }

    /// Writes one element for all rectangles of a colour. `look` returns the fill colour and the
    /// animation. A unit of the rectangles is `side` cells of the map.
    fn layers(&mut self, rects: &[Rect], side: u32, look: impl Fn(u8) -> (u8, Option<String>)) {
        let (layout, svg) = (&self.layout, &mut self.svg);
        let mut outlines: Vec<String> = vec![String::new(); 256];
        rects.iter().for_each(|rect| rect.outline(&mut outlines[usize::from(rect.colour)]));
        let scale = layout.cell * side;
        // Clips the last block, which may extend beyond the map.
        let _ = writeln!(
            svg,
            "<svg width=\"{}\" height=\"{}\"><g transform=\"scale({scale})\" \
             shape-rendering=\"crispEdges\">",
            layout.map_width, layout.map_height
        );
        for (colour, outline) in
            (0..=u8::MAX).zip(&outlines).filter(|(_, outline)| !outline.is_empty())
        {
            let (fill, animation) = look(colour);
            let fill = &self.palette[usize::from(fill)];
            let _ = match animation {
                Some(animation) => {
                    writeln!(svg, "<path fill=\"{fill}\" d=\"{outline}\">{animation}</path>")
                }
                None => writeln!(svg, "<path fill=\"{fill}\" d=\"{outline}\"/>"),
            };
        }
        svg.push_str("</g></svg>\n");
    }

    /// Embeds the cells as an image with transparent floor.
    fn image(&mut self, columns: u32, rows: u32, pixels: &[u8]) {
        let png = raster::encode(columns, rows, pixels, true);
        let (width, height) = (self.layout.map_width, self.layout.map_height);
        let _ = writeln!(
            self.svg,
            "<image width=\"{width}\" height=\"{height}\" style=\"image-rendering:pixelated\" \
             href=\"data:image/png;base64,{}\"/>",
            base64(&png)
        );
    }

    /// Draws the stations, smaller than large cells so that the heat map shows around them.
    fn stations(&mut self) {
        let inset = if self.layout.cell > 3 { 0.2 } else { 0.0 };
        let size = 1.0 - 2.0 * inset;
        let mut data = String::new();
        for cell in self.picture.stations() {
            let (x, y) = (f64::from(cell.column) + inset, f64::from(cell.row) + inset);
            let _ = write!(data, "M{x:.1} {y:.1}h{size}v{size}h-{size}z");
        }
        if !data.is_empty() {
            let fill = &self.palette[usize::from(look::STATION)];
            let _ = writeln!(
                self.svg,
                "<path transform=\"scale({})\" fill=\"{fill}\" d=\"{data}\"/>",
                self.layout.cell
            );
        }
    }

    fn path(&mut self, animation: &str) {
        let (layout, svg) = (&self.layout, &mut self.svg);
        let _ = writeln!(
            svg,
            "<rect width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\"/>",
            layout.map_width,
            layout.map_height,
            self.palette[usize::from(look::WALL)]
        );
        if !self.picture.path.is_empty() {
            let points = self.picture.corners().into_iter().map(|cell| {
                let (x, y) = layout.middle(cell);
                format!("{x},{y}")
            });
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
                 stroke-linejoin=\"round\" stroke-linecap=\"round\">{animation}</polyline>",
                points.collect::<Vec<_>>().join(" "),
                self.palette[usize::from(look::PATH)],
                layout.stroke
            );
        }
        let query = self.picture.query;
        for (cell, colour) in [(query.from, look::START), (query.to, look::GOAL)] {
            let (x, y) = layout.middle(cell);
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{}\" stroke=\"#ffffff\"/>",
                layout.radius,
                self.palette[usize::from(colour)]
            );
        }
    }

    fn finish(mut self, caption: &str) -> String {
        let (first, second) = self.layout.baselines();
        let left = self.layout.left();
        let ink = self.palette[usize::from(look::INK)].clone();
        let _ = writeln!(
            self.svg,
            "<g font-family=\"sans-serif\" font-size=\"13\" fill=\"{ink}\">\n\
             <text x=\"{left}\" y=\"{first}\">{}</text>\n<text x=\"{left}\" y=\"{second}\">first</text>",
            escaped(caption)
        );
        for (sample, x, word) in std::mem::take(&mut self.layout.legend) {
            let width = self.sample(sample, x, second);
            let _ =
                writeln!(self.svg, "<text x=\"{}\" y=\"{second}\">{word}</text>", x + width + 6);
        }
        self.svg.push_str("</g>\n</svg>\n");
        self.svg
    }

    /// Draws a sample of the legend and returns its width.
    fn sample(&mut self, sample: Sample, x: u32, baseline: u32) -> u32 {
        let (svg, palette, top) = (&mut self.svg, &self.palette, baseline - 12);
        let fill = |colour: u8| &palette[usize::from(colour)];
        let _ = match sample {
            Sample::Heat => {
                let width = look::BAR / u32::from(look::SHADES);
                for part in 0..look::SHADES {
                    let (x, fill) = (x + u32::from(part) * width, fill(look::shade(part + 1)));
                    let _ = writeln!(
                        svg,
                        "<rect x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{PATCH}\" fill=\"{fill}\"/>"
                    );
                }
                return look::BAR;
            }
            Sample::Patch(colour) => writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{top}\" width=\"{PATCH}\" height=\"{PATCH}\" fill=\"{}\"/>",
                fill(colour)
            ),
            Sample::Disc(colour) => writeln!(
                svg,
                "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"{}\"/>",
                x + PATCH / 2,
                top + PATCH / 2,
                fill(colour)
            ),
            Sample::Line(colour) => writeln!(
                svg,
                "<path d=\"M{x} {}h{PATCH}\" stroke=\"{}\" stroke-width=\"3\"/>",
                top + PATCH / 2,
                fill(colour)
            ),
        };
        PATCH
    }
}

/// Escapes text for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Encodes bytes as base64 (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |index: usize| u32::from(three.get(index).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for letter in 0..4 {
            let six = bits >> (18 - 6 * letter) & 0x3f;
            text.push(if letter <= three.len() { LETTERS[six as usize].into() } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Heat;
    use crate::finder::{Query, Watch};
    use crate::formats::{self, Format};
    use crate::map::generate;
    use crate::map::movement::Direction;
    use crate::map::{Cell, Map};

    /// Calls `check` with the picture of a search on a small map.
    fn with_picture(check: impl Fn(&Picture<'_>)) {
        let puzzle = formats::parse("S###\n..+G\n", Format::Drawing).unwrap();
        let query = Query::new((0, 0).into(), (1, 3).into());
        let path = [Direction::Down, Direction::Right, Direction::Right, Direction::Right];
        let mut heat = Heat::new(&puzzle.map);
        for cell in [(0, 0), (1, 0), (1, 1), (1, 2)] {
            heat.expanded(Cell::from(cell));
        }
        check(&Picture { map: &puzzle.map, query: &query, path: &path, heat: &heat });
    }

    /// Expansions of every cell, in an order without consecutive neighbours.
    fn scattered(map: &Map) -> Heat {
        let mut heat = Heat::new(map);
        let cells = map.rows() * map.columns();
        for index in 0..cells {
            let place = (u64::from(index) * 7_919_993 % u64::from(cells)) as u32;
            heat.expanded(Cell { row: place / map.columns(), column: place % map.columns() });
        }
        heat
    }

    #[test]
    fn neighbours_of_one_colour_are_merged_and_the_path_has_its_corners() {
        with_picture(|picture| {
            let svg = draw(picture, "4 steps & more");
            assert!(svg.contains("d=\"M1 0h3v1h-3z\""), "{svg}");
            assert!(svg.contains("points=\"12,12 12,36 84,36\""), "{svg}");
            assert!(svg.contains("<title>4 steps &amp; more</title>"), "{svg}");
            assert!(svg.contains("#fff7d0") && svg.contains("#c43e34"), "{svg}");
            assert!(svg.contains(">station</text>") && !svg.contains("<animate"), "{svg}");
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        });
    }

    #[test]
    fn an_animation_shows_the_expansions_in_order_and_then_the_path() {
        with_picture(|picture| {
            let svg = animate(picture, "4 steps");
            assert_eq!(svg.matches("<animate").count(), 5);
            let times: Vec<&str> =
                svg.split("keyTimes=\"0;").skip(1).map(|rest| &rest[..6]).collect();
            assert!(times.is_sorted(), "{times:?}");
            assert_eq!(times.last(), Some(&"0.7700"));
        });
    }

    #[test]
    fn pictures_of_large_maps_are_small_files() {
        let map = generate::random(900, 900, 0.4, 1);
        let heat = scattered(&map);
        let query = Query::new((0, 0).into(), (899, 899).into());
        let picture = Picture { map: &map, query: &query, path: &[], heat: &heat };
        let (still, moving) = (draw(&picture, "x"), animate(&picture, "x"));
        assert!(still.contains("data:image/png;base64,"));
        assert!(still.len() < 2_000_000, "{}", still.len());
        assert!(moving.len() < 3_000_000, "{}", moving.len());
    }

    #[test]
    fn base64_matches_the_rfc_examples() {
        for (bytes, letters) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), letters);
        }
    }
}
