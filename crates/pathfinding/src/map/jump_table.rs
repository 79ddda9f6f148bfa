//! Precomputed jump distances from each cell in each direction (JPS+: Harabor and Grastien 2014). A table
//! lookup replaces the scan of the bitmaps, and also tells which cells of a run can be skipped.

use super::{Map, Spot};
use crate::map::movement::{Direction, Movement};

/// A number per cell and direction: 8 bytes per cell for four neighbours, 16 for eight.
///
/// The number of steps to the next jump point or, if there is none, minus the number of steps to the last
/// cell before a wall. The jump points of a straight run are the turns. For a run that also scans to both
/// sides (a column with four neighbours, a diagonal with eight), they are the cells from which a turn is
/// visible.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JumpTable<const DIRECTIONS: usize> {
    runs: Vec<[i16; DIRECTIONS]>,
}

impl<const DIRECTIONS: usize> JumpTable<DIRECTIONS> {
    /// The steps from a cell in a direction, and whether they lead to a jump point.
    #[inline]
    pub(crate) fn run(&self, index: usize, direction: Direction) -> (u32, bool) {
        let run = self.runs[index][direction as usize];
        (u32::from(run.unsigned_abs()), run > 0)
    }

    /// The memory use in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.runs.capacity() * size_of::<[i16; DIRECTIONS]>()
    }

    fn new(map: &Map) -> Self {
        JumpTable { runs: vec![[0; DIRECTIONS]; map.places()] }
    }

    /// Fills in one direction. `matters` tells whether a cell entered in this direction is a jump point.
    fn measure(
        &mut self,
        map: &Map,
        direction: Direction,
        matters: impl Fn(&Self, Spot, usize) -> bool,
    ) {
        let parts = direction.parts();
        let mut visit = |row: u32, column: u32| {
            let at = Spot::new(row, column);
            let is_open = |direction| map.is_open(map.index(at.step(direction)));
            let is_beside = parts.is_none_or(|(one, other)| is_open(one) && is_open(other));
            if !map.is_open(map.index(at)) || !is_open(direction) || !is_beside {
                return;
            }
            let next = at.step(direction);
            let index = map.index(next);
            let beyond = self.runs[index][direction as usize];
            let run = match matters(self, next, index) {
                true => 1,
                false => beyond + if beyond > 0 { 1 } else { -1 },
            };
            self.runs[map.index(at)][direction as usize] = run;
        };
        // The cell ahead is processed first.
        let (rows, columns) = (map.rows(), map.columns());
        let backwards = matches!(
            direction,
            Direction::Right | Direction::Down | Direction::DownRight | Direction::DownLeft
        );
        if backwards {
            (1..=rows)
                .rev()
                .for_each(|row| (1..=columns).rev().for_each(|column| visit(row, column)));
        } else {
            (1..=rows).for_each(|row| (1..=columns).for_each(|column| visit(row, column)));
        }
    }

    fn measure_turns(&mut self, map: &Map, direction: Direction) {
        self.measure(map, direction, |_, spot, _| {
            let (row, column) = (spot.row() as usize, spot.column() as usize);
            match direction {
                Direction::Right => map.by_row().is_turn_ahead(row, column),
                Direction::Left => map.by_row().is_turn_behind(row, column),
                Direction::Down => map.by_column().is_turn_ahead(column, row),
                _ => map.by_column().is_turn_behind(column, row),
            }
        });
    }
}

impl JumpTable<4> {
    /// For [`Movement::Four`].
    pub(super) fn four(map: &Map) -> Self {
        let mut table = JumpTable::new(map);
        let across = [Direction::Right, Direction::Left];
        across.into_iter().for_each(|direction| table.measure_turns(map, direction));
        for direction in [Direction::Up, Direction::Down] {
            table.measure(map, direction, |table, _, index| {
                across.into_iter().any(|across| table.run(index, across).1)
            });
        }
        table
    }
}

impl JumpTable<8> {
    /// For [`Movement::Eight`].
    pub(super) fn eight(map: &Map) -> Self {
        let mut table = JumpTable::new(map);
        let straight = Movement::Four.directions();
        straight.iter().for_each(|&direction| table.measure_turns(map, direction));
        for direction in Direction::DIAGONAL {
            table.measure(map, direction, |table, _, index| {
                let sees = |part| table.run(index, part).1;
                direction.parts().is_some_and(|(one, other)| sees(one) || sees(other))
            });
        }
        table
    }
}
