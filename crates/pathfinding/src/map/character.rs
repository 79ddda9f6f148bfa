//! The structure of a map's walls: [`Character`].

/// The structure of a map's walls, used to choose a search. Derived from the number of free cells, walls,
/// turns (cells beside which a wall ends) and junctions (cells with three or four free neighbours).
///
/// If few cells are junctions, the others are corridors. An isolated wall has four turns, a door two or
/// four. So a map with few free cells per turn is a maze of short runs, and a map with few walls per turn
/// has scattered small obstacles. `scripts/bench pathfinding.auto` measures the result of the choice on
/// random maps, rooms, blocks and mazes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Character {
    /// A maze of corridors one cell wide: most cells have only one way forward.
    Winding,
    /// Scattered small obstacles. Walls end nearly everywhere, so jump point search gains nothing.
    Strewn,
    /// Large walls with few ends.
    Walled,
    /// Large walls with few ends and much space between them, where paths are often straight.
    Roomy,
}

impl Character {
    /// With fewer free cells or walls per turn than this, obstacles are scattered.
    const FREE_PER_TURN: u64 = 8;
    const WALLS_PER_TURN: u64 = 4;
    /// With more free cells per wall than this, a map is roomy.
    const FREE_PER_WALL: u64 = 9;

    /// With more free cells per junction than this, a map is winding.
    const FREE_PER_JUNCTION: u64 = 6;

    pub(super) fn of(free: u64, walls: u64, turns: u64, junctions: u64) -> Self {
        if free > junctions * Self::FREE_PER_JUNCTION {
            Character::Winding
        } else if free < turns * Self::FREE_PER_TURN || walls < turns * Self::WALLS_PER_TURN {
            Character::Strewn
        } else if free > walls * Self::FREE_PER_WALL {
            Character::Roomy
        } else {
            Character::Walled
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::{Cell, Map, Terrain};

    #[test]
    fn maps_are_classified_by_their_walls() {
        let map = |is_wall: fn(Cell) -> bool| {
            Map::new(64, 64, |cell| if is_wall(cell) { Terrain::Wall } else { Terrain::Floor })
        };
        let scattered = map(|cell| cell.row % 8 == 3 && cell.column % 8 == 5);
        assert_eq!(scattered.character(), Character::Strewn);
        let halves = map(|cell| cell.row < 20 && cell.column < 40);
        assert_eq!(halves.character(), Character::Walled);
        assert_eq!(map(|cell| cell.row == 30 && cell.column > 9).character(), Character::Roomy);
        assert_eq!(map(|_| false).character(), Character::Roomy);
        // Every second row is a corridor, with a door to the next at its end.
        let is_wall = |cell: Cell| {
            let door = if cell.row % 4 == 1 { 63 } else { 0 };
            cell.row % 2 == 1 && cell.column != door
        };
        assert_eq!(map(is_wall).character(), Character::Winding);
    }
}
