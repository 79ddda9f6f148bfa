//! Board coordinates: [`Size`], [`Point`] and [`Direction`].

use std::fmt;
use std::ops::RangeInclusive;

/// The numbers of rows and of columns that a board may have.
pub const SIZES: RangeInclusive<u8> = 5..=20;

/// The points of the largest board. Points are numbered as on that board, whatever the actual size.
pub(crate) const POINTS: usize = 400;

const STRIDE: u16 = 20;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Rows, within [`SIZES`].
    pub rows: u8,
    /// Columns, within [`SIZES`].
    pub columns: u8,
}

impl Size {
    /// A square board.
    pub const fn square(side: u8) -> Size {
        Size { rows: side, columns: side }
    }

    /// Whether the point is on the board.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.row() < self.rows && point.column() < self.columns
    }

    /// The number of points of the board.
    pub const fn points(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// The point in the middle; with an even number of rows or columns, the one above or left of it.
    pub const fn centre(self) -> Point {
        Point::new((self.rows - 1) / 2, (self.columns - 1) / 2)
    }

    /// Every point of the board, row by row from the top.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        (0..self.rows)
            .flat_map(move |row| (0..self.columns).map(move |column| Point::new(row, column)))
    }
}

/// `15x15`, rows first.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// A point of the board, and also the move that places a stone on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point in this row (from 0 at the top) and column (from 0 at the left).
    #[inline]
    pub const fn new(row: u8, column: u8) -> Point {
        debug_assert!(row < *SIZES.end() && column < *SIZES.end());
        Point(row as u16 * STRIDE + column as u16)
    }

    /// The row, from 0 at the top.
    #[inline]
    pub const fn row(self) -> u8 {
        (self.0 / STRIDE) as u8
    }

    /// The column, from 0 at the left.
    #[inline]
    pub const fn column(self) -> u8 {
        (self.0 % STRIDE) as u8
    }

    /// The number of this point, below 400. It does not depend on the size of the board.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point with this [`index`](Point::index).
    #[inline]
    pub const fn from_index(index: u16) -> Option<Point> {
        if (index as usize) < POINTS { Some(Point(index)) } else { None }
    }

    /// The point this many steps along a direction; `None` if that is off the largest board.
    #[inline]
    pub const fn step(self, direction: Direction, steps: i8) -> Option<Point> {
        let (down, right) = direction.step();
        let row = self.row() as i8 + down * steps;
        let column = self.column() as i8 + right * steps;
        let range = 0..STRIDE as i8;
        if range.start <= row && row < range.end && range.start <= column && column < range.end {
            Some(Point::new(row as u8, column as u8))
        } else {
            None
        }
    }
}

/// `(7, 7)`, row first.
impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row(), self.column())
    }
}

/// A direction in which stones can form a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along a row, to the right.
    Row,
    /// Along a column, down.
    Column,
    /// Down and to the right.
    Falling,
    /// Down and to the left.
    Rising,
}

impl Direction {
    /// All four directions.
    pub const ALL: [Direction; 4] =
        [Direction::Row, Direction::Column, Direction::Falling, Direction::Rising];

    /// One step as (rows down, columns to the right).
    #[inline]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::Row => (0, 1),
            Direction::Column => (1, 0),
            Direction::Falling => (1, 1),
            Direction::Rising => (1, -1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_can_be_reversed_and_stop_at_the_edge() {
        for point in Size::square(20).iter() {
            for direction in Direction::ALL {
                for steps in -5..=5 {
                    if let Some(there) = point.step(direction, steps) {
                        assert_eq!(there.step(direction, -steps), Some(point));
                    }
                }
            }
        }
        assert_eq!(Point::new(0, 0).step(Direction::Rising, 1), None);
        assert_eq!(Point::new(19, 3).step(Direction::Column, 1), None);
    }

    #[test]
    fn the_centre_of_an_even_board_is_up_and_left_of_the_middle() {
        assert_eq!(Size::square(15).centre(), Point::new(7, 7));
        assert_eq!(Size { rows: 6, columns: 20 }.centre(), Point::new(2, 9));
    }
}
