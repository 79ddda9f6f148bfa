//! Paths as people write them, and the rules they are checked by.

use crate::finder::Query;
use crate::map::{Cell, Map, Terrain};
use serde::Serialize;
use thiserror::Error;

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the next column.
    Right,
    /// To the row below.
    Down,
    /// To the column before.
    Left,
}

impl Direction {
    /// All four, in the order in which they are tried.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

    /// The letter of the labs: `U`, `R`, `D`, `L`.
    pub const fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Right => 'R',
            Direction::Down => 'D',
            Direction::Left => 'L',
        }
    }

    /// The way back.
    pub(crate) const fn reversed(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
        }
    }
}

/// The action string of a path: `URRD`.
pub fn letters(path: &[Direction]) -> String {
    path.iter().map(|direction| direction.letter()).collect()
}

/// Why a path does not answer a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// A step into a wall or off the map.
    #[error("step {step} from {from} runs into a wall")]
    Wall {
        /// Counted from 1.
        step: usize,
        /// Where it was taken.
        from: Cell,
    },
    /// A step without supply.
    #[error("step {step} from {from} is taken without supply")]
    Starved {
        /// Counted from 1.
        step: usize,
        /// Where it was taken.
        from: Cell,
    },
    /// It ends elsewhere.
    #[error("the path ends at {end}, not at the goal {goal}")]
    Elsewhere {
        /// Where it ends.
        end: Cell,
        /// Where it should.
        goal: Cell,
    },
}

/// Walks a path by the rules alone and says what is wrong with it.
///
/// A move needs supply and uses up one; entering a station fills it up; reaching the goal with
/// nothing left counts. Without a supply in the query only walls matter.
pub fn replay(map: &Map, query: &Query, path: &[Direction]) -> Result<(), ReplayError> {
    let mut at = query.from;
    let mut supply = query.supply;
    for (index, &direction) in path.iter().enumerate() {
        let step = index + 1;
        if supply == Some(0) {
            return Err(ReplayError::Starved { step, from: at });
        }
        at = map.step(at, direction).ok_or(ReplayError::Wall { step, from: at })?;
        supply = match map.terrain(at) {
            Terrain::Station => query.supply,
            _ => supply.map(|supply| supply - 1),
        };
    }
    if at == query.to { Ok(()) } else { Err(ReplayError::Elsewhere { end: at, goal: query.to }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Left, Right};

    fn corridor(station: u32) -> Map {
        Map::new(1, 4, |cell| match cell.column {
            column if column == station => Terrain::Station,
            _ => Terrain::Floor,
        })
    }

    #[test]
    fn a_replay_finds_walls_hunger_and_the_wrong_end() {
        let query = Query::new((0, 0).into(), (0, 3).into());
        let path = [Right; 3];
        assert_eq!(replay(&corridor(9), &query, &path), Ok(()));
        assert!(matches!(
            replay(&corridor(9), &query, &[Left]),
            Err(ReplayError::Wall { step: 1, .. })
        ));
        assert!(matches!(
            replay(&corridor(9), &query, &path[1..]),
            Err(ReplayError::Elsewhere { .. })
        ));
        let hungry = Query { supply: Some(2), ..query };
        assert!(matches!(
            replay(&corridor(9), &hungry, &path),
            Err(ReplayError::Starved { step: 3, .. })
        ));
        assert_eq!(replay(&corridor(2), &hungry, &path), Ok(()));
    }
}
