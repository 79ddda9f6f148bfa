//! An observer that records when a search expanded each cell, for drawing.

use crate::finder::Watch;
use crate::map::{Cell, Map};

/// When each cell of a map was first expanded. Takes 4 bytes per cell, independent of the search.
#[derive(Clone, Debug)]
pub struct Heat {
    columns: usize,
    /// The number of the first expansion, from 1; 0 for cells without one.
    first: Vec<u32>,
    expansions: u64,
}

impl Heat {
    /// A record without expansions.
    pub fn new(map: &Map) -> Self {
        let columns = map.columns() as usize;
        Heat { columns, first: vec![0; map.rows() as usize * columns], expansions: 0 }
    }

    /// The number of expansions, including re-expansions.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// The part of the search, of `parts` equal ones, that first expanded the cell, from 1; 0 if none did.
    pub fn part(&self, cell: Cell, parts: u8) -> u8 {
        match self.first[cell.row as usize * self.columns + cell.column as usize] {
            0 => 0,
            first => 1 + (u64::from(first - 1) * u64::from(parts) / self.expansions) as u8,
        }
    }
}

impl Watch for Heat {
    fn expanded(&mut self, cell: Cell) {
        self.expansions += 1;
        let first = &mut self.first[cell.row as usize * self.columns + cell.column as usize];
        if *first == 0 {
            // Expansions beyond `u32::MAX` all get the same number.
            *first = u32::try_from(self.expansions).unwrap_or(u32::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Terrain;

    #[test]
    fn a_cell_belongs_to_the_part_that_expanded_it_first() {
        let map = Map::new(1, 5, |_| Terrain::Floor);
        let mut heat = Heat::new(&map);
        for column in [0, 1, 2, 3, 0] {
            heat.expanded(Cell { row: 0, column });
        }
        let parts: Vec<u8> = map.cells().map(|cell| heat.part(cell, 5)).collect();
        assert_eq!(parts, [1, 2, 3, 4, 0]);
        assert_eq!(heat.expansions(), 5);
        assert_eq!(heat.part((0, 3).into(), 1), 1);
    }
}
