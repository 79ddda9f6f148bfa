//! What the walls of a map are like.

/// What the walls of a map are like, as far as it matters to the choice of a search: told from how many
/// cells are free, how many are walls, and how many are turns (beside which a wall ends).
///
/// A wall that stands alone has four turns, a door two or four. So a map with few free cells for every
/// turn is a maze of short runs, and one with few walls for every turn is strewn with small ones. `scripts/bench
/// pathfinding.auto` measures what comes of the choice on random maps, rooms, blocks and mazes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Character {
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

    pub(super) fn of(free: u64, walls: u64, turns: u64) -> Self {
        if free < turns * Self::FREE_PER_TURN || walls < turns * Self::WALLS_PER_TURN {
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
    }
}
