//! The stones, kept four times: along rows, columns and both diagonals.
//!
//! A line of the board is one 64-bit word, two bits a cell, so that the neighbourhood of a point in
//! a direction is a shift and a mask: the key by which [`shapes`](crate::shapes) are looked up. Cells
//! beyond the edge hold both bits, so that lines of every length look alike.

use crate::point::{Direction, POINTS, Point, Size};
use search::Side;

/// Cells on each side of a point that its [`window`](Lines::window) shows.
pub(crate) const REACH: usize = 5;
/// Bits of a window: two for each neighbour; the point itself is left out.
pub(crate) const WINDOW_BITS: usize = 4 * REACH;

/// A cell as two bits.
pub(crate) mod cell {
    use search::Side;

    pub(crate) const EMPTY: u32 = 0b00;
    pub(crate) const WALL: u32 = 0b11;

    /// A stone of this side.
    #[inline]
    pub(crate) const fn stone(side: Side) -> u32 {
        1 << side as u32
    }
}

/// Rows, columns, and two times as many diagonals.
const LINES: usize = 20 + 20 + 39 + 39;

/// Which word holds a point in a direction, and how far its window is from the lowest bit.
#[derive(Clone, Copy)]
struct Place {
    line: u8,
    shift: u8,
}

static PLACES: [[Place; 4]; POINTS] = places();

const fn places() -> [[Place; 4]; POINTS] {
    let mut places = [[Place { line: 0, shift: 0 }; 4]; POINTS];
    let mut index = 0;
    while index < POINTS {
        let (row, column) = ((index / 20) as u8, (index % 20) as u8);
        places[index] = [
            Place { line: row, shift: 2 * column },
            Place { line: 20 + column, shift: 2 * row },
            Place { line: 59 + row - column, shift: 2 * row },
            Place { line: 79 + row + column, shift: 2 * row },
        ];
        index += 1;
    }
    places
}

/// The stones on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    words: [u64; LINES],
}

/// Bits of the window's lower half.
const LOWER: u64 = (1 << (2 * REACH)) - 1;

impl Lines {
    /// An empty board.
    pub(crate) fn new(size: Size) -> Lines {
        let mut lines = Lines { words: [u64::MAX; LINES] };
        for point in size.iter() {
            lines.toggle(point, cell::WALL);
        }
        lines
    }

    /// Flips the bits of a cell in all four lines.
    #[inline]
    pub(crate) fn toggle(&mut self, point: Point, bits: u32) {
        for place in PLACES[point.index()] {
            self.words[usize::from(place.line)] ^=
                u64::from(bits) << (place.shift + 2 * REACH as u8);
        }
    }

    /// The bits of a cell.
    #[inline]
    pub(crate) fn cell(&self, point: Point) -> u32 {
        let place = PLACES[point.index()][0];
        (self.words[usize::from(place.line)] >> (place.shift + 2 * REACH as u8)) as u32 & cell::WALL
    }

    /// Whether a point of the board holds no stone; false beyond the board.
    #[inline]
    pub(crate) fn is_empty(&self, point: Point) -> bool {
        self.cell(point) == cell::EMPTY
    }

    /// The stone on a point.
    #[inline]
    pub(crate) fn stone(&self, point: Point) -> Option<Side> {
        match self.cell(point) {
            0b01 => Some(Side::First),
            0b10 => Some(Side::Second),
            _ => None,
        }
    }

    /// The neighbours of a point in a direction, [`REACH`] on each side, without the point itself:
    /// the furthest against the direction in the lowest bits.
    #[inline]
    pub(crate) fn window(&self, point: Point, direction: Direction) -> u32 {
        let place = PLACES[point.index()][direction as usize];
        let cells = self.words[usize::from(place.line)] >> place.shift;
        (cells & LOWER | cells >> 2 & LOWER << (2 * REACH)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::rng::Rng;

    #[test]
    fn windows_show_the_neighbours_of_every_point() {
        let mut rng = Rng::new(5);
        for size in [Size::square(5), Size { rows: 7, columns: 20 }, Size::square(20)] {
            let mut lines = Lines::new(size);
            for point in size.iter() {
                lines.toggle(point, rng.below(3) as u32);
            }
            for point in size.iter() {
                for direction in Direction::ALL {
                    let mut expected = 0;
                    for (slot, steps) in (-5..=5).filter(|&steps| steps != 0).enumerate() {
                        let neighbour = point.step(direction, steps);
                        let bits = neighbour.map_or(cell::WALL, |point| lines.cell(point));
                        expected |= bits << (2 * slot);
                    }
                    assert_eq!(lines.window(point, direction), expected, "{point:?} {direction:?}");
                }
            }
        }
    }
}
