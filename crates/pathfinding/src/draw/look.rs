//! The common style of all pictures: colours, sizes, the legend.

use super::Picture;
use crate::map::{Cell, Map};

/// Colours by number: the indices of a PNG palette. Blue, green and purple are distinct from the warm
/// shades of the heat map for colour-blind people, too.
pub(super) const FLOOR: u8 = 0;
pub(super) const WALL: u8 = 1;
pub(super) const STATION: u8 = 2;
pub(super) const PATH: u8 = 3;
pub(super) const START: u8 = 4;
pub(super) const GOAL: u8 = 5;
pub(super) const INK: u8 = 6;
/// The shades of the heat map follow, from the first expansion to the last.
const FIRST_SHADE: u8 = 7;

/// The number of shades of the heat map.
pub(super) const SHADES: u8 = 48;

const FIXED: [[u8; 3]; FIRST_SHADE as usize] = [
    [0xff, 0xff, 0xff],
    [0x3b, 0x42, 0x52],
    [0x00, 0x8a, 0x5e],
    [0x00, 0x5f, 0xb8],
    [0x00, 0x5f, 0xb8],
    [0x6a, 0x1b, 0x9a],
    [0x22, 0x22, 0x22],
];

/// The first, middle and last shade; the others are interpolated.
const RAMP: [[f64; 3]; 3] = [[255.0, 247.0, 208.0], [253.0, 178.0, 92.0], [196.0, 62.0, 52.0]];

/// The colour of a part of the search, from 1.
pub(super) fn shade(part: u8) -> u8 {
    FIRST_SHADE + part - 1
}

/// All colours, by number.
pub(super) fn palette() -> Vec<[u8; 3]> {
    let shades = (0..SHADES).map(|shade| {
        let along = f64::from(shade) / f64::from(SHADES - 1) * 2.0;
        let (from, share) = if along < 1.0 { (0, along) } else { (1, along - 1.0) };
        let mix = |index: usize| {
            let (one, other) = (RAMP[from][index], RAMP[from + 1][index]);
            (one + (other - one) * share).round() as u8
        };
        [mix(0), mix(1), mix(2)]
    });
    FIXED.into_iter().chain(shades).collect()
}

/// The target length of the longer side of the map, in pixels; cells are limited to 1 to
/// [`LARGEST_CELL`] pixels.
const SIDE: u32 = 1100;
const LARGEST_CELL: u32 = 24;
/// The height of the two lines below the map.
const LEGEND: u32 = 56;
/// The distance between the parts of a legend, in pixels.
const GAP: u32 = 12;
/// The width of a colour patch in the legend, and of the heat map's bar.
pub(super) const PATCH: u32 = 14;
pub(super) const BAR: u32 = 2 * SHADES as u32;

/// The layout of a picture, in pixels.
pub(super) struct Layout {
    /// The side of a cell.
    pub(super) cell: u32,
    /// The map.
    pub(super) map_width: u32,
    pub(super) map_height: u32,
    /// The complete picture.
    pub(super) width: u32,
    pub(super) height: u32,
    /// The width of the path, and the radius of its ends: visible on any map.
    pub(super) stroke: f64,
    pub(super) radius: f64,
    /// The legend: samples with their x coordinate and label.
    pub(super) legend: Vec<(Sample, u32, &'static str)>,
}

/// A sample of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sample {
    /// All shades.
    Heat,
    /// A patch of this colour.
    Patch(u8),
    /// A disc of this colour.
    Disc(u8),
    /// A line of this colour.
    Line(u8),
}

impl Layout {
    /// The layout of a picture whose letters have this width.
    pub(super) fn of(picture: &Picture<'_>, caption: &str, letter: f64) -> Self {
        let map = picture.map;
        let longer = map.rows().max(map.columns()).max(1);
        let cell = (SIDE / longer).clamp(1, LARGEST_CELL);
        let (map_width, map_height) = (map.columns() * cell, map.rows() * cell);
        let words = |text: &str| (text.chars().count() as f64 * letter).ceil() as u32;
        let mut legend = Vec::new();
        let mut x = GAP + words("first ");
        for (sample, word) in samples(map) {
            legend.push((sample, x, word));
            let width = if sample == Sample::Heat { BAR } else { PATCH };
            x += width + GAP / 2 + words(word) + GAP;
        }
        let pixels = f64::from(longer * cell);
        Layout {
            cell,
            map_width,
            map_height,
            width: map_width.max(x).max(words(caption) + 2 * GAP),
            height: map_height + LEGEND,
            stroke: (f64::from(cell) / 3.0).max(pixels / 500.0).max(1.5),
            radius: (f64::from(cell) * 0.36).max(pixels / 160.0).max(3.0),
            legend,
        }
    }

    /// The middle of a cell.
    pub(super) fn middle(&self, cell: Cell) -> (f64, f64) {
        let place = |along: u32| (f64::from(along) + 0.5) * f64::from(self.cell);
        (place(cell.column), place(cell.row))
    }

    /// The baselines of the caption and of the legend.
    pub(super) fn baselines(&self) -> (u32, u32) {
        (self.map_height + 20, self.map_height + 44)
    }

    /// The left edge of the caption and of the legend.
    pub(super) fn left(&self) -> u32 {
        GAP
    }
}

fn samples(map: &Map) -> Vec<(Sample, &'static str)> {
    let mut samples = vec![
        (Sample::Heat, "last expanded"),
        (Sample::Line(PATH), "path"),
        (Sample::Disc(START), "start"),
        (Sample::Disc(GOAL), "goal"),
        (Sample::Patch(WALL), "wall"),
    ];
    if map.has_stations() {
        samples.push((Sample::Patch(STATION), "station"));
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_colours_of_the_palette_differ_except_path_and_start() {
        let mut colours = palette();
        assert_eq!(colours.len(), usize::from(shade(SHADES)) + 1);
        colours.sort_unstable();
        colours.dedup();
        assert_eq!(colours.len(), usize::from(shade(SHADES)));
    }
}
