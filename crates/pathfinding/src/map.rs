//! The map: a grid of [`Terrain`] with a border of wall, preprocessed for many queries.

mod bits;
mod cell;
mod character;
pub mod generate;
mod jump_table;
mod lines;
pub(crate) mod movement;
pub(crate) mod path;

pub(crate) use bits::Bits;
pub use cell::Cell;
pub(crate) use cell::Spot;
pub use character::Character;
pub(crate) use jump_table::JumpTable;
pub(crate) use lines::Lines;
pub use movement::{Direction, Length, Movement};
pub use path::{ReplayError, letters, replay};
use std::sync::OnceLock;

/// The terrain of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Terrain {
    /// Blocked.
    Wall,
    /// Free.
    Floor,
    /// Free, and refills the supply of a path that enters it.
    Station,
}

/// A map with a border of wall, so that searches need no bounds checks. Precomputed: the connected
/// components, and the distance to the nearest station.
///
/// Holds 5⅞ bytes per cell, 9⅞ with stations. It never changes: any number of
/// [`Finder`](crate::Finder)s share it.
///
/// ```
/// use pathfinding::{Map, Terrain};
///
/// let map = Map::new(2, 3, |cell| match (cell.row, cell.column) {
///     (_, 1) => Terrain::Wall,
///     _ => Terrain::Floor,
/// });
/// assert!(map.connected((0, 0).into(), (1, 0).into()));
/// assert!(!map.connected((0, 0).into(), (0, 2).into()));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    rows: u32,
    columns: u32,
    stride: usize,
    terrain: Vec<Terrain>,
    /// The connected component of each cell; 0 for walls.
    components: Vec<u32>,
    /// Steps to the nearest station; empty without stations.
    to_station: Vec<u32>,
    /// The map and its transpose as bits.
    by_row: Lines,
    by_column: Lines,
    /// By column: walls, and cells from which a run along their row reaches a turn.
    sights: Bits,
    character: Character,
    has_diagonals: bool,
    prepared: Prepared,
}

/// Tables built on first use and shared by all finders of a map.
#[derive(Clone, Debug, Default)]
struct Prepared {
    four: OnceLock<JumpTable<4>>,
    eight: OnceLock<JumpTable<8>>,
}

/// Lazily built tables do not affect the equality of maps.
impl PartialEq for Prepared {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Map {
    /// The maximum number of rows and of columns. Coordinates with the border fit 16 bits, and every
    /// path length fits the label of a cell.
    pub const MAX_SIDE: u32 = 8192;

    /// A map of this size, cell by cell.
    ///
    /// # Panics
    /// If a side is larger than [`Map::MAX_SIDE`]; parsers reject such maps earlier.
    pub fn new(rows: u32, columns: u32, terrain_at: impl Fn(Cell) -> Terrain) -> Self {
        assert!(rows.max(columns) <= Self::MAX_SIDE, "{rows} x {columns} is too large for a map");
        let stride = columns as usize + 2;
        let mut terrain = vec![Terrain::Wall; (rows as usize + 2) * stride];
        for row in 0..rows {
            let first = (row as usize + 1) * stride + 1;
            for (column, place) in (0..columns).zip(&mut terrain[first..]) {
                *place = terrain_at(Cell { row, column });
            }
        }
        let (lines, length) = (rows as usize + 2, stride);
        let is_wall = |row: usize, column: usize| terrain[row * stride + column] == Terrain::Wall;
        let walls_by_row = Bits::new(lines, length, is_wall);
        let by_column = Lines::new(walls_by_row.transposed());
        let by_row = Lines::new(walls_by_row);
        let sights = by_row.sights().transposed();
        let free = terrain.iter().filter(|&&terrain| terrain != Terrain::Wall).count() as u64;
        let walls = u64::from(rows) * u64::from(columns) - free;
        let character = Character::of(free, walls, by_row.turns(), by_row.junctions());
        let has_diagonals = by_row.has_square();
        let (components, to_station) = (Vec::new(), Vec::new());
        let mut map = Map {
            rows,
            columns,
            stride,
            terrain,
            components,
            to_station,
            by_row,
            by_column,
            sights,
            character,
            has_diagonals,
            prepared: Prepared::default(),
        };
        map.components = map.label_components();
        map.to_station = map.measure_stations();
        map
    }

    /// The number of rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Whether the cell is on the map.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// The terrain of a cell; wall outside the map.
    pub fn terrain(&self, cell: Cell) -> Terrain {
        if self.contains(cell) { self.at(self.index(cell.into())) } else { Terrain::Wall }
    }

