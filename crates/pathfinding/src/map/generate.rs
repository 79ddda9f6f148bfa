//! Random maps from a seed. The same seed gives the same map on every machine.

use crate::map::movement::Direction;
use crate::map::{Cell, Map, Terrain};
use search::rng::Rng;

/// A map with this fraction of randomly scattered walls. The top left and bottom right corners are free,
/// for a start and a goal; a path between them is not guaranteed.
///
/// ```
/// use pathfinding::map::generate::random;
/// assert_eq!(random(9, 9, 0.4, 7), random(9, 9, 0.4, 7));
/// assert_ne!(random(9, 9, 0.4, 7), random(9, 9, 0.4, 8));
/// ```
pub fn random(rows: u32, columns: u32, walls: f64, seed: u64) -> Map {
    let mut cells = scatter(rows, columns, walls, &mut Rng::new(seed));
    if let [first, .., last] = &mut cells[..] {
        (*first, *last) = (Terrain::Floor, Terrain::Floor);
    }
    Map::new(rows, columns, |cell| cells[place(cell, columns)])
}

/// A maze with exactly one path between any two free cells, made by a depth-first walk that opens the
/// walls between cells of odd row and column. The entry is (1, 0) and the exit (rows - 2, columns - 1),
/// as in the lab; both sides must be odd for the exit to be reachable.
///
/// ```
/// let map = pathfinding::map::generate::maze(11, 21, 1);
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

/// A grid of rooms of `side` by `side` cells, with walls one cell thick between them. All rooms are
/// connected: doors follow a random spanning tree, and one in four of the other walls has a door as
/// well. Rooms at the right and bottom edge may be smaller.
///
/// ```
/// let map = pathfinding::map::generate::rooms(20, 30, 5, 1);
/// assert!(map.connected((0, 0).into(), (19, 29).into()));
/// ```
pub fn rooms(rows: u32, columns: u32, side: u32, seed: u64) -> Map {
    let mut rng = Rng::new(seed);
    let side = side.clamp(1, Map::MAX_SIDE);
    let pitch = side + 1;
    let count = |length: u32| length.div_ceil(pitch);
    let (down, across) = (count(rows), count(columns));
    // A last wall without a room behind it becomes part of the previous room.
    let is_wall = |at: u32, rooms: u32| at % pitch == side && at / pitch + 1 < rooms;
    let mut cells = vec![Terrain::Floor; rows as usize * columns as usize];
    for (index, cell) in cells.iter_mut().enumerate() {
        let (row, column) = (index / columns as usize, index % columns as usize);
        if is_wall(row as u32, down) || is_wall(column as u32, across) {
            *cell = Terrain::Wall;
        }
    }
    let mut walls: Vec<(Cell, Direction)> = Vec::new();
    for row in 0..down {
        for column in 0..across {
            let room = Cell { row, column };
            walls.extend((row + 1 < down).then_some((room, Direction::Down)));
            walls.extend((column + 1 < across).then_some((room, Direction::Right)));
        }
    }
    rng.shuffle(&mut walls);
    let mut joined = Groups::new(down as usize * across as usize);
    for (room, direction) in walls {
        let next = room.beside(direction);
        let is_new = joined.join(place(room, across), place(next, across));
        if !is_new && rng.below(4) > 0 {
            continue;
        }
        let mut along = |room: u32, length: u32| {
            let first = room * pitch;
            first + rng.below(side.min(length - first) as usize) as u32
        };
        let door = match direction {
            Direction::Down => {
                Cell { row: room.row * pitch + side, column: along(room.column, columns) }
            }
            _ => Cell { row: along(room.row, rows), column: room.column * pitch + side },
        };
        cells[place(door, columns)] = Terrain::Floor;
    }
    Map::new(rows, columns, |cell| cells[place(cell, columns)])
}

/// Union-find (Galler and Fischer 1964).
struct Groups(Vec<usize>);

impl Groups {
    fn new(things: usize) -> Self {
        Groups((0..things).collect())
    }

    fn root(&mut self, mut thing: usize) -> usize {
        while self.0[thing] != thing {
            self.0[thing] = self.0[self.0[thing]];
            thing = self.0[thing];
        }
        thing
    }

    /// Joins two groups. Returns whether they were separate.
    fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one] = other;
        one != other
    }
}

/// A map for the supply search.
#[derive(Clone, Debug, PartialEq)]
pub struct Supplied {
    /// The map.
    pub map: Map,
    /// The start, a free cell.
    pub start: Cell,
    /// The goal, another free cell.
    pub goal: Cell,
}

/// A map with this fraction of walls, this many stations (fewer if cells run out), a start and a goal,
/// all placed at random. The map needs at least two cells.
pub fn supply(rows: u32, columns: u32, walls: f64, stations: u32, seed: u64) -> Supplied {
    let mut rng = Rng::new(seed);
    let mut cells = scatter(rows, columns, walls, &mut rng);
    // 32 bits per index save memory: the largest map has 2²⁶ cells.
    let mut order: Vec<u32> = (0..cells.len() as u32).collect();
    rng.shuffle(&mut order);
    let cell = |index: usize| Cell {
        row: (index / columns.max(1) as usize) as u32,
        column: (index % columns.max(1) as usize) as u32,
    };
    let order = order.into_iter().map(|index| index as usize);
    let end = |nth: usize| order.clone().nth(nth).unwrap_or_default();
    let (start, goal) = (end(0), end(1));
    let free = order.clone().skip(2).filter(|&index| cells[index] == Terrain::Floor);
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

fn scatter(rows: u32, columns: u32, walls: f64, rng: &mut Rng) -> Vec<Terrain> {
    // A 32-bit threshold, because floating-point sums could differ between machines.
    let threshold = (walls.clamp(0.0, 1.0) * f64::from(1u32 << 31) * 2.0) as u64;
    let cells = rows as usize * columns as usize;
    let scattered = (0..cells).map(|_| match rng.next_u64() >> 32 < threshold {
        true => Terrain::Wall,
        false => Terrain::Floor,
    });
    scattered.collect()
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
    fn every_room_is_connected_for_all_sizes_of_map_and_rooms() {
        for (rows, columns, side, seed) in [
            (2, 2, 1, 0),
            (9, 9, 3, 1),
            (8, 10, 3, 2),
            (5, 40, 1, 3),
            (30, 31, 7, 4),
            (6, 6, 99, 5),
        ] {
            let map = rooms(rows, columns, side, seed);
            let free = map.cells().filter(|&cell| map.terrain(cell) == Terrain::Floor);
            let last = Cell { row: rows - 1, column: columns - 1 };
            for cell in free {
                assert!(map.connected(cell, last), "{rows} x {columns}, {side}: {cell}");
            }
            assert!(map.connected((0, 0).into(), last), "{rows} x {columns}, {side}");
        }
        let map = rooms(20, 20, 4, 1);
        let walls = map.cells().filter(|&cell| map.terrain(cell) == Terrain::Wall).count();
        assert!((80..128).contains(&walls), "{walls}");
    }

    #[test]
    fn the_number_of_walls_and_stations_is_as_requested() {
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
