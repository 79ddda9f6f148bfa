//! The stones, stored four times: along rows, columns and both diagonals.
//!
//! A line of the board is one 64-bit word with two bits per cell. A shift and a mask give the
//! neighbourhood of a point in a direction, which is the key for looking up
//! [`shapes`](crate::rules::shapes). Cells beyond the edge have both bits set, so lines of any length
//! are handled alike.

use crate::rules::point::{Direction, POINTS, Point, Size};
use search::Side;

/// The number of cells on each side of a point that its [`window`](Lines::window) covers.
pub(crate) const REACH: usize = 5;
/// The bits of a window: two per neighbour. The point itself is not included.
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

/// The number of lines: rows, columns, and diagonals in both directions.
pub(crate) const LINES: usize = 20 + 20 + 39 + 39;
/// The cells of a line word: the longest line and [`REACH`] cells beyond each end.
pub(crate) const SPAN: usize = 20 + 2 * REACH;
/// The first of the lines that run down-left.
const FIRST_RISING: u8 = 79;

/// The word that holds a point in a direction, and the shift of its window from the lowest bit.
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
            Place { line: FIRST_RISING + row + column, shift: 2 * row },
        ];
        index += 1;
    }
    places
}

/// Compresses the even bits of a word into adjacent bits.
#[inline]
const fn every_second_bit(word: u64) -> u32 {
    let mut bits = word & 0x5555_5555_5555_5555;
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    bits = (bits | bits >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff;
    bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff;
    (bits | bits >> 16) as u32
}

/// The line through a point in a direction, and the shift of the point's window in it.
#[inline]
pub(crate) fn place(point: Point, direction: usize) -> (usize, usize) {
    let place = PLACES[point.index()][direction];
    (place.line.into(), place.shift.into())
}

/// The four lines through a point.
#[inline]
pub(crate) fn lines_through(point: Point) -> [usize; 4] {
    PLACES[point.index()].map(|place| place.line.into())
}

/// The stones on a board, one word per line.
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

    /// Whether a point is empty; false off the board.
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

    /// The columns of a row that hold stones, one bit each.
    #[inline]
    pub(crate) fn stones_in_row(&self, row: u8) -> u32 {
        let [_, black, white] = self.masks(usize::from(row));
        every_second_bit((black | white) >> (2 * REACH))
    }

    /// Whether a line runs down-left, with its lowest bits at the top.
    #[inline]
    pub(crate) const fn is_rising(line: usize) -> bool {
        line >= FIRST_RISING as usize
    }

    /// The empty, the black and the white points of a line, each as every second bit of a word.
    #[inline]
    pub(crate) fn masks(&self, line: usize) -> [u64; 3] {
        /// Every second bit of the cells of a line.
        const EVEN: u64 = 0x5555_5555_5555_5555 & ((1 << (2 * SPAN)) - 1);
        let word = self.words[line];
        let (low, high) = (word, word >> 1);
        [!low & !high & EVEN, low & !high & EVEN, !low & high & EVEN]
    }

    /// The neighbours of a point in a direction, [`REACH`] on each side, without the point itself.
    /// The one furthest against the direction is in the lowest bits.
    #[inline]
    pub(crate) fn window(&self, point: Point, direction: Direction) -> u32 {
        let (line, shift) = place(point, direction as usize);
        Lines::window_of(self.words[line] >> shift)
    }

    /// The window of the point [`REACH`] cells above the lowest bits.
    #[inline]
    pub(crate) const fn window_of(cells: u64) -> u32 {
        (cells & LOWER | cells >> 2 & LOWER << (2 * REACH)) as u32
    }

    /// The cells of a line.
    #[inline]
    pub(crate) fn word(&self, line: usize) -> u64 {
        self.words[line]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::rng::Rng;

    #[test]
    fn a_window_holds_the_neighbours_of_its_point() {
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
