//! Cell coordinates: [`Cell`] for users, and a packed form for the searches.

use crate::map::movement::Direction;
use std::fmt;

/// A cell of a map, counted from 0 at the top left. Written `row,column`, as in the labs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from the top.
    pub row: u32,
    /// The column, from the left.
    pub column: u32,
}

impl Cell {
    /// The adjacent cell in a direction. Above the first row or left of the first column the
    /// coordinate wraps and is outside every map.
    pub fn beside(self, direction: Direction) -> Cell {
        let (vertical, horizontal) = direction.parts().unwrap_or((direction, direction));
        let row = match vertical {
            Direction::Up => self.row.wrapping_sub(1),
            Direction::Down => self.row.wrapping_add(1),
            _ => self.row,
        };
        let column = match horizontal {
            Direction::Left => self.column.wrapping_sub(1),
            Direction::Right => self.column.wrapping_add(1),
            _ => self.column,
        };
        Cell { row, column }
    }
}

impl From<(u32, u32)> for Cell {
    fn from((row, column): (u32, u32)) -> Self {
        Cell { row, column }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.column)
    }
}

/// A cell in packed form: row and column in one word, so that a step is one addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot(u32);

impl Spot {
    /// A spot from a row and column that include the border.
    pub(crate) fn new(row: u32, column: u32) -> Self {
        Spot(row << 16 | column)
    }

    /// Both coordinates in one word, the row in the upper half.
    #[inline]
    pub(crate) fn word(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) fn from_word(word: u32) -> Self {
        Spot(word)
    }

    #[inline]
    pub(crate) fn row(self) -> u32 {
        self.0 >> 16
    }

    #[inline]
    pub(crate) fn column(self) -> u32 {
        self.0 & 0xffff
    }

    /// The neighbour in a direction. The neighbour of a cell of the map is on the map or its border.
    #[inline]
    pub(crate) fn step(self, direction: Direction) -> Spot {
        self.plus(direction, 1)
    }

    /// The spot this many steps away.
    #[inline]
    pub(crate) fn plus(self, direction: Direction, steps: u32) -> Spot {
        let (rows, columns) = (steps << 16, steps);
        Spot(match direction {
            Direction::Up => self.0 - rows,
            Direction::Right => self.0 + columns,
            Direction::Down => self.0 + rows,
            Direction::Left => self.0 - columns,
            Direction::UpLeft => self.0 - rows - columns,
            Direction::UpRight => self.0 - rows + columns,
            Direction::DownRight => self.0 + rows + columns,
            Direction::DownLeft => self.0 + rows - columns,
        })
    }
}

impl From<Cell> for Spot {
    fn from(cell: Cell) -> Self {
        // Offset by one in both, so that the border has coordinates as well.
        Spot::new(cell.row + 1, cell.column + 1)
    }
}

impl From<Spot> for Cell {
    fn from(spot: Spot) -> Self {
        Cell { row: spot.row() - 1, column: spot.column() - 1 }
    }
}
