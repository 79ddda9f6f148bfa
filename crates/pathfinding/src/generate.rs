//! Random maps from a seed: the same seed makes the same map on every machine.

use crate::map::{Cell, Map, Terrain};
use crate::movement::Direction;
use search::rng::Rng;

/// A map with this share of walls, strewn at random. The corners at the top left and bottom right are
/// free, so that there is a start and a goal; whether there is a way between them is left to chance.
///
/// ```
/// use pathfinding::generate::random;
/// assert_eq!(random(9, 9, 0.4, 7), random(9, 9, 0.4, 7));
/// assert_ne!(random(9, 9, 0.4, 7), random(9, 9, 0.4, 8));
/// ```
pub fn random(rows: u32, columns: u32, walls: f64, seed: u64) -> Map {
    let mut cells = strew(rows, columns, walls, &mut Rng::new(seed));
    if let [first, .., last] = &mut cells[..] {
        (*first, *last) = (Terrain::Floor, Terrain::Floor);
    }
    Map::new(rows, columns, |cell| cells[place(cell, columns)])
}

/// A maze with exactly one way between any two free cells, by a depth-first walk that breaks through
/// the walls between cells of odd row and column. Entry (1, 0) and exit (rows - 2, columns - 1), as in
/// the lab; the sides must be odd for the exit to lead anywhere.
///
/// ```
/// let map = pathfinding::generate::maze(11, 21, 1);
/// assert!(map.connected((1, 0).into(), (9, 20).into()));
/// ```
pub fn maze(rows: u32, columns: u32, seed: u64) -> Map {
    let mut rng = Rng::new(seed);
    let (rooms_down, rooms_across) = (rows.saturating_sub(1) / 2, columns.saturating_sub(1) / 2);
    let mut cells = vec![Terrain::Wall; rows as usize * columns as usize];
    let mut open = |cell: Cell| {
        let cell = &mut cells[place(cell, columns)];
        std::mem::replace(cell, Terrain::Floor) == Terrain::Wall
    };
    if rooms_down > 0 && rooms_across > 0 {
        let first = Cell { row: 1, column: 1 };
        open(first);
        let mut seen = vec![false; rooms_down as usize * rooms_across as usize];
        let room =
            |cell: Cell| place(Cell { row: cell.row / 2, column: cell.column / 2 }, rooms_across);
        seen[room(first)] = true;
        let mut path = vec![first];
        while let Some(&at) = path.last() {
            let mut directions = Direction::STRAIGHT;
            rng.shuffle(&mut directions);
            let next = directions.into_iter().find_map(|direction| {
                let wall = at.beside(direction);
                let beyond = wall.beside(direction);
                let inside = beyond.row <= 2 * rooms_down && beyond.column <= 2 * rooms_across;
                (inside && !seen[room(beyond)]).then_some((wall, beyond))
            });
            match next {
                None => drop(path.pop()),
                Some((wall, beyond)) => {
                    open(wall);
                    open(beyond);
                    seen[room(beyond)] = true;
                    path.push(beyond);
                }
            }
        }
        open(Cell { row: 1, column: 0 });
        open(Cell { row: rows - 2, column: columns - 1 });
    }
    Map::new(rows, columns, |cell| cells[place(cell, columns)])
}

/// A map for the supply search.
#[derive(Clone, Debug, PartialEq)]
pub struct Supplied {
    /// The map.
    pub map: Map,
    /// The start, a free cell.
    pub start: Cell,
    /// The goal, another one.
    pub goal: Cell,
}

/// A map with this share of walls and this many stations (fewer where cells run out), a start and a
/// goal, all strewn at random. A map needs two cells at least.
pub fn supply(rows: u32, columns: u32, walls: f64, stations: u32, seed: u64) -> Supplied {
    let mut rng = Rng::new(seed);
    let mut cells = strew(rows, columns, walls, &mut rng);
    let mut order: Vec<usize> = (0..cells.len()).collect();
    rng.shuffle(&mut order);
    let cell = |index: usize| Cell {
        row: (index / columns.max(1) as usize) as u32,
        column: (index % columns.max(1) as usize) as u32,
    };
    let end = |nth: usize| order.get(nth).copied().unwrap_or_default();
    let (start, goal) = (end(0), end(1));
    let free = order.iter().skip(2).copied().filter(|&index| cells[index] == Terrain::Floor);
    let chosen: Vec<usize> = free.take(stations as usize).collect();
    chosen.into_iter().for_each(|index| cells[index] = Terrain::Station);
    for index in [start, goal] {
        if let Some(cell) = cells.get_mut(index) {
            *cell = Terrain::Floor;
        }
    }
    let map = Map::new(rows, columns, |cell| cells[place(cell, columns)]);
    Supplied { map, start: cell(start), goal: cell(goal) }
}

fn strew(rows: u32, columns: u32, walls: f64, rng: &mut Rng) -> Vec<Terrain> {
    // A threshold in 32 bits: no floating-point sum that could differ between machines.
    let threshold = (walls.clamp(0.0, 1.0) * f64::from(1u32 << 31) * 2.0) as u64;
    let cells = rows as usize * columns as usize;
    let strewn = (0..cells).map(|_| match rng.next_u64() >> 32 < threshold {
        true => Terrain::Wall,
        false => Terrain::Floor,
    });
    strewn.collect()
}

fn place(cell: Cell, columns: u32) -> usize {
    cell.row as usize * columns as usize + cell.column as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_maze_is_a_tree_over_its_free_cells() {
        for (rows, columns, seed) in [(3, 3, 0), (5, 31, 1), (31, 61, 2), (101, 11, 3)] {
            let map = maze(rows, columns, seed);
            let free: Vec<Cell> =
                map.cells().filter(|&cell| map.terrain(cell) == Terrain::Floor).collect();
            let ways = free.iter().flat_map(|&cell| {
                [Direction::Right, Direction::Down].map(|direction| map.step(cell, direction))
            });
            assert_eq!(ways.flatten().count(), free.len() - 1);
            assert!(free.iter().all(|&cell| map.connected(cell, (1, 0).into())));
            assert!(free.contains(&(rows - 2, columns - 1).into()));
        }
    }

    #[test]
    fn walls_and_stations_are_as_many_as_asked_for() {
        let made = supply(60, 60, 0.25, 80, 5);
        let count =
            |terrain| made.map.cells().filter(|&cell| made.map.terrain(cell) == terrain).count();
        assert_eq!(count(Terrain::Station), 80);
        assert!((800..1000).contains(&count(Terrain::Wall)), "{}", count(Terrain::Wall));
        assert_ne!(made.start, made.goal);
        let full = random(5, 5, 1.0, 1);
        assert_eq!(full.cells().filter(|&cell| full.terrain(cell) == Terrain::Floor).count(), 2);
    }
}
