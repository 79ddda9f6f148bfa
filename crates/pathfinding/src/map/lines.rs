//! A map as bitmaps, 64 cells per word, for searches that run along a row (or, on the transposed map,
//! along a column) without visiting each cell.
//!
//! A run along a row stops before a wall and at a *turn*: a free cell beside which, in the row above or
//! below, a wall has just ended. This opens a path that was not possible one cell earlier (a forced
//! neighbour: Harabor and Grastien 2011). The stops depend only on the map, so they are precomputed
//! bitmaps, one for each direction. A run is then a masked word and a count of zeros (the block-based
//! scan of Harabor and Grastien 2014, with the work per word precomputed).

use super::Bits;

/// Rows, or columns, with the stops of runs along them. Three bits per cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lines {
    walls: Bits,
    /// Walls, and the turns of a run toward higher places.
    ahead: Bits,
    /// Walls, and the turns of a run toward lower places.
    behind: Bits,
}

impl Lines {
    /// Lines with these walls; the first and last line and the first and last place must be walls.
    pub(super) fn new(walls: Bits) -> Self {
        let (mut ahead, mut behind) = (walls.clone(), walls.clone());
        for line in 1..walls.lines().saturating_sub(1) {
            let (ahead, behind) = (ahead.line_mut(line), behind.line_mut(line));
            for beside in [line - 1, line + 1] {
                let walls = walls.line(beside);
                for (word, &here) in walls.iter().enumerate() {
                    let before = word.checked_sub(1).map_or(u64::MAX, |before| walls[before]);
                    let after = walls.get(word + 1).copied().unwrap_or(u64::MAX);
                    ahead[word] |= (here << 1 | before >> 63) & !here;
                    behind[word] |= (here >> 1 | after << 63) & !here;
                }
            }
            // The border ends beside the first and the last place, but no run starts there.
            let clear = |stops: &mut [u64], place: usize| {
                let word = place / 64;
                stops[word] &= !(1 << (place % 64)) | walls.line(line)[word];
            };
            clear(ahead, 1);
            clear(behind, walls.length().saturating_sub(2));
        }
        Lines { walls, ahead, behind }
    }

    #[inline]
    pub(crate) fn is_wall(&self, line: usize, place: usize) -> bool {
        self.walls.is_set(line, place)
    }

    /// Where a run from a place toward higher ones stops: the first turn or wall.
    #[inline]
    pub(crate) fn ahead(&self, line: usize, place: usize) -> usize {
        self.ahead.after(line, place)
    }

    /// Where a run from a place toward lower ones stops: the first turn or wall.
    #[inline]
    pub(crate) fn behind(&self, line: usize, place: usize) -> usize {
        self.behind.before(line, place)
    }

    /// Whether a run toward higher places turns here.
    pub(crate) fn is_turn_ahead(&self, line: usize, place: usize) -> bool {
        self.ahead.is_set(line, place) && !self.is_wall(line, place)
    }

    /// Whether a run toward lower places turns here.
    pub(crate) fn is_turn_behind(&self, line: usize, place: usize) -> bool {
        self.behind.is_set(line, place) && !self.is_wall(line, place)
    }

    /// The number of turns that a run can reach, in both directions. Turns directly behind a wall do
    /// not count.
    pub(crate) fn turns(&self) -> u64 {
        let mut turns = 0;
        for line in 0..self.walls.lines() {
            let walls = self.walls.line(line);
            let (ahead, behind) = (self.ahead.line(line), self.behind.line(line));
            for (word, &here) in walls.iter().enumerate() {
                let before = word.checked_sub(1).map_or(u64::MAX, |before| walls[before]);
                let after = walls.get(word + 1).copied().unwrap_or(u64::MAX);
                let ahead = ahead[word] & !(here | here << 1 | before >> 63);
                let behind = behind[word] & !(here | here >> 1 | after << 63);
                turns += u64::from(ahead.count_ones() + behind.count_ones());
            }
        }
        turns
    }

    /// The number of free cells with three or four free neighbours.
    pub(super) fn junctions(&self) -> u64 {
        let mut junctions = 0;
        for line in 1..self.walls.lines().saturating_sub(1) {
            let [above, walls, below] =
                [line - 1, line, line + 1].map(|line| self.walls.line(line));
            for (word, &here) in walls.iter().enumerate() {
                let before = word.checked_sub(1).map_or(u64::MAX, |before| walls[before]);
                let after = walls.get(word + 1).copied().unwrap_or(u64::MAX);
                let (left, right) = (here << 1 | before >> 63, here >> 1 | after << 63);
                let (up, down) = (above[word], below[word]);
                // At least two walls among the four: one pair is all wall, or both pairs have one.
                let two = left & right | up & down | (left | right) & (up | down);
                junctions += u64::from((!here & !two).count_ones());
            }
        }
        junctions
    }

