//! The symmetries of a board: [`Symmetry`].

use crate::{Point, Size};

/// A symmetry of the board: bit 0 flips the rows, bit 1 the columns, and bit 2 then transposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry(u8);

impl Symmetry {
    /// All symmetries: eight for a square board, four for any other.
    pub(crate) fn all(size: Size) -> impl Iterator<Item = Symmetry> {
        let count = if size.rows == size.columns { 8 } else { 4 };
        (0..count).map(Symmetry)
    }

    /// The image of a point.
    pub(crate) fn apply(self, size: Size, point: Point) -> Point {
        let flip = |bit: u8, at: u8, limit: u8| if self.0 & bit == 0 { at } else { limit - 1 - at };
        let row = flip(1, point.row(), size.rows);
        let column = flip(2, point.column(), size.columns);
        if self.0 & 4 == 0 { Point::new(row, column) } else { Point::new(column, row) }
    }

    /// The symmetry that undoes this one.
    pub(crate) fn inverse(self) -> Symmetry {
        // Flips come before the transposition, so the inverse swaps the two flips.
        let swapped = (self.0 & 1) << 1 | (self.0 & 2) >> 1;
        if self.0 & 4 == 0 { self } else { Symmetry(4 | swapped) }
    }
}
