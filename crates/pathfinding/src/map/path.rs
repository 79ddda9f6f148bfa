//! Action strings of paths, and validation of a path by the rules.

use crate::finder::Query;
use crate::map::movement::{Direction, Length};
use crate::map::{Cell, Map, Terrain};
use thiserror::Error;

/// The action string of a path: `URRD`.
pub fn letters(path: &[Direction]) -> String {
    path.iter().map(|direction| direction.letter()).collect()
}

/// Why a path is not a valid answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// A step into a wall or off the map.
    #[error("step {step} from {from} runs into a wall")]
    Wall {
        /// The number of the step, from 1.
        step: usize,
        /// The cell it was taken from.
        from: Cell,
    },
    /// A diagonal step, although the query allows only four directions.
    #[error("step {step} from {from} is diagonal, but only U, R, D and L are allowed")]
    Diagonal {
        /// The number of the step, from 1.
        step: usize,
        /// The cell it was taken from.
        from: Cell,
    },
    /// A diagonal step that cuts the corner of a wall.
    #[error("step {step} from {from} cuts the corner of a wall")]
    Corner {
        /// The number of the step, from 1.
        step: usize,
        /// The cell it was taken from.
        from: Cell,
    },
    /// A step without supply.
    #[error("step {step} from {from} is taken without supply")]
    Starved {
        /// The number of the step, from 1.
        step: usize,
        /// The cell it was taken from.
        from: Cell,
    },
    /// The path does not end at the goal.
    #[error("the path ends at {end}, not at the goal {goal}")]
    Elsewhere {
        /// The end of the path.
        end: Cell,
        /// The goal.
        goal: Cell,
    },
}

/// Replays a path by the rules alone. Returns its length, or the first violation.
///
/// Each step uses one unit of supply; entering a station refills it; reaching the goal with none left is
/// valid. If the query has no supply, only walls matter, and for a diagonal step its two adjacent cells.
pub fn replay(map: &Map, query: &Query, path: &[Direction]) -> Result<Length, ReplayError> {
    let mut at = query.from;
    let mut supply = query.supply;
    for (index, &direction) in path.iter().enumerate() {
        let step = index + 1;
        if supply == Some(0) {
            return Err(ReplayError::Starved { step, from: at });
        }
        if !query.movement.allows(direction) {
            return Err(ReplayError::Diagonal { step, from: at });
        }
        at = map.step(at, direction).ok_or_else(|| match map.terrain(at.beside(direction)) {
            Terrain::Wall => ReplayError::Wall { step, from: at },
            _ => ReplayError::Corner { step, from: at },
        })?;
        supply = match map.terrain(at) {
            Terrain::Station => query.supply,
            _ => supply.map(|supply| supply - 1),
        };
    }
    match at == query.to {
        true => Ok(Length::of(path)),
        false => Err(ReplayError::Elsewhere { end: at, goal: query.to }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::movement::Movement;
    use Direction::{DownRight, Left, Right};

    fn corridor(station: u32) -> Map {
        Map::new(1, 4, |cell| match cell.column {
            column if column == station => Terrain::Station,
            _ => Terrain::Floor,
        })
    }

    #[test]
    fn a_replay_rejects_walls_exhausted_supply_and_a_wrong_end() {
        let query = Query::new((0, 0).into(), (0, 3).into());
        let path = [Right; 3];
        assert_eq!(replay(&corridor(9), &query, &path), Ok(Length::straight(3)));
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
        assert_eq!(replay(&corridor(2), &hungry, &path), Ok(Length::straight(3)));
    }

    #[test]
    fn a_replay_rejects_forbidden_diagonals_and_cut_corners() {
        let map = Map::new(3, 3, |cell| match (cell.row, cell.column) {
            (1, 2) => Terrain::Wall,
            _ => Terrain::Floor,
        });
        let four = Query::new((0, 0).into(), (1, 1).into());
        let eight = Query { movement: Movement::Eight, ..four };
        let path = [DownRight];
        assert!(matches!(replay(&map, &four, &path), Err(ReplayError::Diagonal { step: 1, .. })));
        assert_eq!(replay(&map, &eight, &path), Ok(Length { straight: 0, diagonal: 1 }));
        let past = Query { from: (1, 1).into(), to: (2, 2).into(), ..eight };
        assert!(matches!(replay(&map, &past, &path), Err(ReplayError::Corner { step: 1, .. })));
        let into = Query { from: (0, 1).into(), ..past };
        assert!(matches!(replay(&map, &into, &path), Err(ReplayError::Wall { step: 1, .. })));
    }
}