    /// Every cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| Cell { row, column }))
    }

    /// The neighbour in a direction, if it can be entered. A diagonal step needs both adjacent cells
    /// free as well.
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let at: Spot = self.contains(cell).then(|| cell.into())?;
        let is_open = |direction| self.is_open(self.index(at.step(direction)));
        if let Some((vertical, horizontal)) = direction.parts()
            && !(is_open(vertical) && is_open(horizontal))
        {
            return None;
        }
        is_open(direction).then(|| at.step(direction).into())
    }

    /// Whether there is a path between two cells, ignoring supply. Needs no search. The same for both
    /// movements: a diagonal step needs both adjacent cells free, so two straight steps can replace
    /// it.
    pub fn connected(&self, one: Cell, other: Cell) -> bool {
        let component = |cell: Cell| match self.contains(cell) {
            true => self.components[self.index(cell.into())],
            false => 0,
        };
        component(one) != 0 && component(one) == component(other)
    }

    /// Whether there are stations.
    pub fn has_stations(&self) -> bool {
        !self.to_station.is_empty()
    }

    /// The structure of its walls.
    pub fn character(&self) -> Character {
        self.character
    }

    /// Whether any diagonal step is possible. If not, movement in eight directions equals four.
    pub fn has_diagonals(&self) -> bool {
        self.has_diagonals
    }

    #[inline]
    pub(crate) fn by_row(&self) -> &Lines {
        &self.by_row
    }

    #[inline]
    pub(crate) fn by_column(&self) -> &Lines {
        &self.by_column
    }

    /// By column: walls, and cells from which a run along their row reaches a turn.
    #[inline]
    pub(crate) fn sights(&self) -> &Bits {
        &self.sights
    }

    /// The table of `jps-prepared` for four neighbours; built on first use.
    pub(crate) fn jumps_of_four(&self) -> &JumpTable<4> {
        self.prepared.four.get_or_init(|| JumpTable::four(self))
    }

    /// The table of `jps-prepared` for eight neighbours; built on first use.
    pub(crate) fn jumps_of_eight(&self) -> &JumpTable<8> {
        self.prepared.eight.get_or_init(|| JumpTable::eight(self))
    }

    /// Builds the table of `jps-prepared` now (8 bytes per cell for four neighbours, 16 for eight)
    /// rather than in its first query.
    pub fn prepare(&self, movement: Movement) {
        match movement {
            Movement::Four => _ = self.jumps_of_four(),
            Movement::Eight => _ = self.jumps_of_eight(),
        }
    }

    /// The memory use in bytes.
    pub fn bytes(&self) -> usize {
        let words = self.components.capacity() + self.to_station.capacity();
        let terrain = self.terrain.capacity() * size_of::<Terrain>();
        let four = self.prepared.four.get().map_or(0, JumpTable::bytes);
        let eight = self.prepared.eight.get().map_or(0, JumpTable::bytes);
        let lines = self.by_row.bytes() + self.by_column.bytes() + self.sights.bytes();
        terrain + words * size_of::<u32>() + lines + four + eight
    }

    /// The number of cells including the border: the length of an array with one entry per cell.
    pub(crate) fn places(&self) -> usize {
        self.terrain.len()
    }

    /// The index distance from one row to the next.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    #[inline]
    pub(crate) fn index(&self, spot: Spot) -> usize {
        spot.row() as usize * self.stride + spot.column() as usize
    }

    #[inline]
    pub(crate) fn at(&self, index: usize) -> Terrain {
        self.terrain[index]
    }

    #[inline]
    pub(crate) fn is_open(&self, index: usize) -> bool {
        self.at(index) != Terrain::Wall
    }

    /// The steps from each cell to the nearest station: [`Map::NO_STATION`] if none can be reached,
    /// [`Map::NO_ENTRY`] for walls. Empty if the map has no stations.
    pub(crate) fn to_station(&self) -> &[u32] {
        &self.to_station
    }

    pub(crate) const NO_STATION: u32 = u32::MAX - 1;
    pub(crate) const NO_ENTRY: u32 = u32::MAX;

    #[inline]
    pub(crate) fn neighbours(&self, index: usize) -> [usize; 4] {
        [index - self.stride, index + 1, index + self.stride, index - 1]
    }

    fn label_components(&self) -> Vec<u32> {
        let mut components = vec![0; self.places()];
        let mut waiting = Vec::new();
        let mut label = 0;
        for first in 0..self.places() {
            if !self.is_open(first) || components[first] != 0 {
                continue;
            }
            label += 1;
            components[first] = label;
            waiting.push(first);
            while let Some(index) = waiting.pop() {
                for next in self.neighbours(index) {
                    if self.is_open(next) && components[next] == 0 {
                        components[next] = label;
                        waiting.push(next);
                    }
                }
            }
        }
        components
    }

    /// Breadth-first search from all stations simultaneously.
    fn measure_stations(&self) -> Vec<u32> {
        let is_station = |&index: &usize| self.at(index) == Terrain::Station;
        let mut layer: Vec<usize> = (0..self.places()).filter(is_station).collect();
        if layer.is_empty() {
            return Vec::new();
        }
        let unknown = |index| if self.is_open(index) { Self::NO_STATION } else { Self::NO_ENTRY };
        let mut distances: Vec<u32> = (0..self.places()).map(unknown).collect();
        layer.iter().for_each(|&index| distances[index] = 0);
        let mut beyond = Vec::new();
        for distance in 1.. {
            for &index in &layer {
                for next in self.neighbours(index) {
                    if distances[next] == Self::NO_STATION {
                        distances[next] = distance;
                        beyond.push(next);
                    }
                }
            }
            if beyond.is_empty() {
                break;
            }
            layer.clear();
            std::mem::swap(&mut layer, &mut beyond);
        }
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_is_wall_on_every_side() {
        let map = Map::new(2, 2, |_| Terrain::Floor);
        let steps = |cell: (u32, u32)| {
            Direction::STRAIGHT.map(|direction| map.step(cell.into(), direction).is_some())
        };
        assert_eq!(steps((0, 0)), [false, true, true, false]);
        assert_eq!(steps((1, 1)), [true, false, false, true]);
        assert_eq!(map.terrain((2, 0).into()), Terrain::Wall);
        assert_eq!(map.terrain((0, 2).into()), Terrain::Wall);
        assert_eq!(map.step((9, 9).into(), Direction::Up), None);
    }

    #[test]
    fn walls_and_cells_outside_are_not_connected_to_any_cell() {
        let map = Map::new(1, 2, |cell| match cell.column {
            0 => Terrain::Floor,
            _ => Terrain::Wall,
        });
        assert!(map.connected((0, 0).into(), (0, 0).into()));
        assert!(!map.connected((0, 1).into(), (0, 1).into()));
        assert!(!map.connected((5, 5).into(), (5, 5).into()));
    }

    #[test]
    fn the_distance_to_the_nearest_station_goes_around_walls() {
        let map = Map::new(2, 3, |cell| match (cell.row, cell.column) {
            (0, 0) => Terrain::Station,
            (0, 1) => Terrain::Wall,
            _ => Terrain::Floor,
        });
        let distance = |row, column| map.to_station()[map.index(Cell { row, column }.into())];
        assert_eq!(distance(0, 0), 0);
        assert_eq!(distance(0, 1), Map::NO_ENTRY);
        assert_eq!(distance(0, 2), 4);
        assert!(map.has_stations());
    }

    #[test]
    fn a_map_holds_less_than_six_bytes_per_cell_and_four_more_with_stations() {
        let bytes = |terrain| Map::new(510, 510, |_| terrain).bytes();
        assert_eq!(bytes(Terrain::Floor), 512 * 512 * 47 / 8);
        assert_eq!(bytes(Terrain::Station), 512 * 512 * 79 / 8);
        let map = Map::new(510, 510, |_| Terrain::Floor);
        let before = map.bytes();
        map.prepare(Movement::Four);
        assert_eq!(map.bytes() - before, 512 * 512 * 8);
        map.prepare(Movement::Eight);
        assert_eq!(map.bytes() - before, 512 * 512 * 24);
        assert_eq!(map, Map::new(510, 510, |_| Terrain::Floor));
    }

    #[test]
    fn a_diagonal_step_needs_both_adjacent_cells_free() {
        let map = |width: u32| {
            Map::new(70, 70, |cell| {
                match cell.row == 3 || cell.column - cell.column % width == 64 {
                    true => Terrain::Floor,
                    false => Terrain::Wall,
                }
            })
        };
        assert!(!map(1).has_diagonals() && map(2).has_diagonals());
    }

    #[test]
    fn an_empty_map_has_no_cells() {
        assert_eq!(Map::new(0, 0, |_| Terrain::Floor).cells().count(), 0);
    }
}
