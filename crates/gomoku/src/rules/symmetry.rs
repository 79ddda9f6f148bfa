//! The ways to lay a board: [`Symmetry`].

use crate::{Point, Size};

/// A way to lay the board: bit 0 turns rows upside down, bit 1 columns, bit 2 exchanges them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry(u8);

impl Symmetry {
    /// Eight of a square, four of any other board.
    pub(crate) fn all(size: Size) -> impl Iterator<Item = Symmetry> {
        let count = if size.rows == size.columns { 8 } else { 4 };
        (0..count).map(Symmetry)
    }

    /// Where a point comes to lie.
    pub(crate) fn apply(self, size: Size, point: Point) -> Point {
        let turn = |bit: u8, at: u8, limit: u8| if self.0 & bit == 0 { at } else { limit - 1 - at };
        let row = turn(1, point.row(), size.rows);
        let column = turn(2, point.column(), size.columns);
        if self.0 & 4 == 0 { Point::new(row, column) } else { Point::new(column, row) }
    }

    /// What undoes it.
    pub(crate) fn inverse(self) -> Symmetry {
        // Turned first and exchanged then: the way back turns the other of the two.
        let exchanged = (self.0 & 1) << 1 | (self.0 & 2) >> 1;
        if self.0 & 4 == 0 { self } else { Symmetry(4 | exchanged) }
    }
}
