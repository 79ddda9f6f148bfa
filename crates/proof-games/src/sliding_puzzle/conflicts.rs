//! Linear conflict (Hansson, Mayer and Yung 1985): Manhattan distance, plus two moves for every tile that
//! must leave its line to let others pass.
//!
//! Tiles that are in their goal row but in the wrong order cannot all slide along it to their goals. Some
//! must leave the row and return: two moves each that the Manhattan distance does not count. At least all
//! tiles outside the longest ascending subsequence must do so. The same holds for columns. A tile leaves
//! its row by a vertical move and its column by a horizontal one, so rows and columns add up. The estimate
//! is consistent.
//!
//! The contents of a line are encoded as one number (a digit per cell: the goal of its tile in this line,
//! or 0 if the tile belongs elsewhere), which indexes a table of conflicts. A move along a line does not
//! change its order; a move across changes a line only if the tile belongs to it.

use super::board::{Goal, Size};
use super::distances::{PerTile, WIDTH};
use super::space::{State, Word};
use search::graph::{Cost, Heuristic};

/// Manhattan distance with linear conflicts.
pub(super) struct LinearConflict {
    manhattan: PerTile,
    rows: Lines,
    columns: Lines,
}

impl LinearConflict {
    pub(super) fn new(size: Size, goal: Goal) -> Self {
        let columns = size.columns();
        LinearConflict {
            manhattan: PerTile::manhattan(size, goal),
            rows: Lines::new(size, goal, columns, 1, |cell| (cell / columns, cell % columns)),
            columns: Lines::new(size, goal, size.rows(), columns, |cell| {
                (cell % columns, cell / columns)
            }),
        }
    }
}

impl<W: Word> Heuristic<State<W>> for LinearConflict {
    fn estimate(&self, state: &State<W>) -> Cost {
        let extra = self.rows.total(state) + self.columns.total(state);
        self.manhattan.estimate(state) + 2 * extra
    }

    #[inline]
    fn estimate_after(&self, state: &State<W>, estimate: Cost, next: &State<W>) -> Cost {
        let (from, to) = (next.blank(), state.blank());
        let crossed = if from.abs_diff(to) == 1 { &self.columns } else { &self.rows };
        let (before, after) = crossed.change(next, from, to);
        self.manhattan.estimate_after(state, estimate, next) + 2 * after - 2 * before
    }
}

/// All rows, or all columns.
struct Lines {
    /// The amount that a tile on a cell adds to the number of the cell's line, by cell and tile; 0 if the
    /// tile belongs to another line.
    digits: [[u16; WIDTH]; WIDTH],
    /// The first cell of the line of each cell.
    first: [u8; WIDTH],
    /// The distance from a cell of a line to the next.
    stride: usize,
    /// Cells in a line.
    length: usize,
    cells: usize,
    /// The number of tiles that must leave a line, by the number of the line.
    conflicts: Box<[u8]>,
}

impl Lines {
    /// `place` returns the line of a cell and the place in it.
    fn new(
        size: Size,
        goal: Goal,
        length: usize,
        stride: usize,
        place: impl Fn(usize) -> (usize, usize),
    ) -> Self {
        let base = length + 1;
        let mut digits = [[0; WIDTH]; WIDTH];
        let mut first = [0; WIDTH];
        for (cell, digits) in digits.iter_mut().enumerate().take(size.cells()) {
            let (line, at) = place(cell);
            first[cell] = (cell - at * stride) as u8;
            for (tile, digit) in digits.iter_mut().enumerate().take(size.cells()).skip(1) {
                let (own, place) = place(goal.home(size, tile));
                if own == line {
                    *digit = ((place + 1) * base.pow(at as u32)) as u16;
                }
            }
        }
        let numbers = 0..base.pow(length as u32);
        let conflicts = numbers.map(|number| conflicts(number, base)).collect();
        Lines { digits, first, stride, length, cells: size.cells(), conflicts }
    }

    /// The number of the line of a cell.
    #[inline]
    fn number<W: Word>(&self, state: &State<W>, cell: usize) -> usize {
        let first = usize::from(self.first[cell]);
        let cells = (0..self.length).map(|at| first + at * self.stride);
        cells.map(|cell| usize::from(self.digits[cell % WIDTH][state.tiles.tile(cell)])).sum()
    }

    /// Conflicts in all lines.
    fn total<W: Word>(&self, state: &State<W>) -> Cost {
        let firsts = (0..self.cells).filter(|&cell| usize::from(self.first[cell]) == cell);
        firsts.map(|cell| Cost::from(self.conflicts[self.number(state, cell)])).sum()
    }

    /// Conflicts before and after a tile has crossed from the line of `from` to that of `to`, in the
    /// only line where they can differ.
    #[inline]
    fn change<W: Word>(&self, next: &State<W>, from: usize, to: usize) -> (Cost, Cost) {
        let tile = next.tiles.tile(to);
        let (left, entered) = (self.digits[from][tile], self.digits[to][tile]);
        let (before, after) = if left > 0 {
            let number = self.number(next, from);
            (number + usize::from(left), number)
        } else if entered > 0 {
            let number = self.number(next, to);
            (number - usize::from(entered), number)
        } else {
            return (0, 0);
        };
        (self.conflicts[before].into(), self.conflicts[after].into())
    }
}

/// The number of tiles of a line that are not in its longest ascending subsequence.
fn conflicts(mut number: usize, base: usize) -> u8 {
    let mut places = Vec::new();
    while number > 0 {
        places.extend(Some(number % base).filter(|&digit| digit > 0));
        number /= base;
    }
    // The length of the longest one that ends with each tile.
    let mut longest: Vec<usize> = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let before = (0..index).filter(|&earlier| places[earlier] < *place);
        longest.push(1 + before.map(|earlier| longest[earlier]).max().unwrap_or(0));
    }
    (places.len() - longest.into_iter().max().unwrap_or(0)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_in_order_has_no_conflict_and_a_reversed_one_all_but_one() {
        let number = |digits: &[usize]| digits.iter().rev().fold(0, |number, d| number * 6 + d);
        assert_eq!(conflicts(number(&[1, 2, 3, 4, 5]), 6), 0);
        assert_eq!(conflicts(number(&[5, 4, 3, 2, 1]), 6), 4);
        assert_eq!(conflicts(number(&[0, 2, 0, 1, 0]), 6), 1);
        assert_eq!(conflicts(number(&[3, 1, 2, 0, 0]), 6), 1);
        assert_eq!(conflicts(number(&[2, 1, 4, 3, 5]), 6), 2);
        assert_eq!(conflicts(number(&[0, 0, 7 - 3, 0, 0]), 6), 0);
    }
}