    /// Whether any two-by-two block of cells is free.
    pub(super) fn has_square(&self) -> bool {
        (1..self.walls.lines()).any(|line| {
            let pairs = self.walls.line(line - 1).iter().zip(self.walls.line(line));
            let free: Vec<u64> = pairs.map(|(above, here)| !(above | here)).collect();
            let after = free[1.min(free.len())..].iter().chain(&[0]);
            free.iter().zip(after).any(|(free, after)| free & (free >> 1 | after << 63) != 0)
        })
    }

    /// Walls, and the places from which a run along the line, in either direction, reaches a turn.
    pub(super) fn sights(&self) -> Bits {
        let mut sights = self.walls.clone();
        for line in 0..sights.lines() {
            let walls = self.walls.line(line);
            let sights = sights.line_mut(line);
            let mut is_seen = false;
            for (word, stops) in self.ahead.line(line).iter().enumerate().rev() {
                sights[word] |= seeing(*stops, *stops & !walls[word], &mut is_seen);
            }
            let mut is_seen = false;
            for (word, stops) in self.behind.line(line).iter().enumerate() {
                let (stops, walls) = (stops.reverse_bits(), walls[word].reverse_bits());
                sights[word] |= seeing(stops, stops & !walls, &mut is_seen).reverse_bits();
            }
        }
        sights
    }

    /// The memory use in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.walls.bytes() + self.ahead.bytes() + self.behind.bytes()
    }
}

/// The places of a word whose next higher stop is a turn. On entry, `is_seen` tells this for the last
/// place of the word; on return, for the last place of the word below.
fn seeing(stops: u64, turns: u64, is_seen: &mut bool) -> u64 {
    // A place sees a turn if the next place is a turn, or is not a stop and sees one. The chain is
    // followed over 1, 2, 4, ... places.
    let mut seeing = turns >> 1 | u64::from(*is_seen) << 63;
    let mut passing = !stops >> 1;
    for reach in [1, 2, 4, 8, 16, 32] {
        seeing |= passing & seeing >> reach;
        passing &= passing >> reach;
    }
    *is_seen = (turns | !stops & seeing) & 1 != 0;
    seeing
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_run_stops_where_a_cell_by_cell_walk_stops(
            walls in prop::collection::vec(prop::bool::weighted(0.1), 3 * 200),
            length in 3usize..200,
            place in 0usize..200,
        ) {
            let is_wall = |line: usize, place: usize| {
                line == 0 || line == 4 || place == 0 || place == length - 1
                    || walls[(line - 1) * 200 + place]
            };
            let lines = Lines::new(Bits::new(5, length, is_wall));
            let sights = lines.sights();
            let place = 1 + place % (length - 2);
            for line in 1..4 {
                prop_assert_eq!(lines.is_wall(line, place), is_wall(line, place));
                let stops = |place: usize, before: usize| {
                    let turn = |beside: usize| is_wall(beside, before) && !is_wall(beside, place);
                    is_wall(line, place) || turn(line - 1) || turn(line + 1)
                };
                let ahead = (place + 1..length).find(|&place| stops(place, place - 1));
                prop_assert_eq!(Some(lines.ahead(line, place)), ahead);
                let behind = (0..place).rev().find(|&place| stops(place, place + 1));
                prop_assert_eq!(Some(lines.behind(line, place)), behind);
                let sees = [ahead, behind].into_iter().flatten().any(|stop| !is_wall(line, stop));
                prop_assert_eq!(sights.is_set(line, place), sees || is_wall(line, place));
            }
            let turn = |line: usize, place: usize, before: usize| {
                let opens = |beside: usize| is_wall(beside, before) && !is_wall(beside, place);
                !is_wall(line, place)
                    && !is_wall(line, before)
                    && (opens(line - 1) || opens(line + 1))
            };
            let turns = (1..4).flat_map(|line| (1..length - 1).map(move |place| (line, place)));
            let turns = turns.map(|(line, place)| {
                u64::from(place > 1 && turn(line, place, place - 1))
                    + u64::from(place < length - 2 && turn(line, place, place + 1))
            });
            prop_assert_eq!(lines.turns(), turns.sum::<u64>());
            let cells = (1..4).flat_map(|line| (1..length - 1).map(move |place| (line, place)));
            let is_junction = |&(line, place): &(usize, usize)| {
                let beside =
                    [(line - 1, place), (line + 1, place), (line, place - 1), (line, place + 1)];
                let walls = beside.iter().filter(|&&(line, place)| is_wall(line, place)).count();
                !is_wall(line, place) && walls < 2
            };
            let has_square = cells.clone().any(|(line, place)| {
                [(0, 0), (0, 1), (1, 0), (1, 1)]
                    .iter()
                    .all(|(down, right)| !is_wall(line + down, place + right))
            });
            prop_assert_eq!(lines.has_square(), has_square);
            prop_assert_eq!(lines.junctions(), cells.filter(is_junction).count() as u64);
        }
    }
}
