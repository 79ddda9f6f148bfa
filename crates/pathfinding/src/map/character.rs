//! What the walls of a map are like.

/// What the walls of a map are like, as far as it matters to the choice of a search: told from how many
/// cells are free, how many are walls, how many are turns (beside which a wall ends), and how many are
/// junctions (with three free neighbours or four).
///
/// Where only a few cells are junctions, the others are corridors. A wall that stands alone has four
/// turns, a door two or four. So a map with few free cells for every turn is a maze of short runs, and
/// one with few walls for every turn is strewn with small ones. `scripts/bench pathfinding.auto`
/// measures what comes of the choice on random maps, rooms, blocks and mazes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Character {
    /// A maze of corridors one cell wide: from most cells there is one way on.
    Winding,
    /// Walls end nearly everywhere: nothing is gained by jumping from end to end.
    Strewn,
    /// Large walls with few ends.
    Walled,
    /// Large walls with few ends and much room between them, where the way is often straight.
    Roomy,
}

impl Character {
    /// Fewer free cells or walls than this for every turn make a strewn map.
    const FREE_PER_TURN: u64 = 8;
    const WALLS_PER_TURN: u64 = 4;
    /// More free cells than this for every wall make a roomy map.
    const FREE_PER_WALL: u64 = 9;

    /// More free cells than this for every junction make a winding map.
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
    fn large_walls_and_strewn_ones_are_told_apart() {
        let map = |is_wall: fn(Cell) -> bool| {
            Map::new(64, 64, |cell| if is_wall(cell) { Terrain::Wall } else { Terrain::Floor })
        };
        let strewn = map(|cell| cell.row % 8 == 3 && cell.column % 8 == 5);
        assert_eq!(strewn.character(), Character::Strewn);
        let halves = map(|cell| cell.row < 20 && cell.column < 40);
        assert_eq!(halves.character(), Character::Walled);
        assert_eq!(map(|cell| cell.row == 30 && cell.column > 9).character(), Character::Roomy);
        assert_eq!(map(|_| false).character(), Character::Roomy);
        // Every second row a corridor, with a door to the next at its end.
        let is_wall = |cell: Cell| {
            let door = if cell.row % 4 == 1 { 63 } else { 0 };
            cell.row % 2 == 1 && cell.column != door
        };
        assert_eq!(map(is_wall).character(), Character::Winding);
    }
}
