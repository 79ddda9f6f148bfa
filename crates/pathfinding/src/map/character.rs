//! What the walls of a map are like.

/// What the walls of a map are like, as far as it matters to the choice of a search: told from how many
/// cells are free, how many are walls, and how many are turns (beside which a wall ends).
///
/// | measured | free cells per turn | walls per turn | walls | |
/// |---|---|---|---|---|
/// | city (Berlin_0_1024) | 53 | 17 | 24 % | walled |
/// | game (AR0011SR) | 24 | 28 | 54 % | walled |
/// | arena (arena2) | 15 | 22 | 59 % | walled |
/// | random, 1 % walls | 23 | 0.2 | 1 % | strewn |
/// | random, 35 % walls | 1.2 | 0.7 | 38 % | strewn |
/// | maze of width 1 | 0.9 | 0.9 | 50 % | strewn |
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
